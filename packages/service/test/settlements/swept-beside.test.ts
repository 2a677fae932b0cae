import { afterEach, beforeEach, expect, test } from 'vitest';
import { announceSweeps } from '../../src/engine/desk/book/announce-sweep.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { proveMet } from '../../src/engine/settlements/rounds.ts';
import { MSISDN, type Sim } from '../book/world.ts';
import { deskOf, openSimAndShop, sent } from './desk.ts';
import { standing } from './shop.ts';

let sim: Sim;
let merchant: string;
beforeEach(async () => {
  ({ sim, merchant } = await openSimAndShop());
});
afterEach(() => sim.world.close());

/** A settlement and a sweep of one sum are to leave one SIM. */
async function bothAnnounced(amount_xaf = 20_000): Promise<string> {
  const sweep = { number: MSISDN, amount_xaf, actor: 'Awa', note: 'to the wallet' };
  expect(await announceSweeps(sim.world.services, [sweep])).toMatchObject([{ kind: 'announced' }]);
  const id = await sent(sim.world, merchant, 20_000);
  sim.world.pass(300);
  return id;
}

async function explained(meaning: 'sweep' | 'settlement'): Promise<(string | undefined)[]> {
  const [step] = await sim.world.rows<{ id: string }>(
    'select id from book_steps order by ordinal desc limit 1',
  );
  const say = async (actor: string) =>
    (await explainSteps(sim.world.services, [{ step_id: step?.id ?? '', meaning, actor, note: 'seen' }]))[0]
      ?.kind;
  return [await say('Awa'), await say('Brahim')];
}

test('Money that left by words which name nobody makes no settlement PAID where a sweep of its sum is announced as well', async () => {
  await bothAnnounced();
  expect(await sim.take(sim.withdrawal(20_000))).toEqual(['STEP']);
  expect(await proveMet(sim.world.services, { limit: 10 })).toBe(0);
  expect(await explained('sweep')).toEqual(['proposed', 'explained']);
  expect(await standing(sim.world, merchant)).toMatchObject({ SENDING: 20_000 });
  await sim.take(sim.debit(20_000));
  expect(await proveMet(sim.world.services, { limit: 10 })).toBe(1);
});

test('Nor does a reading that finds the sum gone: people say which of the two it was, and it is not called failed before', async () => {
  const id = await bothAnnounced();
  sim.balance_xaf -= 20_000;
  await sim.say();
  expect(await proveMet(sim.world.services, { limit: 10 })).toBe(0);
  expect(await deskOf(sim.world).end(id, { does: 'prove', source: 'book' })).toBe('book_leaves_room');
  expect(await explained('settlement')).toEqual(['proposed', 'explained']);
  expect(await proveMet(sim.world.services, { limit: 10 })).toBe(1);
});

test('Nor where the sweep is of the settlement’s sum and the operator’s fee', async () => {
  await sim.world.rows(
    `insert into operator_tariffs (operator, service, from_xaf, to_xaf, fee_xaf, rate_basis_points)
    values ('AIRTEL', 'transfer', 1, 1000000, 100, 0)`,
  );
  const id = await bothAnnounced(20_100);
  sim.balance_xaf -= 20_100;
  await sim.say();
  expect(await deskOf(sim.world).end(id, { does: 'prove', source: 'book' })).toBe('book_leaves_room');
});
