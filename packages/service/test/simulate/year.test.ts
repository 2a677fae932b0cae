import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { YEAR } from '../../sim/year/profile.ts';
import { liveYear, type YearResult } from '../../sim/year/run.ts';
import { openTestDatabase, type TestDatabase } from '../database/open.ts';

/** Two weeks with few customers, in which everything goes wrong more often, and fees change in the middle. */
const SHORT = {
  ...YEAR,
  seed: 3,
  days: 16,
  rounds: 2,
  sales: 4,
  refunded_share: 0.15,
  reversed_share: 0.02,
  debit_lost_share: 0.25,
  unread_share: 0.15,
  fees_change_on: 8,
};

describe('Weeks of the books', () => {
  let db: TestDatabase;
  let lived: YearResult;
  beforeAll(async () => {
    db = await openTestDatabase({ max_connections: 4 });
    lived = await liveYear(db.pool, SHORT, () => undefined);
  });
  afterAll(() => db.drop());

  test('break no promise: what is proven is true, held covers owed, and every franc adds up', () => {
    expect(lived.broken).toEqual([]);
    expect(lived.days.closed).toBe(SHORT.days);
    expect(lived.days.least_margin_xaf).toBeGreaterThanOrEqual(0);
  });

  test('have had what a year has: refunds, settlements, statements, and what no SMS told', () => {
    expect(lived.counts).toMatchObject({
      'XAF settled': expect.any(Number),
      'XAF refunded': expect.any(Number),
      'statements: settled': expect.any(Number),
      'rows that no message had told': expect.any(Number),
    });
    expect(lived.days.proven).toBeGreaterThan(SHORT.days);
  });
});
