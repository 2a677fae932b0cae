import { expect, test } from 'vitest';
import { explained } from '../payments/plan.ts';
import { dryUp, flood } from './flood.ts';
import { GUESSES, guessed, lines, perform, type Stage, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();

const FLOOD = 10_000;
/** The statements that count guesses. */
const COUNTING = ['find_tried_credits', 'load_book_state'];
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
      await flood(stage, { count: FLOOD, begins_xaf });
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
    await flood(stage, { count: FLOOD, begins_xaf: null });
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
