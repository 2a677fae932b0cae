import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildConnector } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settleNotices } from '../../src/engine/book/settle.ts';
import { createGateways } from '../../src/engine/gateways/create.ts';
import { receiveNotices } from '../../src/engine/notices.ts';
import { railGate } from '../../src/engine/rails/gate.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { timeOutTransactions } from '../../src/engine/transactions/time-out.ts';
import { manualSmsRail } from '../../src/rails/manual-sms.ts';
import type { Rail } from '../../src/rails/rail.ts';
import { openSmsGateSender } from '../../src/sms/gateways/sms-gate.ts';
import { openRailWorld, type RailWorld, SECRET_KEY } from './world.ts';

const NUMBER = '+23595000001';
const PAYER = '+23595123456';

let world: RailWorld;
let merchant: string;
let phone: Server;
let status = 202;
let sent: Record<string, never>[] = [];
let sender: ReturnType<typeof openSmsGateSender>;
let rail: Rail;

beforeEach(async () => {
  world = await openRailWorld();
  merchant = await world.merchant();
  await world.liveNumber(NUMBER, { operator: 'MOOV', sends: false });
  sent = [];
  status = 202;
  phone = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const body = JSON.parse(text);
      const again = sent.some(({ id }) => id === body.id);
      if (status < 300 && !again) sent.push(body);
      response.writeHead(status < 300 && again ? 409 : status).end('{}');
    });
  });
  phone.listen(0, '127.0.0.1');
  await once(phone, 'listening');
  const connect_any = buildConnector({ timeout: 1_000 });
  sender = openSmsGateSender({
    connect_public: connect_any,
    connect_any,
    timeout_ms: 2_000,
    now: world.services.now,
  });
  rail = manualSmsRail(sender.send);
});
afterEach(async () => {
  expect(world.failures).toEqual([]);
  await sender.close();
  phone.close();
  await world.close();
});

async function gateway(): Promise<void> {
  const send_url = `http://127.0.0.1:${(phone.address() as AddressInfo).port}`;
  const services = {
    ...world.services,
    secret_key: SECRET_KEY,
    randomBytes: (bytes: number) => Buffer.alloc(bytes, 3),
  };
  const sending = { send_url, username: 'chari', password: 'quiet', is_private: true };
  const command = { name: 'phone-1', adapter: 'sms-gate', secret: null, config: {}, sending } as const;
  const [outcome] = await createGateways(services, [command]);
  expect(outcome?.kind).toBe('created');
}

const made = async (amount_xaf = 5_000) => {
  const fields = { environment: 'live', operator: 'MOOV', phone_number: PAYER, amount_xaf } as const;
  const [transaction] = await world.transactions(merchant, 1, fields);
  if (transaction === undefined) throw new Error('it was not made');
  return transaction;
};
const work = () => world.work([rail]);

describe('a live MOOV transaction', () => {
  it('tells the payer by SMS, waits in WAITING_SMS, and the credit notice makes it SUCCESS', async () => {
    await gateway();
    const transaction = await made();
    await work();
    expect(await world.statusOf(transaction)).toBe('WAITING_SMS');
    expect(sent).toMatchObject([
      {
        id: transaction.id,
        phoneNumbers: [PAYER],
        textMessage: {
          text: expect.stringContaining('5 000 FCFA par Moov Money au 95 00 00 01 avant 12:10'),
        },
      },
    ]);
    expect(await world.workOf(transaction)).toBeUndefined();
    world.pass(60);
    const body = JSON.stringify({ amount: 5_000, payer_phone: PAYER, occurred_at: world.now });
    const [kept] = await receiveNotices(world.services, [
      {
        environment: 'live',
        merchant_id: null,
        operator: 'MOOV',
        collection_number: NUMBER,
        source: 'WITNESS',
        sender: null,
        body,
        received_at: world.now,
      },
    ]);
    if (kept?.kind !== 'kept') throw new Error('not kept');
    await settleNotices(world.services, [kept.notice_id]);
    expect(await world.statusOf(transaction)).toBe('SUCCESS');
  });

  it('whose SMS was not answered for is sent again with the same id, so the phone sends it once', async () => {
    await gateway();
    const transaction = await made();
    status = 503;
    await work();
    expect(await world.statusOf(transaction)).toBe('PROCESSING');
    expect(await world.workOf(transaction)).toMatchObject({ step: 'initiate' });
    status = 202;
    world.pass(2);
    await work();
    expect([sent.length, await world.statusOf(transaction)]).toEqual([1, 'WAITING_SMS']);
  });

  it('is told nothing once it is over: a phone that is away holds its SMS no longer', async () => {
    await gateway();
    const transaction = await made();
    status = 503;
    await work();
    status = 202;
    world.pass(9 * 60 + 30);
    await work();
    expect(sent).toMatchObject([{ id: transaction.id, ttl: 30 }]);
    const late = await made(6_000);
    world.pass(600);
    await work();
    expect(sent).toHaveLength(1);
    expect(await world.workOf(late)).toBeUndefined();
  });

  it('whose process died after sending is told once, and waits as it should', async () => {
    await gateway();
    const transaction = await made();
    const dying: Rail = {
      ...rail,
      initiate: async (order) => {
        await rail.initiate(order);
        return new Promise(() => undefined);
      },
    };
    await world.worker([dying]).round();
    await expect.poll(() => sent.length).toBe(1);
    world.pass(60);
    await work();
    expect([sent.length, await world.statusOf(transaction)]).toEqual([1, 'WAITING_SMS']);
  });

  it('is refused while no gateway can send, before anything is created; within a second it may come', async () => {
    const asked = { merchant_id: merchant, environment: 'live', operator: 'MOOV' } as const;
    expect(await railGate(world.services, [asked])).toEqual([{ rail: 'manual-sms', retry_after_s: 60 }]);
    await expect(made()).rejects.toThrow('gateway_unavailable');
    expect(await world.rows('select 1 from transactions')).toEqual([]);
    expect(await world.rows('select 1 from collection_holds')).toEqual([]);
    await gateway();
    world.pass(1);
    expect(await railGate(world.services, [asked])).toEqual([{ rail: 'manual-sms', retry_after_s: null }]);
    expect(await world.statusOf(await made())).toBe('PENDING');
    await world.rows("update sms_gateways set status = 'PAUSED' where send_url is not null");
    world.pass(1);
    expect(await railGate(world.services, [asked])).toEqual([{ rail: 'manual-sms', retry_after_s: 60 }]);
  });

  it.each(['httpsms', 'textbee'])(
    'is refused while the only gateway with an API is one of %s, which is asked for its inbox alone',
    async (adapter) => {
      await gateway();
      await world.rows('update sms_gateways set adapter = $1 where send_url is not null', [adapter]);
      const asked = { merchant_id: merchant, environment: 'live', operator: 'MOOV' } as const;
      expect(await railGate(world.services, [asked])).toEqual([{ rail: 'manual-sms', retry_after_s: 60 }]);
    },
  );

  it('finds the gateway unavailable once nobody could be told five times, and times out by itself', async () => {
    await gateway();
    const transaction = await made();
    await world.rows("update sms_gateways set status = 'PAUSED' where send_url is not null");
    for (const seconds of [0, 2, 4, 8, 16]) {
      world.pass(seconds);
      await work();
    }
    expect(await world.breaker('manual-sms')).toBe('open 0');
    const asked = { merchant_id: merchant, environment: 'live', operator: 'MOOV' } as const;
    expect(await railGate(world.services, [asked])).toEqual([{ rail: 'manual-sms', retry_after_s: 15 }]);
    world.pass(800);
    await work();
    await expireSessions(world.services, { limit: 10 });
    await timeOutTransactions(world.services, { limit: 10 });
    expect([sent.length, await world.statusOf(transaction)]).toEqual([0, 'TIMEOUT']);
  });

  it('is told again once a long outage is over, however many expired meanwhile', async () => {
    await gateway();
    const expired = [await made(5_000), await made(6_000), await made(7_000)];
    status = 503;
    for (const seconds of [0, 2]) {
      world.pass(seconds);
      await work();
    }
    expect(await world.breaker('manual-sms')).toBe('open 0');
    world.pass(660);
    const fresh = await made(8_000);
    status = 202;
    await work();
    expect(sent).toMatchObject([{ id: fresh.id }]);
    expect(await world.statusOf(fresh)).toBe('WAITING_SMS');
    expect(await world.breaker('manual-sms')).toBe('closed 0');
    expect(await Promise.all(expired.map((one) => world.workOf(one)))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('a number that the gateway refuses opens no breaker, a wrong login does', async () => {
    await gateway();
    await made();
    status = 400;
    for (const seconds of [0, 2, 4, 8, 16, 32]) {
      world.pass(seconds);
      await work();
    }
    expect(await world.breaker('manual-sms')).toBe('closed 0');
    status = 401;
    for (let n = 0; n < 5; n += 1) {
      world.pass(61);
      await work();
    }
    expect(await world.breaker('manual-sms')).toBe('open 0');
  });
});
