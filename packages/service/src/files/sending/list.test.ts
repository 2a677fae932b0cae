import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { type SendingList, sendingCsv, sendingPdf } from './list.ts';

const LIST: SendingList = {
  settlement: 'stl_7Q2M',
  operator: 'Airtel Money',
  from: '+23566000001',
  prepared_at: new Date('2026-11-21T10:00:00Z'),
  is_test: false,
  footer: 'SHA-256 9f86d081',
  lines: [
    { to: '+23566000002', holder: 'Amina Saleh', amount_xaf: 125_000 },
    { to: '+23590000003', holder: '=محمد', amount_xaf: 5_000 },
  ],
};

test('a sending list as CSV has the digits that are typed, and no holder is a formula', async () => {
  expect(await text(Readable.from(sendingCsv(LIST)))).toBe(
    '\ufeffline,number,holder,amount_xaf\r\n1,66000002,Amina Saleh,125000\r\n2,90000003,"\'=محمد",5000\r\n',
  );
});

test('a sending list is a PDF in each language, the same bytes each time', async () => {
  for (const language of ['fr', 'ar', 'en'] as const) {
    const pdf = await sendingPdf(LIST, language);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.equals(await sendingPdf(LIST, language))).toBe(true);
  }
});
