import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/domain/account/person.ts';
import type { CheckoutView } from '../../src/domain/checkout/view.ts';
import { createPages } from '../../src/web/pages.ts';
import { NOW, VIEWS } from './views.ts';

/** What the first flight of a TCP connection brings, and what all of a payment may cost its payer. */
const FIRST_FLIGHT_BYTES = 14_000;
const IN_ALL_BYTES = 20_000;

/** As much text as a merchant can make us show. */
const LONG = {
  merchant_name: 'Boutique É '.repeat(18).trim(),
  reference: 'R'.repeat(255),
  description: 'd'.repeat(255),
};
const idOf = (place: number): string => `0198c5a2-7d1e-7c3a-9f4e-${String(place).padStart(12, '0')}`;
const SHOWN = Object.entries(VIEWS).map(([name, view], place): [string, CheckoutView] => [
  name,
  { ...view, ...LONG, return_url: `https://shop.example/${'x'.repeat(200)}`, id: idOf(place) },
]);
/** Sessions that can't be read: the database is away, or we have made a mistake. */
const AWAY = idOf(1_000);
const BROKEN = idOf(1_001);
const BY_ID = new Map(SHOWN.map(([, view]) => [view.id, view]));

const app = Fastify();
let port = 0;
beforeAll(async () => {
  createPages({
    now: () => NOW,
    dashboard_url: 'https://pay.example',
    is_limited: false,
    checkout: {
      look: async (id) => {
        if (id === AWAY || id === BROKEN) throw new Error(id);
        return BY_ID.get(id) ?? null;
      },
      lookAgain: async (id) => BY_ID.get(id) ?? null,
      claim: async () => ({ kind: 'not_taken' }),
      play: async () => 'too_late',
    },
    links: {
      look: async () => null,
      pay: async () => ({ kind: 'not_ready' }),
      underWay: async () => null,
    },
    newToken: () => 'A'.repeat(22),
    failed: (error) => ((error as Error).message === AWAY ? 'passing' : 'fault'),
  }).routes(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as { port: number }).port;
});
afterAll(() => app.close());

type Exchange = { bytes: number; head: string; body: Buffer };

/** Bytes as they come over the wire, headers included, of one request on a connection of its own. */
function get(path: string, headers: Record<string, string>): Promise<Exchange> {
  const lines = Object.entries({ Host: 'pay.example', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => {
      socket.write([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
    });
    socket.on('error', reject).on('data', (part) => {
      parts.push(part);
      const all = Buffer.concat(parts);
      const end = all.indexOf('\r\n\r\n');
      const head = all.toString('latin1', 0, Math.max(end, 0));
      const body = all.subarray(end + 4);
      if (end < 0 || body.length < Number(/content-length: (\d+)/.exec(head)?.[1] ?? 0)) return;
      socket.destroy();
      resolve({ bytes: all.length, head, body });
    });
  });
}

const pathOf = ({ id }: CheckoutView, rest = ''): string => `/pay/payment-sessions/${id}${rest}`;

describe('Over the wire', () => {
  test.each(SHOWN)(
    '%s fits into the first flight in every language, by gzip as by brotli',
    async (_name, view) => {
      for (const language of LANGUAGES)
        for (const encoding of ['br', 'gzip']) {
          const page = await get(pathOf(view, `?lang=${language}&qr=1`), { 'Accept-Encoding': encoding });
          expect(page.head).toContain(`content-encoding: ${encoding}`);
          expect(page.bytes).toBeLessThan(FIRST_FLIGHT_BYTES);
          const text = (
            encoding === 'br' ? brotliDecompressSync(page.body) : gunzipSync(page.body)
          ).toString();
          expect(text).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
        }
    },
  );

  test('a payment from its first look to its receipt, ten minutes of asking included, costs at most 20 KB', async () => {
    const [waits, paid] = ['waiting_test', 'paid'].map(
      (name) => SHOWN.find(([other]) => other === name)?.[1],
    );
    if (waits === undefined || paid === undefined) throw new Error('no such views');
    const gzip = { 'Accept-Encoding': 'gzip' };
    const page = await get(pathOf(waits, '?lang=fr'), gzip);
    const tag = /data-tag="&quot;([^&]+)&quot;"/.exec(gunzipSync(page.body).toString())?.[1] ?? '';
    const same = await get(pathOf(waits, '/live?lang=fr'), { ...gzip, 'If-None-Match': `"${tag}"` });
    expect(same.head).toMatch(/^HTTP\/1\.1 304 /);
    const receipt = await get(pathOf(paid, '/live?lang=fr'), gzip);
    const asked = 24 + 48;
    const in_all = page.bytes + asked * same.bytes + receipt.bytes;
    console.log(
      `checkout: page ${page.bytes} bytes, 304 ${same.bytes}, receipt ${receipt.bytes}, in all ${in_all}`,
    );
    expect(page.bytes + receipt.bytes).toBeLessThan(IN_ALL_BYTES / 2);
    expect(in_all).toBeLessThan(IN_ALL_BYTES);
  });

  test.each([
    [AWAY, 503, 'unavailable', 'retry-after: 5'],
    [BROKEN, 500, 'fault', 'content-type: text/html'],
  ])(
    'what can not be answered is a page that says so, and nothing of why: %s',
    async (id, status, state, header) => {
      const { head, body } = await get(`/pay/payment-sessions/${id}?lang=ar`, {});
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(head).toContain(header);
      expect(body.toString()).toContain(`data-state="${state}"`);
      expect(body.toString()).toContain('<html lang="ar" dir="rtl">');
      expect(body.toString()).toContain('لا تدفع مرتين');
      expect(body.toString()).not.toMatch(/Error|at async|\.ts:/);
    },
  );

  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['BR;q=0.5', 'br'],
    ['identity', null],
    ['br;q=0.000', null],
    ['', null],
  ])('Accept-Encoding %j is answered by %s', async (accepted, encoding) => {
    const view = SHOWN[0]?.[1] as CheckoutView;
    const { head, body } = await get(pathOf(view), { 'Accept-Encoding': accepted });
    expect(/content-encoding: (\w+)/.exec(head)?.[1] ?? null).toBe(encoding);
    if (encoding === null) expect(body.toString()).toMatch(/^<!doctype html>/);
  });
});
