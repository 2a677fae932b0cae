import { expect, test } from 'vitest';
import { movesOf } from '../domain/movement/move.ts';
import type { Operator } from '../domain/operator.ts';
import { readSms } from './read.ts';
import { reversal } from './templates/debit.ts';

const read = (text: string, operator: Operator = 'AIRTEL') =>
  readSms({ operator, sender: operator === 'AIRTEL' ? 'AirtelMoney' : 'MoovMoney', text });

/** What operators print behind what they have to say. */
const TAILS = [
  'Merci.',
  'Gagnez 50% de bonus avec Airtel Money! Composez *211#.',
  'Merci d’utiliser Airtel Money. 🎁',
  'Profitez de la promo du mois!',
];

test.each(reversal.samples.flatMap(({ text }) => TAILS.map((tail) => [text, tail] as const)))(
  'A reversal reads the same with advertising behind it: %s %s',
  (text, tail) => {
    const { readings } = read(text);
    expect(readings).toMatchObject([{ kind: 'REVERSAL' }]);
    expect(read(`${text.replace(/\.$/, '')}. ${tail}`).readings).toEqual(readings);
  },
);

/** Other words of a reversal, each with the transaction that it undoes. */
const SAID = [
  'Le transfert MP260627.1644.B72794 a ete annule. Solde: 2 410 FCFA. Merci.',
  'Le transfert MP260627.1644.B72794 a ete annule. Merci.',
  'Le transfert de 25 000 FCFA a ete annule. Ref: MP260627.1644.B72794. Solde: 2 410 FCFA. Merci d’utiliser Airtel Money.',
  'Le transfert MP260627.1644.B72794 de 25 000 FCFA du 66123456 a ete annule. Solde: 2 410 FCFA. Merci.',
  'Le paiement MP260627.1644.B72794 de 25 000 FCFA de ABAKAR a ete annule. Solde: 2 410 FCFA.',
  'Le transfert MP260627.1644.B72794 de 25 000 FCFA a ete annule le 28/06/26 a 09:00. Solde: 2 410 FCFA.',
  'Le transfert MP260627.1644.B72794 de 25 000 FCFA recu de 66123456 a ete annule le 28/06/26 a 09:00. Solde: 2 410 FCFA. Merci.',
];

test.each(SAID)('What the operator takes back is named by %s', (text) => {
  expect(read(text).readings).toMatchObject([
    { kind: 'REVERSAL', reversed_transaction_id: 'MP260627.1644.B72794' },
  ]);
});

test('A number behind a reversal that may be its balance is read as no advertising', () => {
  const text = 'Le transfert MP260627.1644.B72794 de 25 000 FCFA a ete annule. Disponible 2410.';
  const { readings, figures } = read(text);
  expect(readings).toEqual([]);
  expect(movesOf(readings, figures)).toContainEqual(
    expect.objectContaining({ before_xaf: 27_410, after_xaf: 2_410 }),
  );
});

test('A payment from somebody whose name ends in “annule” stays one where its balance has another name', () => {
  const text =
    'Transfert recu de 66123456 ANNULE. Montant: 5 000 FCFA. ID: MP260627.1644.B72794. Disponible 50000.';
  expect(read(text).readings.filter(({ kind }) => kind === 'REVERSAL')).toEqual([]);
});

const RECEIVED =
  'Trans.ID: RV261121.1300.B00001. Paiement de 10 000 FCFA recu du WHO. Votre solde disponible est 60 000 FCFA.';

/** What is printed where a payer stands, of a payment of 10,000 that the operator takes back at 60,000. */
const UNDONE = [
  '66123456 a ete annule',
  '66123456 est annule',
  '66123456 annule',
  '66123456 vient d’etre annule',
  '66123456 a ete rembourse a l’expediteur',
  '66123456 a ete automatiquement extourne par le service client',
  '66123456 annule suite a reclamation',
  'client ALI (66123456) a ete annule',
  'client ALI a ete annule',
  '66123456 a ete contrepasse',
  '66123456 a ete rendu',
  '66123456 est repris par le service client',
  '66123456 n a pas abouti',
  '66123456 was reverted',
  '66123456 rappele',
  '66123456 et ses frais ont ete rembourses',
];

/** The same in the words of other payments. */
const TAKEN_BACK = [
  ...UNDONE.map((who) => ['AIRTEL', RECEIVED.replace('WHO', who)] as const),
  [
    'AIRTEL',
    'Depot de 10 000 FCFA effectue par l’agent 66112233 a ete annule. Trans.ID: CI261121.1300.B72794. Solde: 60 000 FCFA.',
  ],
  ...['contrepasse', 'rendu', 'repris', 'rappele', 'rendu a l expediteur', 'corrige', 'non abouti'].map(
    (word) =>
      [
        'MOOV',
        `Transfert recu de NOM (94123456) ${word}. Montant: 10 000 FCFA. ID Transaction: MP260924.1430.B98765. Nouveau solde: 60 000 FCFA.`,
      ] as const,
  ),
  [
    'MOOV',
    'Transfert de 10 000 FCFA recu de 94123456 a ete annule le 24/09/26 14:30. TID: 1234567890. Nouveau solde: 60 000 FCFA.',
  ],
  [
    'MOOV',
    'Transfert recu de 94123456 a ete annule. Montant: 10 000 FCFA. ID Transaction: MP260924.1430.B98765. Nouveau solde: 60 000 FCFA.',
  ],
] as const;

test.each(TAKEN_BACK)(
  'A payment that %s takes back is no payment, and its balance says that it left: %s',
  (operator, text) => {
    const { readings, figures } = read(text, operator);
    expect(readings).toEqual([]);
    expect(movesOf(readings, figures)).toContainEqual(
      expect.objectContaining({ before_xaf: 70_000, after_xaf: 60_000 }),
    );
  },
);

test('A payment is none where a sentence behind it says that it was undone', () => {
  const head = 'Trans.ID: RV261121.1300.B00001. Paiement de 5000 FCFA recu du 66123456';
  for (const tail of [
    ' a ete extourne.',
    '. Il a ete extourne.',
    '. Solde: 60 000 FCFA. Il est recredite au client.',
  ])
    expect(read(head + tail).readings, tail).toEqual([]);
  expect(read(`${head}. Solde: 60 000 FCFA. La promo est de retour!`).readings).toMatchObject([
    { kind: 'CREDIT' },
  ]);
  expect(
    read(`${head}. Solde: 60 000 FCFA. Il est rappele que votre code est secret.`).readings,
  ).toMatchObject([{ kind: 'CREDIT' }]);
});

test.each(['ANNULE ABDOU', 'RETOUR ALI', 'ECHEC JEAN', 'EST ABDOU', 'RENDU ALI', 'COMPTOIR LA REPRISE'])(
  'Who sends money may be called %s',
  (name) => {
    for (const who of [`${name} 66123456`, `66123456 ${name}`]) {
      const text = `Trans.ID: MP261121.1300.B00001. Vous avez recu 5000 FCFA du ${who}. Solde: 60 000 FCFA.`;
      const { readings } = read(text);
      expect(readings).toMatchObject([
        { kind: 'CREDIT', payer: '66123456', doubts: ['unconfirmed_template'] },
      ]);
    }
  },
);
