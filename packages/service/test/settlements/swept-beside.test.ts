import { afterEach, beforeEach, expect, test } from 'vitest';
import { announceSweeps } from '../../src/engine/desk/book/announce-sweep.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { proveMet } from '../../src/engine/settlements/rounds.ts';
import { MSISDN, type Sim } from '../book/world.ts';
import { deskOf, drafted, openSimAndShop, sent } from './desk.ts';
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

test('A reading that finds the sum gone makes no settlement PAID beside a sweep of that sum: people say which of the two it was, and it is not called failed before', async () => {
  const id = await bothAnnounced();
  sim.balance_xaf -= 20_000;
  await sim.say();
  expect(await proveMet(sim.world.services, { limit: 10 })).toBe(0);
  expect(await deskOf(sim.world).end(id, { does: 'prove', source: 'book' })).toBe('book_leaves_room');
  expect(await explained('settlement')).toEqual(['proposed', 'explained']);
  expect(await proveMet(sim.world.services, { limit: 10 })).toBe(1);
});

test('A reading that finds the sum gone makes no settlement PAID beside a sweep of that sum and the operator’s fee', async () => {
  await sim.world.rows(
    `insert into operator_tariffs (operator, service, from_xaf, to_xaf, fee_xaf, rate_basis_points)
    values ('AIRTEL', 'transfer', 1, 1000000, 100, 0)`,
  );
  const id = await bothAnnounced(20_100);
  sim.balance_xaf -= 20_100;
  await sim.say();
  expect(await deskOf(sim.world).end(id, { does: 'prove', source: 'book' })).toBe('book_leaves_room');
});

test('A debit that names the phone of a settlement of its sum is no sweep, whoever announces one, before it leaves or after: it is alarmed of, and makes the settlement PAID', async () => {
  const desk = deskOf(sim.world);
  const id = await drafted(sim.world, merchant, 20_000);
  expect(await desk.decide(id, 'approve')).toBe('approved');
  const sweep = () =>
    announceSweeps(sim.world.services, [
      { number: MSISDN, amount_xaf: 20_000, actor: 'Awa', note: 'to the wallet' },
    ]);
  expect(await sweep()).toMatchObject([{ kind: 'announced' }]);
  sim.world.pass(60);
  expect(await sim.take(sim.debit(20_000))).toEqual(['STEP']);
  expect(
    await sim.world.rows(
      `select kind, detail ->> 'went_to' as went_to from feed_incidents where kind = 'misdirected'`,
    ),
  ).toEqual([{ kind: 'misdirected', went_to: '66123456' }]);
  sim.world.pass(60);
  expect(await sweep()).toMatchObject([{ kind: 'announced' }]);
  expect(
    await sim.world.rows(
      'select from book_explanations e join book_steps s on s.id = e.step_id and s.kind = $1',
      ['DEBIT'],
    ),
  ).toEqual([]);
  expect(await desk.send(id)).toBe('left_already');
  expect(await proveMet(sim.world.services, { limit: 10 })).toBe(1);
  expect(await standing(sim.world, merchant)).toEqual({ PAID: 20_000 });
});

test('What went to another phone than anybody was to be paid that sum is a sweep as before', async () => {
  await drafted(sim.world, merchant, 20_000);
  const sweep = { number: MSISDN, amount_xaf: 20_000, actor: 'Awa', note: 'to the wallet' };
  expect(await announceSweeps(sim.world.services, [sweep])).toMatchObject([{ kind: 'announced' }]);
  sim.world.pass(60);
  await sim.take(sim.debit(20_000, '66999999'));
  expect(await sim.world.rows(`select meaning from book_explanations`)).toEqual([{ meaning: 'sweep' }]);
});
