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

/** How each says that it lives, and nothing else. */
const SIGNS: Partial<Record<GatewayAdapter, (secret: string) => [body: string, Record<string, string>]>> = {
  'generic-form': (secret) => ['', { 'x-gateway-token': secret }],
  'generic-json': (secret) => ['{}', { authorization: `Bearer ${secret}` }],
  httpsms: (secret) => ['{}', { authorization: `Bearer ${tokenOf(secret)}` }],
  textbee: (secret) => ['{}', { 'x-signature': signed(secret, '{}') }],
};

/** The SIM is in a phone of such a gateway, under the name that the gateway has for it. */
async function simOf(adapter: GatewayAdapter): Promise<{ stage: Stage; live: () => Promise<void> }> {
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
  const [body, headers] = SIGNS[adapter]?.(made.secret) ?? [];
  const live = async () => {
    const answer = await service.client.post(`/gateways/${made.gateway.id}/inbound`, null, body, headers);
    expect(answer.status).toBe(200);
    await service.first.gateways.flush();
  };
  return { stage, live };
}

test.each(Object.keys(SIGNS) as GatewayAdapter[])(
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
