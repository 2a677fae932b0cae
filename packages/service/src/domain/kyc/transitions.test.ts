import { expect, test } from 'vitest';
import { KYC_STATES, KYC_TRIGGERS, kycTransition } from './transitions.ts';

test('a profile moves by this table and by nothing else', () => {
  const rows = KYC_STATES.map((state) =>
    [state, ...KYC_TRIGGERS.map((trigger) => kycTransition(state, trigger) ?? '-')]
      .map((cell) => cell.padEnd(10))
      .join(' ')
      .trimEnd(),
  );
  const heading = ['', ...KYC_TRIGGERS]
    .map((cell) => cell.padEnd(10))
    .join(' ')
    .trimEnd();
  expect(`\n${[heading, ...rows].join('\n')}\n`).toBe(`
           edit       submit     withdraw   approve    send_back
DRAFT      DRAFT      SUBMITTED  -          -          -
SUBMITTED  -          -          DRAFT      APPROVED   SENT_BACK
SENT_BACK  SENT_BACK  SUBMITTED  -          -          -
APPROVED   DRAFT      -          -          -          -
`);
});
