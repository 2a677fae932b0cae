import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type AccountDay, isOldCopy, judgeAccount, type LineKind } from './account.ts';
import {
  accountsHash,
  areSealed,
  climb,
  dayHash,
  leafHash,
  leafText,
  type MerchantDay,
  tree,
} from './chain.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** `said`: the operator's word for the closing balance. */
const JUDGED = `
opening in    out   closing said   ledger what                | becomes

50000   5000  2000  53000   53000  53000  -                   | proven
50000   0     0     50000   50000  50000  -                   | proven
50000   5000  2000  53000   -      53000  -                   | not_proven nobody has read
50000   5000  2000  53000   52999  53000  -                   | not_proven the operator says another
50000   5000  2000  53000   53001  53000  -                   | not_proven the operator says another
50000   5000  2000  53000   53000  52999  -                   | not_proven the ledger has booked another
50000   5000  2000  53001   53001  53001  -                   | not_proven opening, in and out
50000   5000  2000  53000   53000  53000  suspected           | not_proven a reading of the SIM was short
50000   5000  2000  53000   53000  53000  unexplained         | open
50000   5000  2000  53000   53000  53000  pending             | open
50000   5000  2000  53000   53000  53000  contested           | open
50000   5000  2000  53000   53000  53000  suspense            | open
50000   5000  2000  53000   53000  53000  claim               | not_proven messages or debits wait
50000   5000  2000  53000   53000  53000  announced           | not_proven messages or debits wait
50000   5000  2000  53000   53000  53000  other_day           | proven
0       0     0     0       -      0      untouched           | proven
`;

const lines = JUDGED.split('\n')
  .filter((line) => line.includes('|') && !line.startsWith('opening'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

test.each(lines)('an account with %s is %s', (told, becomes) => {
  const [opening, into, out, closing, said, ledger, what = '-'] = (told ?? '').split(/\s+/);
  const is_line = !['-', 'suspected', 'untouched'].includes(what);
  const said_xaf = said === '-' ? null : Number(said);
  const day: AccountDay = {
    account_id: 1,
    kind: 'FLOAT',
    name: '+23566001001',
    opening_xaf: Number(opening),
    in_xaf: Number(into),
    out_xaf: Number(out),
    closing_xaf: Number(closing),
    said_xaf,
    said_by: said_xaf === null ? null : 'reading',
    read_at: said_xaf === null ? null : new Date(0),
    ledger_xaf: Number(ledger),
    closing_ordinal: 7,
    is_suspected: what === 'suspected',
    is_untouched: what === 'untouched',
    lines: is_line
      ? [{ kind: what as LineKind, subject: 'x', amount_xaf: 100, since: new Date(0), owner: 'staff' }]
      : [],
  };
  const { state, reason } = judgeAccount(day);
  expect(`${state} ${reason}`.startsWith(becomes ?? '')).toBe(true);
});

const merchant = fc.record({
  merchant_id: fc.uuid(),
  opening_xaf: fc.integer(),
  paid_xaf: fc.nat(),
  fees_xaf: fc.nat(),
  tax_xaf: fc.nat(),
  refunds_xaf: fc.nat(),
  settlements_xaf: fc.nat(),
  other_xaf: fc.integer(),
  closing_xaf: fc.integer(),
  nonce: fc.constant('0'.repeat(32)),
}) satisfies fc.Arbitrary<MerchantDay>;

describe('The tree of a day', () => {
  it('holds each merchant’s words by its path, and no other words, however many merchants there are', () => {
    fc.assert(
      fc.property(fc.array(merchant, { minLength: 1, maxLength: 40 }), fc.nat(), (merchants, chance) => {
        const day = '2026-11-21';
        const leaves = merchants.map((one) => leafHash(sha256, leafText(day, one)));
        const { root, paths } = tree(sha256, leaves);
        for (const [at, hash] of leaves.entries()) expect(climb(sha256, hash, paths[at] ?? [])).toBe(root);
        const at = chance % merchants.length;
        const one = merchants[at] as MerchantDay;
        for (const changed of [
          { ...one, closing_xaf: one.closing_xaf + 1 },
          { ...one, paid_xaf: one.paid_xaf + 1, opening_xaf: one.opening_xaf - 1 },
        ])
          expect(climb(sha256, leafHash(sha256, leafText(day, changed)), paths[at] ?? [])).not.toBe(root);
        expect(climb(sha256, leafHash(sha256, leafText('2026-11-22', one)), paths[at] ?? [])).not.toBe(root);
      }),
    );
  });

  it('has a root without merchants as well', () => {
    expect(tree(sha256, []).root).toMatch(/^[0-9a-f]{64}$/);
  });
});

it('A day’s hash changes with each thing that it seals, and with the day before it', () => {
  const day = {
    day: '2026-11-21',
    previous_hash: '0'.repeat(64),
    accounts_hash: sha256('a'),
    merchants_root: sha256('m'),
    held_xaf: 10,
    owed_xaf: 9,
    state: 'open' as const,
  };
  const others = [
    { ...day, day: '2026-11-22' },
    { ...day, previous_hash: '1'.repeat(64) },
    { ...day, accounts_hash: sha256('b') },
    { ...day, merchants_root: sha256('n') },
    { ...day, held_xaf: 11 },
    { ...day, owed_xaf: 8 },
    { ...day, state: 'proven' as const },
  ];
  const hashes = [day, ...others].map((one) => dayHash(sha256, one));
  expect(new Set(hashes).size).toBe(hashes.length);
});

describe('The accounts’ hash', () => {
  const account = (name: string) => ({
    name,
    opening_xaf: 0,
    in_xaf: 0,
    out_xaf: 0,
    closing_xaf: 0,
    said_xaf: null,
    said_by: null,
    ledger_xaf: 0,
    closing_ordinal: null,
    state: 'proven' as const,
    reason: 'read',
    lines: [],
  });
  const [a, b] = [account('+23566001001'), account('WALLET_AIRTEL')];
  const swept = { swept_unread_xaf: 0 };

  it('does not depend on the order in which they are read', () => {
    expect(accountsHash(sha256, [a, b], swept)).toBe(accountsHash(sha256, [b, a], swept));
  });

  it('seals why each is what it is, by whom its balance was said, and what was read nowhere', () => {
    const since = new Date(0);
    const line = { kind: 'claim' as const, subject: 'x', amount_xaf: 1, since, owner: 'staff' as const };
    const hashes = [
      accountsHash(sha256, [a], swept),
      accountsHash(sha256, [a], { swept_unread_xaf: 1 }),
      accountsHash(sha256, [{ ...a, reason: 'other' }], swept),
      accountsHash(sha256, [{ ...a, said_by: 'reading' }], swept),
      accountsHash(sha256, [{ ...a, closing_ordinal: 3 }], swept),
      accountsHash(sha256, [{ ...a, lines: [line] }], swept),
      accountsHash(sha256, [{ ...a, lines: [{ ...line, owner: 'payer' }] }], swept),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('of a day from before all that was sealed is known as well', () => {
    const first = sha256('chari-proof-accounts-1\nWALLET_AIRTEL 0 0 0 0 - 0 proven\n');
    expect(areSealed(sha256, [b], { swept_unread_xaf: null, accounts_hash: first })).toBe(true);
    expect(areSealed(sha256, [{ ...b, ledger_xaf: 1 }], { ...swept, accounts_hash: first })).toBe(false);
    const now = accountsHash(sha256, [b], swept);
    expect(areSealed(sha256, [b], { ...swept, accounts_hash: now })).toBe(true);
    expect(areSealed(sha256, [b], { swept_unread_xaf: 1, accounts_hash: now })).toBe(false);
  });
});

test.each([
  // A day begins an hour before UTC's, and is closed three hours after its end.
  ['2026-11-20', '2026-11-21T10:00:00Z', false],
  ['2026-11-20', '2026-11-22T01:00:00Z', false],
  ['2026-11-20', '2026-11-22T22:59:59Z', false],
  ['2026-11-20', '2026-11-22T23:00:00Z', true],
  ['2026-11-20', '2027-01-01T00:00:00Z', true],
])('a database whose last closed day is %s is an old copy at %s: %s', (last_day, now, is_old) => {
  expect(isOldCopy(last_day, new Date(now))).toBe(is_old);
});
