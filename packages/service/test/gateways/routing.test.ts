import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ArrivedMessage, receiveGatewayMessages } from '../../src/engine/gateways/arrive.ts';
import { createGateways } from '../../src/engine/gateways/create.ts';
import { routeNumber } from '../../src/engine/gateways/route.ts';
import type { GatewayServices } from '../../src/engine/gateways/secrets.ts';
import { hold, untilWaiting } from '../book/statement-races.ts';
import { openWorld, type World } from '../collection/world.ts';

const ROUNDS = process.env.CHARI_SOAK === '1' ? 200 : 100;
const MESSAGES = 6;
const MSISDN = '+23566001001';

let world: World;
let gateway_id: string;
let processes: GatewayServices[];
beforeAll(async () => {
  world = await openWorld();
  await world.liveNumber(MSISDN);
  const secret_key = Buffer.alloc(32, 7);
  const made = await world.processes(3);
  processes = made.map((services) => ({ ...services, secret_key, randomBytes: (n) => randomBytes(n) }));
  const command = { name: 'kiosk', adapter: 'sms-gate', secret: null, config: {}, sending: null } as const;
  const [created] = await createGateways(processes[0] as GatewayServices, [command]);
  if (created?.kind !== 'created') throw new Error(JSON.stringify(created));
  gateway_id = created.gateway.id;
});
afterAll(() => world.close());

const anyProcess = () => processes[Math.floor(Math.random() * processes.length)] as GatewayServices;

const messageOf = (device_id: string, n: number): ArrivedMessage => ({
  gateway_id,
  device_id,
  sim_slot: 1,
  sender: 'AirtelMoney',
  text: `message ${n}`,
  message_id: `${device_id}-${n}`,
  received_at: world.now,
});

it('Messages that come while staff say which SIM they come by all become notices, each once', async () => {
  let before = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const device_id = `device-${round}`;
    const messages = Array.from({ length: MESSAGES }, (_, n) => messageOf(device_id, n));
    const [routed, ...kept] = await Promise.all([
      routeNumber(anyProcess(), { number: MSISDN, gateway: gateway_id, device_id, sim_slot: 1 }),
      // Twice, as a phone does that got no answer.
      ...[...messages, ...messages].map((one) => receiveGatewayMessages(anyProcess(), [one])),
    ]);
    expect(routed).toMatchObject({ kind: 'routed' });
    const outcomes = kept.flat().map(({ kind }) => kind);
    expect(outcomes.filter((kind) => kind === 'repeated')).toHaveLength(MESSAGES);
    before += outcomes.filter((kind) => kind === 'unrouted').length;
    const counted = await world.rows(
      `select count(*)::int as messages, count(n.id)::int as notices, count(b.notice_id)::int as waiting
       from sms_gateway_messages m
       left join notices n on n.id = m.notice_id
       left join notice_inbox b on b.notice_id = n.id`,
    );
    const all = (round + 1) * MESSAGES;
    expect(counted).toEqual([{ messages: all, notices: all, waiting: all }]);
  }
  // Without these nothing came before its SIM was known.
  expect(before).toBeGreaterThan(ROUNDS / 10);
});

it('Of two people who say at once in which phone a SIM is, one has the last word, and what he ended is told', async () => {
  const number = '+23566001002';
  await world.liveNumber(number);
  const at = (device_id: string) => ({ number, gateway: gateway_id, device_id, sim_slot: 1 });
  await routeNumber(anyProcess(), at('before'));
  // Both begin before either ends: what each ends first is held.
  const letGo = await hold(
    world.db.pool,
    `select from sms_gateway_sims where device_id = 'before' for update`,
  );
  const both = Promise.all(['left', 'right'].map((device_id) => routeNumber(anyProcess(), at(device_id))));
  await untilWaiting(world.db.pool, 2);
  await letGo();
  const ended = (await both).flatMap((one) => (one.kind === 'routed' ? one.ended : []));
  const places = await world.rows<{ device_id: string }>(
    `select s.device_id from sms_gateway_sims s join collection_numbers n on n.id = s.collection_number_id
     where n.msisdn = $1`,
    [number],
  );
  expect(places).toHaveLength(1);
  expect([...ended, ...places].map(({ device_id }) => device_id).sort()).toEqual(['before', 'left', 'right']);
});

it('Who says where a SIM is and is cut off before what waited for it is routed has said nothing, and says it again', async () => {
  const number = '+23566001003';
  await world.liveNumber(number);
  const at = { number, gateway: gateway_id, device_id: 'cut-off', sim_slot: 1 };
  const services = anyProcess();
  expect(await receiveGatewayMessages(services, [messageOf('cut-off', 1)])).toMatchObject([
    { kind: 'unrouted' },
  ]);
  const notices = () => world.rows(`select m.id from sms_gateway_unrouted m join notices n on n.id = m.id`);
  const before = await notices();
  await expect(routeNumber({ ...services, pool: cutOff(services.pool) }, at)).rejects.toThrow('cut off');
  expect(await world.rows(`select from sms_gateway_sims where device_id = 'cut-off'`)).toEqual([]);
  expect(await routeNumber(services, at)).toMatchObject({ kind: 'routed', waiting: [expect.any(String)] });
  expect(await notices()).toHaveLength(before.length + 1);
});

/** The same database, whose connections are lost as soon as they look for what waits for a SIM. */
function cutOff(pool: pg.Pool): pg.Pool {
  const lost = (client: pg.PoolClient) =>
    new Proxy(client, {
      get(target, name) {
        const method = Reflect.get(target, name);
        if (name === 'query')
          return (...asked: unknown[]) => {
            if (JSON.stringify(asked[0]).includes('route_waiting_messages'))
              return Promise.reject(new Error('cut off'));
            return Reflect.apply(method, target, asked);
          };
        return typeof method === 'function' ? method.bind(target) : method;
      },
    });
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') return async () => lost(await target.connect());
      const method = Reflect.get(target, name);
      return typeof method === 'function' ? method.bind(target) : method;
    },
  });
}
