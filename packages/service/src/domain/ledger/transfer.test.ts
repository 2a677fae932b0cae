import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chargeOf, type DatedTerms } from '../fee/terms.ts';
import { type LedgerAccount, successTransfers, suspenseTransfer, type Transfer } from './transfer.ts';

const OCCURRED_AT = new Date('2026-07-14T10:00:00Z');
const amount_xaf = fc.integer({ min: 1, max: 1_000_000_000 });
const environment = fc.constantFrom('test' as const, 'live' as const);
function fees(basis_points: number, tax_basis_points: number): DatedTerms[] {
  const terms = { basis_points, fixed_xaf: 0, min_xaf: 0, max_xaf: null, tax_basis_points };
  return [{ ...terms, id: 7, flow: 'session', valid_from: OCCURRED_AT, is_default: false }];
}
const success = fc
  .tuple(amount_xaf, environment, fc.nat(3), fc.nat(3), fc.nat(10_000), fc.nat(10_000), fc.uuid())
  .map(([amount, where, merchant, number, basis_points, tax_basis_points, id]) => ({
    schedule: fees(basis_points, tax_basis_points),
    session: {
      id,
      environment: where,
      merchant_id: `merchant-${merchant}`,
      collection_number_id: `number-${number}`,
      amount_xaf: amount,
      created_at: OCCURRED_AT,
      occurred_at: OCCURRED_AT,
    },
  }));

function balances(transfers: Transfer[]): Map<string, number> {
  const sums = new Map<string, number>();
  const add = ({ kind, owner_id }: LedgerAccount, where: string, by: number) => {
    const name = `${where}/${kind}/${owner_id ?? ''}`;
    sums.set(name, (sums.get(name) ?? 0) + by);
  };
  for (const one of transfers) {
    add(one.credit, one.environment, one.amount_xaf);
    add(one.debit, one.environment, -one.amount_xaf);
  }
  return sums;
}

const total = (sums: Map<string, number>, prefix: string) =>
  [...sums].filter(([name]) => name.startsWith(prefix)).reduce((sum, [, each]) => sum + each, 0);

test('whatever is booked, the accounts of each environment sum to zero', () => {
  fc.assert(
    fc.property(
      fc.array(success, { maxLength: 20 }),
      fc.array(success, { maxLength: 20 }),
      (paid, waiting) => {
        const transfers = [
          ...paid.flatMap((one) => successTransfers(one.session, one.schedule)),
          ...waiting.map(({ session }) => suspenseTransfer({ ...session, booked_on: 'FLOAT' })),
        ];
        const sums = balances(transfers);
        expect(total(sums, 'test/')).toBe(0);
        expect(total(sums, 'live/')).toBe(0);
      },
    ),
  );
});

test('the merchant gets the gross less the fee and its tax, we get the fee, the tax is kept apart, and the number owes the gross', () => {
  fc.assert(
    fc.property(success, ({ session, schedule }) => {
      const transfers = successTransfers(session, schedule);
      const sums = balances(transfers);
      const { fee_xaf, tax_xaf } = chargeOf(session.amount_xaf, schedule[0] as DatedTerms);
      const where = session.environment;
      expect(total(sums, `${where}/PAYABLE/`)).toBe(session.amount_xaf - fee_xaf - tax_xaf);
      expect(total(sums, `${where}/REVENUE/`)).toBe(fee_xaf);
      expect(total(sums, `${where}/TAX_PAYABLE/`)).toBe(tax_xaf);
      expect(total(sums, `${where}/FLOAT/`)).toBe(-session.amount_xaf);
      expect(new Set(transfers.map((one) => one.cause)).size).toBe(transfers.length);
      for (const one of transfers) expect(one.amount_xaf).toBeGreaterThan(0);
    }),
  );
});

test('a fee that is nothing, or a tax on it that is, is not booked; the others name their terms', () => {
  const session = { id: 's', environment: 'live', merchant_id: 'm', collection_number_id: 'n' } as const;
  const paid = { ...session, amount_xaf: 1000, created_at: OCCURRED_AT, occurred_at: OCCURRED_AT };
  const causes = (basis_points: number, tax_basis_points: number) =>
    successTransfers(paid, fees(basis_points, tax_basis_points)).map(
      ({ cause, amount_xaf, fee_terms_id }) => [cause, amount_xaf, fee_terms_id],
    );
  const gross = ['SESSION_SUCCESS', 1000, undefined];
  expect(causes(9, 1800)).toEqual([gross]);
  expect(causes(50, 1800)).toEqual([gross, ['SESSION_FEE', 5, 7]]);
  expect(causes(150, 1800)).toEqual([gross, ['SESSION_FEE', 15, 7], ['SESSION_TAX', 2, 7]]);
});

test('money that is nobody’s yet stands in suspense, out of every merchant’s reach', () => {
  const transfer = suspenseTransfer({
    id: 'c',
    environment: 'live',
    collection_number_id: 'n',
    amount_xaf: 7,
    booked_on: 'FLOAT',
    occurred_at: OCCURRED_AT,
  });
  expect(transfer).toEqual({
    environment: 'live',
    debit: { kind: 'FLOAT', owner_id: 'n' },
    credit: { kind: 'SUSPENSE', owner_id: null },
    amount_xaf: 7,
    cause: 'CREDIT_SUSPENSE',
    cause_id: 'c',
    occurred_at: OCCURRED_AT,
  });
});
