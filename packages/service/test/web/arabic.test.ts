import { readdir, readFile } from 'node:fs/promises';
import bidiFactory from 'bidi-js';
import { expect, test } from 'vitest';
import { composeNotice } from '../../src/domain/mail/compose.ts';
import { COUNTER_WORDS } from '../../src/web/dashboard/counter/words.ts';
import { PAYMENT_WORDS } from '../../src/web/dashboard/payments/rows.ts';
import { html } from '../../src/web/html.ts';

const SOURCE = new URL('../../src/', import.meta.url);
const DOCS = new URL('../../../../docs/', import.meta.url);
const ARABIC = /[\u0600-\u06ff]/;
/** A text in quotes, of one line. */
const TEXTS = /(['`])((?:\\.|(?!\1).)*)\1/g;
/** Figures and letters of ours with signs between them, as they are to be read. */
const FIGURES = /[0-9A-Za-z+*#{][0-9A-Za-z \-.,:/+*#=_%{}\u00a0]*[0-9A-Za-z%#*}]/g;

const bidi = bidiFactory();
function shown(text: string): string {
  return bidi
    .getReorderedIndices(text, bidi.getEmbeddingLevels(text, 'rtl'))
    .map((place) => text[place])
    .join('');
}

test('No phone, sum or day of a text in Arabic is read the other way round', async () => {
  const paths = (await readdir(SOURCE, { recursive: true })).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
  );
  const sources = await Promise.all(paths.map((path) => readFile(new URL(path, SOURCE), 'utf8')));
  const texts = sources
    .filter((source) => ARABIC.test(source))
    .flatMap((source) => source.split('\n'))
    .flatMap((line) => [...line.matchAll(TEXTS)].map(([, , text = '']) => text))
    .filter((text) => ARABIC.test(text))
    .map((text) =>
      text
        .replace(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
        // What is filled in stands by itself in every page, and has a test of its own in mails.
        .replace(/\$\{[^}]*\}/g, '\u2068X\u2069'),
    );
  expect(texts.length).toBeGreaterThan(500);
  const reversed = texts.flatMap((text) =>
    [...text.matchAll(FIGURES)]
      .map(([token]) => token.trim())
      .filter((token) => /[0-9]/.test(token) && /[^0-9A-Za-z]/.test(token))
      // As a page writes it: what can't be seen is taken out of it there.
      .filter((token) => !shown(html`${text}`.text).includes(token)),
  );
  expect(reversed).toEqual([]);
});

test('The guides name each state that the pages show to a shop and to its cashier', async () => {
  const [shop, cashier] = await Promise.all(
    ['shop.md', 'cashier.md'].map((name) => readFile(new URL(name, DOCS), 'utf8')),
  );
  const missing = [
    ...Object.values(PAYMENT_WORDS.en.standings).filter((title) => !shop?.includes(`**${title}**`)),
    ...Object.values(COUNTER_WORDS.en.states).flatMap(({ title }) =>
      cashier?.includes(`**${title}**`) ? [] : [title],
    ),
  ];
  expect(missing).toEqual([]);
});

const NOTICE = { merchant_name: 'Chez Alpha', language: 'ar', role: 'owner', has_left: false } as const;

test('What a mail in Arabic fills in reads from left to right where it has figures, as it was written', () => {
  const detail = {
    ...{ day: '2026-11-20', amount_xaf: 12_500, payments: 3, label: '66 12 34 56', by: 'awa@example.com' },
    frozen_until: '2026-11-24T08:30:00Z',
  };
  for (const kind of ['daily_summary', 'payout_account'] as const) {
    const mail = composeNotice(
      { ...NOTICE, kind, detail: { ...detail, change: 'asked' } },
      'https://pay.example.com',
    );
    for (const line of [mail.subject, ...mail.text.split('\n')]) {
      for (const figures of ['2026-11-20', '12\u00a0500', '66 12 34 56', '2026-11-24 09:30'])
        if (line.includes(figures)) expect(shown(line)).toContain(figures);
    }
    expect(mail.text).not.toContain('\u2068\u2069');
  }
});
