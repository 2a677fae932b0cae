import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clock, message, NO_BOUND, SWEEP } from '../../../test/book/chains.ts';
import { Keeper } from '../../../test/book/keeper.ts';
import type { Announced } from '../movement/announced.ts';
import { MINUTE_MS } from '../time.ts';
import type { BookPolicy } from './bound.ts';

const RUNS = { numRuns: 500 };

/** Messages of somebody who knows every balance, and of the operator: anything at all between a few balances. */
const anything = fc
  .array(
    fc.record({
      sign: fc.constantFrom('+', '+', '-', 'r', '?'),
      amount_xaf: fc.constantFrom(1000, 2000, 3000, 250_000),
      balance_xaf: fc.integer({ min: 0, max: 10 }).map((n) => n * 1000),
      minute: fc.integer({ min: 10, max: 20 }),
      hides_fee: fc.boolean(),
      short_xaf: fc.constantFrom(0, 0, 100),
    }),
    { maxLength: 14 },
  )
  .map((told) =>
    told.map(({ sign, amount_xaf, balance_xaf, minute, hides_fee, short_xaf }, n) => {
      const after_xaf = balance_xaf - (sign === '-' && hides_fee && balance_xaf > 0 ? short_xaf : 0);
      return message(
        `m${n} 10:${minute} ${sign}${amount_xaf}${sign === '-' && hides_fee ? '~' : ''} =${after_xaf}`,
      );
    }),
  );
const policies = fc.record({
  unanchored_limit_xaf: fc.constantFrom(null, 1000, 5000, 20_000),
  anchor_above_xaf: fc.constantFrom(null, 1000, 2000),
  wait_ms: fc.constant(30_000),
});
const announcements = fc.constantFrom<Announced[]>([], [{ ...SWEEP, amount_xaf: 2000, fees_xaf: [100] }]);

describe('Whoever tells whatever', () => {
  const play = (claims: ReturnType<typeof message>[], policy: BookPolicy, announced: Announced[]) => {
    const keeper = new Keeper({ tip_xaf: 5000, announced }, policy);
    for (const one of claims) keeper.take(one);
    return keeper;
  };

  it('what is proven adds up to the movement of the balance, each step from the one before', () => {
    fc.assert(
      fc.property(anything, announcements, (claims, announced) => {
        const keeper = play(claims, NO_BOUND, announced);
        let tip_xaf = 5000;
        for (const { before_xaf, after_xaf, move } of keeper.proven) {
          expect(before_xaf).toBe(tip_xaf);
          expect(Math.abs(after_xaf - before_xaf)).toBeGreaterThanOrEqual(move.amount_xaf);
          tip_xaf = after_xaf;
        }
        expect(keeper.book.tip_xaf).toBe(tip_xaf);
      }),
      RUNS,
    );
  });

  it('nothing is proven twice, and each message is proven, waits or is refuted', () => {
    fc.assert(
      fc.property(anything, announcements, (claims, announced) => {
        const keeper = play(claims, NO_BOUND, announced);
        const all = [...keeper.proven.map(({ claim }) => claim), ...keeper.waiting, ...keeper.refuted];
        expect(all.map(({ key }) => key).sort()).toEqual(claims.map(({ key }) => key).sort());
      }),
      RUNS,
    );
  });

  it('no more is settled than the bound, nor more at once', () => {
    fc.assert(
      fc.property(anything, policies, (claims, policy) => {
        const amounts = play(claims, policy, []).settled.map(({ amount_xaf }) => amount_xaf);
        const sum_xaf = amounts.reduce((sum, one) => sum + one, 0);
        expect(sum_xaf).toBeLessThanOrEqual(policy.unanchored_limit_xaf ?? Number.POSITIVE_INFINITY);
        expect(Math.max(0, ...amounts)).toBeLessThanOrEqual(
          policy.anchor_above_xaf ?? Number.POSITIVE_INFINITY,
        );
      }),
      RUNS,
    );
  });

  it('nor however often the SIM is read, as long as nobody explains what they say has left', () => {
    const nobody_paid_xaf = 5000;
    const readings = fc.array(fc.nat(14), { maxLength: 5 });
    fc.assert(
      fc.property(anything, readings, policies, (claims, read_after, policy) => {
        const keeper = new Keeper({ tip_xaf: nobody_paid_xaf }, policy);
        for (const [place, one] of claims.entries()) {
          keeper.take(one);
          if (read_after.includes(place)) keeper.anchor(nobody_paid_xaf, clock(`10:${place + 10}`));
        }
        const sum_xaf = keeper.settled.reduce((sum, { amount_xaf }) => sum + amount_xaf, 0);
        expect(sum_xaf).toBeLessThanOrEqual(policy.unanchored_limit_xaf ?? Number.POSITIVE_INFINITY);
      }),
      { numRuns: 2000 },
    );
  });

  it('nor more than the bound and what was truly paid, where true payments find no place in it', () => {
    const readings = fc.array(fc.record({ after: fc.nat(14), paid_xaf: fc.constantFrom(0, 1, 100, 2000) }), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(anything, readings, policies, (claims, reads, policy) => {
        const keeper = new Keeper({ tip_xaf: 5000 }, policy);
        let paid_xaf = 0;
        for (const [place, one] of claims.entries()) {
          keeper.take(one);
          for (const read of reads.filter(({ after }) => after === place)) {
            paid_xaf += read.paid_xaf;
            keeper.anchor(5000 + paid_xaf, clock(`10:${place + 10}`));
          }
        }
        const sum_xaf = keeper.settled.reduce((sum, { amount_xaf }) => sum + amount_xaf, 0);
        expect(sum_xaf).toBeLessThanOrEqual(
          (policy.unanchored_limit_xaf ?? Number.POSITIVE_INFINITY) + paid_xaf,
        );
      }),
      { numRuns: 2000 },
    );
  });

  it('what is older than a step, by more than the minute in which it may be overtaken, has no place after it', () => {
    fc.assert(
      fc.property(anything, (claims) => {
        const steps = play(claims, NO_BOUND, []).proven.map(({ claim }) => claim);
        let newest_ms = 0;
        for (const { occurred_at_ms, precision_ms } of steps) {
          expect(occurred_at_ms + precision_ms + MINUTE_MS).toBeGreaterThan(newest_ms);
          newest_ms = Math.max(newest_ms, occurred_at_ms);
        }
      }),
      RUNS,
    );
  });
});
