import { describe, expect, test } from 'vitest';
import { unrouteNumber } from '../../src/engine/gateways/route.ts';
import { perform, type Stage, stagesOfFile, statusOf } from '../evidence/play.ts';
import { gatewayServices, Phone } from './phone.ts';

/** Phones that go away more than once, or lose their SIM while they are away, minute by minute. */
const scene = stagesOfFile();

const settled = async ({ world }: Stage) => world.service.first.gateways.close();

/** A payment that the phone hears and can't hand on yet: the request in which it will. */
function heard({ world }: Stage): string {
  const { sim, phone } = world.at('one');
  const sms = sim.credit(5000, { payer: '66000001' });
  const body = phone.received(sms.text);
  sim.told(sms);
  return body;
}

/** Phones that are there ping each minute, and the service sweeps each half. */
async function goBy(stage: Stage, seconds: number, ...others: Phone[]): Promise<void> {
  const { world } = stage;
  const phones = [world.at('one').phone, ...others];
  for (let left = seconds; left > 0; left -= 30) {
    world.service.clock.pass(Math.min(30, left));
    if (Math.ceil(left / 30) % 2 === 0)
      for (const phone of phones) if (phone.away === null) await phone.ping();
    await settled(stage);
    await world.sweep();
  }
}

/** Another phone that has the SIM from now on. */
async function movedTo(stage: Stage): Promise<Phone> {
  const { world } = stage;
  const { number } = world.at('one').sim;
  await unrouteNumber(gatewayServices(world.service), number);
  const other = await Phone.open(world.service);
  await other.insert(number, 1);
  await other.ping();
  await settled(stage);
  return other;
}

const ASKED = 'session a 5000 payer 66000001 on one ttl 10';

/** It tells at last, and is paid. */
async function tells(stage: Stage, body: string): Promise<void> {
  const { phone } = stage.world.at('one');
  expect(await statusOf(stage, 'a')).toBe('AWAITING_PAYMENT');
  phone.away = null;
  await phone.post(body);
  await settled(stage);
  await goBy(stage, 60);
  expect(await statusOf(stage, 'a')).toBe('SUCCESS');
}

describe('Who paid in time is paid, however late his message is told', () => {
  test('where the phone goes away again before it has told', () =>
    scene(async (stage) => {
      const { phone } = stage.world.at('one');
      await perform(stage, ASKED);
      await goBy(stage, 60);
      phone.away = 'offline';
      await goBy(stage, 60);
      const body = heard(stage);
      await goBy(stage, 20 * 60);
      phone.away = null;
      await goBy(stage, 2 * 60);
      phone.away = 'offline';
      await goBy(stage, 30 * 60);
      await tells(stage, body);
    }));

  test.each([1, 20, 40])('where it goes away %i s after the session was over', (seconds) =>
    scene(async (stage) => {
      const { world } = stage;
      const { phone } = world.at('one');
      await perform(stage, ASKED);
      await goBy(stage, 597);
      world.service.clock.pass(3 + seconds);
      await phone.ping();
      await settled(stage);
      phone.away = 'offline';
      // Paid three seconds before the end, by the operator's message.
      world.service.clock.pass(-3 - seconds);
      const sms = world.at('one').sim.credit(5000, { payer: '66000001' });
      world.service.clock.pass(5 + seconds);
      const body = phone.received(sms.text);
      world.at('one').sim.told(sms);
      await goBy(stage, 15 * 60);
      await tells(stage, body);
    }),
  );

  test('where his session was made between the last ping of the phone with the SIM and its end', () =>
    scene(async (stage) => {
      const { world } = stage;
      const { phone } = world.at('one');
      const other = await Phone.open(world.service);
      await other.insert(world.at('one').sim.number, 1, { also: true });
      await other.ping();
      await goBy(stage, 60, other);
      await phone.ping();
      await settled(stage);
      world.service.clock.pass(20);
      await perform(stage, ASKED);
      world.service.clock.pass(20);
      phone.away = 'offline';
      const body = heard(stage);
      await goBy(stage, 20 * 60, other);
      await tells(stage, body);
    }));

  test.each([120, 200])('where its SIM was moved %i s after it had died', (seconds) =>
    scene(async (stage) => {
      const { phone } = stage.world.at('one');
      await perform(stage, ASKED);
      await goBy(stage, 5 * 60);
      phone.away = 'offline';
      const body = heard(stage);
      await goBy(stage, seconds);
      const other = await movedTo(stage);
      await goBy(stage, 15 * 60, other);
      await tells(stage, body);
    }),
  );

  test('where its SIM was moved while it was telling what it had kept', () =>
    scene(async (stage) => {
      const { phone } = stage.world.at('one');
      await perform(stage, ASKED);
      await goBy(stage, 5 * 60);
      phone.away = 'offline';
      const body = heard(stage);
      await goBy(stage, 20 * 60);
      phone.away = null;
      await goBy(stage, 60);
      phone.away = 'off';
      const other = await movedTo(stage);
      await goBy(stage, 45 * 60, other);
      await tells(stage, body);
    }));

  test('where its SIM was moved from a phone that is well, which tells five seconds later', () =>
    scene(async (stage) => {
      await perform(stage, ASKED);
      await goBy(stage, 5 * 60);
      const body = heard(stage);
      await movedTo(stage);
      stage.world.service.clock.pass(5);
      await tells(stage, body);
    }));

  test('where another number has the place of its SIM by then', () =>
    scene(async (stage) => {
      const { world } = stage;
      const { phone, sim } = world.at('one');
      await perform(stage, `sim two\nsms x cash-in 333 on two\n${ASKED}`);
      await goBy(stage, 5 * 60);
      phone.away = 'offline';
      const body = heard(stage);
      await goBy(stage, 20 * 60);
      await phone.insert(world.at('two').sim.number, 1);
      const other = await Phone.open(world.service);
      await other.insert(sim.number, 1);
      await other.ping();
      phone.away = null;
      await phone.ping();
      await settled(stage);
      await tells(stage, body);
    }));
});

test('Who didn’t pay expires though the phone is away for some minutes again and again', () =>
  scene(async (stage) => {
    const { phone } = stage.world.at('one');
    const flaps = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        phone.away = 'offline';
        await goBy(stage, 4 * 60);
        phone.away = null;
        await goBy(stage, 24 * 60);
      }
    };
    phone.away = 'offline';
    await goBy(stage, 31 * 60);
    phone.away = null;
    await goBy(stage, 24 * 60);
    await flaps(3);
    await perform(stage, ASKED);
    await flaps(5);
    expect(await statusOf(stage, 'a')).toBe('EXPIRED');
  }));
