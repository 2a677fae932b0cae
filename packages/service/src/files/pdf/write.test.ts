import { expect, test } from 'vitest';
import type { PdfDocument } from './document.ts';
import { loadFonts } from './fonts.ts';
import { writePdf } from './write.ts';

const DOCUMENT: PdfDocument = {
  language: 'fr',
  issuer: 'Chari',
  title: 'Règlement stl_7Q2M',
  issued_at: new Date('2026-11-21T10:00:00Z'),
  facts: [
    { label: 'Marchand', value: 'Épicerie Chez Amina' },
    { label: 'Montant (FCFA)', value: 1_250_000 },
  ],
  tables: [],
  notes: ['Chaque ligne appartient à ce règlement.'],
  footer: 'SHA-256 9f86d081',
};

const ARABIC: PdfDocument = { ...DOCUMENT, language: 'ar', issuer: 'شاري', title: 'تسوية رقم stl_7Q2M' };

function withRows(document: PdfDocument, rows: number): PdfDocument {
  const columns = [
    { title: 'Date', share: 2 },
    { title: 'Référence', share: 3 },
    { title: 'Montant', share: 2, is_sum: true },
  ];
  const cells = Array.from({ length: rows }, (_, at) => [
    new Date(at * 3_600_000),
    `CMD-${at} محمد`,
    at * 1250,
  ]);
  return { ...document, tables: [{ columns, rows: cells, totals: [{ label: 'Total', value: 7 }] }] };
}

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').split('/Type /Page\n').length - 1;

test('the same document makes the same bytes, in each direction', async () => {
  for (const document of [withRows(DOCUMENT, 20), withRows(ARABIC, 20)]) {
    expect((await writePdf(document)).equals(await writePdf(document))).toBe(true);
  }
});

test('a statement of 150 lines fits 150 KB, over as many pages as it takes', async () => {
  for (const document of [withRows(DOCUMENT, 150), withRows(ARABIC, 150)]) {
    const pdf = await writePdf(document);
    expect(pdf.length).toBeLessThan(150_000);
    expect(pagesOf(pdf)).toBeGreaterThan(3);
  }
});

test('a document says its language and title, and has its fonts in it', async () => {
  const pdf = (await writePdf(ARABIC)).toString('latin1');
  expect(pdf).toContain('/Lang (ar)');
  expect(pdf).toMatch(/\+IBMPlexSansArabic/);
  expect(pdf).toContain('/FontFile2');
});

test('hostile texts make a page like any other: no end, no width, no letters', async () => {
  const hostile = ['x'.repeat(5000), 'ش'.repeat(500), '\u0000\u202e\u2066 \n\t', '😀'.repeat(50), '((((', ''];
  const table = {
    columns: [
      { title: 'x'.repeat(300), share: 1 },
      { title: '', share: 9 },
    ],
    rows: hostile.map((text) => [text, text]),
  };
  const pdf = await writePdf({ ...ARABIC, title: hostile[1] ?? '', notes: hostile, tables: [table] });
  expect(pagesOf(pdf)).toBeLessThan(10);
});

test('every letter of Arabic can be written, also marks without a letter and the space that does not break', async () => {
  const font = loadFonts()[400].find(({ is_arabic }) => is_arabic);
  const letters = [...(font?.letters ?? [])].map((code) => String.fromCodePoint(code));
  const lines = Array.from({ length: Math.ceil(letters.length / 40) }, (_, at) =>
    letters
      .slice(at * 40, at * 40 + 40)
      .join('')
      .replaceAll(/(.{5})/gu, '$1 '),
  );
  const pdf = await writePdf({ ...ARABIC, title: 'محمد\u00a0صالح', notes: lines });
  expect(pdf.length).toBeGreaterThan(1000);
});

test('a sum is never broken over two lines: a row of large sums is as high as one of small sums', async () => {
  const columns = Array.from({ length: 9 }, () => ({ title: '', share: 1, is_sum: true }));
  const ofSum = (sum_xaf: number) =>
    writePdf({ ...DOCUMENT, tables: [{ columns, rows: Array(30).fill(Array(9).fill(sum_xaf)) }] });
  expect(pagesOf(await ofSum(104_800_501_000))).toBe(pagesOf(await ofSum(1)));
});

test('papers that are asked for together are each their own, and one that can’t be drawn is refused alone', async () => {
  const broken = { ...DOCUMENT, facts: null } as unknown as PdfDocument;
  const unsent = { ...DOCUMENT, title: () => 'no text' } as unknown as PdfDocument;
  const documents = [DOCUMENT, broken, ARABIC, unsent, withRows(DOCUMENT, 20)];
  const told = await Promise.allSettled(documents.map((document) => writePdf(document)));
  expect(told.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  const [first, , arabic, , long] = told.map((one) => (one.status === 'fulfilled' ? one.value : null));
  expect(first).toEqual(await writePdf(DOCUMENT));
  expect(arabic).toEqual(await writePdf(ARABIC));
  expect(long).toEqual(await writePdf(withRows(DOCUMENT, 20)));
});
