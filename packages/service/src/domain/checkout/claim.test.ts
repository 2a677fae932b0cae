import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readClaim } from './view.ts';

describe('What a payer types', () => {
  test.each([
    ['MP261121.1104.A12345', '66123456', 'MP261121.1104.A12345', '+23566123456'],
    [' mp261121.1104.a12345. ', '+235 66 12 34 56', 'MP261121.1104.A12345', '+23566123456'],
    ['1234 5678 9012', '00235 66-12-34-56', '123456789012', '+23566123456'],
    ['١٢٣٤٥٦٧٨٩٠١٢', '٦٦١٢٣٤٥٦', '123456789012', '+23566123456'],
    ['۱۲۳۴۵۶۷۸۹۰۱۲', '۶۶ ۱۲ ۳۴ ۵۶', '123456789012', '+23566123456'],
    [
      '\u2066MP261121.1104.A12345\u2069',
      '\u202a+235 66 12 34 56\u202c',
      'MP261121.1104.A12345',
      '+23566123456',
    ],
    ['\u200fMP261121.1104.A12345', '\u200e66123456', 'MP261121.1104.A12345', '+23566123456'],
  ])('%s from %s is read', (transaction, phone, operator_transaction_id, payer_phone) => {
    expect(readClaim({ transaction, phone })).toEqual({ ok: true, operator_transaction_id, payer_phone });
  });

  test.each([
    ['', '', true, true],
    ['PP26', '66123456', true, false],
    ['MERCI BEAUCOUP', '66123456', true, false],
    ['MP261121.1104.A12345', '6612345', false, true],
    ['MP261121.1104.A12345', '+33612345678', false, true],
    // On the payer's screen it stood the other way round.
    ['MP261121.1104.A12345', '\u202e66123456', false, true],
    ['<script>alert(1)</script>', '66123456', true, false],
    ["'; drop table x; --1", '66123456', true, false],
    ['MP261121\u0000.1104', '66123456', true, false],
    ['\u202eMP261121.1104', '66123456', true, false],
    [`${'1'.repeat(31)}`, '66123456', true, false],
    [`MP261121.1104.A12345${' '.repeat(100)}`, '66123456', true, false],
  ])('%j from %j is not', (text, number, transaction, phone) => {
    expect(readClaim({ transaction: text, phone: number })).toEqual({
      ok: false,
      wrong: { transaction, phone },
    });
  });

  test('becomes what the table holds, or nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (transaction, phone) => {
        const read = readClaim({ transaction, phone });
        if (!read.ok) return;
        expect(read.operator_transaction_id).toMatch(/^[A-Z0-9.]{6,30}$/);
        expect(read.payer_phone).toMatch(/^\+235[0-9]{8}$/);
      }),
    );
  });
});
