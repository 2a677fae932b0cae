import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SESSION_STATUSES } from '../session/session.ts';
import type { Claimant, DecisionCase } from './case.ts';
import { packCase, readCase, TICKETS, TOLD_TICKETS } from './stored.ts';

const claimant: fc.Arbitrary<Claimant> = fc.record(
  {
    kind: fc.constantFrom('session' as const, 'transaction' as const),
    id: fc.uuid(),
    status: fc.constantFrom(...SESSION_STATUSES),
    amount_xaf: fc.nat(),
    customer_phone: fc.option(fc.string()),
    ticket: fc.option(fc.string()),
    created_at_ms: fc.integer(),
    expires_at_ms: fc.integer(),
    same_number: fc.boolean(),
    closed_at_ms: fc.integer(),
    merchant: fc.nat(),
  },
  {
    requiredKeys: [
      'kind',
      'id',
      'status',
      'amount_xaf',
      'customer_phone',
      'ticket',
      'created_at_ms',
      'expires_at_ms',
      'same_number',
    ],
  },
);
const credit = fc.record(
  {
    amount_xaf: fc.nat(),
    occurred_at_ms: fc.integer(),
    occurred_precision_ms: fc.nat(),
    is_undated: fc.constant(true),
    payer: fc.option(fc.string()),
    tickets: fc.array(fc.string()),
    told_tickets: fc.array(fc.string(), { minLength: 1 }),
    tickets_in_doubt: fc.constant(true),
    may_be_payers: fc.array(fc.string(), { minLength: 1 }),
    doubts: fc.array(fc.string()),
  },
  { requiredKeys: ['amount_xaf', 'occurred_at_ms', 'occurred_precision_ms', 'payer', 'tickets', 'doubts'] },
);
const decisionCase: fc.Arbitrary<DecisionCase> = fc.record({
  credit,
  claimants: fc.array(claimant),
  is_cut: fc.constantFrom<boolean | 'contradicting'>(false, true, 'contradicting'),
  policy: fc.record({ skew_ms: fc.nat() }),
});

test('A case that is stored beside its decision comes back as it was', () => {
  fc.assert(
    fc.property(decisionCase, (one) => {
      expect(readCase(JSON.parse(JSON.stringify(packCase(one))))).toEqual(one);
    }),
  );
});

test('The tickets of a stored case are lists, since statements unfold them', () => {
  fc.assert(
    fc.property(decisionCase, (one) => {
      const stored = packCase(one);
      expect(stored[TICKETS]).toBeInstanceOf(Array);
      expect(stored[TOLD_TICKETS] ?? []).toBeInstanceOf(Array);
      expect(stored[TOLD_TICKETS]).not.toBe(null);
    }),
  );
});

test('A case that an earlier version stored with names is read as well', () => {
  const credit = {
    amount_xaf: 5000,
    occurred_at_ms: 1,
    occurred_precision_ms: 60_000,
    payer: null,
    tickets: [],
    doubts: [],
  };
  const facts = {
    status: 'AWAITING_PAYMENT' as const,
    amount_xaf: 5000,
    customer_phone: null,
    ticket: 'ABCDEFGH',
    created_at_ms: 0,
    expires_at_ms: 2,
    same_number: true,
  };
  const policy = { skew_ms: 120_000 };
  const read = { credit, claimants: [{ kind: 'session', id: 'one', ...facts }], policy };
  expect(readCase({ credit, claimants: [{ session_id: 'one', ...facts }], policy })).toEqual(read);
  expect(readCase({ credit, claimants: [{ kind: 'session', id: 'one', ...facts }], policy })).toEqual(read);
});
