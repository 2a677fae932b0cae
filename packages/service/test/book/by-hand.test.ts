import { beforeAll, expect, test } from 'vitest';
import { openSim, type Sim } from './world.ts';

let sim: Sim;
beforeAll(async () => {
  sim = await openSim();
  await sim.say();
  await sim.take(sim.credit(1000), sim.credit(2000), sim.debit(700));
  return () => sim.world.close();
});

const ANOTHER_TRANSFER = (sum_xaf: string, environment = 'environment') => `insert into ledger_transfers
  select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'cause_id', gen_random_uuid(),
    'amount_xaf', ${sum_xaf}, 'environment', ${environment}))).* from ledger_transfers t
  where environment = 'live' and cause = 'CREDIT_SUSPENSE' limit 1`;
const BACK_AGAIN = `insert into ledger_transfers
  select (jsonb_populate_record(t, jsonb_build_object('cause_id', gen_random_uuid(), 'amount_xaf', 5,
    'debit_account_id', t.credit_account_id, 'credit_account_id', t.debit_account_id))).* from ledger_transfers t
  where environment = 'live' and cause = 'CREDIT_SUSPENSE' limit 1`;
const ANOTHER_STEP = (begins: string) => `insert into book_steps
  select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'ordinal', s.ordinal + 1, 'kind', 'UNEXPLAINED',
    'notice_id', null, 'recipient', null, 'before_xaf', ${begins}, 'after_xaf', ${begins} + 5))).*
  from book_steps s order by s.ordinal desc limit 1`;

/** Of each: changes of one transaction after which the ledger would hold another sum than the tip less the opening. */
test.each([
  ['a tip', ['update books set tip_xaf = tip_xaf + 5']],
  ['a tip with the float', ['update books set tip_xaf = tip_xaf + 5, float_xaf = float_xaf + 5']],
  [
    'an opening with the float, which agree with each other',
    ['update books set opening_xaf = opening_xaf - 5, float_xaf = float_xaf + 5'],
  ],
  [
    'the last step, taken out of the way',
    [
      `update books b set last_ordinal = last_ordinal - 1, tip_xaf = s.before_xaf, float_xaf = float_xaf - s.after_xaf + s.before_xaf
       from book_steps s where s.collection_number_id = b.collection_number_id and s.ordinal = b.last_ordinal`,
    ],
  ],
  ['a transfer without a step', [ANOTHER_TRANSFER('5')]],
  ['a transfer of the sandbox on a live account', [ANOTHER_TRANSFER('5', `'test'`)]],
  ['a step without a transfer', [ANOTHER_STEP('s.after_xaf')]],
  ['a step that does not go on from the tip', [ANOTHER_TRANSFER('5'), ANOTHER_STEP('s.after_xaf + 1')]],
  ['a step with a transfer of another sum', [ANOTHER_TRANSFER('6'), ANOTHER_STEP('s.after_xaf')]],
  // A book is proven by its last move, however many there are, and whichever of them are given up.
  ['two steps without a transfer', [ANOTHER_STEP('s.after_xaf'), ANOTHER_STEP('s.after_xaf')]],
  [
    'a transfer without a step that was taken back and made again',
    [ANOTHER_TRANSFER('5'), BACK_AGAIN, ANOTHER_TRANSFER('5')],
  ],
  [
    'a transfer whose step was given up',
    [
      ANOTHER_TRANSFER('5'),
      'savepoint before_it',
      ANOTHER_STEP('s.after_xaf'),
      'rollback to savepoint before_it',
    ],
  ],
  [
    'a transfer without a step, once the book was proven',
    [
      ANOTHER_TRANSFER('5'),
      ANOTHER_STEP('s.after_xaf'),
      'set constraints all immediate',
      ANOTHER_TRANSFER('5'),
    ],
  ],
  ...['books', 'book_steps', 'ledger_transfers', 'ledger_accounts'].flatMap((table): [string, string[]][] => [
    [`all of ${table}, deleted`, [`delete from ${table}`]],
    [`all of ${table}, emptied`, [`truncate ${table} cascade`]],
  ]),
  ['the sum of a transfer', ['update ledger_transfers set amount_xaf = amount_xaf + 5']],
  ['the balance of a step', ['update book_steps set after_xaf = after_xaf + 5']],
  [
    'whose an account is',
    [`update ledger_accounts set kind = 'SWEPT', owner_id = null where kind = 'FLOAT'`],
  ],
])('the database refuses %s, by hand', async (_what, changes) => {
  const before = await figures();
  const client = await sim.world.db.pool.connect();
  try {
    await expect(
      (async () => {
        await client.query('begin');
        for (const sql of changes) await client.query(sql);
        await client.query('commit');
      })(),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^(23|2F|P0)/) });
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect(await figures()).toEqual(before);
});

test.each([
  ['there and back', [ANOTHER_TRANSFER('5'), BACK_AGAIN]],
  ['by a transfer and its step', [ANOTHER_TRANSFER('5'), ANOTHER_STEP('s.after_xaf')]],
])('a book that moves %s is proven', async (_how, changes) => {
  await sim.world.rows(['begin', ...changes, 'set constraints all immediate', 'rollback'].join(';'));
});

test('what people and readings note beside the tip goes on being written', async () => {
  await sim.world.rows('update books set asked_at = now()');
  expect(await sim.take(sim.credit(400))).toEqual(['unmatched']);
  expect(await sim.book()).toMatchObject({ tip_xaf: sim.balance_xaf, float_xaf: 1000 + 2000 - 700 + 400 });
});

const figures = () =>
  sim.world.rows(
    `select b.opening_xaf, b.tip_xaf, b.float_xaf, b.last_ordinal,
      (select count(*)::int from ledger_transfers) as transfers, (select count(*)::int from book_steps) as steps
     from books b`,
  );
