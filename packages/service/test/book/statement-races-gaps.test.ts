import { afterEach, beforeEach, expect, test } from 'vitest';
import { announceSweeps } from '../../src/engine/desk/book/announce-sweep.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { sendRefunds } from '../../src/engine/desk/refunds/send-refund.ts';
import { concludeRefunds } from '../../src/engine/refunds/conclude.ts';
import type { Services } from '../../src/engine/services.ts';
import { asked, made } from '../refunds/world.ts';
import {
  brought,
  by,
  closeAll,
  counts,
  creditsOf,
  openRace,
  roundsOf,
  rowOf,
  sideBySide,
  Tally,
  unexplained,
} from './statement-races.ts';
import type { Sim } from './world.ts';

const ROUNDS = roundsOf(40);

let sim: Sim;
let one: Services;
let other: Services;
beforeEach(async () => {
  ({ sim, one, other } = await openRace());
});
afterEach(() => sim.world.close());

const tip = async () => (await sim.book())?.tip_xaf;

/** The SIM is read again, and what people have to say of anything is said: the next round begins with a book that nobody doubts. */
async function leaveWhole(): Promise<void> {
  const believed = 'update books set suspected_at = null, suspected_from = null, is_disproven = false';
  sim.world.pass(300);
  await sim.world.rows(believed);
  await sim.say();
  const steps = await sim.world.rows<{ id: string }>(
    `select id from book_steps s where kind in ('UNEXPLAINED', 'DEBIT')
    and not exists (select from book_explanations e where e.step_id = s.id)`,
  );
  await explainSteps(
    sim.world.services,
    steps.map(({ id: step_id }) => ({ step_id, meaning: 'write_off', ...by('Awa') })),
  );
  await sim.world.rows(believed);
  await closeAll(sim);
  sim.world.pass(300);
  expect(await tip()).toBe(sim.balance_xaf);
}

// A reading has found it missing. The file is compared; then two people say that it was a payment, while the file is made to count.
test('A lost payment that people find while the statement that lists it is settled stands in one place', async () => {
  const seen = new Tally();
  for (let round = 0; round < ROUNDS; round += 1) {
    const amount_xaf = 2000 + round;
    const rows = [rowOf(sim, sim.credit(amount_xaf, '66777001'), amount_xaf, '66777001')];
    sim.world.pass(200);
    await sim.say();
    const [gap] = await sim.world.rows<{ id: string }>(
      `select id from book_steps where kind = 'UNEXPLAINED' order by ordinal desc limit 1`,
    );
    const said = { step_id: gap?.id ?? '', meaning: 'credit' } as const;
    const id = await brought(one, sim, rows);
    const kinds: (string | undefined)[] = [];
    await sideBySide(
      round,
      40,
      () => counts(one, id),
      async () => kinds.push((await explainSteps(other, [{ ...said, ...by('Brahim') }]))[0]?.kind),
    );
    const credits = await creditsOf(sim, amount_xaf);
    seen.note(credits.length > 1 ? 'counted twice' : kinds[0] === 'explained' ? 'people first' : 'row first');
    await leaveWhole();
  }
  expect(seen.of('counted twice'), JSON.stringify(seen.told)).toBe(0);
  expect([seen.of('people first') > 0, seen.of('row first') > 0]).toEqual([true, true]);
}, 900_000);

// Its message is lost. The reading finds as much gone and takes it for the sweep; the row was compared before.
test('A sweep that a reading finds while the statement that lists it is settled has left once', async () => {
  const seen = new Tally();
  await sim.take(sim.credit(900_000));
  await sim.say();
  for (let round = 0; round < ROUNDS; round += 1) {
    const amount_xaf = 2000 + round;
    await announceSweeps(one, [{ number: sim.msisdn, amount_xaf, ...by('Awa') }]);
    sim.world.pass(10);
    const rows = [rowOf(sim, sim.debit(amount_xaf, '66888001'), -amount_xaf, '66888001')];
    sim.world.pass(200);
    const id = await brought(one, sim, rows);
    await sideBySide(
      round,
      40,
      () => counts(one, id),
      () => sim.say(),
    );
    const left = await unexplained(sim);
    const [step] = await sim.world.rows<{ kind: string }>(
      'select s.kind from announced_debits a join book_steps s on s.id = a.step_id where a.amount_xaf = $1',
      [amount_xaf],
    );
    seen.note(left.length > 0 ? `left twice, ${step?.kind} first` : `${step?.kind} first`);
    await leaveWhole();
  }
  expect([...seen.seen.keys()].filter((what) => what.startsWith('left twice'))).toEqual([]);
  expect([seen.of('UNEXPLAINED first') > 0, seen.of('DEBIT first') > 0]).toEqual([true, true]);
}, 900_000);

// Two parts of a payment go back to one phone. One has left, and its message is lost; the reading takes it for one of them, and then the row for the other.
test('Of two refunds of one sum only the one that has left is called sent, where a reading finds it while the statement is settled', async () => {
  const seen = new Tally();
  for (let round = 0; round < roundsOf(30); round += 1) {
    const amount_xaf = 2000 + 7 * round;
    const session = await sim.session(amount_xaf);
    await sim.take(sim.credit(amount_xaf, '66777001'));
    expect(await sim.statusOf(session)).toBe('SUCCESS');
    const refunds = [await made(one, asked(session, 300)), await made(one, asked(session, 300))];
    for (const { id: refund_id } of refunds) {
      const [sent] = await sendRefunds(one, [{ refund_id, does: 'send', number: sim.msisdn, ...by('Awa') }]);
      expect(sent?.kind).toBe('sending');
    }
    sim.world.pass(10);
    const rows = [rowOf(sim, sim.debit(300, '66777001'), -300, '66777001')];
    sim.world.pass(200);
    const id = await brought(one, sim, rows, true);
    await sideBySide(
      round,
      40,
      () => counts(one, id),
      () => sim.say(),
    );
    await concludeRefunds(other, { limit: 100 });
    const [found] = await sim.world.rows<{ sent: number }>(
      `select count(*)::int as sent from refunds where id = any ($1::uuid[]) and state = 'SUCCEEDED'`,
      [refunds.map((one) => one.id)],
    );
    const [step] = await sim.world.rows<{ kind: string }>(
      `select s.kind from announced_debits a join book_steps s on s.id = a.step_id
      where a.cause_id = any ($1::uuid[]) order by s.ordinal limit 1`,
      [refunds.map((one) => one.id)],
    );
    seen.note(`${found?.sent} sent, ${step?.kind} first`);
    // What has not left is not waited for in the next round.
    await sim.world.rows('delete from announced_debits where step_id is null');
    await leaveWhole();
  }
  expect([...seen.seen.keys()].filter((what) => !what.startsWith('1 sent'))).toEqual([]);
}, 900_000);

// Two payments of which no message came: the file ends between them, and the person who reads the SIM sees both.
test('A statement that ends a moment before the SIM is read leaves the book where the reading does, whichever is first', async () => {
  const seen = new Tally();
  for (let round = 0; round < ROUNDS; round += 1) {
    const amount_xaf = 2000 + round;
    const rows = [rowOf(sim, sim.credit(amount_xaf, '66777001'), amount_xaf, '66777001')];
    sim.world.pass(5);
    sim.credit(31);
    sim.world.pass(5);
    const id = await brought(one, sim, rows, true);
    await sideBySide(
      round,
      40,
      () => counts(one, id),
      () => sim.say(),
    );
    const [gap] = await sim.world.rows<{ moved_xaf: number }>(
      `select (after_xaf - before_xaf)::int as moved_xaf from book_steps where kind = 'UNEXPLAINED'
      and strength = 'ANCHORED' order by ordinal desc limit 1`,
    );
    const first = gap?.moved_xaf === 31 ? 'row first' : 'reading first';
    seen.note((await tip()) === sim.balance_xaf ? first : `another balance, ${first}`);
    await leaveWhole();
  }
  expect([...seen.seen.keys()].filter((what) => what.startsWith('another'))).toEqual([]);
  expect([seen.of('row first') > 0, seen.of('reading first') > 0]).toEqual([true, true]);
}, 900_000);
