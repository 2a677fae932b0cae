import { expect, test } from 'vitest';
import { isInformed, isWanted, kindsFor, MAIL_NOTICE_KINDS, mailRetryAt } from './notice.ts';

const ROLES = ['owner', 'developer', 'accountant', 'cashier'] as const;

test('who gets which mail without having asked (yes), on request (may), or never (-)', () => {
  const cell = (kind: (typeof MAIL_NOTICE_KINDS)[number], role: (typeof ROLES)[number]) =>
    isWanted(kind, role, null) ? 'yes' : isWanted(kind, role, true) ? 'may' : '-';
  const rows = MAIL_NOTICE_KINDS.map((kind) => [kind, ...ROLES.map((role) => cell(kind, role))].join(' '));
  expect(`\n${rows.join('\n')}\n`).toBe(`
review_opened yes - may may
payment_reversed yes - yes -
endpoint_trouble yes yes - -
kyc_decided yes - - -
daily_summary may - may -
payout_account yes - - -
owners_changed yes - - -
`);
  expect(kindsFor('cashier')).toEqual(['review_opened']);
  for (const kind of MAIL_NOTICE_KINDS)
    for (const role of ROLES)
      expect(isWanted(kind, role, false)).toBe(
        (kind === 'payout_account' || kind === 'owners_changed') && role === 'owner',
      );
});

test('whoever was an owner within 72 hours reads what nobody can turn off, and nothing else', () => {
  const at = new Date('2026-11-21T12:00:00Z');
  const told = (hours: number) => {
    const owner_until = new Date(at.getTime() - hours * 3_600_000);
    return MAIL_NOTICE_KINDS.filter((kind) =>
      isInformed(kind, { role: 'owner', is_wanted: true, has_left: true, owner_until }, at),
    );
  };
  // Also of what was written before they were taken out and is sent after.
  expect([told(-1), told(71), told(72)]).toEqual([
    ['payout_account', 'owners_changed'],
    ['payout_account', 'owners_changed'],
    [],
  ]);
});

test('a mail that is not taken is tried eight times over half a day, then no more', () => {
  const now = new Date(0);
  const waits = [1, 2, 3, 4, 5, 6, 7, 8].map((attempts) => mailRetryAt(attempts, now)?.getTime() ?? null);
  expect(waits).toEqual(
    [30, 120, 600, 1_800, 7_200, 14_400, 21_600].map((s) => s * 1_000).concat(null as never),
  );
});
