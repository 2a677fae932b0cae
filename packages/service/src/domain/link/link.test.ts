import { describe, expect, test } from 'vitest';
import { completeTerms, type LinkTerms, readPayerForm, readTypedAmount, termProblems } from './forms.ts';
import { boundsOf, linkCodeOf, linkRefusal, NO_USE, readSlug, roomOf, slugOf } from './link.ts';

const NOW = new Date('2026-11-21T11:00:00.000Z');
const FIXED = {
  amount_xaf: 5000,
  min_xaf: null,
  max_xaf: null,
  max_payments: null,
  max_total_xaf: null,
  expires_at: null,
  closed_at: null,
};
const OPEN = { ...FIXED, amount_xaf: null, min_xaf: 500, max_xaf: 20_000 };

describe('A link', () => {
  test('without limits takes whatever comes, until it is closed or its date is past', () => {
    const busy = { paid_count: 9000, paid_xaf: 9e9, held_count: 900, held_xaf: 9e8 };
    expect(linkRefusal(FIXED, busy, NOW)).toBe(null);
    expect(linkRefusal({ ...FIXED, closed_at: NOW }, NO_USE, NOW)).toBe('closed');
    expect(linkRefusal({ ...FIXED, expires_at: NOW }, NO_USE, NOW)).toBe('expired');
    expect(linkRefusal({ ...FIXED, expires_at: new Date(NOW.getTime() + 1) }, NO_USE, NOW)).toBe(null);
  });

  test.each([
    ['nothing', 0, 0, null],
    ['one that may still be paid', 0, 1, 'busy'],
    ['one that was paid', 1, 0, 'used_up'],
  ])('that is good for once says what it is after %s', (_what, paid_count, held_count, refusal) => {
    const use = { paid_count, paid_xaf: paid_count * 5000, held_count, held_xaf: held_count * 5000 };
    expect(linkRefusal({ ...FIXED, max_payments: 1 }, use, NOW)).toBe(refusal);
  });

  test('with a limit of the sum takes what is left of it, in payments of no more than its bounds', () => {
    const link = { ...OPEN, max_payments: 100, max_total_xaf: 30_000 };
    const use = { paid_count: 1, paid_xaf: 20_000, held_count: 1, held_xaf: 6_000 };
    expect(boundsOf(link)).toEqual({ min: 500, max: 20_000 });
    expect(roomOf(link, NO_USE)).toBe(20_000);
    expect(roomOf(link, use)).toBe(4_000);
    expect(linkRefusal(link, use, NOW, 4_000)).toBe(null);
    expect(linkRefusal(link, use, NOW, 4_001)).toBe('busy');
    expect(linkRefusal(link, use, NOW, 10_001)).toBe('used_up');
    expect(linkRefusal(link, { ...use, paid_xaf: 29_501, held_xaf: 0 }, NOW)).toBe('used_up');
  });
});

describe('A slug', () => {
  test('is 26 letters of 130 bits, none of which is taken for another', () => {
    expect(slugOf(new Uint8Array(17))).toBe('0'.repeat(26));
    expect(slugOf(new Uint8Array(17).fill(255))).toBe('z'.repeat(26));
    expect(linkCodeOf(new Uint8Array(5).fill(255))).toBe('ZZZZZZZZ');
    expect(slugOf(crypto.getRandomValues(new Uint8Array(17)))).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/);
  });

  test('is read as people type it, and nothing else is one', () => {
    const slug = '0123456789abcdefghjkmnpqrs';
    expect(readSlug('OI23-4567-89AB-cdef-ghjk-mnpq-rs')).toBe(slug);
    expect(readSlug(slug)).toBe(slug);
    for (const text of [
      '',
      slug.slice(1),
      `${slug}0`,
      `${slug}/..`,
      'u'.repeat(26),
      '-'.repeat(60),
      '٠'.repeat(26),
    ])
      expect(readSlug(text)).toBe(null);
  });
});

describe('A payer’s form', () => {
  const fields = { amount: '5 000', operator: 'AIRTEL', phone: '', token: 'A'.repeat(22) };
  const read = (more: Partial<typeof fields>, link: typeof OPEN | typeof FIXED = OPEN) =>
    readPayerForm({ ...fields, ...more }, link, ['AIRTEL', 'MOOV']);

  test.each(['5000', '5 000', '5.000', '5\u202f000', '٥٠٠٠', ' 5000 ', '5000,00'])(
    'says five thousand by %j',
    (amount) => expect(readTypedAmount(amount)).toBe(5000),
  );

  test.each([
    '',
    '-5000',
    '+5000',
    '5e3',
    '0x1388',
    '5000.5',
    '5,000.50',
    'NaN',
    '99999999999',
    '5 00 0',
    '٥-',
    '1'.repeat(41),
  ])('says no amount by %j', (amount) => expect(readTypedAmount(amount)).toBe(null));

  test('is held to the bounds, to the operators of the merchant, and to our own forms', () => {
    expect(read({})).toMatchObject({ ok: true, amount_xaf: 5000, customer_phone: null });
    expect(read({ phone: '66 12 34 56' })).toMatchObject({ customer_phone: '+23566123456' });
    for (const amount of ['499', '20001', '0', 'x'])
      expect(read({ amount })).toMatchObject({ wrong: { amount: true } });
    for (const operator of ['', 'airtel', 'ORANGE', 'AIRTEL,MOOV'])
      expect(read({ operator })).toMatchObject({ ok: false, wrong: { operator: true, amount: false } });
    expect(readPayerForm({ ...fields, operator: 'MOOV' }, OPEN, ['AIRTEL']).ok).toBe(false);
    for (const phone of ['123', '+33612345678', '6'.repeat(100)])
      expect(read({ phone })).toMatchObject({ wrong: { phone: true } });
    for (const token of ['', 'short', 'A'.repeat(23), `${'A'.repeat(21)}'`])
      expect(read({ token })).toEqual({ ok: false, wrong: null });
  });

  test('never says the amount of a link that has one', () => {
    for (const amount of ['1', '-1', '', '1000000000'])
      expect(read({ amount }, FIXED)).toMatchObject({ amount_xaf: 5000 });
  });
});

describe('Terms', () => {
  const terms: LinkTerms = { ...OPEN, title: 'Cotisation', description: null };
  const problems = (more: Partial<LinkTerms>) => termProblems({ ...terms, ...more }, NOW);

  test('that hold together are kept; a limit of the sum is one of payments too', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ title: 'Scolarité 2025-2026', description: 'Avant le 15/11/2026' })).toEqual([]);
    expect(completeTerms({ ...terms, max_total_xaf: 50_000 }).max_payments).toBe(10_000);
    expect(completeTerms({ ...terms, max_total_xaf: 50_000, max_payments: 3 }).max_payments).toBe(3);
    expect(completeTerms(terms).max_payments).toBe(null);
  });

  test.each([
    [{ title: '  ' }, 'title_length'],
    [{ title: 'x'.repeat(101) }, 'title_length'],
    [{ title: 'a\0b' }, 'title_length'],
    [{ title: 'Envoyez au 66 99 99 99' }, 'title_number'],
    [{ description: 'ou tapez *150*1#' }, 'description_number'],
    [{ title: 'Au 66 99', description: '99 99' }, 'description_number'],
    [{ description: '' }, 'description_length'],
    [{ description: 'x'.repeat(256) }, 'description_length'],
    [{ min_xaf: 0 }, 'amount_range'],
    [{ min_xaf: 500.5 }, 'amount_range'],
    [{ max_xaf: 1_000_000_001 }, 'amount_range'],
    [{ amount_xaf: 5 }, 'amount_both'],
    [{ min_xaf: null }, 'bounds_missing'],
    [{ min_xaf: 30_000 }, 'bounds_order'],
    [{ max_payments: 0 }, 'payments_range'],
    [{ max_payments: 10_001 }, 'payments_range'],
    [{ max_total_xaf: -1 }, 'total_range'],
    [{ max_total_xaf: 499 }, 'total_below_amount'],
    [{ expires_at: NOW }, 'expiry_past'],
    [{ expires_at: new Date(Number.NaN) }, 'expiry_past'],
  ] as const)('that say %j are refused: %s', (more, problem) => expect(problems(more)).toContain(problem));
});
