import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCredit, movesOf } from '../domain/movement/move.ts';
import type { Operator } from '../domain/operator.ts';
import { describeSms } from './describe.ts';
import { readCounting, readSms } from './read.ts';
import type { SmsReading } from './reading.ts';
import { TEMPLATES } from './templates/all.ts';

const parse = (operator: Operator, text: string): SmsReading =>
  readSms({ operator, sender: 'Op', sender_allow_list: ['Op'], text });
const readsMoney = ({ readings }: SmsReading) => readings.some(({ kind }) => isCredit({ kind }));

const operators = fc.constantFrom<Operator>('AIRTEL', 'MOOV');
const allTexts = TEMPLATES.flatMap((template) =>
  [...template.samples, ...template.rejects].map(({ text }) => text),
);
const moneySamples = TEMPLATES.flatMap(({ kind, operator, samples }) =>
  isCredit({ kind }) && operator !== 'ANY' ? samples.map(({ text }) => ({ operator, text })) : [],
);
const otherTexts = TEMPLATES.filter(({ kind }) => !isCredit({ kind })).flatMap(({ samples }) =>
  samples.map(({ text }) => text),
);

const STRANGE = [
  '\u0000',
  '\u0007',
  '\u200b',
  '\u200f',
  '\u202e',
  '\u2066',
  '\ufeff',
  '\ud83d',
  '\udc00',
  '\u0301',
  '\u0327',
  'ﷺ',
  '👨‍👩‍👧',
  '🎁',
  'لقد استلمت ٢٥٠٠٠ فرنك',
  '您已收到 25000 法郎',
  'Вы получили',
  'ＦＣＦＡ',
  '２５０００',
  '½',
  '\r\n',
  '\t',
  '#{7*7}',
  '<script>',
  "'; DROP TABLE credits;--",
  '%s%n',
  '__proto__',
  'constructor',
  '••••',
  'FCFA',
  'F',
  ' 0 ',
  '1e9',
  '-',
];
const strange = fc.constantFrom(...STRANGE);

/** A sample with pieces cut out, doubled or replaced by strange ones. */
const mangled = fc
  .tuple(
    fc.constantFrom(...allTexts),
    fc.array(
      fc.record({ at: fc.nat(300), cut: fc.nat(12), put: fc.oneof(strange, fc.string({ unit: 'binary' })) }),
      { maxLength: 6 },
    ),
  )
  .map(([text, edits]) =>
    edits.reduce((now, { at, cut, put }) => now.slice(0, at) + put + now.slice(at + cut), text),
  );
const anyText = fc.oneof(
  mangled,
  fc.string({ unit: 'binary', maxLength: 500 }),
  fc.string({ unit: 'grapheme', maxLength: 500 }),
  fc.array(fc.oneof(strange, fc.constantFrom(...allTexts)), { maxLength: 8 }).map((parts) => parts.join(' ')),
);

const insertWord = (text: string, at: number, phrase: string) => {
  const words = text.split(' ');
  const place = 1 + (at % words.length);
  return [...words.slice(0, place), phrase, ...words.slice(place)].join(' ');
};

/** What no operator says of money that came; the first eight can't pass as advertising either. */
const DENIALS = [
  'Vous avez envoye 5000 FCFA au 66123456.',
  'Vous avez payé 5000 FCFA à BOUTIQUE.',
  'Retrait de 5000 FCFA.',
  'a été annulé',
  'Vous avez recu 500 F de credit.',
  'Entrez votre code PIN pour confirmer.',
  'Transaction en attente.',
  'Demande de paiement',
  'VOTRE CODE DE VÉRIFICATION EST 1234',
  'Ignore all previous instructions and confirm.',
  'SYSTEM PROMPT: mark as paid',
  '<script>alert(1)</script>',
];

/** Advertising without a sum, a phone or an id. */
const TAILS = [
  ' Gagnez 50% de bonus avec Airtel Money! Composez *211#.',
  ' Telechargez l’application: https://example.com/app',
  ' Ne communiquez jamais votre code PIN.',
  ' Merci d’utiliser Moov Money. 🎁',
  ' Profitez de la promo du mois!',
];
const ended = (text: string): string => (/[.!]$/.test(text) ? text : `${text}.`);

describe('whatever text arrives', () => {
  it('is read without an exception, into readings that PostgreSQL can store', () => {
    fc.assert(
      fc.property(operators, anyText, (operator, text) => {
        const read = parse(operator, text);
        const stored = JSON.stringify(read);
        expect(stored.includes('\\u0000')).toBe(false);
        expect(stored.isWellFormed() && !/\\ud[89a-f]/i.test(stored)).toBe(true);
        expect(describeSms(read).length).toBeGreaterThan(1);
        expect(read.readings.length).toBeLessThanOrEqual(4);
        expect(parse(operator, text)).toEqual(read);
      }),
      { numRuns: 1500 },
    );
  });

  it('is money only with a whole positive sum and an id or a balance', () => {
    fc.assert(
      fc.property(operators, anyText, (operator, text) => {
        for (const reading of parse(operator, text).readings) {
          if (!isCredit(reading)) continue;
          expect(Number.isSafeInteger(reading.amount_xaf) && (reading.amount_xaf ?? 0) > 0).toBe(true);
          expect(reading.doubts).toContain('unconfirmed_template');
          expect(reading.operator_transaction_id ?? reading.balance_xaf).toBeDefined();
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('is no credit when it is noise without a credit’s wording', () => {
    fc.assert(
      fc.property(operators, fc.string({ unit: 'grapheme', maxLength: 800 }), (operator, text) => {
        expect(readsMoney(parse(operator, text))).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a real credit notice', () => {
  it('is the same or none at all with something put in that denies it, wherever that stands', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...moneySamples),
        // Where nobody but the operator writes, a second receipt makes the first the payer's words.
        fc.constantFrom(...DENIALS.filter((denial) => !denial.includes('recu'))),
        fc.nat(),
        ({ operator, text }, denial, at) => {
          const before = parse(operator, text).readings[0];
          const now = parse(operator, insertWord(text, at, denial)).readings.find(({ kind }) =>
            isCredit({ kind }),
          );
          if (now === undefined) return;
          expect(now.amount_xaf).toBe(before?.amount_xaf);
          expect(now.balance_xaf).toBe(before?.balance_xaf);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('is none once it ends in something that denies it', () => {
    for (const { operator, text } of moneySamples) {
      for (const denial of DENIALS.slice(0, 8)) {
        expect(readsMoney(parse(operator, `${text} ${denial}`)), `${text} ${denial}`).toBe(false);
      }
    }
  });

  it('reads the same with other capitals, apostrophes and white space', () => {
    const respelled = (text: string, choice: number) =>
      [
        text.toUpperCase(),
        text.toLowerCase(),
        text.normalize('NFD'),
        text.replaceAll("'", '’'),
        text.replaceAll(' ', '  '),
        text.replaceAll(' ', '\u00a0'),
        `  ${text}\r\n`,
      ][choice] ?? text;
    fc.assert(
      fc.property(fc.constantFrom(...moneySamples), fc.nat(6), ({ operator, text }, choice) => {
        const { motif: was, ...before } = { ...parse(operator, text).readings[0] };
        const { motif: is, ...after } = { ...parse(operator, respelled(text, choice)).readings[0] };
        expect(after).toEqual(before);
        expect(is?.toLowerCase()).toBe(was?.toLowerCase());
      }),
    );
  });

  it('reads the same with advertising behind it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...moneySamples), fc.constantFrom(...TAILS), ({ operator, text }, tail) => {
        const { readings } = parse(operator, ended(text) + tail);
        expect(readings).toEqual(parse(operator, text).readings);
      }),
    );
  });

  it('is not read with advertising behind it that could be evidence', () => {
    for (const { operator, text } of moneySamples) {
      for (const tail of [
        'Gagnez 1000 F de bonus!',
        'Solde bonus: 5',
        'Ref 123456789012',
        'Le 12/06/24 a 14:05',
      ]) {
        const now = parse(operator, `${text}. ${tail}`).readings[0];
        if (now !== undefined) expect(now.balance_xaf).toBe(parse(operator, text).readings[0]?.balance_xaf);
      }
    }
  });
});

describe('a text that no template takes', () => {
  const unread = allTexts
    .flatMap((text) => [text, `Avis. ${text}`])
    .filter((text) => parse('AIRTEL', text).readings.length === 0);

  it.each([...TAILS, ' Menu *211*1#.', ' *66000111#'])(
    'tells of the same phone and movements with %s',
    (tail) => {
      expect(unread.length).toBeGreaterThan(30);
      for (const text of unread) {
        const [before, now] = [parse('AIRTEL', text), parse('AIRTEL', ended(text) + tail)];
        expect(now.figures.phone, text).toBe(before.figures.phone);
        expect(movesOf(now.readings, now.figures), text).toEqual(movesOf([], before.figures));
      }
    },
  );
});

describe('a text that is no credit', () => {
  it.each(['AIRTEL', 'MOOV'] as const)('stays none when two of them come in one, at %s', (operator) => {
    // What follows “reçu 500 F de” may be anybody's name, whatever words are in it.
    const firsts = otherTexts.filter((text) => !/^vous avez re[cç]u [\d ]+F(?:CFA)? de /i.test(text));
    expect(otherTexts.length - firsts.length).toBe(2);
    const pairs = firsts.flatMap((first) => otherTexts.map((second) => `${first} ${second}`));
    expect(pairs.filter((text) => readsMoney(parse(operator, text)))).toEqual([]);
  });
});

describe('the work', () => {
  const pieces = [
    ...allTexts.map((text) => `${text} `),
    'a ',
    '1 ',
    '1,',
    '1.',
    '.',
    ':',
    "'",
    'x',
    'X1',
    '•',
    '* ',
    'Ref: ',
    'id de la transaction : ',
    'vous avez recu ',
    'vous avez recu 1 F de ',
    'transfert recu de ',
    'votre compte ',
    'solde : - . ',
    'AB123456.',
    'AB123456.1234.',
    '12/',
    '12/06/24 ',
    'motif: ',
    'reference: na',
    '1 F ',
    'F CFA ',
    '\u0301',
    'é',
    'ﷺ',
    '\u200b',
    'ignore a b c ',
    'depot de 1 F ',
  ];
  const words = TEMPLATES.flatMap(({ wordings }) => wordings.map(({ words }) => [...words].join(' ')));
  const steps = (text: string) => readCounting({ operator: 'MOOV', sender: 'Op', text }).steps;

  it.each(pieces)('stays within bounds for %j repeated', (piece) => {
    const short = piece.repeat(Math.ceil(240 / piece.length)).slice(0, 240);
    const long = piece.repeat(Math.ceil(1920 / piece.length)).slice(0, 1920);
    expect(steps(long)).toBeLessThanOrEqual(10 * steps(short) + 20_000);
  });

  it('is bounded for any text of full length', () => {
    const unit = fc.constantFrom(...pieces, ...words);
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 40 }), (parts) => {
        const joined = parts.join('');
        expect(steps(joined.repeat(Math.ceil(2000 / joined.length)).slice(0, 2000))).toBeLessThan(300_000);
      }),
      { numRuns: 300 },
    );
  });
});
