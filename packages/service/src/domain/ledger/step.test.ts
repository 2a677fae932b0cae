import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Meaning, missingTransfers, stepExplained, stepTransfers } from './step.ts';
import type { LedgerAccount, Transfer } from './transfer.ts';

const write = (transfers: readonly Transfer[]) =>
  transfers
    .map((one) => `${one.credit.kind} ${one.amount_xaf} to ${one.debit.kind} ${one.cause}`)
    .join('; ') || 'nothing';

/**
 * What a proven step moves in the ledger; credits are booked when they are settled. `FLOAT 2000 to SWEPT` credits
 * FLOAT and debits SWEPT.
 */
const STEPS = `
step                                    | books

CREDIT 5000 50000>55000                 | nothing
CASH_IN 5000 50000>55000                | nothing
CREDIT 5000 50000>55000 pending         | UNEXPLAINED 5000 to FLOAT STEP_PENDING
UNREAD 5000 50000>55000                 | nothing
UNREAD 5000 50000>45000                 | FLOAT 5000 to UNEXPLAINED STEP_DEBIT
DEBIT 2000 50000>48000                  | FLOAT 2000 to UNEXPLAINED STEP_DEBIT
DEBIT 2000 50000>47950                  | FLOAT 2000 to UNEXPLAINED STEP_DEBIT; FLOAT 50 to OPERATOR_FEE STEP_FEE
DEBIT 2000 50000>47950 swept            | FLOAT 2000 to SWEPT STEP_DEBIT; FLOAT 50 to OPERATOR_FEE STEP_FEE
DEBIT 2000 50000>47950 sent back        | FLOAT 2000 to REFUND_IN_FLIGHT STEP_DEBIT; FLOAT 50 to OPERATOR_FEE STEP_FEE
REVERSAL 5000 50000>45000               | FLOAT 5000 to UNEXPLAINED STEP_DEBIT
REVERSAL 5000 50000>55000               | UNEXPLAINED 5000 to FLOAT STEP_DEBIT
AIRTIME 500 50000>49500                 | FLOAT 500 to UNEXPLAINED STEP_DEBIT

# It explains what an anchor found missing: that money stands on UNEXPLAINED already
CREDIT 5000 50000>55000 missing         | nothing
CREDIT 5000 50000>55000 missing pending | nothing
DEBIT 2000 50000>48000 missing          | nothing
DEBIT 2000 50000>47950 missing          | UNEXPLAINED 50 to OPERATOR_FEE STEP_FEE
`;

const OCCURRED_AT = new Date('2026-07-14T10:00:00Z');
const KINDS = { swept: { kind: 'sweep' }, 'sent back': { kind: 'refund' } } as const;

function step(text: string) {
  const [, kind = '', amount, before, after, how = ''] = /^(\S+) (\d+) (\d+)>(\d+) ?(.*)$/.exec(text) ?? [];
  return {
    id: 'step',
    collection_number_id: 'number',
    kind,
    amount_xaf: Number(amount),
    before_xaf: Number(before),
    after_xaf: Number(after),
    announced: KINDS[how as keyof typeof KINDS] ?? null,
    gap: how.startsWith('missing') ? {} : null,
    is_pending: how.endsWith('pending'),
    occurred_at: OCCURRED_AT,
  };
}

const lines = STEPS.split('\n')
  .filter((line) => line.includes('|') && !line.startsWith('step '))
  .map((line) => {
    const [told = '', books = ''] = line.split('|').map((cell) => cell.trim());
    return { told, books };
  });

test.each(lines)('$told: $books', ({ told, books }) => {
  expect(write(stepTransfers(step(told)))).toBe(books);
});

const balance_xaf = fc.integer({ min: 0, max: 1_000_000_000 });
const moved = fc
  .tuple(balance_xaf, balance_xaf)
  .filter(([before_xaf, after_xaf]) => before_xaf !== after_xaf)
  .map(([before_xaf, after_xaf]) => ({ before_xaf, after_xaf }));
const announced = fc.constantFrom(null, { kind: 'sweep' as const }, { kind: 'refund' as const });
const numbered = { id: 'step', collection_number_id: 'number', occurred_at: OCCURRED_AT };

/** What transfers add to an account. */
const added = (transfers: readonly Transfer[], kind: LedgerAccount['kind']) =>
  transfers.reduce(
    (sum, one) =>
      sum + (one.debit.kind === kind ? one.amount_xaf : 0) - (one.credit.kind === kind ? one.amount_xaf : 0),
    0,
  );

function isWellFormed(transfers: readonly Transfer[]): void {
  for (const { amount_xaf, debit, credit, environment, cause_id } of transfers) {
    expect(amount_xaf).toBeGreaterThan(0);
    expect(debit.kind).not.toBe(credit.kind);
    expect([environment, cause_id]).toEqual(['live', 'step']);
    for (const { kind, owner_id } of [debit, credit])
      expect(owner_id).toBe(kind === 'FLOAT' || kind === 'UNEXPLAINED' ? 'number' : null);
  }
  // Each cause is booked once: the ledger is unique by it.
  expect(new Set(transfers.map(({ cause }) => cause)).size).toBe(transfers.length);
}

describe('Whatever step is booked', () => {
  const kinds = fc.constantFrom('DEBIT', 'REVERSAL', 'AIRTIME', 'UNREAD');
  /** A debit moves at least its amount; the others exactly theirs. */
  const steps = fc
    .tuple(moved, kinds, announced, fc.nat(500))
    .map(([{ before_xaf, after_xaf }, kind, how, fee]) => {
      const moved_xaf = Math.abs(after_xaf - before_xaf);
      const is_debit = kind === 'DEBIT' && after_xaf < before_xaf;
      const one = {
        ...numbered,
        kind: is_debit || kind !== 'DEBIT' ? kind : 'REVERSAL',
        before_xaf,
        after_xaf,
      };
      return {
        ...one,
        amount_xaf: is_debit ? Math.max(1, moved_xaf - fee) : moved_xaf,
        announced: is_debit ? how : null,
      };
    });

  it('the float moves as the balance does, by positive transfers that name their owners', () => {
    fc.assert(
      fc.property(steps, (one) => {
        fc.pre(one.kind !== 'UNREAD' || one.after_xaf < one.before_xaf);
        const transfers = stepTransfers({ ...one, gap: null, is_pending: false });
        isWellFormed(transfers);
        expect(added(transfers, 'FLOAT')).toBe(one.after_xaf - one.before_xaf);
      }),
    );
  });

  it('one that explains what was missing leaves the float alone', () => {
    fc.assert(
      fc.property(steps, (one) => {
        const transfers = stepTransfers({ ...one, announced: null, gap: {}, is_pending: false });
        isWellFormed(transfers);
        expect(added(transfers, 'FLOAT')).toBe(0);
      }),
    );
  });
});

describe('What an anchor finds missing', () => {
  it('moves the float as the balance moved, against UNEXPLAINED or where staff said it went', () => {
    fc.assert(
      fc.property(moved, announced, (one, how) => {
        const amount_xaf = Math.abs(one.after_xaf - one.before_xaf);
        const transfers = missingTransfers({
          ...numbered,
          ...one,
          announced: how === null ? null : { ...how, amount_xaf },
        });
        isWellFormed(transfers);
        const change_xaf = one.after_xaf - one.before_xaf;
        const there = how === null ? 'UNEXPLAINED' : how.kind === 'sweep' ? 'SWEPT' : 'REFUND_IN_FLIGHT';
        expect([added(transfers, 'FLOAT'), added(transfers, there)]).toEqual([change_xaf, -change_xaf]);
      }),
    );
  });

  it('is what was announced, and beyond that the operator’s fee', () => {
    const one = { ...numbered, before_xaf: 50_000, after_xaf: 47_900 };
    const announced = { kind: 'sweep' as const, amount_xaf: 2000 };
    expect(write(missingTransfers({ ...one, announced }))).toBe(
      'FLOAT 2000 to SWEPT STEP_UNEXPLAINED; FLOAT 100 to OPERATOR_FEE STEP_FEE',
    );
  });

  it.each<[Meaning, string]>([
    ['refund', 'UNEXPLAINED 700 to REFUND_IN_FLIGHT'],
    ['sweep', 'UNEXPLAINED 700 to SWEPT'],
    ['fee', 'UNEXPLAINED 700 to OPERATOR_FEE'],
    ['airtime', 'UNEXPLAINED 700 to OPERATOR_FEE'],
    ['write_off', 'UNEXPLAINED 700 to WRITE_OFF'],
    ['capital', 'UNEXPLAINED 700 to CAPITAL'],
  ])('once staff say that what left was a %s, is off UNEXPLAINED: %s', (meaning, books) => {
    const transfer = stepExplained({
      step_id: 'step',
      collection_number_id: 'number',
      moved_xaf: -700,
      meaning,
    });
    isWellFormed([transfer]);
    expect(write([transfer])).toBe(`${books} STEP_EXPLAINED`);
  });

  it('and then said to be whatever, leaves nothing on UNEXPLAINED', () => {
    const meanings = fc.constantFrom<Meaning>('refund', 'sweep', 'fee', 'airtime', 'write_off', 'credit');
    fc.assert(
      fc.property(moved, meanings, ({ before_xaf, after_xaf }, meaning) => {
        const missing = missingTransfers({ ...numbered, before_xaf, after_xaf, announced: null });
        const moved_xaf = after_xaf - before_xaf;
        const said = stepExplained({ step_id: 'step', collection_number_id: 'number', moved_xaf, meaning });
        expect(added([...missing, said], 'UNEXPLAINED')).toBe(0);
        expect(added([...missing, said], 'FLOAT')).toBe(moved_xaf);
      }),
    );
  });
});
