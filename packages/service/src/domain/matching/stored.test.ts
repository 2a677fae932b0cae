import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SESSION_STATUSES } from '../session/session.ts';
import type { Claimant, DecisionCase } from './case.ts';
import { type PackedCase, packCase, readCase } from './stored.ts';

const claimant: fc.Arbitrary<Claimant> = fc.record(
  {
    kind: fc.constantFrom('session' as const, 'transaction' as const),
    id: fc.oneof(fc.uuid(), fc.string()),
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
    told_tickets: fc.array(fc.string()),
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

test('A stored case says of its one claimant what it does not say already, and no more', () => {
  const credit = {
    ...{ amount_xaf: 64_664, occurred_at_ms: 1_796_039_280_000, occurred_precision_ms: 60_000 },
    ...{ payer: '23599105372', tickets: [], doubts: [] },
  };
  const open: Claimant = {
    kind: 'session',
    id: '01a22c48-99cb-7102-bc3c-754774c66f80',
    status: 'AWAITING_PAYMENT',
    amount_xaf: 64_664,
    customer_phone: null,
    ticket: 'N850APM7',
    created_at_ms: 1_796_039_285_192,
    expires_at_ms: 1_796_042_885_192,
    same_number: true,
  };
  const packed = packCase({ credit, claimants: [open], is_cut: false, policy: { skew_ms: 120_000 } });
  expect(JSON.stringify(packed)).toBe(
    '[64664,1796039280000,60000,"23599105372",[],[],0,120000,[["S","AaIsSJnLcQK8PHVHdMZvCA","A",null,null,"N850APM7",5192,3600000,1]]]',
  );
});

test('A case whose claimants an earlier version stored at full length is read as well', () => {
  const id = '01a22c48-99cb-7102-bc3c-754774c66f80';
  const stored = JSON.parse(
    `[5000,1000,0,null,[],[],2,7,[["s","${id}","EXPIRED",900,"+23566000001","N850APM7",10,20,0],["t","${id}","AWAITING_PAYMENT",5000,null,null,30,40,1,null,3],["s","${id}","SUCCESS",5000,null,null,30,40,1,50]]]`,
  ) as PackedCase;
  expect(readCase(stored)).toEqual({
    credit: {
      ...{ amount_xaf: 5000, occurred_at_ms: 1000, occurred_precision_ms: 0 },
      ...{ payer: null, tickets: [], doubts: [] },
    },
    claimants: [
      {
        ...{ kind: 'session', id, status: 'EXPIRED', amount_xaf: 900, customer_phone: '+23566000001' },
        ...{ ticket: 'N850APM7', created_at_ms: 10, expires_at_ms: 20, same_number: false },
      },
      {
        ...{ kind: 'transaction', id, status: 'AWAITING_PAYMENT', amount_xaf: 5000, customer_phone: null },
        ...{ ticket: null, created_at_ms: 30, expires_at_ms: 40, same_number: true, merchant: 3 },
      },
      {
        ...{ kind: 'session', id, status: 'SUCCESS', amount_xaf: 5000, customer_phone: null, ticket: null },
        ...{ created_at_ms: 30, expires_at_ms: 40, same_number: true, closed_at_ms: 50 },
      },
    ],
    is_cut: 'contradicting',
    policy: { skew_ms: 7 },
  });
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
