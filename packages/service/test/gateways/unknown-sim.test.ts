import { expect, test } from 'vitest';
import { routeNumber } from '../../src/engine/gateways/route.ts';
import { perform, type Stage, stagesOfFile, statusOf } from '../evidence/play.ts';
import { gatewayServices } from './phone.ts';

/** What a phone tells of by a SIM that nobody has routed, or unreadably, may be a payment to its number. */
const scene = stagesOfFile();

async function told(
  stage: Stage,
  bodyOf: (body: string) => string,
  sender?: string,
  on?: string,
): Promise<void> {
  const { world } = stage;
  const { phone, sim } = world.at('one');
  await perform(
    stage,
    `session a 5000 payer 66000001 ttl 10${on === undefined ? '' : ` on ${on}`}\nwait 1min`,
  );
  const sms = sim.credit(5000, { payer: '66000001' });
  const body = phone.received(sms.text, { sim: 2, ...(sender !== undefined && { sender }) });
  expect((await phone.post(bodyOf(body))).body).toMatchObject({ kept: 0, unrouted: 1 });
  sim.told(sms);
  await world.service.first.gateways.close();
}

test('A SIM that its phone calls otherwise from one day to the next keeps its payers waiting, and is asked about', () =>
  scene(async (stage) => {
    const { world } = stage;
    const { phone, sim } = world.at('one');
    await told(stage, (body) => body);
    await perform(stage, 'wait 30min\na -> AWAITING_PAYMENT\nincidents -> unrouted');
    await phone.insert(sim.number, 2);
    await world.sweep();
    world.service.clock.pass(5);
    await world.sweep();
    expect(await statusOf(stage, 'a')).toBe('SUCCESS');
    await perform(stage, 'wait 1min\nincidents -> none');
  }));

test('A request that can be read no more, after an update of its app, say, keeps the payers of its SIM waiting, and is asked about', () =>
  scene(async (stage) => {
    await told(stage, (body) => body.replace('"message":', '"text":'));
    await perform(stage, 'wait 30min\na -> AWAITING_PAYMENT\nincidents -> unrouted');
  }));

test('A phone of the same gateway that nobody has routed keeps the payers of a SIM waiting, and is asked about: the SIM may be in that one now', () =>
  scene(async (stage) => {
    const { world } = stage;
    const { phone } = world.at('one');
    await told(stage, (body) => body.replace(phone.device_id, 'another-phone'));
    await perform(stage, 'wait 30min\na -> AWAITING_PAYMENT\nincidents -> unrouted');
  }));

test('A phone with the SIM of another number says nothing of this one', () =>
  scene(async (stage) => {
    const { world } = stage;
    const { phone } = world.at('one');
    await perform(stage, 'sim two');
    const routed = {
      number: world.at('two').sim.number,
      gateway: phone.name,
      device_id: 'another-phone',
      sim_slot: 1,
    };
    expect((await routeNumber(gatewayServices(world.service), routed)).kind).toBe('routed');
    await told(stage, (body) => body.replace(phone.device_id, 'another-phone'), undefined, 'one');
    await perform(stage, 'wait 30min\na -> EXPIRED\nincidents -> none\nincidents two -> unrouted');
  }));

test('Who is no sender of the number says nothing by another SIM of the phone', () =>
  scene(async (stage) => {
    await told(stage, (body) => body, 'Promo');
    await perform(stage, 'wait 30min\na -> EXPIRED\nincidents -> none');
  }));

const closed = ({ world }: Stage) =>
  world.service.rows(
    `update feed_incidents set closed_at = $1, closed_by = 'Awa', note = 'a private SIM' where kind = 'unrouted' and closed_at is null`,
    [world.now],
  );

test('Staff who close it have said that the messages are of another SIM', () =>
  scene(async (stage) => {
    await told(stage, (body) => body);
    await perform(stage, 'wait 5min\nincidents -> unrouted');
    await closed(stage);
    await perform(stage, 'wait 25min\na -> EXPIRED\nincidents -> none');
  }));

test('Staff who close it have not said that a message is of another SIM which came while they looked at the others', () =>
  scene(async (stage) => {
    const { phone } = stage.world.at('one');
    await phone.post(
      phone.received('Vous avez recu 100 FCFA. Votre solde disponible est 300 FCFA.', { sim: 2 }),
    );
    await perform(stage, 'wait 30min\nincidents -> unrouted');
    await told(stage, (body) => body);
    await closed(stage);
    await perform(stage, 'wait 25min\na -> AWAITING_PAYMENT\nincidents -> unrouted');
    await closed(stage);
    await perform(stage, 'wait 5min\na -> EXPIRED\nincidents -> none');
  }));
