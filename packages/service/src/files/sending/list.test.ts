import { expect, test } from 'vitest';
import { inPairs, payerOnPaper, type SendingList, sendingPdf } from './list.ts';

const LIST: SendingList = {
  of: 'settlements',
  prepared_at: new Date('2026-11-21T10:00:00Z'),
  groups: [
    {
      name: 'Airtel Money',
      lines: [
        {
          reference: 'ST2611210123456789',
          to: inPairs('+23566000002'),
          holder: 'Amina Saleh',
          from: null,
          amount_xaf: 125_000,
        },
        {
          reference: 'ST261121abcdef0123',
          to: inPairs('+23560000003'),
          holder: '=محمد',
          from: null,
          amount_xaf: 5_000,
        },
      ],
    },
    { name: 'Ecobank', lines: [] },
  ],
};

test('a sending list is a PDF in each language, the same bytes each time, also when nothing is to be sent', async () => {
  for (const language of ['fr', 'ar', 'en'] as const)
    for (const list of [LIST, { ...LIST, of: 'refunds' as const }, { ...LIST, groups: [] }]) {
      const pdf = await sendingPdf(list, language);
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
      expect(pdf.equals(await sendingPdf(list, language))).toBe(true);
    }
});

test('a phone stands in pairs, as one types it', () => {
  expect(inPairs('+23566000102')).toBe('66\u00a000\u00a001\u00a002');
});

test.each([
  ['66123456', '66\u00a012\u00a034\u00a056'],
  ['+23566123456', '66\u00a012\u00a034\u00a056'],
  ['0023566123456', '66\u00a012\u00a034\u00a056'],
  // Of Cameroon: its last eight digits are a stranger’s in Chad.
  ['237677123456', '237677123456'],
  ['66••••56', '66••••56'],
  ['235••••••56', '235••••••56'],
])('a payer printed %s stands as %s', (print, shown) => {
  expect(payerOnPaper(print)).toBe(shown);
});
