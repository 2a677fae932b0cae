import { describe, expect, it } from 'vitest';
import { lex } from '../../domain/text/tokens.ts';
import { defineTemplate } from '../templates/template.ts';
import { compileWording } from './compile.ts';
import { matchWording } from './match.ts';

/** Wording | text | yes or no. */
const MATCHES = `
Vous avez recu {amount}                | VOUS AVEZ REÇU : 500 F.            | yes
Vous avez recu {amount}                | Vous avez recu 500 F hier          | no
Vous avez recu {amount}                | Hier vous avez recu 500 F          | no
[cher client] recu {amount}            | Cher client, recu 500 F            | yes
[cher client] recu {amount}            | recu 500 F                         | yes
<recu|recus> {amount}                  | recus 500                          | yes
<recu|recus> {amount}                  | recue 500                          | no
recu [de <la|ma> part] {amount}        | recu de ma part 5 F                | yes
Transfert d'argent {amount}            | transfert d’argent 5 F             | yes
recu {amount} [{promo}]                | recu 5 F. Gagnez vite!             | yes
recu {amount} [{promo}]                | recu 5 F. Gagnez 10 F!             | no
recu {amount} [{promo}]                | recu 5 F. Solde bonus 5            | no
recu {amount} [{promo}]                | recu 5 F. MP260627.1644.B72794     | no
recu {amount} [{promo}]                | recu 5 F. Puis a ete annule        | no
recu {amount} de {name} solde {balance} | recu 5 F de X solde 9 solde 8     | yes
recu {amount} de {name} le {time}      | recu 5 F de X le 12/06/24 a 14:05 | yes
recu {amount} de {name}                | recu 5 F de X le 12/06/24 a 14:05 | no
recu {amount} de {name} le {time}      | recu 5 F de X le 1/1/20 1:00 le 12/06/24 a 14:05 | no
recu {amount}                          | recu -5 F                          | no
recu {amount}                          | recu 0 F                           | no
recu {amount}                          | recu 5 USD                         | no
recu {amount}                          | recu 5 €                           | no
recu {amount} ici                      | recu 5 % ici                       | no
recu {amount} ici                      | recu: *5 F* & ici!                 | no
recu {amount} ici                      | recu » 5 F @ ici!                  | yes
id {id}                                | ID 66123456                        | no
`;

describe('a wording', () => {
  for (const line of MATCHES.trim().split('\n')) {
    const [wording = '', text = '', fits = ''] = line.split(/ +\| +/);
    it(`"${wording}" takes "${text}": ${fits}`, () => {
      expect(matchWording(lex(text), compileWording(wording.trim())).length > 0 ? 'yes' : 'no').toBe(
        fits.trim(),
      );
    });
  }
});

describe('a wording that can be laid over a text in several ways', () => {
  const wording = 'recu {amount} de {name} chez {name} solde [est] [est] {balance} [{promo}]';
  const matches = (names: string) =>
    matchWording(lex(`recu 5 F de ${names} solde est 9 F`), compileWording(wording));

  it('takes it once for all that differ in fixed words alone', () => {
    expect(matches('A chez B').length).toBe(1);
    expect(matches('A, chez B chez C').length).toBe(2);
  });

  it('takes it not at all where they are more than an honest text has, since a payer could choose which are kept', () => {
    const copies = (count: number) => `A${' chez A'.repeat(count)}`;
    expect(matches(copies(8)).length).toBe(8);
    expect(matches(copies(9))).toEqual([]);
  });
});

/** Wording | what is said about it. */
const REFUSED = [
  ['recu {amount', 'There is no slot {amount}'],
  ['recu {sum of money}', 'There is no slot {sum of money}; there are amount, balance'],
  ['recu [de {amount}', 'A ] is missing'],
  ['recu de] {amount}', 'There is a ] too many'],
  ['{amount}', 'needs fixed words'],
  ['x'.repeat(1_501), 'at most 1500 characters'],
  [`${'['.repeat(10)}x`, 'nested too deeply'],
  [`recu {amount} solde {balance} ${'{motif} <a|de> '.repeat(60)}fin`, 'at most 4 slots that others fill'],
  ['recu {amount} de {name} a {name} par {name} chez {name} [motif {motif}]', 'make several wordings'],
  ['de {payer} {balance}', 'Between {payer} and {balance} a fixed word must stand'],
  ['de {payer} {motif}', 'Between {payer} and {motif} a fixed word must stand'],
  ['motif {motif} le {time} de {payer} solde {balance}', '{time} stands between {motif} and {payer}'],
  ['de {payer} [le {time}] motif {motif} solde {balance}', '{time} may be missing right behind {payer}'],
  ['de {payer} solde {balance} motif {motif} fin', '{balance} stands between {payer} and {motif}'],
  ['de {payer} [frais {fee}] solde {balance}', '{fee} may be missing right behind {payer}'],
  ['de {payer} [ref {id}]', '{id} may be missing right behind {payer}'],
  ['recu {amount} {promo} solde {balance}', '{promo} can only stand at the very end'],
  // Whoever writes into the motif could write what follows too, and the operator's own would pass for advertising.
  [
    'Encaissement de {phone}. Motif: {motif}. Somme: {amount}. Avoir: {balance}. [{promo}]',
    '{amount} stands behind {motif}',
  ],
  [
    'Encaissement de {phone}. Motif: {motif}. [La] somme [de] {amount}. Disponible: {balance}. [{promo}]',
    'leave [{promo}] out',
  ],
  [
    '{amount} recus de {phone}, motif {motif}. Il vous reste {balance}. [{promo}]',
    '{balance} stands behind {motif}',
  ],
  [
    'استلمت {amount} من {phone}. السبب {motif}. رصيدك {balance}. [{promo}]',
    '{balance} stands behind {motif}',
  ],
  ['Recu {amount}. Solde {balance}. Motif {motif}. De {phone}. [{promo}]', '{phone} stands behind {motif}'],
  ['Recu {amount}. Solde {balance}. Motif {motif} {phone}. [{promo}]', '{phone} stands behind {motif}'],
  ['recu {amount} de {phone} solde {balance} motif {motif} id {id} [{promo}]', 'Or use {ref}'],
  // What stands right behind the label of a motif is the payer's to write.
  ['recu {amount} de {phone}. Motif: {id}. Solde {balance}', 'use {motif} there, or {ref} for an id'],
  ['recu {amount}. Motif: {payer}. Solde {balance}', '{payer} stands right behind “motif”'],
  ['recu {amount} de {name}. <Note|Objet> [:] {time}. Solde {balance}', '{time} stands right behind “note”'],
  ['recu {amount}. Message {name} {phone}. Solde {balance}', '{phone} stands right behind “message”'],
  ['le transfert de {phone}, motif {reversed}, annule', '{reversed} stands right behind “motif”'],
  [
    'recu {amount} de {payer}. Reference: {phone}. Solde {balance}',
    '{phone} stands right behind “reference”',
  ],
  [
    'recu {amount} de {payer}. Reference: {id}. Solde {balance}. TID {id}',
    '{id} stands right behind “reference”',
  ],
  [
    'Bien recu {amount} du {payer}. Reference: {id}. Nouveau solde: {balance}. TID: {ref}',
    '{id} stands right behind “reference”',
  ],
  ['recu {amount} de {payer}. Reference client: {phone}. Solde {balance}', 'right behind “reference”'],
  ['recu {amount}. Motif du paiement: {payer}. Solde {balance}', '{payer} stands right behind “motif”'],
  ['recu {amount} de {phone}. Message [de l’expediteur]: {id}. Solde {balance}', 'right behind “message”'],
  ['recu {amount} de {phone}. Raison: {id}. Solde {balance}. TID {ref}', 'right behind “raison”'],
  // The operator's own tail may hold its sums in the other order.
  [
    'de {phone} motif {motif} <somme {amount} solde {balance}|solde {balance} somme {amount}> [{promo}]',
    '{amount} stands behind {motif}',
  ],
] as const;

describe('a wording that cannot be used', () => {
  it.each(REFUSED)('%j is refused: %s', (wording, sentence) => {
    expect(() => compileWording(wording)).toThrow(sentence);
  });

  it.each([
    ['CREDIT', 'recu de {payer} solde {balance}', 'needs {amount}'],
    ['CREDIT', 'recu {amount} de {payer} fin', 'needs {balance} or {id}'],
    ['REVERSAL', '{id} annule', 'needs {reversed}'],
  ] as const)('of kind %s: %j', (kind, wording, sentence) => {
    expect(() => defineTemplate({ id: 'x', operator: 'MOOV', kind, wordings: [wording] })).toThrow(sentence);
  });
});

describe('a wording with the label of a motif', () => {
  it.each([
    'Motif {id}. recu {amount} de {phone} solde {balance}',
    'recu {amount} de {phone}. Motif: {ref}. Solde {balance}. TID {id}',
    'recu {amount} de {phone}. Motif: {motif}. TID {id}. Solde {balance}',
    'Reference: {id}. recu {amount} de {payer}. Solde {balance}. TID {id}',
    'recu {amount} de {payer}. Reference: {id}. Solde {balance}',
    'recu {amount}. Message de {phone}. Solde {balance}',
    'recu {amount} de {phone}. <Reference|Ref>: {id}. Solde {balance}. [TID {id}]',
  ])('is compiled where no payer writes what counts: %s', (wording) => {
    expect(outcomeOf(wording)).toBe('compiled');
  });
});

describe('a wording with advertising at its end', () => {
  it.each([
    'recu {amount} de {payer} motif {motif} nouveau solde [est] [de] {balance}. ref {id} [{promo}]',
    'recu {amount} de {payer} motif {motif} id {id} solde {balance} [{promo}]',
    'recu {amount} de {name} {phone} solde {balance} [{promo}]',
    'recu {amount} de {payer}, le {time} solde {balance} [{promo}]',
    'recu {amount} de {phone} solde {balance} motif {motif} id {ref} [{promo}]',
    'Encaissement de {phone}. Motif: {motif}. Somme: {amount}. Avoir: {balance}.',
  ])('is compiled where advertising can hold nothing of what the operator prints: %s', (wording) => {
    expect(outcomeOf(wording)).toBe('compiled');
  });
});

describe('a wording with many parts that may be missing', () => {
  it.each(['[]', '<|>', '[[a]]', '<[a]|[b]>', '[a]', '[a|b]', '[|]'])(
    'is compiled or refused at once, whatever the number of ways through it: %s',
    (part) => {
      for (const copies of [20, 60, 300]) {
        const text = `recu {amount} de {name} ${part.repeat(copies)} solde {balance}`;
        expect(outcomeOf(text)).toMatch(/^(compiled|A wording has at most|The wording has too many words)/);
      }
    },
  );

  it('is compiled where it has few steps, and takes the text without them', () => {
    const wording = compileWording(`recu {amount} de {name} ${'[]'.repeat(300)} solde {balance}`);
    expect(matchWording(lex('recu 500 F de X solde 900 F'), wording).length).toBeGreaterThan(0);
  });

  it('is refused as ever where what decides may be missing behind a name', () => {
    const text = `recu {amount} de {name} ${'[]'.repeat(60)}[frais {fee}] solde {balance}`;
    expect(outcomeOf(text)).toContain('{fee} may be missing right behind {name}');
  });
});

function outcomeOf(text: string): string {
  try {
    compileWording(text);
    return 'compiled';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
