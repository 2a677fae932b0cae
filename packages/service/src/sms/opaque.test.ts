import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCredit } from '../domain/movement/move.ts';
import type { Operator } from '../domain/operator.ts';
import { mayTellOfTakingBack } from '../domain/text/party.ts';
import { readPayer } from '../domain/text/payer.ts';
import { lex } from '../domain/text/tokens.ts';
import { readTime } from './fields/time.ts';
import { readSms } from './read.ts';
import { TEMPLATES } from './templates/all.ts';
import { defineTemplate, templateKey } from './templates/template.ts';
import { matchWording } from './wording/match.ts';
import { isName, SLOTS, type SlotName } from './wording/slots.ts';

/** A sample with the places in it that somebody other than the operator fills. */
type Place = {
  about: string;
  operator: Operator;
  is_money: boolean;
  text: string;
  spans: { slot: SlotName; start: number; end: number }[];
};

const THEIRS: ReadonlySet<SlotName> = new Set<SlotName>(['payer', 'agent', 'name', 'motif']);
const operatorsOf = (operator: Operator | 'ANY'): Operator[] =>
  operator === 'ANY' ? ['AIRTEL', 'MOOV'] : [operator];

const places: Place[] = TEMPLATES.flatMap((template) =>
  template.samples.flatMap(({ text, about }) => {
    const lexed = lex(text);
    const filled = template.wordings.map((wording) => matchWording(lexed, wording)[0]).find(Boolean) ?? [];
    const spans = filled.flatMap(({ slot, start, end }) => {
      // The mark behind a label or a number is the operator's.
      const first = [':', '.', '-'].includes(lexed.tokens[start]?.text ?? '') ? start + 1 : start;
      if (!THEIRS.has(slot) || end <= first) return [];
      return [{ slot, start: lexed.tokens[first]?.start ?? 0, end: lexed.tokens[end - 1]?.end ?? 0 }];
    });
    if (spans.length === 0) return [];
    return operatorsOf(template.operator).map((operator) => ({
      about: `${templateKey(template)}, ${about} (${operator})`,
      operator,
      is_money: isCredit(template),
      text: lexed.text,
      spans,
    }));
  }),
);

const read = (operator: Operator, text: string) =>
  readSms({ operator, sender: 'Op', sender_allow_list: ['Op'], text }).readings;

function evidence(operator: Operator, text: string) {
  const [reading] = read(operator, text);
  if (reading === undefined) return 'not read' as const;
  const { kind, amount_xaf, balance_xaf, fee_xaf, occurred_at } = reading;
  const { operator_transaction_id, reversed_transaction_id } = reading;
  return {
    ...{ kind, amount_xaf, balance_xaf, fee_xaf, occurred_at },
    ...{ operator_transaction_id, reversed_transaction_id },
  };
}

/** The sample with other words in those places, the last first so that the others stay where they are. */
function withWords({ text, spans }: Place, words: readonly string[]): string {
  return spans.reduceRight(
    (now, { start, end }, at) => now.slice(0, start) + (words[at] ?? '') + now.slice(end),
    text,
  );
}

const PIECES = [
  'Solde 1',
  'Solde: 5 F',
  'Nouveau solde: 60 000 FCFA',
  'Votre solde disponible est 7 FCFA.',
  'paiement pour facture 12',
  'Trans.ID: MP260627.1644.B72794 a ete annule',
  'a été annulé',
  'annule',
  'credit d’appel du 66123456',
  'CREDIT MUTUEL 66123456',
  'bonus',
  'Ref: 123456789012',
  'Ref: MP260101.0000.B11111.',
  'TID: DH58HF9XG8',
  'ID: AAAAAAAAA1',
  'ID: AAAAAAAAA1. ID: BBBBBBBBB2.',
  'Transaction ID BBBBBBBBB2.',
  'Montant: 5 FCFA',
  'Frais: 5 FCFA',
  'Frais de retrait: 5 F',
  ', le 01/01/25 a 10:00',
  ', le 01/01/20 a 00:00. Motif: z',
  'Nouveau solde: 1 FCFA. Ref: 999999999999.',
  'le 2024-06-12 14:05:09',
  'Code agent: 1101381',
  'Reference: x',
  'Motif: y',
  'Vous avez recu 900000 CFA du 66123456',
  'Vous avez envoye 5 FCFA au 66123456',
  'Transfert recu de NOM (94123456)',
  'Retrait de 5 F',
  'Gagnez',
  'Composez *211#',
  '25 000 FCFA',
  '66123456',
  '(94123456)',
  '92****00',
  'du',
  'de',
  'solde',
  'votre nouveau',
  '12',
  '1 000',
  '-',
  ' - ',
  '.',
  ':',
  '(',
  ')',
  '\n',
  '\r\n',
  '\u202e',
  '\u200b',
  '\u0301',
  '🎁',
  '👨‍👩‍👧',
  'لقد استلمت ٢٥٠٠٠ فرنك',
  'ＦＣＦＡ ２５０００',
  '{balance}',
  '[solde]',
  '\ud83d',
  'ﷺ'.repeat(57),
];
const texts = TEMPLATES.flatMap((template) =>
  [...template.samples, ...template.rejects].map((sample) => sample.text),
);

/** As long as the shortest slot allows, once NFKC has had its way with it. */
const fits = (text: string) => text.toWellFormed().normalize('NFKC').length <= SLOTS.payer.opaque;
const cut = fc
  .tuple(fc.constantFrom(...texts), fc.nat(200), fc.integer({ min: 1, max: 120 }))
  .map(([text, from, length]) => text.slice(from, from + length));
const words = fc
  .oneof(
    {
      weight: 4,
      arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }).map((all) => all.join(' ')),
    },
    {
      weight: 2,
      arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }).map((all) => all.join('')),
    },
    { weight: 2, arbitrary: cut },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  )
  .filter(fits);
/** A motif ends where an SMS does, however long the letters in it become by NFKC. */
const motifs = fc.oneof(
  words,
  fc
    .array(fc.constantFrom('ﷺ', 'ﷺ'.repeat(57), '㍿', '½', 'loyer', 'Solde: 5 F'), { maxLength: 12 })
    .map((all) => all.join(' ')),
);

/** A text is not read with a date and time in a name; a motif's label in one costs the time behind it. */
const holdsTime = (words: string) => {
  const lexed = lex(words);
  return lexed.tokens.some((_, at) => readTime(lexed, at) !== null);
};
/** A text may not be read where a name says that the money went back. */
const maySayUndone = (words: string) => mayTellOfTakingBack(lex(words).words);
/**
 * Of money a text is not read either where a sentence ends in what should be a name, or another number stands
 * in it.
 */
const isNoName = (words: string) => {
  const lexed = lex(`x ${words}`);
  const holdsNumber = lexed.tokens.some((_, at) => readPayer(lexed, at) !== null);
  return holdsNumber || maySayUndone(words) || /[.,;:!?،؛؟\n]|(?:\p{Nd}.*){8}/su.test(lexed.text);
};
const LABEL = /motif|r[eé]f[eé]rence|message/i;

/** What the same text says with other words in its names and motifs. */
function expectSame(place: Place, written: readonly string[]): void {
  const text = withWords(place, written);
  const before = Object(evidence(place.operator, place.text));
  const now = evidence(place.operator, text);
  const names = written.filter((_, at) => isName(place.spans[at]?.slot ?? 'promo'));
  const isOdd = (name: string) => holdsTime(name) || maySayUndone(name) || (place.is_money && isNoName(name));
  if (now === 'not read' && names.some(isOdd)) return;
  // `de credit d’appel du 66…` with a further sentence behind it is what the operator says of airtime, and no name.
  const isAirtime = now !== 'not read' && now.kind === 'AIRTIME' && place.is_money;
  if (isAirtime && names.some((name) => /cr[eé]dit/i.test(name) && isNoName(name))) return;
  // Nobody can tell `de 66… - X. Motif: Y, le {time}` from a motif that ends in a time.
  const isTimeOpen = now !== 'not read' && names.some((name) => holdsTime(name) || LABEL.test(name));
  expect(isTimeOpen ? { ...now, occurred_at: before.occurred_at } : now, text).toEqual(before);
}

/** As it is printed in the sample. */
const printed = ({ text, spans }: Place, at: number) => text.slice(spans[at]?.start, spans[at]?.end);

describe('whatever a payer writes', () => {
  it.each(places)('changes no evidence: $about', (place) => {
    fc.assert(
      fc.property(fc.array(words, { minLength: 2, maxLength: 2 }), (written) => expectSame(place, written)),
      { numRuns: 200 },
    );
  });

  it.each(places.filter(({ spans }) => spans.some(({ slot }) => slot === 'motif')))(
    'in the motif alone changes neither evidence nor payer, and adds no reading: $about',
    (place) => {
      const payer = read(place.operator, place.text)[0]?.payer;
      fc.assert(
        fc.property(motifs, (motif) => {
          const written = place.spans.map(({ slot }, at) => (slot === 'motif' ? motif : printed(place, at)));
          expectSame(place, written);
          const now = read(place.operator, withWords(place, written));
          expect(now.map(({ payer }) => payer)).toEqual([payer]);
        }),
        { numRuns: 400 },
      );
    },
  );

  it('changes none when it is the beginning or the end of another text', () => {
    for (const place of places) {
      for (const text of texts) {
        const written = place.spans.map(({ slot }) => {
          const most = Math.min(SLOTS[slot].opaque - 10, 990);
          return text.length % 2 === 0 ? text.slice(0, most) : text.slice(-most);
        });
        expectSame(place, written);
      }
    }
  }, 30_000);

  it('is tried in names, payers, agents and motifs of both operators', () => {
    expect(new Set(places.flatMap(({ spans }) => spans.map(({ slot }) => slot)))).toEqual(THEIRS);
    expect(new Set(places.map(({ operator }) => operator)).size).toBe(2);
  });
});

describe('whatever a payer writes, of words that people have taught,', () => {
  const taught = (wording: string) =>
    defineTemplate({ id: 'taught', operator: 'MOOV', kind: 'CREDIT', wordings: [wording] });
  const HEAD = 'Encaissement de {phone}. Motif: {motif}.';

  it.each([
    [`${HEAD} Somme: {amount}. Avoir: {balance}.`, 'Somme 9999 Avoir 72409', 'Somme: 100. Avoir: 62510.'],
    [
      `${HEAD} [La] somme [de] {amount}. Disponible: {balance}.`,
      'la somme 500000 disponible 562410',
      'La somme de 100. Disponible: 62510.',
    ],
    [
      `${HEAD} [La] somme [de] {amount}. Disponible: {balance}.`,
      'la somme 500000 disponible 562410',
      'La somme de 100 FCFA. Disponible: 62510 FCFA.',
    ],
    [
      `${HEAD} Montant: {amount}. Solde: {balance}. [{promo}]`,
      'Montant 9999 Solde 72409',
      'Montant: 100. Solde: 62510.',
    ],
  ])('%s has the sum and the balance that stand last', (wording, motif, tail) => {
    for (const copies of [1, 4, 9, 20]) {
      const text = `Encaissement de 66123456. Motif: ${`${motif} `.repeat(copies)}. ${tail}`;
      const { readings } = readSms({
        operator: 'MOOV',
        sender: 'MoovMoney',
        text,
        templates: [taught(wording)],
      });
      expect(readings, text).toMatchObject([{ amount_xaf: 100, balance_xaf: 62_510, payer: '66123456' }]);
    }
  });

  it('has the number that stands last for the payer', () => {
    const wording = 'Recu {amount}. Solde {balance}. Motif {motif}. De {phone}.';
    const text = `Recu 5000 F. Solde 67410 F. Motif ${'de 66777001 '.repeat(8)}. De 66123456.`;
    const { readings } = readSms({
      operator: 'MOOV',
      sender: 'MoovMoney',
      text,
      templates: [taught(wording)],
    });
    expect(readings).toMatchObject([{ payer: '66123456', balance_xaf: 67_410 }]);
  });
});
