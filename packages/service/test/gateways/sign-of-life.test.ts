import { createHmac } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import type { GatewayAdapter } from '../../src/domain/gateway/gateway.ts';
import { createGateways } from '../../src/engine/gateways/create.ts';
import { routeNumber, unrouteNumber } from '../../src/engine/gateways/route.ts';
import { act, openStage, perform, type Stage } from '../evidence/play.ts';
import { gatewayServices } from './phone.ts';

const stages: Stage[] = [];
afterAll(async () => {
  for (const { world } of stages) await world.close();
});

const inBase64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token of httpSMS that is good for years: what says no more than that a phone lives has to be nobody's work. */
function tokenOf(secret: string): string {
  const text = `${inBase64({ alg: 'HS256', typ: 'JWT' })}.${inBase64({ exp: Date.UTC(2090, 0, 1) / 1000 })}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

const signed = (secret: string, body: string) => createHmac('sha256', secret).update(body).digest('hex');

type Headers = Record<string, string>;

/** By what each signs a request. */
const SIGNED: Partial<Record<GatewayAdapter, (secret: string, body: string) => Headers>> = {
  'generic-form': (secret) => ({ 'x-gateway-token': secret }),
  'generic-json': (secret) => ({ authorization: `Bearer ${secret}` }),
  httpsms: (secret) => ({ authorization: `Bearer ${tokenOf(secret)}` }),
  textbee: (secret, body) => ({ 'x-signature': signed(secret, body) }),
};

/** The SIM is in a phone of such a gateway, under the name that the gateway has for it. */
async function simOf(
  adapter: GatewayAdapter,
): Promise<{ stage: Stage; say: (what: object) => Promise<void>; live: () => Promise<void> }> {
  const stage = await openStage();
  stages.push(stage);
  const { service } = stage.world;
  const services = gatewayServices(service);
  const { number } = stage.world.at('one').sim;
  const [made] = await createGateways(services, [
    { name: adapter, adapter, secret: null, config: {}, sending: null },
  ]);
  if (made?.kind !== 'created') throw new Error(JSON.stringify(made));
  await unrouteNumber(services, number);
  await routeNumber(services, { number, gateway: adapter, device_id: number, sim_slot: 0 });
  const post = async (body: string) => {
    const headers = SIGNED[adapter]?.(made.secret, body);
    const answer = await service.client.post(`/gateways/${made.gateway.id}/inbound`, null, body, headers);
    expect(answer.status).toBe(200);
    await service.first.gateways.close();
  };
  const live = () => post(adapter === 'generic-form' ? '' : '{}');
  return { stage, say: (what) => post(JSON.stringify(what)), live };
}

test.each(Object.keys(SIGNED) as GatewayAdapter[])(
  'The numbers of a gateway of %s are heard when it says that it lives',
  async (adapter) => {
    const { stage, live } = await simOf(adapter);
    await live();
    await act(stage, ['wait', '1min']);
    await perform(stage, 'session a 5000');
    for (let minute = 0; minute < 25; minute += 1) {
      await live();
      await act(stage, ['wait', '1min']);
    }
    await perform(
      stage,
      `a -> EXPIRED
    incidents -> none
    session b 7000`,
    );
  },
);

/** What the servers of gateways tell by themselves, whether the phone lives or not. */
const OF_SERVERS: [
  GatewayAdapter,
  (owner: string) => object,
  (owner: string, text: string, at?: Date) => object,
][] = [
  [
    'httpsms',
    (owner) => ({ id: '1', type: 'phone.heartbeat.offline', data: { owner } }),
    (owner, content, timestamp) => ({
      id: '2',
      type: 'message.phone.received',
      data: { message_id: '2', owner, contact: 'AirtelMoney', content, sim: 'SIM1', timestamp },
    }),
  ],
  [
    'textbee',
    (deviceId) => ({ webhookEvent: 'MESSAGE_FAILED', smsId: '1', deviceId, message: 'what we sent' }),
    (deviceId, message, receivedAt) => ({
      webhookEvent: 'MESSAGE_RECEIVED',
      smsId: '2',
      deviceId,
      sender: 'AirtelMoney',
      message,
      receivedAt,
    }),
  ],
];

test.each(OF_SERVERS)(
  'That the server of %s tells of a phone that is away is no sign of its life',
  async (adapter, notice, received) => {
    const { stage, say, live } = await simOf(adapter);
    const { sim } = stage.world.at('one');
    await live();
    await act(stage, ['wait', '1min']);
    await perform(stage, 'session a 5000');
    await live();
    // The phone is off from here on.
    const paid = sim.credit(5000);
    for (let minute = 0; minute < 25; minute += 1) {
      await act(stage, ['wait', '1min']);
      await say(notice(sim.number));
    }
    await perform(stage, 'a -> AWAITING_PAYMENT');
    await say(received(sim.number, paid.text));
    sim.told(paid);
    await perform(stage, 'a -> SUCCESS');
  },
);

test.each(OF_SERVERS)(
  'What the server of %s tells again of a message of a dead phone is read, and is no sign of its life',
  async (adapter, _notice, received) => {
    const { stage, say, live } = await simOf(adapter);
    const { world } = stage;
    const { sim } = world.at('one');
    await live();
    await act(stage, ['wait', '1min']);
    await perform(stage, 'session a 5000');
    await live();
    const paid = sim.credit(5000);
    const told = received(sim.number, paid.text, world.now);
    await act(stage, ['wait', '25min']);
    await say(told);
    sim.told(paid);
    await perform(stage, 'wait 1min\na -> SUCCESS\nincidents -> silent');
    const fresh = sim.credit(300);
    await say(received(sim.number, fresh.text, world.now));
    sim.told(fresh);
    await perform(stage, 'wait 1min\nincidents -> none');
  },
);
