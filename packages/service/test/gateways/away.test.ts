import { describe, expect, test } from 'vitest';
import { setGateway, unrouteNumber } from '../../src/engine/gateways/route.ts';
import { pauseNumbers } from '../collection/pause.ts';
import { perform, type Stage, stagesOfFile, statusOf } from '../evidence/play.ts';
import { gatewayServices, Phone } from './phone.ts';

/** A phone is offline while customers pay, and tells of their payments one by one once it is back, in whatever phone its SIM is. */
const scene = stagesOfFile();

const settled = async ({ world }: Stage) => world.service.first.gateways.close();

/** A payment that the phone hears and can't hand on: the request in which it will. */
function heard({ world }: Stage, amount_xaf: number, payer: string): string {
  const { sim, phone } = world.at('one');
  const sms = sim.credit(amount_xaf, { payer });
  const body = phone.received(sms.text);
  sim.told(sms);
  return body;
}

describe('Who paid while a phone was offline is paid once it is back', () => {
  test.each<[minutes: number, kind: 'session' | 'transaction', first: 'message' | 'ping']>([
    [12, 'session', 'message'],
    [12, 'session', 'ping'],
    [12, 'transaction', 'message'],
    [40, 'session', 'message'],
    [40, 'session', 'ping'],
  ])('after %i minutes, a %s, of which it tells after a %s', (minutes, kind, first) =>
    scene(async (stage) => {
      const { world } = stage;
      const { phone } = world.at('one');
      await perform(stage, `${kind} a 5000 payer 66000001\n${kind} b 7000 payer 66000002\nwait 1min`);
      phone.away = 'offline';
      world.service.clock.pass(60);
      const bodies = [heard(stage, 5000, '66000001')];
      world.service.clock.pass(60);
      bodies.push(heard(stage, 7000, '66000002'));
      await perform(stage, `wait ${minutes}min`);
      phone.away = null;
      if (first === 'ping') await phone.ping();
      await settled(stage);
      await world.sweep();
      for (const body of bodies) {
        expect((await phone.post(body)).status).toBe(200);
        await settled(stage);
        world.service.clock.pass(1);
        await world.sweep();
      }
      expect([await statusOf(stage, 'a'), await statusOf(stage, 'b')]).toEqual(['SUCCESS', 'SUCCESS']);
    }),
  );

  test('and who didn’t pay expires once it has been back for a while', () =>
    scene(async (stage) => {
      const { phone } = stage.world.at('one');
      await perform(stage, 'session a 5000 ttl 10\nwait 1min');
      phone.away = 'offline';
      await perform(stage, 'wait 14min');
      phone.away = null;
      await phone.ping();
      await perform(stage, 'wait 4min\na -> AWAITING_PAYMENT\nwait 20min\na -> EXPIRED');
    }));
});

describe('A number that two phones are routed to', () => {
  test('ends no session while the one with its SIM is off', () =>
    scene(async (stage) => {
      const { world } = stage;
      const other = await Phone.open(world.service);
      await other.insert(world.at('one').sim.number, 1, { also: true });
      await other.ping();
      await perform(stage, 'session a 5000 payer 66000001 ttl 10\nwait 1min');
      const sms = world.at('one').sim.credit(5000, { payer: '66000001' });
      const body = other.received(sms.text);
      world.at('one').sim.told(sms);
      await perform(stage, 'wait 60min\na -> AWAITING_PAYMENT');
      await other.post(body);
      await settled(stage);
      expect(await statusOf(stage, 'a')).toBe('SUCCESS');
    }));

  test('waits for none that was silent before a session was made', () =>
    scene(async (stage) => {
      const { world } = stage;
      const other = await Phone.open(world.service);
      await other.insert(world.at('one').sim.number, 1, { also: true });
      await other.ping();
      await perform(stage, 'wait 5min\nsession a 5000 ttl 10\nwait 20min\na -> EXPIRED');
    }));
});

describe('A number whose SIM was put into another phone while the one it was in lives on', () => {
  const moved = async ({ world }: Stage): Promise<Phone> => {
    const other = await Phone.open(world.service);
    await other.insert(world.at('one').sim.number, 1);
    await other.ping();
    return other;
  };

  test('is silent when the one with its SIM is off, and who pays it then waits', () =>
    scene(async (stage) => {
      const { world } = stage;
      const other = await moved(stage);
      await perform(stage, 'wait 5min\nsession a 5000 payer 66000001 ttl 10\nwait 1min');
      const sms = world.at('one').sim.credit(5000, { payer: '66000001' });
      const body = other.received(sms.text);
      world.at('one').sim.told(sms);
      await perform(stage, 'wait 30min\na -> AWAITING_PAYMENT\nincidents -> silent');
      await other.post(body);
      await settled(stage);
      expect(await statusOf(stage, 'a')).toBe('SUCCESS');
    }));

  test('has nothing of what the SIM brings that is in its old slot by then', () =>
    scene(async (stage) => {
      await moved(stage);
      await perform(stage, 'wait 1min');
      const { phone } = stage.world.at('one');
      const private_sim = phone.received('Vous avez recu 100 FCFA. Votre solde disponible est 300 FCFA.');
      expect((await phone.post(private_sim)).body).toMatchObject({ kept: 0, unrouted: 1 });
    }));

  test('is heard by both phones where staff have said so, and by the first alone once they say that', () =>
    scene(async (stage) => {
      const { world } = stage;
      const { phone, sim } = world.at('one');
      const other = await Phone.open(world.service);
      await other.insert(sim.number, 1, { also: true });
      const keeps = async (one: Phone, amount_xaf: number) => {
        const sms = sim.credit(amount_xaf);
        const { body } = await one.post(one.received(sms.text));
        sim.told(sms);
        await settled(stage);
        return body.kept;
      };
      expect([await keeps(phone, 300), await keeps(other, 400)]).toEqual([1, 1]);
      await phone.insert(sim.number, 1);
      await perform(stage, 'wait 1min');
      expect([await keeps(phone, 500), await keeps(other, 600)]).toEqual([1, 0]);
    }));
});

test('A number that staff pause while its phone is silent is silent no more once that is back', () =>
  scene(async (stage) => {
    const { world } = stage;
    const { phone, id } = world.at('one');
    phone.away = 'offline';
    await perform(stage, 'wait 20min\nincidents -> silent');
    await pauseNumbers(world.service.first.services, [id]);
    await perform(stage, 'wait 10min\nincidents -> silent');
    phone.away = null;
    await perform(stage, 'wait 1min\nincidents -> none');
    expect(
      await world.service.rows('select feed_status from collection_numbers where id = $1', [id]),
    ).toEqual([{ feed_status: 'HEALTHY' }]);
    // Nobody is told to pay there, so nobody is asked about it anew.
    phone.away = 'offline';
    await perform(stage, 'wait 20min\nincidents -> none');
  }));

/** What staff do about a phone that died while payers paid. */
const REMEDIES: Record<string, (stage: Stage) => Promise<unknown>> = {
  'pause its gateway': ({ world }) =>
    setGateway(gatewayServices(world.service), world.at('one').phone.name, 'PAUSED'),
  'unroute the number': ({ world }) =>
    unrouteNumber(gatewayServices(world.service), world.at('one').sim.number),
  'put the SIM into another phone': async (stage) => {
    const other = await Phone.open(stage.world.service);
    await other.insert(stage.world.at('one').sim.number, 2);
    await other.ping();
    await settled(stage);
  },
  'give its place to another number': async ({ world }) => {
    const spare = [...world.sims.values()].find(({ sim }) => sim !== world.at('one').sim);
    await world.at('one').phone.insert(spare?.sim.number ?? '', 1);
  },
};

test.each(Object.keys(REMEDIES))('Payers of a dead phone wait for their SMS also where staff %s', (remedy) =>
  scene(async (stage) => {
    const { world } = stage;
    const { phone, sim } = world.at('one');
    await perform(stage, 'sim two\nsession a 5000 payer 66000001 on one ttl 10\nwait 1min');
    phone.away = 'offline';
    const body = heard(stage, 5000, '66000001');
    await perform(stage, 'wait 19min\na -> AWAITING_PAYMENT');
    await REMEDIES[remedy]?.(stage);
    await world.sweep();
    world.service.clock.pass(10);
    await world.sweep();
    expect(await statusOf(stage, 'a')).toBe('AWAITING_PAYMENT');
    // The phone is charged after all.
    await setGateway(gatewayServices(world.service), phone.name, 'ACTIVE');
    await phone.insert(sim.number, 1);
    world.service.clock.pass(3);
    phone.away = null;
    await phone.post(body);
    await settled(stage);
    expect(await statusOf(stage, 'a')).toBe('SUCCESS');
  }),
);
