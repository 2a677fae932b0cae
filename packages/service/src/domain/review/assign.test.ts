import { expect, test } from 'vitest';
import { SESSION_STATUSES } from '../session/session.ts';
import { assignableToMerchant, assignableToSession, type SuspendedCredit } from './judge.ts';

const credit: SuspendedCredit = {
  environment: 'live',
  merchant_id: null,
  amount_xaf: 5000,
  state: 'SUSPENSE',
  is_reversed: false,
  is_doubted: false,
  is_tried: false,
};
const session = {
  environment: 'live',
  merchant_id: 'm1',
  status: 'AWAITING_PAYMENT',
  amount_xaf: 5000,
} as const;

test.each(SESSION_STATUSES)('a session that is %s', (status) => {
  const waits = status === 'AWAITING_PAYMENT' || status === 'UNDER_REVIEW';
  expect(assignableToSession(credit, { ...session, status })).toEqual(
    waits ? { kind: 'assignable', surplus_xaf: 0 } : { kind: 'session_closed', status },
  );
});

test.each(['MATCHED', 'REVIEW', 'REFUNDED', 'ASSIGNED'] as const)(
  'a credit that is %s goes nowhere',
  (state) => {
    expect(assignableToMerchant({ ...credit, state }, session)).toEqual({ kind: 'nothing_waits', state });
    expect(assignableToSession({ ...credit, state }, session)).toEqual({ kind: 'nothing_waits', state });
  },
);

test('too much leaves a surplus, too little is refused, and what was undone, is doubted or may be a lucky try goes nowhere', () => {
  expect(assignableToSession({ ...credit, amount_xaf: 5001 }, session)).toMatchObject({ surplus_xaf: 1 });
  expect(assignableToSession({ ...credit, amount_xaf: 4999 }, session)).toMatchObject({ kind: 'too_little' });
  expect(assignableToMerchant({ ...credit, is_reversed: true }, session)).toEqual({
    kind: 'credit_reversed',
  });
  expect(assignableToSession({ ...credit, is_doubted: true }, session)).toEqual({ kind: 'credit_doubted' });
  expect(assignableToSession({ ...credit, is_tried: true }, session)).toEqual({ kind: 'credit_not_vouched' });
});

test('test money never leaves its sandbox, and never meets live money', () => {
  const sandbox: SuspendedCredit = { ...credit, environment: 'test', merchant_id: 'm1' };
  expect(assignableToMerchant(sandbox, session).kind).toBe('other_environment');
  expect(assignableToMerchant(sandbox, { environment: 'test', merchant_id: 'm1' }).kind).toBe('assignable');
  expect(assignableToMerchant(sandbox, { environment: 'test', merchant_id: 'm2' }).kind).toBe(
    'other_environment',
  );
});
