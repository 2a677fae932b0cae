import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movesOf } from '../domain/movement/move.ts';
import { LABELS } from './labels.ts';
import { proposeWording } from './propose.ts';
import { readSms } from './read.ts';

const read = (text: string) => readSms({ operator: 'AIRTEL', sender: 'AirtelMoney', text });

/** A text that no template takes as a movement | the sums that may have moved / what may be the balance, and whether it is named. */
const FIGURES = `
Recu 5000 de 66123456. Disponible 67410                       | 5000 / 67410 named arrival
Recu 5000 de 66123456. Compte 67410                           | 5000 67410 / 5000 67410 arrival
You received 5000 from 66123456. Available 67410              | 5000 / 67410 named arrival
You received 5000 from 66123456. Account 67410                | 5000 67410 / 5000 67410 arrival
Encaissement 5000. MP261121.1200.B72794. Il reste 67410 FCFA  | 5000 / 67410 named arrival
Encaissement 5000. MP261121.1200.B72794. Compte 67410 FCFA    | 5000 67410 / 5000 67410 arrival
Encaissement 5000 F. MP261121.1200.B72794. Compte 67410       | 5000 67410 / 5000 67410 arrival
Encaisse 5000 F de 66123456. Frais 50 F. Compte 67410 F       | 5000 50 67410 / 5000 50 67410 arrival
Recu 5000 de 66123456. Frais 50. Solde 67410                  | 5000 50 / 67410 named arrival
Encaissement 5000 Frs. Total 67 410 Fr                        | 5000 67410 / 5000 67410
Montant 5000. MP261121.1200.B72794. Compte 67410              | 5000 67410 / 67410
Recu 5000 de 66123456 le 12/06/24. Compte 67410               | 5000 67410 / 5000 67410 arrival
Recu 5000 de 66123456 a 14:05. Compte 67410                   | 5000 67410 / 5000 67410 arrival
Recu 5000 de 66123456. Compte 67410. Composez *1211#          | 5000 67410 / 5000 67410 arrival
Recu 5000 de 66123456. Compte 67410. Bonus 1500 Mo            | 5000 67410 / 5000 67410 arrival
Recu 5000 de 66123456. Compte 67410. Facture 12               | 5000 67410 / 5000 67410 arrival
Recu 5000 de 66123456. Compte 67410. 3 pieces                 | 5000 67410 3 / 5000 67410 arrival
Recu 5000 de 66123456. Lot 1200, caisse 7300                  | 5000 1200 7300 / 5000 1200 7300 arrival
Recu 5000 de 66123456. Solde 10067410                         | 5000 / 10067410 named arrival
Recu 5000 de 66123456. Solde du 66000001: 67410 F             | 5000 67410 / 5000 67410 arrival
Vous avez recu de 66123456 5000 FCFA. Solde: 67410 FCFA       | 5000 / 67410 named arrival
Recu de ALI 66 12 34 56 5 000 FCFA. Solde 67410 FCFA          | 5000 / 67410 named arrival
Recu de BOUTIQUE 12 23566123456 5 000 F. Solde 67410 FCFA     | 5000 / 67410 named arrival
Ref 123456789012 5000 FCFA recus de ALI. Solde 67410 FCFA     | 5000 / 67410 named arrival
You received from 66123456 XAF 5000. Balance XAF 67410        | 5000 / 67410 named arrival
Recu de 66 12 34 56 F CFA 5000. Solde F CFA 67410             | 5000 / 67410 named arrival
Recu de 66123456 67410 FCFA                                   | 67410 / 67410 arrival
Recu 66123456 FCFA 66777001 ALI. Solde 90000000 FCFA          | 66123456 / 90000000 named arrival
Recu 66123456 FCFA 12/06/24 de 66777001. Solde 90000000 FCFA  | 66123456 / 90000000 named arrival
Recu 66123456 FCFA 3 fois de 66777001. Solde 90000000 FCFA    | 66123456 / 90000000 named arrival
Recu 66123456 FCFA 50 FCFA frais 66777001. Solde 90000000 F   | 66123456 50 / 90000000 named arrival
Montant 66123456 FCFA 500 de 66777001. Solde 90000000 FCFA    | 66123456 / 90000000 named
Recu 25000000 FCFA 500 de 66777001. Solde 90000000 FCFA       | 25000000 / 90000000 named arrival
Merci d’avoir recu 5000 F. Total 67410 F                      | 5000 67410 / 5000 67410
Il reste a payer 5000 F sur 67410 F                           | 5000 67410 / 5000 67410
استلمت مبلغ 5000 فرنك من الرقم 66123456. رصيدك 67410 فرنك     | 5000 / 67410 named arrival
استلمت ٥٠٠٠ فرنك من ٦٦١٢٣٤٥٦. رصيدك ٦٧ ٤١٠ فرنك                | 5000 / 67410 named arrival
Recu 5000 F de 66123456. Solde: -500 F                        | 5000 / none named arrival
Recu 5000 F de 66123456. Solde −500 F                         | 5000 / none named arrival
Recu 5000 F de 66123456. Solde − 500 F                        | 5000 / none named arrival
Recu 5000 F de 66123456. Solde - 67410 F                      | 5000 / 67410 named arrival
Recu 5000 F de 66123456. Solde:-67410 F                       | 5000 / 67410 named arrival
Montant -5000 F pour 66123456. Solde: 67410 F                 | 5000 / 67410 named
Recu 5000 F de 66123456. Frais 100 F. Solde 1210.082 FCFA     | 5000 100 / none named arrival
Recu 5000 F de 66123456. Frais 100 F. Nouveau solde: 1 0      | 5000 100 / none named arrival
Recu 5000 F de 66123456. Solde 1 0 F. Solde 67410 F           | 5000 / 67410 named arrival
Recu 5000 F de 66123456. Solde compte 11013 0001: 67410 F     | 5000 67410 / 5000 67410 arrival
Recu 1²000 F de 66123456. Solde 67410 F                       | none / 67410 named arrival
Recu ①000 F de 66123456. Solde 67410 F                        | none / 67410 named arrival
Recu 1½ F de 66123456 et 5000 F. Solde 67410 F                | 5000 / 67410 named arrival
Le lot 5000 est tire, caisse 67410                            | 5000 67410 / none
Il vous reste 5000 Mo et 100 SMS pour 30 jours                | none / none
Gagnez 5000 points du 66123456 et 1200 unites                 | none / none
Votre code est 482910. Service client 66123456, guichet 1200  | 482910 1200 / none
`;

const lines = FIGURES.split('\n')
  .filter((line) => line.includes('|'))
  .map((line) => line.split('|').map((cell) => cell.trim()) as [string, string]);

test.each(lines)('%s: %s', (text, expected) => {
  const { readings, figures } = read(text);
  const { sums_xaf, balances_xaf, is_balance_named, is_arrival } = figures;
  const said = [sums_xaf, balances_xaf].map((all) => all.join(' ') || 'none').join(' / ');
  const marks = `${is_balance_named ? ' named' : ''}${is_arrival ? ' arrival' : ''}`;
  expect(readings.filter(({ kind }) => kind === 'CREDIT')).toEqual([]);
  expect(said + marks).toBe(expected);
});

test.each([...LABELS.motif])(
  'Whoever writes sums behind "%s" makes nobody wait: they are no figures',
  (label) => {
    const payment = 'Encaissement de 5000 FCFA par 66123456. Nouveau solde: 67410 FCFA';
    const { figures } = read(`${payment}. ${label}: 1 F, 2 F, 3 F, 4 F, 6 F, 7 F`);
    expect(figures).toEqual(read(payment).figures);
    expect(proposeWording(`${payment}. ${label}: loyer de juin`).wording).toMatch(/: \{motif\}$/);
  },
);

/** A text that no template takes | whether it says that money came; no: that it left or was taken back; ?: neither. */
const RECEIPTS = `
Bien recu 3000 FCFA de 66777001, motif loyer. No MP261121.1200.B72794. Solde 65410 FCFA | yes
استلمت مبلغ 5000 فرنك من الرقم 66123456. رصيدك 67410 فرنك                           | yes
Transaction MP261121.1200.B72794 annulee. Montant: 3000 FCFA. Solde: 65410 FCFA.      | no
MP261121.1200.B72794: les 3000 FCFA recus de 66777001 lui sont repris. Solde 65410    | no
Operation MP261121.1200.B72794 contrepassee, recue de 66777001: 3000. Solde 65410     | no
3000 FCFA received from 66777001 have been reversed. Your balance is 65410 FCFA.      | no
تم إلغاء المبلغ 3000 فرنك استلمت من 66777001. رصيدك 65410 فرنك                     | no
Les 3000 FCFA recus de 66777001 (MP261121.1200.B72794) lui ont ete rembourses. Solde: 65410 FCFA. | no
Les 3000 FCFA recus de 66777001 (MP261121.1200.B72794) lui ont ete retournes. Solde: 65410 FCFA. | no
Les 3000 FCFA recus de 66777001 (MP261121.1200.B72794) lui ont ete restitues. Solde: 65410 FCFA. | no
Les 3000 FCFA recus de 66777001 (MP261121.1200.B72794) lui ont ete debites. Solde: 65410 FCFA. | no
Les 3000 FCFA recus de 66777001 (MP261121.1200.B72794) lui ont ete preleves. Solde: 65410 FCFA. | no
Les 3000 FCFA recus de 66777001 (MP261121.1200.B72794) lui ont ete retires. Solde: 65410 FCFA. | no
Les 3000 FCFA recus de 66777001 (MP261121.1200.B72794) lui ont ete rendus. Solde: 65410 FCFA. | no
Le paiement recu MP261121.1200.B72794 de 3000 FCFA a ete renvoye au client. Solde: 65410 FCFA. | no
The 3000 FCFA you received, MP261121.1200.B72794, was canceled. Your balance is 65410 FCFA. | no
The 3000 FCFA you received, MP261121.1200.B72794, was rejected. Your balance is 65410 FCFA. | no
تم رد المبلغ 3000 فرنك استلمت من 66777001. رصيدك 65410 فرنك | no
أعيد المبلغ 3000 فرنك استلمت من 66777001. رصيدك 65410 فرنك | no
Montant 3000. MP261121.1200.B72794. Compte 65410                                     | ?
66777001 ALI vous a envoye 3000 FCFA. Nouveau solde: 65410 FCFA                      | yes
ALI (66777001) vous a transfere 3000 FCFA. Nouveau solde: 65410 FCFA                 | yes
66777001 ALI sent you 3000 FCFA. New balance: 65410 FCFA                             | yes
Votre compte est creditee: 3000 FCFA de 66777001. Nouveau solde: 65410 FCFA          | yes
Your account was credited with 3000 FCFA by 66777001. Balance 65410 FCFA             | yes
Bien recu 3000 FCFA de 66777001. Solde 65410 FCFA. Retrait gratuit                   | yes
66777001 vous a envoye 3000 FCFA par erreur, annule. Solde 65410 FCFA                | no
Envoi fait: 3000 FCFA vers 66777001. Nouveau solde: 65410 FCFA                       | no
Retrait de 3000 FCFA chez 66777001. Nouveau solde: 65410 FCFA                        | no
Operation MP261121.1200.B72794, motif loyer, annulee: 3000 FCFA. Solde 65410         | no
Bien recu 3000 FCFA de 66777001, motif remboursement pret. Solde 65410 FCFA          | ?
Paiement de 3000 FCFA de 66777001 effectue. Solde: 65410 FCFA                        | ?
66777001 ALI a paye 3000 FCFA. Nouveau solde: 65410 FCFA                             | ?
Operation MP261121.1200.B72794: 66777001 a recu 3000 FCFA. Solde 65410               | ?
Recu MP261121.1200.B72794: le compte 66777001 est credite de 3000 FCFA. Solde 65410  | ?
Operation MP261121.1200.B72794 de 3000 FCFA, motif bien recu. Solde 65410            | ?
Regularisation 3000 FCFA client RECU ALI 66777001 MP261121.1200.B72794. Solde 65410  | ?
Regularisation 3000 FCFA client 66777001 - RECU ALI. Solde 65410                     | ?
Regularisation 3000 FCFA client RETRAIT MARIE 66777001. Solde 65410                  | ?
Encaissement recu: 3000 FCFA client RETRAIT MARIE (66777001). Solde 65410            | ?
Encaissement recu: 3000 FCFA client RECU ALI 66777001. Solde 65410                   | yes
Encaissement recu: 3000 FCFA client rembourse 66777001. Solde 65410                  | no
Encaissement recu de RETRAIT MARIE 66777001 annule: 3000 FCFA. Solde 65410           | no
Le paiement recu de 3000 FCFA a ete annule (66777001). Solde 65410                   | no
Paiement recu de 3000 FCFA a bien ete rembourse ALI 66777001. Solde 65410            | no
Encaissement recu de 66777001 RETRAIT MARIE: 3000 FCFA. Solde 65410                  | no
Votre transfert de 3000 FCFA, bien recu par 66777001. Solde: 65410 FCFA              | ?
3000 FCFA received by 66777001. Balance 65410 FCFA                                   | ?
Votre compte est credite par 66777001: 3000 FCFA. Nouveau solde: 65410 FCFA          | yes
Vous avez bien recu par 66777001 la somme de 3000 FCFA. Solde: 65410 FCFA            | yes
Paiement recu de 3000 FCFA par erreur rembourse a ALI 66777001 MP261121.1200.B72794. Solde 62410 | no
Transfert recu par erreur rendu a ALI 66777001: 3000 FCFA MP261121.1200.B72794. Solde 62410 | no
Paiement recu de BOUTIQUE SAHEL rembourse a ALI 66777001: 3000 FCFA MP261121.1200.B72794. Solde 62410 | no
Paiement recu de client: remboursement a ALI 66777001 3000 FCFA. Solde 62410         | no
3000 FCFA du client 66777001 recus. Solde 65410                                      | yes
Depot de ALI 66777001 recu: 3000 FCFA. Solde 65410                                   | yes
Du 66777001 recu 3000 FCFA. Solde 65410                                              | yes
Regularisation 3000 FCFA client 66777001 - RECU. Solde 65410                         | ?
`;

test.each(
  RECEIPTS.split('\n')
    .filter((line) => line.includes('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()) as [string, string]),
)('%s says that money came: %s', (text, expected) => {
  const { readings, figures } = read(text);
  expect(readings).toEqual([]);
  expect({ true: 'yes', false: 'no' }[String(figures.is_receipt)] ?? '?').toBe(expected);
});

test('The fee of a text that no template takes is the one sum that is labelled so', () => {
  const feeOf = (text: string) => read(text).figures.fee_xaf;
  expect(feeOf('Vous avez envoye 25000 FCFA au 66123456 JEAN PAUL. Frais: 100 FCFA. Votre solde 2410')).toBe(
    100,
  );
  expect(feeOf('Sorti 10000 FCFA. Frais 200 FCFA. Frais 100 FCFA. Solde 2410 FCFA')).toBeUndefined();
  expect(feeOf('Sorti 10000 FCFA. Solde 2410 FCFA')).toBeUndefined();
});

/** What stands for the sum and for the balance of a payment that a template takes | whether it is read. */
const PRINTED = `
5000 FCFA     | 67410 FCFA               | yes
5000 FCFA     | − 67410 FCFA             | no
5000 FCFA     | −67410 FCFA              | no
5000 FCFA     | ‐67410 FCFA              | no
5000 FCFA     | - 67410 FCFA             | yes
−5000 FCFA    | 67410 FCFA               | no
1²000 FCFA    | 67410 FCFA               | no
①000 FCFA     | 67410 FCFA               | no
5000 FCFA     | 67 410 150 SMS offerts   | no
5000 FCFA     | 67 410 FCFA 150 SMS      | yes
5000 FCFA     | 67 410. 150 SMS offerts  | yes
5000 FCFA     | 67410 SMS offerts: 150   | yes
`;

test.each(
  PRINTED.split('\n')
    .filter((line) => line.includes('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()) as [string, string, string]),
)('A payment of %s with the balance %s is read: %s', (sum, balance, expected) => {
  const { readings } = read(
    `Trans.ID: MP261121.1200.B72794. Vous avez recu ${sum} du 66123456. Solde: ${balance}`,
  );
  expect(readings.length > 0 ? 'yes' : 'no').toBe(expected);
  for (const reading of readings) expect(reading).toMatchObject({ amount_xaf: 5000, balance_xaf: 67_410 });
});

test('A phone right before a sum is the one that the text prints, and no part of the sum', () => {
  const phoneOf = (text: string) => read(text).figures.phone;
  expect(phoneOf('Envoi vers 66123456 5000 FCFA. Solde: 60000 FCFA')).toBe('66123456');
  expect(phoneOf('Sent to 66123456 XAF 5000. Balance XAF 60000')).toBe('66123456');
  expect(phoneOf('Recu 66123456 FCFA 66777001 ALI. Solde 90000000 FCFA')).toBe('66777001');
});

/** What a text prints behind its sum | the phone that it prints. */
const PHONES = `
*211#                   | none
*211*1#                 | none
*211*66123456*5000#     | none
66123456#               | none
66-12-34-56#            | none
235-66123456#           | none
+23566123456#           | none
66 12 34 56 *211#       | 66123456
66123456 *211#          | 66123456
66-12-34-56 *211#       | 66123456
****3456                | ••••3456
****3456 *211#          | ••••3456
66****56                | 66••••56
66****56 #1             | 66••••56
*211                    | •211
235 66 12 34 56#        | none
+235 66 12 34 56#       | none
237 66 12 34 56 78#     | none
66 ** ** 56#            | none
**** 3456#              | none
66 ** ** *211#          | none
235 66 12 34 56 *211#   | 23566123456
66 ** ** 56 *211#       | 66••••56
**3456 *211#            | ••3456
+237 6 66 12 34 56 *211# | 237666123456
`;

test.each(
  PHONES.split('\n')
    .filter((line) => line.includes('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()) as [string, string]),
)('Of %s the phone is %s: a code to dial is none', (printed, expected) => {
  expect(read(`Encaisse 5000 FCFA: ${printed}`).figures.phone ?? 'none').toBe(expected);
});

test.each(['Solde: *2110#', 'Votre solde disponible: 2110#', 'Consultez votre solde *0800#'])(
  'No code to dial is a balance, whatever stands before it: %s',
  (told) => {
    const { readings, figures } = read(`ID MP261121.1200.B72794. Encaisse 5000 FCFA du 66123456. ${told}`);
    expect(readings).toEqual([]);
    expect(figures).toMatchObject({ sums_xaf: [5000], balances_xaf: [5000], phone: '66123456' });
    const known = read(`Trans. id : MP261121.1200.B72794. Vous avez recu 5000 FCFA du 66123456. ${told}`);
    expect(known.readings.filter(({ balance_xaf }) => balance_xaf !== undefined)).toEqual([]);
  },
);

const NAMED =
  'Vous avez recu 25 000 FCFA de 23592000000 - NOM, le 12/06/24 a 14:05. Nouveau solde: 60 000 FCFA. Ref: 123456789012.';

/** What a payer writes last into a text that no template takes. */
const LAST = ['Solde 1', 'montants 1 F 2 F 3 F 4 F 5 F', '1 F '.repeat(60), 'frais 100 F'];

test.each(LAST)(
  'A motif %j at the end of a text that no template takes leaves it a step of the book',
  (motif) => {
    for (const label of LABELS.motif) {
      const { readings, figures } = readSms({
        operator: 'MOOV',
        sender: 'MoovMoney',
        text: `${NAMED} ${label}: ${motif}`,
      });
      expect(readings).toEqual([]);
      expect(movesOf(readings, figures)).toContainEqual(
        expect.objectContaining({ kind: 'UNREAD', before_xaf: 35_000, after_xaf: 60_000 }),
      );
    }
  },
);

/** In what a text that no template takes the operator calls his own id what others call a motif: first, or behind the sum. */
const REFERRED = [
  'Reference: MP261121.1200.B72794. Vous avez recu 100 FCFA du 66123456. Votre solde disponible est 62410 FCFA.',
  'Reference transaction : MP261121.1200.B72794\nVous avez recu 100 FCFA du 66123456. Votre solde est 62410 FCFA.',
  'Transfert recu de NOM (66123456)\nMontant: 100 FCFA\nRéférence: DH58HF9XG8\nSolde: 62 410 FCFA\n',
];

test.each(REFERRED)(
  'A motif of many sums leaves it a step of the book where the id stands behind %j',
  (text) => {
    for (const label of LABELS.motif) {
      const { readings, figures } = read(`${text} ${label}: 1 F 2 F 3 F 4 F`);
      expect(readings).toEqual([]);
      expect(movesOf(readings, figures)).toContainEqual(
        expect.objectContaining({ kind: 'UNREAD', before_xaf: 62_310, after_xaf: 62_410 }),
      );
    }
  },
);

const PAID = 'Encaissement 5000 FCFA de 66123456. Piece MP261121.1200.B72794';
const FORGED = '500000 F Solde 562410 F motif 1 F';

/** The words of a payer who knows the balance, 62,410, with a label that he wrote himself. */
const CHOSEN = [
  `${PAID}. Motif: ${FORGED}. Solde 67410 FCFA`,
  `${PAID}. Objet: message ${FORGED}. Solde 67410 FCFA`,
  `${PAID}. Remarque: ${FORGED}. Solde 67410 FCFA`,
  `${PAID}. Remarque: ${FORGED}. Disponible 67410`,
  `${PAID}. Solde 67410 FCFA. Remarque: ${FORGED}`,
  `${PAID}. Solde 67410 FCFA. Commentaire: ${FORGED}`,
  `${PAID}. Solde 67410 FCFA. Motif: ${FORGED} solde 2 F`,
  `${PAID}. Reference: 123456789012 ${FORGED}. Solde 67410 FCFA`,
  `${PAID}. Reference: 123456789012 ${FORGED}. Compte 67410 FCFA`,
  `${PAID}. Reference: ${FORGED}. Compte 67410 FCFA`,
];

test.each(CHOSEN)('A payer who writes a label of motifs himself chooses no movement: %s', (text) => {
  const { readings, figures } = read(text);
  const moves = movesOf(readings, figures);
  expect(moves).toContainEqual(expect.objectContaining({ kind: 'UNREAD', amount_xaf: 5000 }));
  expect(moves.filter(({ amount_xaf, after_xaf }) => amount_xaf === 500_000 && after_xaf !== null)).toEqual(
    [],
  );
});

test('A motif with balances of its own at the end of such a text makes it wait to be proven', () => {
  const { readings, figures } = read(`${NAMED} Motif: Solde 1 F solde 2 F solde 3 F`);
  const [first, ...more] = movesOf(readings, figures);
  expect(first).toMatchObject({ kind: 'UNREAD', amount_xaf: 25_000 });
  expect([first, ...more].filter((move) => move?.after_xaf !== null)).toEqual([]);
});

test('What is labelled a motif hides no figure where the text prints few, or none before it', () => {
  const figuresOf = (text: string) => read(text).figures;
  expect(figuresOf('Encaisse 5000 F piece MP261121.1200.B72794. Motif: loyer. Solde 67410 F')).toMatchObject({
    sums_xaf: [5000],
    balances_xaf: [67_410],
  });
  expect(
    figuresOf('Piece MP261121.1200.B72794. Motif: 1 F 2 F 3 F. Encaisse 5000 F. Solde 67410 F').sums_xaf,
  ).toEqual([1, 2, 3, 5000]);
});

/** Advertising behind a payment: whether the payment is read where its balance stands before it, and where no balance is read. */
const ADVERTISING = `
Gagnez 10000 points avec Airtel                | yes / yes
Gagnez 10000 avec Airtel                       | yes / no
Disponible 67410                               | yes / no
Disponible: 410                                | yes / no
Compte 67 410                                  | yes / no
Service client: 1234                           | yes / no
Appelez le 66000001                            | yes / yes
Valable jusqu’au 31/12/2026                    | yes / yes
Composez *2110#                                | yes / yes
Disponible 24/24 et 7j/7                       | yes / yes
Merci                                          | yes / yes
Motif: facture INV2026001                      | yes / yes
Motif: commande 1234567890                     | yes / yes
Motif: carte id                                | yes / yes
Motif: eleve MAHAMAT024                        | yes / yes
Motif: carte id. Eleve MAHAMAT024              | yes / yes
Profitez d Internet4G                          | yes / yes
Forfait24H                                     | yes / yes
Profitez de MoovMoney1!                        | yes / yes
https://bit.ly/3xYz12AbCd                      | yes / yes
Whatsapp 0066112233                            | yes / yes
ID requis en agence                            | yes / yes
ID: DH58HF9XG8                                 | no / no
ID DH58HF9XG8                                  | no / no
Transaction: DH58HF9XG8                        | no / no
TxnId: DH58HF9XG8                              | no / no
Transaction ID : DH58HF9XG8                    | no / no
ID de la transaction: 1234567890               | no / no
`;

test.each(
  ADVERTISING.split('\n')
    .filter((line) => line.includes('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()) as [string, string]),
)('%s behind a payment: %s', (promo, expected) => {
  const payment = 'Trans. id : MP261121.1200.B72794. Vous avez recu 5000 FCFA du 66123456.';
  const said = [`${payment} Solde: 67410 FCFA. ${promo}.`, `${payment} ${promo}.`].map((text) => {
    return read(text).readings.some(({ kind }) => kind === 'CREDIT') ? 'yes' : 'no';
  });
  expect(said.join(' / ')).toBe(expected);
});

test('A text without currencies guesses at no balance at which it would not begin with them', () => {
  const beginsOf = (numbers: readonly number[], currency: string) => {
    const { readings, figures } = read(
      `Encaisse ${numbers.map((one) => `${one}${currency} mot`).join(' ')} 66123456`,
    );
    return new Set(movesOf(readings, figures).flatMap(({ before_xaf }) => before_xaf ?? []));
  };
  const number = fc.integer({ min: 100, max: 999_999 });
  fc.assert(
    fc.property(fc.array(number, { maxLength: 6 }), (numbers) => {
      const allowed = beginsOf(numbers, ' FCFA');
      expect([...beginsOf(numbers, '')].filter((one) => !allowed.has(one))).toEqual([]);
    }),
  );
});
