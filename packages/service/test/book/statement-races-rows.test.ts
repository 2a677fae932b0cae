import { afterEach, beforeEach, expect, test } from 'vitest';
import { settleNotices } from '../../src/engine/book/settle.ts';
import type { Services } from '../../src/engine/services.ts';
import { settleStatement } from '../../src/engine/statements/settle.ts';
import { patientPool } from '../../src/store/connect/connect.ts';
import {
  brought,
  closeAll,
  counts,
  creditsOf,
  hold,
  openKinds,
  openRace,
  quoting,
  roundsOf,
  rowOf,
  sessionFrom,
  sideBySide,
  Tally,
  untilWaiting,
} from './statement-races.ts';
import type { Sim, Sms } from './world.ts';

const ROUNDS = roundsOf(40);

let sim: Sim;
let one: Services;
let other: Services;
beforeEach(async () => {
  ({ sim, one, other } = await openRace());
});
afterEach(() => sim.world.close());

const hidden = ({ id }: Sms, amount_xaf: number): Sms => ({
  id,
  text: `Trans.ID : ${id}. Vous avez recu ${amount_xaf} FCFA du 6• •• •• ••. Votre solde disponible est ${sim.balance_xaf} FCFA.`,
});

/** A payment that quotes another session's ticket, whose message waits for a late one; a rival owes the same sum on that number. */
async function payWrongly(from_xaf: number) {
  const rival = await sessionFrom(sim, from_xaf);
  const { amount_xaf } = rival;
  const owner = await sessionFrom(sim, 60_000 + amount_xaf);
  const lost = rowOf(sim, sim.credit(7, '66000007'), 7, '');
  const paid = quoting(sim, amount_xaf, '66777001', owner.ticket);
  return { rival, amount_xaf, paid, rows: [lost, rowOf(sim, paid, amount_xaf, '')] };
}

// Its rows are asked once more as they come to the book, and then wait for its lock, which the transaction holds that settles the second message.
test('A payment with another session’s ticket is nobody else’s by the row of a statement where a second message of it is being settled', async () => {
  const seen = new Tally();
  let next_xaf = 2000;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { rival, amount_xaf, paid, rows } = await payWrongly(next_xaf);
    next_xaf = amount_xaf + 1;
    await sim.take(paid);
    const id = await brought(one, sim, rows);
    const kept = await sim.keep([hidden(paid, amount_xaf)]);
    await sideBySide(
      round,
      40,
      () => counts(one, id),
      () => settleNotices(other, kept),
    );
    const is_taken = (await sim.statusOf(rival)) === 'SUCCESS';
    const differs = (await openKinds(sim)).includes('statement_differs');
    seen.note(is_taken ? 'taken by the rival' : differs ? 'message first' : 'statement first');
    await closeAll(sim);
    await sim.say();
    sim.world.pass(61);
  }
  expect(seen.of('taken by the rival'), JSON.stringify(seen.told)).toBe(0);
  // What waits in the inbox of its SIM is settled before a row is brought.
  expect(seen.of('message first')).toBeGreaterThan(0);
}, 600_000);

test('A payment with another session’s ticket is nobody else’s where the worker that brings its row waits for a second message of it', async () => {
  const { rival, paid, rows } = await payWrongly(5000);
  await sim.take(paid);
  const id = await brought(one, sim, rows);
  await sim.world.rows(`update statements set state = 'AGREED', agreed_at = $2 where id = $1`, [
    id,
    sim.world.now,
  ]);
  const kept = await sim.keep([hidden(paid, 5000)]);
  const release = await hold(sim.world.db.pool, 'select from books for update');
  const second = settleNotices(other, kept);
  await untilWaiting(sim.world.db.pool, 1);
  const settled = settleStatement(one, id);
  await untilWaiting(sim.world.db.pool, 2);
  await release();
  await Promise.all([second, settled]);
  expect(await sim.statusOf(rival)).not.toBe('SUCCESS');
});

// Brought and settled in either order the rival is unpaid, or the row says that the payer is another.
test('Who tells of a payment as his own while its statement is settled is found out by its row, which names another payer', async () => {
  const seen = new Tally();
  for (let round = 0; round < ROUNDS; round += 1) {
    const amount_xaf = 2000 + round;
    const rival = await sim.session(amount_xaf, { customer_phone: '+23566999001' });
    const paid = sim.credit(amount_xaf, '66777001');
    const rows = [rowOf(sim, paid, amount_xaf, '66777001')];
    const kept = await sim.keep([sim.words(amount_xaf, sim.balance_xaf, '66999001', paid.id)]);
    await sideBySide(
      round,
      60,
      async () => counts(one, await brought(one, sim, rows)),
      () => settleNotices(other, kept),
    );
    const is_his = (await sim.statusOf(rival)) === 'SUCCESS';
    const differs = (await openKinds(sim)).includes('statement_differs');
    seen.note(!is_his ? 'statement first' : differs ? 'message first' : 'his, and nobody hears of it');
    await closeAll(sim);
    await sim.say();
    sim.world.pass(61);
  }
  expect(seen.of('his, and nobody hears of it'), JSON.stringify(seen.told)).toBe(0);
  // What waits in the inbox of its SIM is settled before a row is brought.
  expect(seen.of('message first')).toBeGreaterThan(0);
}, 600_000);

// The row is compared before the message has its place, and knows it by nothing else than its balances.
test('A payment whose message prints no id, settled while the statement that lists it is, is one payment', async () => {
  const seen = new Tally();
  for (let round = 0; round < ROUNDS; round += 1) {
    const amount_xaf = 2000 + round;
    const paid = sim.credit(amount_xaf, '66777001');
    const rows = [rowOf(sim, paid, amount_xaf, '66777001')];
    const text = `Vous avez recu ${amount_xaf} FCFA du 66777001. Votre solde disponible est ${sim.balance_xaf} FCFA.`;
    const kept = await sim.keep([{ id: '', text }]);
    // Its phone tells a little later.
    sim.world.pass(5);
    await sideBySide(
      round,
      60,
      async () => counts(one, await brought(one, sim, rows)),
      () => settleNotices(other, kept),
    );
    const credits = await creditsOf(sim, amount_xaf);
    const [step] = await sim.world.rows<{ strength: string }>(
      'select s.strength from book_steps s join credits c on c.id = s.id where c.id = $1',
      [credits[0]?.id],
    );
    seen.note(credits.length > 1 ? 'counted twice' : `${step?.strength} first`);
    await closeAll(sim);
    await sim.say();
    sim.world.pass(61);
  }
  expect(seen.of('counted twice'), JSON.stringify(seen.told)).toBe(0);
  expect(seen.of('CHAINED first')).toBeGreaterThan(0);
}, 600_000);

// After a silence of hours a phone brings all it has while staff bring the statement. The message waits in the inbox, with a ticket in it; the row knows none.
test('A payment whose message has come with another session’s ticket is not a rival’s by the row of a statement that overtakes it', async () => {
  const seen = new Tally();
  let next_xaf = 2000;
  for (let round = 0; round < ROUNDS; round += 1) {
    const rival = await sessionFrom(sim, next_xaf);
    const { amount_xaf } = rival;
    next_xaf = amount_xaf + 1;
    const owner = await sessionFrom(sim, 60_000 + amount_xaf);
    const paid = quoting(sim, amount_xaf, '66777001', owner.ticket);
    const rows = [rowOf(sim, paid, amount_xaf, '66777001')];
    const kept = await sim.keep([paid]);
    await sideBySide(
      round,
      60,
      async () => counts(one, await brought(one, sim, rows)),
      () => settleNotices(other, kept),
    );
    seen.note((await sim.statusOf(rival)) === 'SUCCESS' ? 'paid the rival' : 'kept from the rival');
    await closeAll(sim);
    await sim.say();
    sim.world.pass(61);
  }
  expect(seen.of('paid the rival'), JSON.stringify(seen.told)).toBe(0);
}, 600_000);

/**
 * Another process, which waits for no statement longer than a page does; and whoever holds what waits in the
 * inbox until it lets go.
 */
async function slowed(): Promise<{ page: Services; release: () => Promise<void> }> {
  const pool = patientPool(sim.world.db.pool, { max_connections: 2, statement_timeout_ms: 1500 });
  const letGo = await hold(sim.world.db.pool, 'select from notice_inbox for update');
  const release = async () => {
    await letGo();
    await pool.end();
  };
  return { page: { ...one, pool }, release };
}

const agree = (id: string) =>
  sim.world.rows(`update statements set state = 'AGREED', agreed_at = $2 where id = $1`, [id, sim.world.now]);

test('A payment whose message can’t be settled at that moment is not a rival’s by its row: the rows wait until it can', async () => {
  const rival = await sessionFrom(sim, 2000);
  const { amount_xaf } = rival;
  const owner = await sessionFrom(sim, 60_000 + amount_xaf);
  const paid = quoting(sim, amount_xaf, '66777001', owner.ticket);
  const id = await brought(one, sim, [rowOf(sim, paid, amount_xaf, '66777001')]);
  await agree(id);
  await sim.keep([paid]);
  const { page, release } = await slowed();
  const said = await settleStatement(page, id).finally(release);
  expect([said, await creditsOf(sim, amount_xaf)]).toEqual(['waits', []]);
  expect(await settleStatement(one, id)).toBe('settled');
  expect(await sim.statusOf(rival)).not.toBe('SUCCESS');
  expect(await creditsOf(sim, amount_xaf)).toHaveLength(1);
});

test.each([
  ['that was tried and set aside', 'update notice_inbox set failures = 1, retry_at = $1'],
  ['at the fourth look', 'update statements set failures = 3, retry_at = $1'],
])(
  'The rows of a statement come without a message of its SIM that can’t be settled, %s',
  async (_when, sql) => {
    const id = await brought(one, sim, [rowOf(sim, sim.credit(2000, '66777001'), 2000, '66777001')]);
    await agree(id);
    await sim.keep([sim.words(7, 7)]);
    await sim.world.rows(sql, [sim.world.now]);
    const { page, release } = await slowed();
    expect(await settleStatement(page, id).finally(release)).toBe('settled');
    expect(await creditsOf(sim, 2000)).toHaveLength(1);
  },
);

// Between the import and the word of the second person the true message comes. What is the same is not asked again, and the statement vouches for it.
test('A payment that another message contests since the file was compared is not vouched for by a row that names neither payer', async () => {
  const amount_xaf = 90_000;
  const rival = await sim.session(amount_xaf);
  const paid = sim.credit(amount_xaf, '66777001');
  await sim.take(hidden(paid, amount_xaf));
  expect(await sim.statusOf(rival)).toBe('SUCCESS');
  const id = await brought(one, sim, [rowOf(sim, paid, amount_xaf, '')]);
  sim.world.pass(60);
  await sim.take(paid);
  await counts(one, id);
  const [book] = await sim.world.rows<{ unanchored_xaf: number }>(
    'select unanchored_xaf::int from books where collection_number_id = $1',
    [sim.number_id],
  );
  expect({ ...book, open: await openKinds(sim) }).toMatchObject({
    unanchored_xaf: amount_xaf,
    open: ['statement_differs'],
  });
});
