import { describe, expect, test } from 'vitest';
import { creditsOf } from './desk.ts';
import { perform, playsOfFile, type Stage, stagesOfFile, statusOf } from './play.ts';

const scene = stagesOfFile();
const play = playsOfFile();

const airtel = (from: string) =>
  `Trans. id : ID. Vous avez recu 5000 FCFA ${from}. Votre solde disponible est BALANCE FCFA.`;
const moov = (from: string) =>
  `Vous avez recu 5000 FCFA de ${from}, le DATE. Nouveau solde: BALANCE FCFA. Ref: ID.`;

/** Today in N'Djamena, as Moov prints it. */
function dated({ world }: Stage, words: string): string {
  const at = new Date(world.now.getTime() + 3_600_000).toISOString();
  return words.replace(
    'DATE',
    `${at.slice(8, 10)}/${at.slice(5, 7)}/${at.slice(2, 4)} a ${at.slice(11, 16)}`,
  );
}

/** Names and numbers of one payer, 66123456, as an operator may print them. */
const CLEAR = [
  'de TCHAD IMPORT S.A.R.L. 66123456',
  'de A.B.C. SERVICES 66123456',
  'de Ets. ABAKAR 66123456',
  'de STE.GENERALE 66123456',
  'de BOUTIQUE N. 2 66123456',
  'de ALIMENTATION 24/24 66123456',
  'de CANAL+ 12 (66123456)',
  'de HALL 331 66123456',
  'de IMMEUBLE R+1 (66123456)',
  'de BOUTIQUE 7 235 66 12 34 56',
  'de MAHAMAT A. ABAKAR 66123456',
  'de DR. A. MAHAMAT 66123456',
  'du 66123456 le 21/11/2026',
  'de ABAKAR 66123456 le 2026-11-21 a 12:01',
  'de 66123456 le 21.11.2026',
  'de EL HADJ. MOUSSA 66123456',
  'de ANNULE ABDOU 66123456',
  'de ABAKAR Tel:66123456',
  'de ABAKAR Tel. 66123456',
  'de ABAKAR/66123456',
  'de ABAKAR(66123456)',
  'du 66-12-34-56',
  'du 66.12.34.56',
  'du 235-66123456',
  'du 66123456 (23566123456)',
  'du 66123456/23566123456',
  'du 66123456 - ABAKAR 66123456',
  'du 66123456 - MAHAMAT A. ABAKAR',
  'du +23566123456 12',
  'du +235 66 123 456',
  'du +235 661 23 456',
  'de 66 12 34 56 12',
];
/** Words out of which no one payer comes, though 66123456 has paid. */
const UNCLEAR = [
  'du 66123456 pour le 66777001',
  'du 66123456 via agent 66777001',
  'du 6612\u200b3456',
  'du 6612345O',
  'de ABAKAR66123456',
  'de ABAKAR. Objet: pour 66123456',
  'du 66 12 34 56 66 77 70 01',
];

/** Each of them, with why people look at the session that it does not pay. */
const each = (forms: readonly string[], reason: string): [string, string][] =>
  forms.map((from) => [from, reason]);

describe('A payment whose message names its payer in another form', () => {
  test.each(CLEAR)('%s: is his who has declared himself, among two who owe the sum', (from) =>
    scene((stage) =>
      perform(
        stage,
        `session a 5000 payer 66123456 ttl 60
        session b 5000 payer 66777001 by rival ttl 60
        sms m moved 5000 "${airtel(from)}"
        a -> SUCCESS
        b -> AWAITING_PAYMENT`,
      ),
    ),
  );

  test.each([...each(CLEAR, 'payer_mismatch'), ...each(UNCLEAR, 'unproven')])(
    '%s: pays no session that declared another, which people look at',
    (from, reason) =>
      scene((stage) =>
        perform(
          stage,
          `session a 5000 payer 66999999 ttl 60
          sms m moved 5000 "${airtel(from)}"
          a -> UNDER_REVIEW ${reason}`,
        ),
      ),
  );

  test.each([...each(CLEAR, 'ambiguous'), ...each(UNCLEAR, 'unproven')])(
    '%s: on the wrong SIM confirms no stranger, whose session people look at',
    (from, reason) =>
      scene((stage) =>
        perform(
          stage,
          `sim two
          session v 5000 by rival on two ttl 60
          session h 5000 payer 66123456 on one ttl 60
          sms m moved 5000 "${airtel(from)}" on two
          v -> UNDER_REVIEW ${reason}`,
        ),
      ),
  );

  test.each(['Ets. ABAKAR (94123456)', 'TCHAD S.A.R.L. 94123456', '94-12-34-56 - ABAKAR'])(
    'on Moov, %s: on the wrong SIM confirms no stranger',
    (from) =>
      scene(async (stage) => {
        await perform(
          stage,
          `sim two moov
          sim three moov
          session v 5000 by rival on two ttl 60
          session h 5000 payer 94123456 on three ttl 60
          sms m moved 5000 "${dated(stage, moov(from))}" on two
          v -> UNDER_REVIEW ambiguous`,
        );
      }),
  );

  test.each([
    'de CHARI S.A.R.L. NUMBER',
    'de MAHAMAT A. ABAKAR NUMBER',
    'du N-U-M',
    'de NUMBER (CHARI NUMBER)',
    'du NUMBER pour le 66777001',
  ])('%s, a SIM of ours: is nobody’s', (from) =>
    scene(async (stage) => {
      await perform(stage, 'sim two\nsession v 5000 on one ttl 60');
      const own = stage.world.at('two').sim.number.slice(4);
      const told = from.replaceAll('NUMBER', own).replace('N-U-M', own.match(/../g)?.join('-') ?? '');
      await perform(stage, `sms m moved 5000 "${airtel(told)}"\nv -> AWAITING_PAYMENT`);
    }),
  );

  test.each(UNCLEAR)('%s: waits for people, who may confirm it', (from) =>
    scene((stage) =>
      perform(
        stage,
        `session a 5000 ttl 60
        sms m moved 5000 "${airtel(from)}"
        a -> UNDER_REVIEW unproven
        confirm a -> confirmed
        a -> SUCCESS`,
      ),
    ),
  );
});

/** Numbers of Togo, Niger, Cameroon, Benin and France that end as 90123456 of Chad does. */
const FOREIGN = [
  'du 228 90123456',
  'du 00228 90123456',
  'du (227) 90123456',
  'du (+227) 90 12 34 56',
  'du 227/90123456',
  'du 227 - 90123456',
  'du 227-90****56',
  'du (237) 6 90 12 34 56',
  'du 229 01 90 12 34 56',
  'du +33 (0)6 90 12 34 56',
];

test.each(FOREIGN)(
  'Money from abroad, %s, pays no session that declared a number of Chad with the same last digits',
  (from) =>
    scene((stage) =>
      perform(
        stage,
        `session a 5000 payer 90123456 ttl 60
        sms m moved 5000 "${airtel(from)}"
        a -> UNDER_REVIEW payer_mismatch`,
      ),
    ),
);

test.each(['du 66**12**56', 'du 235 66 ** 12 ** 56'])(
  'A mask that shows digits in its middle, %s, is no number without them',
  (from) =>
    scene((stage) =>
      perform(
        stage,
        `session a 5000 payer 66999956 ttl 60
        session b 6000 payer 66912956 ttl 60
        sms m moved 5000 "${airtel(from)}"
        sms n moved 6000 "${airtel(from).replace('5000', '6000')}"
        a -> UNDER_REVIEW payer_mismatch
        b -> SUCCESS`,
      ),
    ),
);

describe.each(['du +235 66 ** ** 56', 'du +235 66****56', 'du +235 66 ****** 56'])(
  'A payer whose operator hides digits behind the code of Chad, %s,',
  (from) => {
    test('is the one who was declared', () =>
      play(`
        session a 5000 payer 66123456 ttl 60
        sms m moved 5000 "${airtel(from)}"
        a -> SUCCESS
      `));

    test('on the wrong SIM confirms no stranger', () =>
      play(`
        sim two
        session v 5000 by rival on two ttl 60
        session h 5000 payer 66123456 on one ttl 60
        sms m moved 5000 "${airtel(from)}" on two
        v -> UNDER_REVIEW ambiguous
        h -> UNDER_REVIEW ambiguous
      `));
  },
);

test.each([
  ['de CLUB 99 66****56', 'unproven', 'UNDER_REVIEW unproven'],
  // Eight signs in one piece are a whole number, and what stands behind them is none of it.
  ['du 66****56 12', 'ambiguous', 'SUCCESS'],
])(
  'A payer of a masked number beside figures that may belong to it, %s, confirms no stranger on the wrong SIM',
  (from, why, own) =>
    play(`
      sim two
      session v 5000 by rival on two ttl 60
      session h 6000 payer 66123456 on one ttl 60
      session i 5000 payer 66123456 on one ttl 60
      sms m moved 5000 "${airtel(from)}" on two
      v -> UNDER_REVIEW ${why}
      sms n moved 6000 "${airtel(from).replace('5000', '6000')}" on one
      h -> ${own}
    `),
);

/** Words of the operator around the payer's number, or instead of it. */
const NO_PAYMENT = [
  'du 66123456, annulation de la transaction PP261121.1100.B12345',
  'de 66123456. Annulation du transfert PP261121.1100.B12345',
  'du 66123456. Echec du transfert PP261121.1100.B12345',
  "de 66123456 suite a l'annulation de votre transfert",
  'de 66123456 (remboursement: echec du transfert)',
  'de remboursement du transfert PP261121.1100.B12345',
  'de remboursement de frais',
  'de commission du mois de novembre',
  'de bonus Airtel Money',
  'de pret AfriCash',
  'par ajustement',
  'du 66123456 (remboursement)',
  'du 66123456 - annule',
  'de 66123456 (transfert expire)',
  'du 66123456 - retour de fonds',
  'du 66123456، échec',
  'du 66123456 (refuse)',
  'du 66123456 en retour',
  'du 66123456 (returned)',
  "du 66123456 annule par l'expediteur",
  'du 66123456 - remboursement partiel',
];

describe('Money of which the operator says that it is no payment', () => {
  test.each(NO_PAYMENT)('%s: pays no session', (from) =>
    scene(async (stage) => {
      await perform(stage, `session a 5000 ttl 60\nsms m moved 5000 "${airtel(from)}"`);
      const credits = (await creditsOf(stage)).map(({ amount_xaf, state }) => `${amount_xaf} ${state}`);
      expect([await statusOf(stage, 'a'), ...credits].join(', ')).toMatch(
        /^(AWAITING_PAYMENT, 5000 SUSPENSE|UNDER_REVIEW unproven, 5000 REVIEW)$/,
      );
    }),
  );

  test.each([
    [
      'Vous avez recu 5000 FCFA de 23594123456 - NOM PRENOM. Annulation du transfert 100000012345. Nouveau solde: BALANCE FCFA. Ref: ID.',
      'AWAITING_PAYMENT',
    ],
    [
      'Vous avez recu 5000 FCFA de 23594123456 - NOM PRENOM (transaction annulee). Nouveau solde: BALANCE FCFA. Ref: ID.',
      'AWAITING_PAYMENT',
    ],
  ])('on Moov, %s: pays no session', (words, status) =>
    scene((stage) =>
      perform(
        stage,
        `sim m moov
        session a 5000 on m ttl 60
        sms x moved 5000 "${words}" on m
        float m -> 5000
        a -> ${status}`,
      ),
    ),
  );

  test('at an agent’s, a deposit that was undone pays no session', () =>
    scene((stage) => {
      const words = `Depot de 5000 FCFA effectue par l'agent NOM (66112233) annule. Trans. id: ID. Solde: BALANCE FCFA.`;
      return perform(
        stage,
        `session a 5000 ttl 60
        sms x moved 5000 "${words}"
        float -> 5000
        a -> AWAITING_PAYMENT`,
      );
    }));

  test('leaves the next payment as it is', () =>
    play(`
      session a 5000 ttl 60
      session b 6000 ttl 60
      sms m moved 5000 "${airtel('du 66123456. Echec du transfert PP261121.1100.B12345')}"
      a -> AWAITING_PAYMENT
      paid b
      b -> SUCCESS
      float -> 11000
    `));
});

describe('A number that the payer wrote', () => {
  /** The words of the operator, with who paid and whom the payer wrote. */
  const KNOWN = [
    'Ref:ID Vous avez recu 5000.00 CFA du PAYER .Reference: pour WRITTEN. Solde: BALANCE CFA.',
    'Trans. id : ID. Vous avez recu 5000 FCFA du PAYER. Votre solde disponible est BALANCE FCFA. Motif: pour WRITTEN.',
  ];
  test.each(
    KNOWN.flatMap((words) => [
      [words, '66123456', '66777001', 'UNDER_REVIEW payer_mismatch'],
      [words, '66777001', '66123456', 'SUCCESS'],
    ]),
  )('%s: pays no session that declared it, but that of who paid (%s)', (words, payer, written, status) =>
    play(`
      session v 5000 payer 66777001 by rival ttl 60
      sms m moved 5000 "${words.replace('PAYER', payer).replace('WRITTEN', written)}"
      v -> ${status}
    `),
  );

  test.each([
    'Vous avez recu 5000 FCFA du 66123456. Objet: pour 66777001. Votre solde disponible est BALANCE FCFA.',
    'Vous avez recu 5000 FCFA du 66••••56. Objet: pour 66777001. Votre solde disponible est BALANCE FCFA.',
    'Vous avez recu 5000 FCFA de ABAKAR, pour 66777001. Votre solde disponible est BALANCE FCFA.',
    'Vous avez recu 5000 FCFA du 66123456, note: de la part de 66777001. Solde: BALANCE FCFA.',
  ])('in words that nobody knows pays nobody: %s', (words) =>
    scene(async (stage) => {
      await perform(
        stage,
        `sim two
        session v 5000 payer 66777001 by rival on one ttl 60
        session h 5000 payer 66123456 on two ttl 60
        sms m moved 5000 "${words}"
        v -> AWAITING_PAYMENT
        h -> AWAITING_PAYMENT`,
      );
      expect(await creditsOf(stage)).toMatchObject([{ amount_xaf: 5000, state: 'SUSPENSE' }]);
    }),
  );

  test('beside 100 francs sends the session of that number to no review', () =>
    play(`
      session h 5000 payer 66777001 ttl 60
      sms m moved 100 "Vous avez recu 100 FCFA du 66123456. Objet: pour 66777001. Votre solde disponible est BALANCE FCFA."
      h -> AWAITING_PAYMENT
    `));
});

test.each(['de ABAKAR 66123456 sur votre compte', 'de 66123456 vers'])(
  'A payment whose words name the SIM that got it as well is looked at, and its session is not called expired: %s',
  (from) =>
    scene(async (stage) => {
      const own = stage.world.at('one').sim.number.slice(4);
      await perform(
        stage,
        `session a 5000 ttl 60
        sms p moved 5000 "${airtel(`${from} ${own}`)}"
        wait 2h
        a -> UNDER_REVIEW unproven`,
      );
    }),
);
