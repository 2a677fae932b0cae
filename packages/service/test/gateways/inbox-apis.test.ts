import { lookup } from 'node:dns';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type GatewayAdapter,
  type GatewayMessage,
  type InboxAsk,
  messageIdentity,
  type OutgoingGateway,
} from '../../src/domain/gateway/gateway.ts';
import { ADAPTERS, openInboxes } from '../../src/sms/gateways/adapters.ts';
import { dialler } from '../../src/webhooks/dial.ts';
import { FIXTURES } from './fixtures.ts';
import { answering, GatewayServer } from './gateway-server.ts';

/** What a gateway's API is asked and answers, as its documents or its source have it. */
type Recorded = {
  adapter: GatewayAdapter;
  source: string;
  send_path: string;
  ask: { device_id: string; senders: string[]; since: string; until: string };
  exchanges: {
    request: { method: string; url: string; headers: Record<string, string>; body: unknown };
    answer: { status: number; headers: Record<string, string>; body: string };
  }[];
  outcome: { kind: string };
};

const FOLDER = new URL('inbox-fixtures/', import.meta.url);
const recorded = (file: string) => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Recorded;
const RECORDED = readdirSync(FOLDER)
  .sort()
  .map((file) => [file.replace('.json', ''), recorded(file)] as const);
const PULLED = RECORDED.filter(([, { adapter }]) => adapter !== 'sms-gate');

const server = await GatewayServer.open();
const dial = (allow_private: boolean) => dialler({ allow_private, lookup, connect_timeout_ms: 1_000 });
const diallers = { connect_public: dial(false), connect_any: dial(true) };
const inboxes = openInboxes(diallers);
afterAll(async () => {
  await inboxes.close();
  server.close();
});
beforeEach(() => {
  server.seen.length = 0;
});

function askOf(one: Recorded, api: Partial<OutgoingGateway> = {}): InboxAsk {
  const { since, until, ...rest } = one.ask;
  const send_url = server.url(one.send_path);
  return {
    ...rest,
    adapter: one.adapter,
    api: { send_url, username: 'LOGIN1', password: 'pa:ss', is_private: true, ...api },
    since: new Date(since),
    until: new Date(until),
  };
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** A page of the list that an adapter's API gives, one message a minute from the newest back. */
function page(adapter: GatewayAdapter, count: number, newest: string, fields: object = {}): string {
  const data = Array.from({ length: count }, (_, n) => {
    const at = new Date(Date.parse(newest) - n * 60_000).toISOString();
    const id = `${at} ${n}`;
    return adapter === 'textbee'
      ? { _id: id, message: `m${n}`, sender: 'S', receivedAt: at, ...fields }
      : {
          id,
          owner: '+18005550199',
          contact: 'S',
          content: `m${n}`,
          type: 'mobile-originated',
          sim: 'SIM1',
          order_timestamp: at,
          received_at: at,
          ...fields,
        };
  });
  return JSON.stringify({ data });
}

describe('Asking for an inbox', () => {
  it.each(RECORDED)('%s: is asked and read as documented', async (_, one) => {
    server.reply = (__, response) => {
      const answer = one.exchanges[server.seen.length - 1]?.answer;
      response.writeHead(answer?.status ?? 500, answer?.headers).end(answer?.body);
    };
    expect(plain(await inboxes.ask(askOf(one)))).toEqual(one.outcome);
    expect(server.seen).toMatchObject(one.exchanges.map(({ request }) => request));
  });

  it.each(PULLED)('%s: a message has the identity that its webhook had', async (_, one) => {
    const { body, headers, config } = FIXTURES.find(
      ({ adapter, news }) => adapter === one.adapter && news.kind === 'messages',
    ) as (typeof FIXTURES)[number];
    const news = ADAPTERS[one.adapter].parse({ body: Buffer.from(body), headers }, config as null);
    const told = news.kind === 'messages' ? (news.messages[0] as GatewayMessage) : null;
    server.reply = answering(200, one.exchanges[0]?.answer.body);
    const outcome = await inboxes.ask(askOf(one));
    const messages = outcome.kind === 'messages' ? outcome.messages : [];
    expect(messages.map(messageIdentity)).toContain(told === null ? 'nothing' : messageIdentity(told));
  });

  it('a phone whose id nobody knows is asked without one', async () => {
    const [, one] = RECORDED.find(([name]) => name === 'sms-gate-export') as (typeof RECORDED)[number];
    server.reply = answering(202);
    expect(await inboxes.ask({ ...askOf(one), device_id: 'default' })).toEqual({ kind: 'asked' });
    expect(server.seen[0]?.body).toEqual({ since: one.ask.since, until: one.ask.until });
  });

  it.each(RECORDED)('%s: a refusal, a passing fault and a redirect are told apart', async (_, one) => {
    const said = async (status: number) => {
      server.reply = answering(status, '{"error":"x"}', { location: 'http://127.0.0.1:1/' });
      const { kind } = await inboxes.ask(askOf(one));
      return `${status} ${kind}`;
    };
    const answers: string[] = [];
    for (const status of [302, 400, 401, 403, 404, 408, 422, 429, 500, 503]) answers.push(await said(status));
    expect(answers).toEqual([
      '302 refused',
      '400 refused',
      '401 refused',
      '403 refused',
      '404 refused',
      '408 unknown',
      '422 refused',
      '429 unknown',
      '500 unknown',
      '503 unknown',
    ]);
  });

  it.each(RECORDED)('%s: nobody there, no answer in time, or one cut off is unknown', async (_, one) => {
    expect((await inboxes.ask(askOf(one, { send_url: 'http://127.0.0.1:1/v1' }))).kind).toBe('unknown');
    server.reply = (__, response) => void response.socket?.destroy();
    expect((await inboxes.ask(askOf(one))).kind).toBe('unknown');
    const hasty = openInboxes({ ...diallers, timeout_ms: 50 });
    server.reply = () => undefined;
    expect(await hasty.ask(askOf(one))).toEqual({
      kind: 'unknown',
      detail: 'the gateway did not answer in time',
    });
    await hasty.close();
  });

  it.each(RECORDED)(
    '%s: an address of our own network is not dialled unless it is said to be there',
    async (_, one) => {
      expect(await inboxes.ask(askOf(one, { is_private: false }))).toEqual({
        kind: 'refused',
        reason: '127.0.0.1 is not a public address',
      });
      expect(server.seen).toEqual([]);
    },
  );

  it.each(PULLED)('%s: a body that trickles for ever, or is huge, is unknown', async (_, one) => {
    const hasty = openInboxes({ ...diallers, timeout_ms: 100 });
    let trickle: NodeJS.Timeout | undefined;
    server.reply = (__, response) => {
      response.writeHead(200);
      trickle = setInterval(() => response.write(' '), 10);
    };
    expect((await hasty.ask(askOf(one))).kind).toBe('unknown');
    clearInterval(trickle);
    await hasty.close();
    server.reply = answering(200, JSON.stringify({ data: [], padding: 'x'.repeat(2_000_000) }));
    expect((await inboxes.ask(askOf(one))).kind).toBe('unknown');
  });

  it.each(PULLED)(
    '%s: whatever stands in the answer, it never throws and invents no message',
    async (_, one) => {
      const body = fc.oneof(
        fc.json(),
        fc.string(),
        fc
          .array(
            fc.oneof(
              fc.object(),
              fc.json(),
              fc.constant({ owner: '+18005550199', type: 'mobile-originated' }),
            ),
          )
          .map((data) => JSON.stringify({ data })),
      );
      await fc.assert(
        fc.asyncProperty(body, async (text) => {
          server.reply = answering(200, text);
          const outcome = await inboxes.ask(askOf(one));
          expect(['messages', 'unknown']).toContain(outcome.kind);
          if (outcome.kind === 'messages') expect(outcome.messages).toEqual([]);
        }),
        { numRuns: 60 },
      );
    },
  );

  it.each(PULLED)(
    '%s: a message that can not be read is said to be missing, and the others are taken',
    async (_, one) => {
      const good = JSON.parse(page(one.adapter, 2, one.ask.until)).data;
      const huge = JSON.parse(
        page(one.adapter, 1, one.ask.until, { message: 'x'.repeat(20_001), content: 'x'.repeat(20_001) }),
      ).data;
      for (const bad of [
        ...huge,
        JSON.parse(page(one.adapter, 1, one.ask.until, { message: null, content: 7 })).data[0],
      ]) {
        server.reply = answering(200, JSON.stringify({ data: [bad, ...good] }));
        const outcome = await inboxes.ask(askOf(one));
        expect(outcome).toMatchObject({ kind: 'messages', is_complete: false });
        expect(outcome.kind === 'messages' && outcome.messages).toHaveLength(2);
      }
    },
  );

  it.each(PULLED)('%s: pages are read back to where the span begins, and no further', async (_, one) => {
    const size = one.adapter === 'textbee' ? 100 : 20;
    const until_ms = Date.parse(one.ask.until);
    const since = new Date(until_ms - (size + 5) * 60_000).toISOString();
    server.reply = (__, response) => {
      const at = new Date(until_ms - (server.seen.length - 1) * size * 60_000).toISOString();
      response.end(page(one.adapter, size, at));
    };
    const outcome = await inboxes.ask(askOf({ ...one, ask: { ...one.ask, since } }));
    expect(outcome).toMatchObject({ kind: 'messages', is_complete: true });
    expect(outcome.kind === 'messages' && outcome.messages).toHaveLength(size + 6);
    expect(server.seen).toHaveLength(2);
    expect(new Set(server.seen.map(({ url }) => url)).size).toBe(2);
  });

  it.each(PULLED)(
    '%s: a list without end, or one whose next page fails, is said to hold more',
    async (_, one) => {
      const size = one.adapter === 'textbee' ? 100 : 20;
      server.reply = answering(
        200,
        page(one.adapter, size, one.ask.until, {
          receivedAt: one.ask.until,
          order_timestamp: one.ask.until,
          received_at: one.ask.until,
        }),
      );
      const endless = await inboxes.ask(askOf(one));
      expect(endless).toMatchObject({ kind: 'messages', is_complete: false });
      expect(server.seen.length).toBeLessThanOrEqual(10);
      server.seen.length = 0;
      const whole = page(one.adapter, size, one.ask.until, {
        receivedAt: one.ask.until,
        order_timestamp: one.ask.until,
        received_at: one.ask.until,
      });
      server.reply = (seen, response) =>
        answering(server.seen.length === 1 ? 200 : 500, whole)(seen, response);
      const broken = await inboxes.ask(askOf(one));
      expect(broken).toMatchObject({ kind: 'messages', is_complete: false });
      expect(broken.kind === 'messages' && broken.messages).toHaveLength(size);
    },
  );

  it("of another phone's messages none is taken", async () => {
    for (const [, one] of PULLED) {
      server.reply = answering(
        200,
        page(one.adapter, 2, one.ask.until, { owner: '+23566999999', device: { _id: 'a'.repeat(24) } }),
      );
      expect(await inboxes.ask(askOf(one))).toEqual({ kind: 'messages', messages: [], is_complete: true });
    }
  });

  it('httpSMS is asked for each sender; one that fails leaves what the others had', async () => {
    const [, one] = RECORDED.find(([, { adapter }]) => adapter === 'httpsms') as (typeof RECORDED)[number];
    server.reply = (seen, response) =>
      answering(seen.url.includes('contact=Airtel+Money') ? 500 : 200, page('httpsms', 1, one.ask.until))(
        seen,
        response,
      );
    const senders = ['Airtel Money', 'AirtelMoney'];
    expect(await inboxes.ask({ ...askOf(one), senders })).toMatchObject({
      kind: 'messages',
      messages: [{ text: 'm0' }],
      is_complete: false,
    });
  });

  it.each([
    ['generic-json', {}, 'a gateway of the kind generic-json can not be asked for its inbox'],
    ['generic-form', {}, 'a gateway of the kind generic-form can not be asked for its inbox'],
    ['sms-gate', { api: null }, 'it has no --send-url and --send-login (chari gateways sending)'],
    [
      'textbee',
      { device_id: '../../x' },
      'textbee lists by phone: route the number with its --device (24 digits)',
    ],
    [
      'httpsms',
      { device_id: 'default' },
      "httpSMS lists by the phone's number: route the number with --device +235…",
    ],
    [
      'httpsms',
      { device_id: '+23566000001', senders: [] },
      'httpSMS lists by sender, and none is listed (chari numbers senders)',
    ],
  ] as const)('%s with %j can not be asked, and says why', async (adapter, fields, reason) => {
    const [, one] = RECORDED[0] as (typeof RECORDED)[number];
    expect(await inboxes.ask({ ...askOf(one), ...fields, adapter })).toEqual({ kind: 'cannot', reason });
    expect(server.seen).toEqual([]);
  });
});
