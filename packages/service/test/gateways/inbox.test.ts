import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { GatewayAdapter } from '../../src/domain/gateway/gateway.ts';
import { settleNotices } from '../../src/engine/book/settle.ts';
import { createGateways } from '../../src/engine/gateways/create.ts';
import { askInboxes, type InboxQuestion } from '../../src/engine/gateways/inbox.ts';
import { routeNumber, setGateway } from '../../src/engine/gateways/route.ts';
import { findGatewaySenders } from '../../src/engine/gateways/sending.ts';
import { addNumbers } from '../../src/engine/numbers.ts';
import { openInboxes } from '../../src/sms/gateways/adapters.ts';
import { dialler } from '../../src/webhooks/dial.ts';
import { openService } from '../spec/service.ts';
import { answering, GatewayServer } from './gateway-server.ts';
import { gatewayServices, Phone } from './phone.ts';

const service = await openService({ works: false });
const server = await GatewayServer.open();
const dial = (allow_private: boolean) => dialler({ allow_private, lookup, connect_timeout_ms: 1_000 });
const inboxes = openInboxes({ connect_public: dial(false), connect_any: dial(true), timeout_ms: 2_000 });
afterAll(async () => {
  await inboxes.close();
  server.close();
  await service.close();
});
beforeEach(() => {
  server.seen.length = 0;
});

const services = { ...gatewayServices(service), askInbox: inboxes.ask };
const ask = (...questions: InboxQuestion[]) => askInboxes(services, questions);

let numbers = 0;
async function addNumber(senders = ['AirtelMoney']): Promise<string> {
  numbers += 1;
  const number = `+23566${String(numbers).padStart(6, '0')}`;
  const caps = { weight: 100, daily_volume_cap_xaf: null, daily_count_cap: null };
  const [added] = await addNumbers(service.first.services, [
    { operator: 'AIRTEL', number, ...caps, sender_allow_list: senders },
  ]);
  if (added?.kind !== 'added') throw new Error(added?.kind);
  return added.number.id;
}

let gateways = 0;
/** A gateway whose API is on loopback; with `sends: false` it has none. */
async function addGateway(
  adapter: GatewayAdapter,
  sends = true,
): Promise<{ id: string; name: string; secret: string }> {
  gateways += 1;
  const name = `api-${gateways}`;
  const sending = {
    send_url: server.url(`/${name}`),
    username: 'x-api-key',
    password: 'KEY',
    is_private: true,
  };
  const [made] = await createGateways(gatewayServices(service), [
    { name, adapter, secret: null, config: {}, sending: sends ? sending : null },
  ]);
  if (made?.kind !== 'created') throw new Error(JSON.stringify(made));
  return { id: made.gateway.id, name, secret: made.secret };
}

async function route(number: string, gateway: string, device_id: string, sim_slot = 0): Promise<void> {
  const routed = await routeNumber(gatewayServices(service), { number, gateway, device_id, sim_slot });
  if (routed.kind !== 'routed') throw new Error(routed.kind);
}

const HOUR_MS = 3_600_000;
const lately = (collection_number_id: string): InboxQuestion => {
  const until = service.clock.now();
  return { collection_number_id, since: new Date(until.getTime() - HOUR_MS), until };
};
const at = (minutes_ago: number) =>
  new Date(service.clock.now().getTime() - minutes_ago * 60_000).toISOString();

/** Messages as httpSMS lists them. */
const listed = (
  owner: string,
  ...messages: { id: string; content: string; sim?: string; received_at: string }[]
) =>
  JSON.stringify({
    status: 'success',
    data: messages.map((one) => ({
      owner,
      contact: 'AirtelMoney',
      type: 'mobile-originated',
      sim: 'SIM1',
      order_timestamp: one.received_at,
      ...one,
    })),
  });

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const bodiesOf = async (number: string) =>
  (
    await service.rows<{ body: string }>(
      'select body from notices where collection_number_id = $1 order by received_at, body',
      [number],
    )
  ).map(({ body }) => body);
const device = (n: number) => n.toString(16).padStart(24, '0');

describe('Asking for the inboxes of numbers', () => {
  it('keeps what was missing as a notice of its number, and names it to be settled', async () => {
    const number = await addNumber();
    const { name } = await addGateway('textbee');
    await route(number, name, device(1));
    const sms = { _id: device(100), message: 'Bonne fete !', sender: 'AirtelMoney', receivedAt: at(20) };
    server.reply = answering(200, JSON.stringify({ data: [sms] }));
    const { answers, notice_ids } = await ask(lately(number));
    const pulled = { kind: 'pulled', kept: 1, repeated: 0, unrouted: 0, is_complete: true };
    expect(answers).toEqual([[{ gateway: name, device_id: device(1), outcome: pulled }]]);
    expect(await bodiesOf(number)).toEqual(['Bonne fete !']);
    await settleNotices(service.first.services, notice_ids);
    const [read] = await service.rows<{ n: number }>(
      'select count(*)::int as n from notice_readings where notice_id = any ($1::uuid[])',
      [notice_ids],
    );
    expect(read?.n).toBe(1);
    expect(server.seen[0]?.headers['x-api-key']).toBe('KEY');
  });

  it('asked twice, and by ten at once, it keeps each message once', async () => {
    const number = await addNumber();
    const { name } = await addGateway('httpsms');
    const owner = '+23566700001';
    await route(number, name, owner, 1);
    const texts = Array.from({ length: 12 }, (_, n) => ({
      id: uuid(n),
      content: `text ${n}`,
      received_at: at(n),
    }));
    server.reply = answering(200, listed(owner, ...texts));
    const all = await Promise.all(Array.from({ length: 10 }, () => ask(lately(number))));
    expect(all.flatMap(({ notice_ids }) => notice_ids)).toHaveLength(12);
    expect(await bodiesOf(number)).toHaveLength(12);
    const again = await ask(lately(number));
    expect(again.notice_ids).toEqual([]);
    expect(again.answers[0]?.[0]?.outcome).toMatchObject({ kept: 0, repeated: 12 });
  });

  it.each(['webhook first', 'pulled first'])(
    'a message of the webhook and of the list is one: %s',
    async (order) => {
      const number = await addNumber();
      const { id, name, secret } = await addGateway('textbee');
      await route(number, name, device(2));
      const receivedAt = at(5);
      const smsId = device(order.length);
      const listing = { _id: smsId, message: `once, ${order}`, sender: 'AirtelMoney', receivedAt };
      server.reply = answering(200, JSON.stringify({ data: [listing] }));
      const webhook = async () => {
        const { _id, ...told } = listing;
        const body = JSON.stringify({
          smsId,
          deviceId: device(2),
          webhookEvent: 'MESSAGE_RECEIVED',
          ...told,
        });
        const signature = createHmac('sha256', secret).update(body).digest('hex');
        const posted = await service.client.post(`/gateways/${id}/inbound`, null, body, {
          'x-signature': signature,
        });
        return posted.body;
      };
      const pull = async () => (await ask(lately(number))).answers[0]?.[0]?.outcome;
      if (order === 'webhook first') {
        expect(await webhook()).toMatchObject({ kept: 1 });
        expect(await pull()).toMatchObject({ kept: 0, repeated: 1 });
      } else {
        expect(await pull()).toMatchObject({ kept: 1, repeated: 0 });
        expect(await webhook()).toMatchObject({ kept: 0, repeated: 1 });
      }
      expect(await bodiesOf(number)).toEqual([`once, ${order}`]);
    },
  );

  it("what came by another SIM of the phone goes to that SIM's number, whatever its text says", async () => {
    const [one, two] = [await addNumber(), await addNumber(['AirtelMoney', 'Airtel'])];
    const { name } = await addGateway('httpsms');
    const owner = '+23566700002';
    await route(one, name, owner, 1);
    await route(two, name, owner, 2);
    const place = (n: number, sim: string, content: string) => ({
      id: uuid(n),
      sim,
      content,
      received_at: at(n),
    });
    const page = listed(
      owner,
      place(1, 'SIM1', 'of one, sent to SIM2 and to +23566000002'),
      place(2, 'SIM2', 'of two, sent to SIM1'),
      place(3, 'SIM3', 'of nobody'),
    );
    server.reply = (seen, response) =>
      answering(200, seen.url.includes('contact=AirtelMoney') ? page : listed(owner))(seen, response);
    const { answers, notice_ids } = await ask(lately(one), lately(two));
    // Both questions are about one phone, which was asked once for each of the two senders.
    expect(server.seen).toHaveLength(2);
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[0]?.outcome).toMatchObject({ kept: 2, unrouted: 1 });
    expect(notice_ids).toHaveLength(2);
    expect(await bodiesOf(one)).toEqual(['of one, sent to SIM2 and to +23566000002']);
    expect(await bodiesOf(two)).toEqual(['of two, sent to SIM1']);
  });

  it('sms-gate.app is asked to have the phone send, once for all SIMs and over the whole span', async () => {
    const [one, two] = [await addNumber(), await addNumber()];
    const { name } = await addGateway('sms-gate');
    await route(one, name, 'dev', 1);
    await route(two, name, 'dev', 2);
    server.reply = answering(202);
    const now = service.clock.now();
    const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
    const { answers, notice_ids } = await ask(
      { collection_number_id: one, since: before(60), until: before(30) },
      { collection_number_id: two, since: before(40), until: now },
    );
    expect(notice_ids).toEqual([]);
    const asked = { gateway: name, device_id: 'dev', outcome: { kind: 'asked' } };
    expect(answers).toEqual([[asked], [asked]]);
    // Ten minutes more on either side: the phone's clock, and the operator's.
    expect(server.seen.map(({ url, body }) => [url, body])).toEqual([
      [
        `/${name}/messages/inbox/export`,
        { deviceId: 'dev', since: before(70).toISOString(), until: before(-10).toISOString() },
      ],
    ]);
  });

  it('what the phone then sends again is kept once, under however many event ids, and what was missing comes in', async () => {
    const phone = await Phone.open(service);
    const number = await addNumber();
    await phone.insert(number, 1);
    const told = phone.received('Bonne fete !', { id: 'event-1' });
    expect((await phone.post(told)).body).toMatchObject({ kept: 1 });
    // A retry of a webhook carries its event id again, an export of the inbox another one.
    expect((await phone.post(told)).body).toMatchObject({ repeated: 1 });
    expect((await phone.post(told.replace('event-1', 'event-2'))).body).toMatchObject({ repeated: 1 });
    expect((await phone.post(phone.received('Missing', { id: 'event-3' }))).body).toMatchObject({ kept: 1 });
    expect(await bodiesOf(number)).toEqual(['Bonne fete !', 'Missing']);
  });

  it('a number without a phone has no answer; a paused, generic or silent gateway says so; the others are read', async () => {
    const [nowhere, paused, generic, mute, broken, good] = await Promise.all(
      Array.from({ length: 6 }, () => addNumber()),
    );
    const made = {
      paused: await addGateway('textbee'),
      generic: await addGateway('generic-json'),
      mute: await addGateway('textbee', false),
      broken: await addGateway('textbee'),
      good: await addGateway('textbee'),
    };
    await route(paused as string, made.paused.name, device(3));
    await route(generic as string, made.generic.name, 'default');
    await route(mute as string, made.mute.name, device(4));
    await route(broken as string, made.broken.name, device(5));
    await route(good as string, made.good.name, device(6));
    await setGateway(service.first.services, made.paused.name, 'PAUSED');
    const sms = { _id: device(200), message: 'good', sender: 'AirtelMoney', receivedAt: at(1) };
    server.reply = (seen, response) =>
      seen.url.startsWith(`/${made.broken.name}/`)
        ? answering(401)(seen, response)
        : answering(200, JSON.stringify({ data: [sms] }))(seen, response);
    const all = [nowhere, paused, generic, mute, broken, good] as string[];
    const { answers } = await ask(...all.map(lately));
    expect(answers.map((phones) => phones.map(({ outcome }) => outcome))).toEqual([
      [],
      [{ kind: 'cannot', reason: 'the gateway is paused' }],
      [{ kind: 'cannot', reason: 'a gateway of the kind generic-json can not be asked for its inbox' }],
      [{ kind: 'cannot', reason: 'it has no --send-url and --send-login (chari gateways sending)' }],
      [{ kind: 'refused', reason: 'the gateway answered 401', status: 401 }],
      [{ kind: 'pulled', kept: 1, repeated: 0, unrouted: 0, is_complete: true }],
    ]);
  });

  it('a login that was sealed with another key keeps nobody else from being asked', async () => {
    const number = await addNumber();
    const { id, name } = await addGateway('textbee');
    await route(number, name, device(7));
    await service.rows(
      `update sms_gateways set send_credentials_sealed = decode('00', 'hex') where id = $1`,
      [id],
    );
    expect((await ask(lately(number))).answers[0]?.[0]?.outcome).toMatchObject({ kind: 'cannot' });
    expect(server.seen).toEqual([]);
  });

  /** Routes numbers to phones of one gateway, each of which has one message: `of` and its place. */
  async function addPhones(count: number): Promise<string[]> {
    const ids = await Promise.all(Array.from({ length: count }, () => addNumber()));
    const { name } = await addGateway('textbee');
    const base = gateways * 100;
    const receivedAt = at(1);
    for (const [n, id] of ids.entries()) await route(id, name, device(base + n));
    server.reply = (seen, response) => {
      const n = ids.findIndex((_, place) => seen.url.includes(device(base + place)));
      const sms = { _id: device(base + n), message: `of ${n}`, sender: 'AirtelMoney', receivedAt };
      answering(200, JSON.stringify({ data: [sms] }))(seen, response);
    };
    return ids;
  }

  it('what a phone told is kept at once, while another phone does not answer', async () => {
    const ids = await addPhones(2);
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const askInbox: typeof inboxes.ask = async (asked) => {
      const outcome = await inboxes.ask(asked);
      if (JSON.stringify(outcome).includes('of 1')) await answered;
      return outcome;
    };
    const all = askInboxes({ ...services, askInbox }, ids.map(lately));
    await expect.poll(() => Promise.all(ids.map(bodiesOf)), { timeout: 5_000 }).toEqual([['of 0'], []]);
    answer();
    expect((await all).notice_ids).toHaveLength(2);
    expect(await Promise.all(ids.map(bodiesOf))).toEqual([['of 0'], ['of 1']]);
  });

  it('what can’t be kept of one phone keeps nothing of another from being kept, and is not passed over', async () => {
    const ids = await addPhones(3);
    await service.rows(`
      create function refuse_one() returns trigger language plpgsql as
        $$ begin if new.body = 'of 1' then raise exception 'refused'; end if; return new; end $$`);
    await service.rows(
      'create trigger refuse_one before insert on notices for each row execute function refuse_one()',
    );
    await expect(ask(...ids.map(lately))).rejects.toThrow('refused');
    await service.rows('drop trigger refuse_one on notices');
    expect(await Promise.all(ids.map(bodiesOf))).toEqual([['of 0'], [], ['of 2']]);
    expect((await ask(...ids.map(lately))).notice_ids).toHaveLength(1);
  });

  it('fifty numbers take no more statements than phones and one, eight phones at once, and no transaction', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => addNumber()));
    const { name } = await addGateway('textbee');
    for (const [n, id] of ids.entries()) await route(id, name, device(1_000 + n));
    let [under_way, most] = [0, 0];
    server.reply = (seen, response) => {
      under_way += 1;
      most = Math.max(most, under_way);
      setTimeout(() => {
        under_way -= 1;
        const sms = { _id: device(seen.url.length), message: seen.url, sender: 'S', receivedAt: at(1) };
        response.end(JSON.stringify({ data: [sms] }));
      }, 5);
    };
    let statements = 0;
    const pool = new Proxy(services.pool, {
      get: (target, property) => {
        if (property === 'connect') throw new Error('a transaction was begun');
        if (property !== 'query') return Reflect.get(target, property);
        return (...given: unknown[]) => {
          statements += 1;
          return (target.query as (...all: unknown[]) => unknown).apply(target, given);
        };
      },
    });
    const { answers, notice_ids } = await askInboxes({ ...services, pool }, ids.map(lately));
    expect(statements).toBeLessThanOrEqual(51);
    expect(most).toBe(8);
    expect(notice_ids).toHaveLength(50);
    expect(answers.every(([one]) => one?.outcome.kind === 'pulled')).toBe(true);
    for (const [n, id] of ids.entries()) expect((await bodiesOf(id))[0]).toContain(device(1_000 + n));
  });

  it('nothing is asked of nobody', async () => {
    expect(await ask()).toEqual({ answers: [], notice_ids: [] });
  });

  it('the API of httpSMS or textbee is never taken for one that sends', async () => {
    const number = await addNumber();
    for (const adapter of ['httpsms', 'textbee'] as const) {
      const { name } = await addGateway(adapter);
      await route(number, name, adapter === 'httpsms' ? '+23566700009' : device(9));
    }
    const [sender] = await findGatewaySenders({ ...service.first.services, ...gatewayServices(service) }, [
      number,
    ]);
    // Another gateway of this database sends; the two with the number's SIM don't.
    expect(sender?.device_id ?? null).toBeNull();
  });

  it('a service that runs has the verb ready', async () => {
    expect(await service.first.gateways.askInboxes([lately(await addNumber())])).toEqual({
      answers: [[]],
      notice_ids: [],
    });
  });
});
