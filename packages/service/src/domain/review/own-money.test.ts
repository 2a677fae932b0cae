import { expect, test } from 'vitest';
import type { Claimant, DecisionCase } from '../matching/case.ts';
import { callableCapital, isTied } from './own-money.ts';

const sound = { is_reversed: false, is_doubted: false, is_tried: false };
const free = { environment: 'live', state: 'SUSPENSE', ...sound, is_claimed: false } as const;

test('only live money that waits, that the operator leaves with us and that nobody can mean is called our own', () => {
  expect(callableCapital(free)).toEqual({ kind: 'callable' });
  expect(callableCapital({ ...free, environment: 'test' })).toEqual({ kind: 'not_live' });
  for (const state of ['MATCHED', 'REVIEW', 'REFUNDED', 'ASSIGNED', 'VOIDED'] as const)
    expect(callableCapital({ ...free, state })).toEqual({ kind: 'nothing_waits', state });
  expect(callableCapital({ ...free, is_reversed: true })).toEqual({ kind: 'credit_reversed' });
  expect(callableCapital({ ...free, is_claimed: true })).toEqual({ kind: 'may_be_a_payment' });
});

test('what may be forged is not called our own, whether anybody can mean it or not', () => {
  for (const is_claimed of [false, true]) {
    const credit = { ...free, is_claimed };
    expect(callableCapital({ ...credit, is_doubted: true })).toEqual({ kind: 'credit_doubted' });
    expect(callableCapital({ ...credit, is_tried: true })).toEqual({ kind: 'credit_not_vouched' });
    const both = { ...credit, is_doubted: true, is_tried: true };
    expect(callableCapital(both)).toEqual({ kind: 'credit_doubted' });
    expect(callableCapital({ ...both, is_reversed: true })).toEqual({ kind: 'credit_reversed' });
  }
});

const session: Claimant = {
  kind: 'session',
  id: 'a',
  status: 'EXPIRED',
  amount_xaf: 5000,
  customer_phone: '+23566000001',
  ticket: 'ABC',
  created_at_ms: 1000,
  expires_at_ms: 2000,
  same_number: true,
};
const credit: DecisionCase['credit'] = {
  amount_xaf: 300,
  occurred_at_ms: 3000,
  occurred_precision_ms: 0,
  payer: '+23566000009',
  tickets: [],
  doubts: [],
};

test.each([
  ['the number alone', {}, false],
  ['an equal amount', { amount_xaf: 5000 }, true],
  ['its payer', { payer: '+23566000001' }, true],
  ['a ticket', { tickets: ['ABC'] }, true],
])('%s ties money to a session that has ended: %o %s', (_what, told, is_tied) => {
  const decisionCase = { credit: { ...credit, ...told }, claimants: [session], policy: { skew_ms: 0 } };
  expect(isTied(decisionCase)).toBe(is_tied);
});
