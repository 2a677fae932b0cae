import { expect, test } from 'vitest';
import { SESSION_STATUSES, type SessionStatus } from './session.ts';
import { SESSION_TRIGGERS, type SessionTrigger, transition } from './transitions.ts';

/** The transition table written again by hand, so that a slip in it does not pass: from, trigger, to, event. */
const MOVES: [SessionStatus, SessionTrigger, SessionStatus, string | null][] = [
  ['AWAITING_PAYMENT', 'unique_credit', 'SUCCESS', 'payment_session.succeeded'],
  ['AWAITING_PAYMENT', 'doubtful_credit', 'UNDER_REVIEW', 'payment_session.under_review'],
  ['AWAITING_PAYMENT', 'expiry', 'EXPIRED', 'payment_session.expired'],
  ['AWAITING_PAYMENT', 'cancel', 'CANCELLED', null],
  // Staff know whose the money in suspense is; the merchant is told as of any payment.
  ['AWAITING_PAYMENT', 'credit_assigned', 'SUCCESS', 'payment_session.succeeded'],
  ['UNDER_REVIEW', 'review_confirmed', 'SUCCESS', 'payment_session.succeeded'],
  ['UNDER_REVIEW', 'review_rejected', 'EXPIRED', 'payment_session.expired'],
];

const MATRIX = SESSION_STATUSES.flatMap((from) => SESSION_TRIGGERS.map((trigger) => ({ from, trigger })));

test.each(MATRIX)('$from on $trigger goes where the table says, or nowhere', ({ from, trigger }) => {
  const move = MOVES.find((one) => one[0] === from && one[1] === trigger);
  expect(transition(from, trigger)).toEqual(move === undefined ? null : { to: move[2], event: move[3] });
});

test('nothing leaves SUCCESS, EXPIRED, FAILED or CANCELLED, and nothing leads to FAILED', () => {
  for (const from of ['SUCCESS', 'EXPIRED', 'FAILED', 'CANCELLED'] as const)
    for (const trigger of SESSION_TRIGGERS) expect(transition(from, trigger)).toBeNull();
  for (const { from, trigger } of MATRIX) expect(transition(from, trigger)?.to).not.toBe('FAILED');
});

test('the reserved and the silent events are never sent', () => {
  const sent = MATRIX.map(({ from, trigger }) => transition(from, trigger)?.event);
  expect(sent).not.toContain('payment_session.failed');
  expect(sent).not.toContain('payment_session.cancelled');
});
