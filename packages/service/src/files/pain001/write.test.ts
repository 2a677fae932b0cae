import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { expect, test } from 'vitest';
import { readRib } from './account.ts';
import { bankText } from './bank-text.ts';
import { type BankOrder, writePain001 } from './write.ts';

const schema = readFileSync(new URL('../../../test/files/pain.001.001.09.xsd', import.meta.url), 'utf8');
const validator = XsdValidator.fromDoc(XmlDocument.fromString(schema));

function validate(xml: string): void {
  using document = XmlDocument.fromString(xml);
  validator.validate(document);
}

const ORDER: BankOrder = {
  message_id: 'stl_7Q2M',
  created_at: new Date('2026-11-21T23:30:00Z'),
  execution_day: '2026-11-23',
  debtor: {
    holder: 'Chari SARL',
    account: 'TD89 60002 00001 02710916001 53',
    bic: 'AFRITDND',
    town: "N'Djaména",
  },
  transfers: [
    {
      end_to_end_id: 'stl_7Q2M-1',
      amount_xaf: 1_250_000,
      creditor: { holder: 'Épicerie Bœuf & Fils', account: '60002 00001 02710916001 53', bic: null },
      remittance: 'Règlement du 21/11/2026',
    },
  ],
};

test('an order is valid against the schema of ISO 20022, and the schema refuses one that is not', () => {
  const xml = writePain001(ORDER);
  validate(xml);
  expect(() => validate(xml.replace('<PmtMtd>TRF</PmtMtd>', ''))).toThrow('PmtMtd');
  expect(() => validate(xml.replace('Ccy="XAF"', ''))).toThrow('Ccy');
});

test('francs have no decimals, texts only the letters of banks, and times their offset', () => {
  const xml = writePain001(ORDER);
  expect(xml).toContain('<InstdAmt Ccy="XAF">1250000</InstdAmt>');
  expect(xml).toContain('<Nm>Epicerie Boeuf + Fils</Nm>');
  expect(xml).toContain("<TwnNm>N'Djamena</TwnNm><Ctry>TD</Ctry>");
  expect(xml).toContain('<CreDtTm>2026-11-22T00:30:00+01:00</CreDtTm>');
  expect(xml).toContain('<EndToEndId>stl-7Q2M-1</EndToEndId>');
  expect(xml).toContain('<MmbId>60002</MmbId>');
});

test('whatever the holders are called, the order is valid, and its sum is that of its transfers', () => {
  const name = fc.string({ unit: 'grapheme', maxLength: 200 }).map((text) => `A${text}`);
  const lines = fc.array(fc.record({ holder: name, amount_xaf: fc.integer({ min: 1, max: 10 ** 9 }) }), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(lines, (made) => {
      const [model] = ORDER.transfers;
      if (model === undefined) throw new Error('the order has a transfer');
      const transfers = made.map(({ holder, amount_xaf }, at) => ({
        ...model,
        amount_xaf,
        end_to_end_id: `t${at}`,
        remittance: holder,
        creditor: { ...model.creditor, holder },
      }));
      const xml = writePain001({ ...ORDER, transfers });
      validate(xml);
      const sum_xaf = made.reduce((sum, { amount_xaf }) => sum + amount_xaf, 0);
      expect(xml.split(`<CtrlSum>${sum_xaf}</CtrlSum>`)).toHaveLength(3);
    }),
  );
});

const [line] = ORDER.transfers as [(typeof ORDER.transfers)[number]];
const other = { ...line, end_to_end_id: 'b' };
test.each([
  ['no transfers', { transfers: [] }, 'nothing to send'],
  ['an amount with decimals', { transfers: [{ ...line, amount_xaf: 0.5 }] }, 'whole francs'],
  ['an amount of nothing', { transfers: [{ ...line, amount_xaf: 0 }] }, 'whole francs'],
  ['one id twice', { transfers: [other, other] }, 'Two transfers'],
  ['an id that is too long', { message_id: 'x'.repeat(36) }, 'at most 35'],
  ['a mistyped account', { debtor: { ...ORDER.debtor, account: '60002000010271091600253' } }, '23 digits'],
  ['a name in Arabic alone', { debtor: { ...ORDER.debtor, holder: 'شركة شاري' } }, 'as the bank spells it'],
  ['a SWIFT code of seven letters', { debtor: { ...ORDER.debtor, bic: 'AFRITDN' } }, '8 or 11'],
  ['no day', { execution_day: '23/11/2026' }, '2026-11-23'],
])('an order with %s is refused by a sentence', (_name, change, words) => {
  expect(() => writePain001({ ...ORDER, ...change })).toThrow(words);
});

test('each mistyped digit of an account and each two that changed places are found', () => {
  const rib = '60002000010271091600153';
  expect(readRib(rib)).toEqual({ digits: rib, bank: '60002', branch: '00001' });
  for (let at = 0; at < 23; at += 1) {
    const wrong = `${rib.slice(0, at)}${(Number(rib[at]) + 1) % 10}${rib.slice(at + 1)}`;
    expect(readRib(wrong)).toBeNull();
    const swapped = `${rib.slice(0, at)}${rib[at + 1] ?? ''}${rib[at]}${rib.slice(at + 2)}`;
    if (swapped.length === 23 && swapped !== rib) expect(readRib(swapped)).toBeNull();
  }
  expect(readRib('TD88 60002 00001 02710916001 53')).toBeNull();
});

test('a text never begins or ends as a mark of a message would', () => {
  expect(bankText('//:-Haïdara Ɗan // Mahamat/', { field: 'holder', transfer: null }, 140)).toBe(
    'Haidara Dan / Mahamat',
  );
});
