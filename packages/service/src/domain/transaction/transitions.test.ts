import { expect, test } from 'vitest';
import { TRANSACTION_STATUSES } from './transaction.ts';
import { TRANSACTION_TRIGGERS, transactionTransition } from './transitions.ts';

/** The transition table written again by hand; every pair that is not here stays. */
const EXPECTED: Record<string, string> = {
  'PENDING handed_to_rail': 'PROCESSING',
  'PENDING success': 'SUCCESS transaction.success',
  'PENDING failed': 'FAILED transaction.failed',
  'PENDING timeout': 'TIMEOUT transaction.timeout',
  'PROCESSING payer_asked': 'WAITING_SMS',
  'PROCESSING success': 'SUCCESS transaction.success',
  'PROCESSING failed': 'FAILED transaction.failed',
  'PROCESSING timeout': 'TIMEOUT transaction.timeout',
  'WAITING_SMS success': 'SUCCESS transaction.success',
  'WAITING_SMS failed': 'FAILED transaction.failed',
  'WAITING_SMS timeout': 'TIMEOUT transaction.timeout',
  'SUCCESS refunded': 'REFUNDED',
  'TIMEOUT late_confirmed': 'SUCCESS transaction.success',
};

const PAIRS = TRANSACTION_STATUSES.flatMap((status) =>
  TRANSACTION_TRIGGERS.map((trigger) => ({ status, trigger })),
);

test.each(PAIRS)('a transaction that is $status, on $trigger', ({ status, trigger }) => {
  const next = transactionTransition(status, trigger);
  const said = next === null ? undefined : [next.to, next.event].filter((one) => one !== null).join(' ');
  expect(said).toBe(EXPECTED[`${status} ${trigger}`]);
});

test('each line of the table is one of the pairs', () => {
  const pairs = PAIRS.map(({ status, trigger }) => `${status} ${trigger}`);
  expect(pairs).toEqual(expect.arrayContaining(Object.keys(EXPECTED)));
});
