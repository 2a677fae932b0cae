import { expect, test } from 'vitest';
import { unchecked } from '../database/unchecked.ts';
import { explained } from '../payments/plan.ts';
import { firstSim, GUESSES, guessed, lines, perform, type Stage, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();

const FLOOD = 10_000;
/** The statements that count guesses. */
const COUNTING = ['find_tried_credits', 'load_book_state'];
const NOTHING = 'Vous avez recu 1 FCFA';

/**
 * Ten thousand messages that came just now and fitted nowhere, as a phone would tell them one by one, each of an hour before.
 * @param begins_xaf where each of them would begin; null: it prints no balance
 */
async function flood(stage: Stage, begins_xaf: number | null): Promise<void> {
  await stage.world.service.rows(
    `with told as (
      insert into notices (id, environment, source, collection_number_id, operator, sender, body, received_at, created_at)
      select gen_random_uuid(), 'live', 'MANUAL_SMS', n.id, n.operator, 'AirtelMoney', $4, $2, $2
      from collection_numbers n cross join generate_series(1, ${FLOOD}) where n.id = $1 returning id)
    insert into book_claims (notice_id, collection_number_id, told, amounts_xaf, begins_xaf, ends_xaf, occurred_at, precision_ms, arrived_at, state, settled_at)
    select id, $1, '{"readings": [], "moves": [], "operator_transaction_id": null}', '{}',
      array_remove(array[$3::bigint], null), array_remove(array[$3::bigint], null), $2::timestamptz - interval '1 hour', 60000, $2, 'REFUTED', $2
    from told`,
    [firstSim(stage), stage.world.now, begins_xaf, NOTHING],
  );
}

/** Nobody has read them, and the books are held against that at the end. */
const dryUp = ({ world }: Stage): Promise<unknown> =>
  unchecked(world.service.first.services.pool, async (client) => {
    const flooded = 'select id from notices where body = $1';
    await client.query(`delete from book_claims where notice_id in (${flooded})`, [NOTHING]);
    await client.query('delete from notices where body = $1', [NOTHING]);
  });

/** He tries all balances but the one that is right, and that one last. */
async function guess(stage: Stage): Promise<void> {
  const sum = (n: number): number => 190_000 - n;
  const end = (n: number): number => (n < 0 ? guessed(12) : end(n - 1) + sum(n));
  await perform(
    stage,
    `wait 1min
    ${lines(5, (n) => `session v${n} ${sum(n)} payer 6612345${n} by rival${n} ttl 60`)}
    ${lines(GUESSES, (n) => (n === 12 ? '' : `sms w${n} forged 190000 balance ${guessed(n) + 190_000} from 66123450`))}
    ${lines(5, (n) => `sms f${n} forged ${sum(n)} balance ${end(n)} from 6612345${n}`)}
    wait 1min`,
  );
}

// Only so many are counted, under the lock of a book, and the oldest come first.
test.each([
  ['that print no balance', null],
  ['about airtime, which could not be lucky there,', 100],
])(
  'Ten thousand texts %s hide no guess at the balance of a SIM that comes behind them',
  (_what, begins_xaf) =>
    scene(async (stage) => {
      await perform(stage, 'wait 5min');
      await flood(stage, begins_xaf);
      await guess(stage);
      await dryUp(stage);
      expect(await taken(stage)).toBe(0);
    }),
);

// Where a reading found money missing, tries at that are counted as well.
test('Ten thousand texts that print no balance are not read where guesses at the balance are counted', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      late lost credit 500
      wait 1min
      anchor
      wait 1min
      sms m credit 3000`,
    );
    await flood(stage, null);
    const { pool } = stage.world.service.first.services;
    await pool.query('vacuum analyze book_claims');
    const plans = await explained(pool, () =>
      perform(stage, 'wait 1min\nsms n credit 700\nrefund m as Awa -> refunded'),
    );
    const counting = plans.filter(({ name }) => COUNTING.includes(name));
    expect([...new Set(counting.map(({ name }) => name))].sort()).toEqual(COUNTING);
    const read = counting.filter(({ nodes }) =>
      nodes.some(({ rows, removed, loops }) => (rows + removed) * loops >= FLOOD / 2),
    );
    expect(read.map(({ text }) => text)).toEqual([]);
    await dryUp(stage);
  }));
