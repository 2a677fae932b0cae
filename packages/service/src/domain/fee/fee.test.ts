import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { chargeAt, chargeOf, type DatedTerms, FEE_FLOWS, type FeeTerms, termsAt } from './terms.ts';
import { readTerms, writeTerms } from './words.ts';

const amount_xaf = fc.integer({ min: 1, max: 1_000_000_000 });
const terms: fc.Arbitrary<FeeTerms> = fc
  .record({
    basis_points: fc.nat(10_000),
    fixed_xaf: fc.nat(2000),
    min_xaf: fc.oneof(fc.constant(0), fc.nat(5000)),
    above_min_xaf: fc.option(fc.nat(50_000)),
    tax_basis_points: fc.nat(10_000),
  })
  .map(({ above_min_xaf, ...one }) => ({
    ...one,
    max_xaf: above_min_xaf === null ? null : one.min_xaf + above_min_xaf,
  }));

describe('Whatever the terms, a fee', () => {
  it('and its tax are whole francs, none below zero, and together never more than the payment', () => {
    fc.assert(
      fc.property(amount_xaf, terms, (amount, held) => {
        const { fee_xaf, tax_xaf } = chargeOf(amount, held);
        for (const xaf of [fee_xaf, tax_xaf]) expect(Number.isInteger(xaf) && xaf >= 0).toBe(true);
        expect(fee_xaf + tax_xaf).toBeLessThanOrEqual(amount);
      }),
    );
  });

  it('is the exact share and sum within its bounds, rounded down; so is its tax', () => {
    fc.assert(
      fc.property(amount_xaf, terms, (amount, held) => {
        const { fee_xaf, tax_xaf } = chargeOf(amount, held);
        expect(BigInt(tax_xaf)).toBe((BigInt(fee_xaf) * BigInt(held.tax_basis_points)) / 10_000n);
        let exact = (BigInt(amount) * BigInt(held.basis_points)) / 10_000n + BigInt(held.fixed_xaf);
        if (exact < BigInt(held.min_xaf)) exact = BigInt(held.min_xaf);
        if (held.max_xaf !== null && exact > BigInt(held.max_xaf)) exact = BigInt(held.max_xaf);
        const taxed = exact + (exact * BigInt(held.tax_basis_points)) / 10_000n;
        if (taxed <= BigInt(amount))
          expect([BigInt(fee_xaf), fee_xaf + tax_xaf]).toEqual([exact, Number(taxed)]);
        else expect(BigInt(fee_xaf)).toBeLessThanOrEqual(exact);
      }),
    );
  });

  it('never falls when more is paid', () => {
    fc.assert(
      fc.property(amount_xaf, fc.nat(1000), terms, (amount, more, held) => {
        expect(chargeOf(amount + more, held).fee_xaf).toBeGreaterThanOrEqual(chargeOf(amount, held).fee_xaf);
      }),
    );
  });

  it.each(['1.5%+50+200', '1.5% min=100=900', '1.5% max=5000=1', '100 tax=18%=1'])(
    'is not what was typed as %s, of which a part would be left out',
    (typed) => {
      expect(readTerms(typed.split(' '))).toEqual(expect.any(String));
    },
  );

  it('is typed as it is shown', () => {
    fc.assert(
      fc.property(terms, (held) => {
        expect(readTerms(writeTerms(held).split(' '))).toEqual(held);
      }),
    );
  });
});

test.each([
  ['1.5%', 10_000, 150, 0],
  ['1.5%', 66, 0, 0],
  ['1.5%', 67, 1, 0],
  ['1.5%+50 tax=18%', 10_000, 200, 36],
  ['1.5% min=100', 1000, 100, 0],
  ['1.5% max=5000', 1_000_000, 5000, 0],
  ['100', 5000, 100, 0],
  ['100 tax=18%', 100, 85, 15],
  ['0%', 5000, 0, 0],
  ['100% tax=100%', 101, 50, 50],
])('%s of %i is %i and %i of tax', (text, amount, fee_xaf, tax_xaf) => {
  expect(chargeOf(amount, readTerms(text.split(' ')) as FeeTerms)).toEqual({ fee_xaf, tax_xaf });
});

test.each([
  ['', 'Nothing is no fee: write 1.5%, 100 or 1.5%+50.'],
  ['-1%', '-1% is no fee: write 1.5%, 100 or 1.5%+50.'],
  ['100.01%', '100.01% is no fee: write 1.5%, 100 or 1.5%+50.'],
  ['50+1%', '50+1% is no fee: write 1.5%, 100 or 1.5%+50.'],
  ['1% tax=18', 'tax=18 is none of them: write min=100, max=5000 or tax=18%.'],
  ['1% floor=1', 'floor=1 is none of them: write min=100, max=5000 or tax=18%.'],
  ['1% min=5 min=6', 'min is said twice.'],
  ['1% min=5 max=4', "The fee can't be at least 5 and at most 4."],
])('%s is refused: %s', (text, sentence) => {
  expect(readTerms(text.split(' '))).toBe(sentence);
});

/** `own session 10 1%`: from the tenth day on. */
function schedule(...lines: string[]): DatedTerms[] {
  return lines.map((line, n) => {
    const [whose, flow, day, ...words] = line.split(' ');
    const read = readTerms(words) as FeeTerms;
    const valid_from = new Date(`2026-07-${day}T00:00:00Z`);
    return { ...read, id: n + 1, flow: flow as 'session', valid_from, is_default: whose === 'default' };
  });
}
const at = (day: string) => ({ amount_xaf: 10_000, created_at: new Date(`2026-07-${day}:00Z`) });

describe('The terms of a payment', () => {
  const dated = schedule(
    'default session 01 3%',
    'own session 20 2%',
    'own session 10 1%',
    'own session 10 1.5%',
  );

  it.each([
    ['before any held it costs nothing', '00T23:59', 0, null],
    ['are the default where nothing was agreed', '09T23:59', 300, 1],
    ['are the merchant’s own from their moment on, the later written of two', '10T00:00', 150, 4],
    ['hold until others do', '19T23:59', 150, 4],
    ['are the next from the moment for which they were set', '20T00:00', 200, 2],
  ])('%s', (_, day, fee_xaf, fee_terms_id) => {
    const when = day.startsWith('00') ? '01T00:00' : day;
    const paid = at(when);
    if (day.startsWith('00')) paid.created_at = new Date(paid.created_at.getTime() - 1);
    expect(chargeAt(dated, 'session', paid)).toEqual({ fee_xaf, tax_xaf: 0, fee_terms_id });
  });

  it('are those of its own flow', () => {
    expect(chargeAt(dated, 'transaction', at('21T00:00'))).toEqual({
      fee_xaf: 0,
      tax_xaf: 0,
      fee_terms_id: null,
    });
  });

  it('are the same in whatever order the schedule lies, and none that begin later change them', () => {
    const entries = fc.array(
      fc.record({ flow: fc.constantFrom(...FEE_FLOWS), day: fc.nat(30), is_default: fc.boolean() }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(entries, fc.nat(30), fc.nat(), (list, day, seed) => {
        const moment = (d: number) => new Date(Date.UTC(2026, 6, 1 + d));
        const all = list.map((one, n) => ({
          ...(readTerms(['1%']) as FeeTerms),
          ...one,
          id: n + 1,
          valid_from: moment(one.day),
        }));
        const turned = [...all.slice(seed % (all.length + 1)), ...all.slice(0, seed % (all.length + 1))];
        const past = all.filter(({ valid_from }) => valid_from <= moment(day));
        for (const flow of FEE_FLOWS) {
          const held = termsAt(all, flow, moment(day))?.id;
          expect(termsAt(turned, flow, moment(day))?.id).toBe(held);
          expect(termsAt(past, flow, moment(day))?.id).toBe(held);
        }
      }),
    );
  });
});
