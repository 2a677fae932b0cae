import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Msisdn, samePayer } from '../msisdn.ts';
import type { Claimant, CreditFacts } from './case.ts';
import { decide } from './rules.ts';

const TICKET = 'K3M7Q9T8';
const own: Claimant = {
  ...{ kind: 'session', id: 'own', status: 'AWAITING_PAYMENT', amount_xaf: 5000, customer_phone: null },
  ...{ ticket: TICKET, created_at_ms: 0, expires_at_ms: 600_000, same_number: true },
};

test.each([
  ['in the motif', { tickets: [TICKET] }, null],
  ['elsewhere in the words', { tickets: [], told_tickets: [TICKET] }, null],
  ['in the motif, from the phone that was declared', { tickets: [TICKET] }, '+23566123401'],
])(
  'who quotes his own ticket %s is paid, though by chance a session that is over had the same',
  (_where, words, customer_phone) => {
    const credit = {
      amount_xaf: 5000,
      occurred_at_ms: 120_000,
      occurred_precision_ms: 0,
      payer: '66123401',
      doubts: [],
    };
    const over: Claimant = { ...own, id: 'over', status: 'CANCELLED', amount_xaf: 700, same_number: false };
    const claimants = [{ ...own, customer_phone }, over];
    const made = decide({ credit: { ...credit, ...words }, claimants, policy: { skew_ms: 120_000 } });
    expect(made).toMatchObject({ rule: 'unique_in_time', claimants: [{ id: 'own' }] });
  },
);

const PHONES = ['66123401', '66123402', '99887703'];
const MASK = '66••••01';
/** Whose ticket somebody may have seen: 500 and 5050 are easily mistaken for 5000, and 10 for 100. */
const seen: fc.Arbitrary<Claimant[]> = fc
  .array(
    fc.record({
      kind: fc.constant('session' as const),
      status: fc.constantFrom('AWAITING_PAYMENT' as const, 'UNDER_REVIEW' as const),
      amount_xaf: fc.constantFrom(100, 500, 3000, 5000, 5050),
      customer_phone: fc.option(fc.constantFrom(...PHONES).map((phone) => `+235${phone}`)),
      created_at_ms: fc.constant(0),
      expires_at_ms: fc.constant(600_000),
      same_number: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((ones) => ones.map((one, n) => ({ ...one, id: `seen-${n}`, ticket: `TICKET-${n}` })));
const payment: fc.Arbitrary<CreditFacts> = fc.record({
  amount_xaf: fc.constantFrom(2, 10, 490, 500, 2600, 4000, 4950, 5000, 8000),
  occurred_at_ms: fc.constantFrom(120_000, 700_000),
  occurred_precision_ms: fc.constant(0),
  payer: fc.option(fc.constantFrom(...PHONES, MASK, '•••••••3')),
  tickets: fc.subarray(['TICKET-0', 'TICKET-1', 'TICKET-2']),
  doubts: fc.constantFrom<string[]>([], [], ['fraction']),
});

const RUNS = { numRuns: 5000 };
const isPayer = ({ payer }: CreditFacts, { customer_phone }: Claimant, as: 'same' | 'different'): boolean =>
  payer !== null && customer_phone !== null && samePayer(payer, customer_phone as Msisdn) === as;
function touched(credit: CreditFacts, claimants: Claimant[]): Claimant[] {
  const made = decide({ credit, claimants, policy: { skew_ms: 120_000 } });
  return made.verdict === 'SUSPENSE'
    ? []
    : claimants.filter((one) => made.claimants.some(({ id }) => id === one.id));
}

test('who has declared a phone that the digits of the money contradict is touched by no less than his price, whatever ticket it quotes, and who waits on another number by no phone but a fitting one', () => {
  fc.assert(
    fc.property(payment, seen, (credit, claimants) => {
      for (const one of touched(credit, claimants)) {
        const is_contradicted = isPayer(credit, one, 'different');
        if (is_contradicted) expect(credit.amount_xaf).toBeGreaterThanOrEqual(one.amount_xaf);
        if (!one.same_number) expect(isPayer(credit, one, 'same')).toBe(true);
      }
    }),
    RUNS,
  );
});

test('who pays just the price of an order of his own with its ticket, and those of others beside it, touches nobody whose payer he is not, and who could not as well have been paid by it', () => {
  fc.assert(
    fc.property(payment, seen, fc.boolean(), ({ payer, ...paid }, claimants, is_declared) => {
      const customer_phone = is_declared && PHONES.includes(payer ?? '') ? `+235${payer}` : null;
      const his = { ...own, amount_xaf: paid.amount_xaf, customer_phone, expires_at_ms: 800_000 };
      const credit = { ...paid, payer, tickets: [TICKET, ...paid.tickets] };
      for (const one of touched(credit, [his, ...claimants]).filter((each) => each !== his)) {
        const could_be_his = one.same_number && one.amount_xaf === credit.amount_xaf;
        const is_told_apart = isPayer(credit, one, 'different');
        expect(isPayer(credit, one, 'same') || (could_be_his && !is_told_apart)).toBe(true);
      }
    }),
    RUNS,
  );
});
