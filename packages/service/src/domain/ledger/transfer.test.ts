import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Account, feeOf, successTransfers, suspenseTransfer, type Transfer } from './transfer.ts';

const OCCURRED_AT = new Date('2026-07-14T10:00:00Z');
const amount_xaf = fc.integer({ min: 1, max: 1_000_000_000 });
const environment = fc.constantFrom('test' as const, 'live' as const);
const success = fc
  .tuple(amount_xaf, environment, fc.nat(3), fc.nat(3), fc.nat(10_000), fc.uuid())
  .map(([amount, where, merchant, number, fee_basis_points, id]) => ({
    fee_basis_points,
    session: {
      id,
      environment: where,
      merchant_id: `merchant-${merchant}`,
      collection_number_id: `number-${number}`,
      amount_xaf: amount,
      occurred_at: OCCURRED_AT,
    },
  }));

function balances(transfers: Transfer[]): Map<string, number> {
  const sums = new Map<string, number>();
  const add = ({ kind, owner_id }: Account, where: string, by: number) => {
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
          ...paid.flatMap((one) => successTransfers(one.session, one.fee_basis_points)),
          ...waiting.map(({ session }) => suspenseTransfer({ ...session, booked_on: 'FLOAT' })),
        ];
        const sums = balances(transfers);
        expect(total(sums, 'test/')).toBe(0);
        expect(total(sums, 'live/')).toBe(0);
      },
    ),
  );
});

test('the merchant gets the gross less the fee, we get the fee, and the number owes the gross', () => {
  fc.assert(
    fc.property(success, ({ session, fee_basis_points }) => {
      const transfers = successTransfers(session, fee_basis_points);
      const sums = balances(transfers);
      const fee_xaf = feeOf(session.amount_xaf, fee_basis_points);
      const where = session.environment;
      expect(total(sums, `${where}/PAYABLE/`)).toBe(session.amount_xaf - fee_xaf);
      expect(total(sums, `${where}/REVENUE/`)).toBe(fee_xaf);
      expect(total(sums, `${where}/FLOAT/`)).toBe(-session.amount_xaf);
      expect(new Set(transfers.map((one) => one.cause)).size).toBe(transfers.length);
      for (const one of transfers) expect(one.amount_xaf).toBeGreaterThan(0);
    }),
  );
});

test('a fee is a whole franc, rounded down, and never more than the payment', () => {
  fc.assert(
    fc.property(amount_xaf, fc.nat(10_000), (amount, fee_basis_points) => {
      const fee = feeOf(amount, fee_basis_points);
      expect(BigInt(fee)).toBe((BigInt(amount) * BigInt(fee_basis_points)) / 10_000n);
    }),
  );
  expect(feeOf(66, 150)).toBe(0);
  expect(feeOf(67, 150)).toBe(1);
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
