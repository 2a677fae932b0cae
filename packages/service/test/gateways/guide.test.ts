import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { chari, chariJson } from '../cli/run.ts';
import { order, SESSIONS } from '../spec/client.ts';
import { openService, SECRET_KEY } from '../spec/service.ts';
import { FIXTURES } from './fixtures.ts';

const GUIDE = readFileSync(new URL('../../../../docs/gateways.md', import.meta.url), 'utf8');

/** The fenced blocks of one kind, in order. */
const blocks = (kind: string) =>
  GUIDE.split('```')
    .filter((_, part) => part % 2 === 1)
    .filter((block) => block.startsWith(`${kind}\n`))
    .map((block) => block.slice(kind.length + 1).trim());

/** The words of a command line, without `npx chari`. */
const wordsOf = (line: string) =>
  (line.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll(/^["']|["']$/g, '')).slice(2);

const service = await openService();
const folder = await mkdtemp(join(tmpdir(), 'chari-guide-'));
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});
const options = {
  env: {
    DATABASE_URL: service.db.url,
    CHARI_DATA_DIR: folder,
    CHARI_SECRET_KEY: SECRET_KEY.toString('hex'),
    PUBLIC_URL: service.client.url.replace(/\/$/, ''),
  },
};

it('a stranger who follows docs/gateways.md takes a live session through', async () => {
  const merchant = await service.merchant();
  const commands = blocks('sh');
  expect(commands.map((command) => wordsOf(command)[1])).toEqual([
    'create',
    'list',
    'add',
    'senders',
    'anchor',
    'confirm',
    'confirm',
    'requests',
  ]);
  const [create = '', list = '', ...others] = commands;
  const gateway = await chariJson<{ inbound_url: string; secret: string }>(wordsOf(create), options);
  const post = async (body: string) => {
    const timestamp = String(Math.floor(service.clock.now().getTime() / 1_000));
    const signature = createHmac('sha256', gateway.secret)
      .update(body + timestamp)
      .digest('hex');
    const headers = {
      'content-type': 'application/json',
      'x-timestamp': timestamp,
      'x-signature': signature,
    };
    const answer = await fetch(gateway.inbound_url, { method: 'POST', body, headers });
    return [answer.status, await answer.json()];
  };
  const [ping = '', sms = ''] = blocks('json');

  expect(await post(ping)).toEqual([200, { kept: 0, repeated: 0, unrouted: 0 }]);
  await service.first.gateways.flush();
  expect((await chari(wordsOf(list), options)).stdout).toContain('ffffffffceb0b1db0000018e937c815b');
  const [add = '', senders = '', anchor = '', first = '', second = '', requests = ''] = others;
  const told = await chari(wordsOf(add), options);
  expect(told.stdout).toContain('npx chari numbers senders +23566000001 "AirtelMoney" --note WHY');
  const agreed = await chariJson(wordsOf(senders), options);
  expect(agreed).toMatchObject({ sender_allow_list: ['AirtelMoney'] });
  await chariJson(wordsOf(anchor), options);
  expect(await chariJson(wordsOf(first), options)).toEqual({ kind: 'proposed' });
  expect(await chariJson(wordsOf(second), options)).toMatchObject({ confirmed_by: 'Moussa' });

  await expect
    .poll(async () => (await service.client.post(SESSIONS, merchant.live_key, order())).status)
    .toBe(201);
  const session = await service.client.post(SESSIONS, merchant.live_key, order({ amount: 25_000 }));
  expect(session.body.assigned_collection_number).toBe('+23566000001');
  expect(await post(atThisMoment(sms))).toEqual([200, { kept: 1, repeated: 0, unrouted: 0 }]);
  await service.until(
    1,
    `select count(*)::int as n from payment_sessions where id = $1 and status = 'SUCCESS'`,
    [session.body.id],
  );
  expect((await chari(wordsOf(requests), options)).stdout).toContain('Vous avez recu 25000 FCFA');
});

it('the requests in the guide are the recorded ones', () => {
  const [, sms] = blocks('json');
  expect(FIXTURES.find(({ name }) => name === 'sms-gate-received')?.body).toBe(sms);
});

it('the configuration in the guide is one that a gateway can be made with', async () => {
  const config = blocks('json').at(-1) ?? '';
  const args = [
    'gateways',
    'create',
    'kiosk',
    '--adapter',
    'generic-json',
    '--config',
    config,
    '--as',
    'Awa',
    '--note',
    'a kiosk',
  ];
  expect(await chariJson(args, options)).toMatchObject({ name: 'kiosk', adapter: 'generic-json' });
});

/** The recorded SMS as it would be now: its two times, and nothing else. */
function atThisMoment(body: string): string {
  const now = service.clock.now();
  const local = new Date(now.getTime() + 3_600_000).toISOString();
  const stamp = `${local.slice(2, 10).replaceAll('-', '')}.${local.slice(11, 16).replace(':', '')}`;
  return body
    .replace('260224.1212', stamp)
    .replace('2026-02-24T12:12:07.000+01:00', `${local.slice(0, 23)}+01:00`);
}
