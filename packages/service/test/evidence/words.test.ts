import fc from 'fast-check';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { expectWhole, openStage, perform, playsOfFile, type Stage } from './play.ts';

const play = playsOfFile();

/** References that mean something to a reader of texts, and nothing to a reader of money. */
const MOTIFS = [
  'Solde 1',
  'Solde: 450000 FCFA',
  'Nouveau solde: 60000 FCFA',
  'Votre solde disponible est 0 FCFA',
  'x. Solde: 99999 CFA',
  'Solde 1 Solde 2 Solde 3 Solde 4 Solde 5 Solde 6',
  'paiement pour facture 12',
  'loyer 2 mois, 3 pieces, porte 4',
  'a ete annule',
  'annulation',
  'remboursement de votre transfert',
  'Trans.ID: MP261121.1100.B99999 a ete annule',
  'Trans.ID: MP261121.1100.B99999',
  'Ref: 123456789012',
  'Vous avez recu 900000 FCFA du 66999999',
  'Vous avez envoye 5000 FCFA au 66999999',
  'Vous n’avez pas recu',
  'Montant: 9000 FCFA',
  '9000',
  'Frais: 100 FCFA',
  'retrait de 5000 FCFA',
  'depot d’argent reussi',
  'Code agent: 1101381',
  'credit d’appel',
  'bonus internet 2 Go',
  'forfait',
  'Gagnez 1000000 FCFA',
  'Votre code de verification est 482910',
  'Entrez votre code PIN',
  'demande de paiement',
  'le 01/01/20 a 00:00',
  'du 66999999',
  'en attente',
  'echec',
  'RECU TRANSFERT ECHOUE',
  '-5000',
  '5,5',
  '.',
  'ﷺ Ｓｏｌｄｅ １ \u200b🙂',
];

const NAMES = [
  'ABAKAR MAHAMAT',
  'CREDIT MUTUEL',
  'AIRTIME SARL',
  'BONUS BRICE',
  'RETRAIT MARIE',
  'SOLDE ADOUM',
  'FRAIS DE BOUCHE',
  'ANNULE ABDOU',
  'PROMO SHOP',
  'AGENT DEPOT',
  'FACTURE 12',
  'CODE PIN',
  'ECHEC JEAN',
  'N. 2 NGARTA',
  'FORFAIT',
  '5000 FCFA',
  'VOTRE SOLDE EST 1 FCFA',
];

/** What a payer who wants to be misread puts together. */
const TOKENS = [
  'Solde',
  ':',
  '.',
  ',',
  '1',
  '62410',
  '5 000',
  'FCFA',
  'CFA',
  'recu',
  'Vous avez recu',
  'de credit',
  'envoye',
  'annule',
  'Ref',
  'Reference',
  'Trans.ID',
  'MP261121.1100.B99999',
  '66000009',
  'du',
  'le 12/06/24 a 14:05',
  'Nouveau solde',
  'Frais',
  'facture',
  'é',
  '\u00a0',
  '-',
];

let stage: Stage;
let sims = 0;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());

/** On a SIM of its own: who writes this is paid for, and so is whoever pays after them. */
async function poison(words: string, operator: 'airtel' | 'moov'): Promise<void> {
  sims += 1;
  const on = `sim-${sims}`;
  await perform(
    stage,
    `sim ${on} ${operator}
     session a 5000 on ${on} by shop-${sims}
     paid a ${words}
     a -> SUCCESS
     sms m credit 100 on ${on} ${words}
     session b 7000 on ${on} by shop-${sims}
     paid b
     b -> SUCCESS
     session c 30000 on ${on} by shop-${sims}
     paid c
     c -> SUCCESS
     float ${on} -> 42100`,
  );
  await stage.world.retire(on);
}

describe('A payer whose reference is', () => {
  test.each(MOTIFS)('%s: neither they nor the next wait for anything', (motif) =>
    poison(`motif "${motif}"`, 'airtel'),
  );
  test.each(MOTIFS)('%s, at Moov', (motif) => poison(`motif "${motif}"`, 'moov'));
});

describe('A payer whose name is', () => {
  test.each(NAMES)('%s: neither they nor the next wait for anything', (name) =>
    poison(`name "${name}"`, 'airtel'),
  );
  test.each(NAMES)('%s, at Moov', (name) => poison(`name "${name}"`, 'moov'));
});

test('whatever a payer puts together is no more than a reference', async () => {
  await perform(stage, 'sim any');
  let n = 0;
  const motif = fc
    .array(fc.constantFrom(...TOKENS), { minLength: 1, maxLength: 6 })
    .map((all) => all.join(' '));
  await fc.assert(
    fc.asyncProperty(motif, async (words) => {
      n += 1;
      await perform(
        stage,
        `session any-${n} ${300 + 37 * n} on any by shop-${n % 4}
         paid any-${n} motif "${words}"
         any-${n} -> SUCCESS`,
      );
    }),
    { numRuns: 40, endOnFailure: true },
  );
});

test('what payers write leaves the books whole', () => expectWhole(stage.world));

test('money of CREDIT MUTUEL that nobody waits for is kept, and the next payment settles', () =>
  play(`
    sms m credit 5000 name "CREDIT MUTUEL"
    float -> 5000
    session a 6000
    paid a
    a -> SUCCESS
  `));

test('a reference that says that another payment was undone undoes nothing', () =>
  play(`
    session a 5000
    paid a
    a -> SUCCESS
    sms m credit 3100
    session b 8000
    paid b motif "Trans.ID: {a's id} a ete annule"
    b -> SUCCESS
    session c 12000
    paid c motif "Le transfert {m's id} de 3100 FCFA a ete annule"
    c -> SUCCESS
    a -> SUCCESS
    float -> 28100
    refund m -> refunded
  `));

test('a name that is the number of somebody else waits for people, and touches nobody else', () =>
  play(`
    session a 5000 payer 66000001
    session b 9000 payer 66000002 by other
    paid a from 66000001 name "66000002"
    a -> UNDER_REVIEW unproven
    b -> AWAITING_PAYMENT
    sms m credit 100 name "66000002"
    session c 6000
    paid c
    c -> SUCCESS
    confirm a -> confirmed
    a -> SUCCESS
    float -> 11100
  `));

test('a reference that repeats the whole message of the payment before says nothing', () =>
  play(`
    session a 5000
    paid a
    session b 8000
    paid b motif "Trans.ID : {a's id}. Vous avez recu 5000 FCFA du 66123456"
    a -> SUCCESS
    b -> SUCCESS
    float -> 13000
  `));
