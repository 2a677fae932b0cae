import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeDraft, type SettlementStanding } from './judge.ts';
import { cutoffOf, nextDay, type SettlementTerms } from './terms.ts';

/** Sums are francs. `due` is what is past its hold, `payable` all of it. */
const JUDGED = `
due    payable reserved | minimum reserve | what                  | comes of it

50000  80000   0        | 1000    0       |                       | draft 50000, keep 0
50000  50000   0        | 50000   0       |                       | draft 50000, keep 0
49999  49999   0        | 50000   0       |                       | below_minimum
0      9000    0        | 1000    0       |                       | nothing_due
-500   9000    0        | 1       0       |                       | nothing_due
50000  49000   0        | 1000    0       |                       | nothing_due
50000  80000   0        | 1000    20000   |                       | draft 30000, keep 20000
50000  80000   15000    | 1000    20000   |                       | draft 45000, keep 5000
50000  80000   20000    | 1000    20000   |                       | draft 50000, keep 0
15000  15000   0        | 1       20000   |                       | kept_in_reserve
20500  20500   0        | 1000    20000   |                       | kept_in_reserve
20500  20500   0        | 21000   20000   |                       | below_minimum
50000  80000   20000    | 1000    5000    |                       | draft 65000, keep -15000
0      0       20000    | 1000    0       |                       | draft 20000, keep -20000
50000  80000   0        | 1000    0       | live                  | draft 50000, keep 0
50000  80000   0        | 1000    0       | live unverified       | not_verified
50000  80000   0        | 1000    0       | live frozen           | frozen
50000  80000   0        | 1000    0       | live held             | held
50000  80000   0        | 1000    0       | live nowhere          | no_payout_account
50000  80000   0        | 1000    0       | unverified nowhere    | draft 50000, keep 0
50000  80000   0        | 1000    0       | limit                 | draft 50000, keep 0
50000  80000   0        | 1000    0       | limit, one payment    | above_limit
40000  80000   0        | 1000    0       | limit, one payment    | draft 40000, keep 0
50000  80000   60000    | 1000    5000    | limit                 | draft 90000, keep -40000
`;

const lines = JUDGED.split('\n').filter((line) => /^-?\d/.test(line));

test.each(lines.map((line) => ({ line })))('$line', ({ line }) => {
  const [sums = '', agreed = '', what = '', expected = ''] = line.split('|').map((cell) => cell.trim());
  const [due_xaf = 0, payable_xaf = 0, reserved_xaf = 0] = sums.split(/ +/).map(Number);
  const [minimum_xaf = 0, reserve_xaf = 0] = agreed.split(/ +/).map(Number);
  const judged = judgeDraft(
    {
      environment: what.includes('live') ? 'live' : 'test',
      due_xaf,
      payable_xaf,
      transfers: 2,
      reserved_xaf,
      kyc: what.includes('unverified') ? 'PENDING' : 'APPROVED',
      is_frozen: what.includes('frozen'),
      is_held: what.includes('held'),
      has_payout_account: !what.includes('nowhere'),
      limit_xaf: what.includes('limit') ? 40_000 : null,
      fits_xaf: what.includes('one payment') ? 0 : due_xaf,
    },
    { cadence: 'daily', weekday: 1, hold_days: 1, minimum_xaf, reserve_xaf },
  );
  const said =
    judged.kind === 'draft' ? `draft ${judged.amount_xaf}, keep ${judged.keep_xaf}` : judged.reason;
  expect(said).toBe(expected);
});

test('a settlement is never more than is payable with what is released, and the reserve never more than agreed', () => {
  const sum = fc.integer({ min: -1_000_000, max: 1_000_000_000 });
  const kept = fc.nat(1_000_000_000);
  fc.assert(
    fc.property(sum, sum, kept, kept, kept, (due_xaf, rest_xaf, reserved_xaf, reserve_xaf, minimum_xaf) => {
      const standing: SettlementStanding = {
        limit_xaf: null,
        fits_xaf: due_xaf,
        environment: 'live',
        due_xaf,
        payable_xaf: due_xaf + rest_xaf,
        transfers: 1,
        reserved_xaf,
        kyc: 'APPROVED',
        is_frozen: false,
        is_held: false,
        has_payout_account: true,
      };
      const judged = judgeDraft(standing, {
        cadence: 'daily',
        weekday: 1,
        hold_days: 1,
        minimum_xaf,
        reserve_xaf,
      });
      if (judged.kind === 'no_draft') return;
      expect(judged.amount_xaf).toBeGreaterThan(0);
      expect(judged.amount_xaf + judged.keep_xaf).toBe(due_xaf);
      expect(judged.amount_xaf + judged.keep_xaf).toBeLessThanOrEqual(standing.payable_xaf);
      const after_xaf = reserved_xaf + judged.keep_xaf;
      expect(after_xaf).toBeGreaterThanOrEqual(Math.min(reserved_xaf, reserve_xaf));
      expect(after_xaf).toBeLessThanOrEqual(Math.max(reserve_xaf, 0));
    }),
  );
});

const terms = (fields: Partial<SettlementTerms>): SettlementTerms => ({
  cadence: 'daily',
  weekday: 1,
  minimum_xaf: 1,
  hold_days: 1,
  reserve_xaf: 0,
  ...fields,
});

// 21 November 2026 is a Saturday; N'Djamena is an hour before UTC.
test.each([
  [0, '2026-11-21T22:59:00.000Z', '2026-11-21T22:59:00.001Z'],
  [1, '2026-11-21T22:59:00.000Z', '2026-11-20T23:00:00.000Z'],
  [1, '2026-11-21T23:00:00.000Z', '2026-11-21T23:00:00.000Z'],
  [3, '2026-11-21T11:00:00.000Z', '2026-11-18T23:00:00.000Z'],
])('with %i days of hold, at %s what occurred before %s is due', (hold_days, now, until) => {
  expect(cutoffOf({ hold_days }, new Date(now)).toISOString()).toBe(until);
});

test.each([
  ['daily', 1, '2026-11-21', '2026-11-22'],
  ['daily', 1, '2026-12-31', '2027-01-01'],
  ['weekly', 1, '2026-11-21', '2026-11-23'],
  ['weekly', 6, '2026-11-21', '2026-11-28'],
  ['weekly', 7, '2026-11-21', '2026-11-22'],
  ['on_demand', 1, '2026-11-21', null],
] as const)('%s (%i) is drafted again after %s on %s', (cadence, weekday, day, next) => {
  expect(nextDay(terms({ cadence, weekday }), day)).toBe(next);
});
