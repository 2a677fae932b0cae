import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ArrivedMessage, receiveGatewayMessages } from '../../src/engine/gateways/arrive.ts';
import { createGateways } from '../../src/engine/gateways/create.ts';
import { routeNumber } from '../../src/engine/gateways/route.ts';
import type { GatewayServices } from '../../src/engine/gateways/secrets.ts';
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
