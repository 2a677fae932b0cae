import { expect, test } from 'vitest';
import type { Claimant } from './case.ts';
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
