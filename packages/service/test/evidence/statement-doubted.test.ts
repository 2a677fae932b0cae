import { describe, test } from 'vitest';
import { refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { AWA, confirmPortals } from '../statements/play.ts';
import { inOneSet } from './batch.ts';
import { bringListed, servicesOf } from './desk.ts';
import { firstSim, perform, stagesOfFile, type Verb } from './play.ts';

const scene = stagesOfFile();

/** The operator's words about a payment, once it has changed them: no template takes them. They quote the ticket of a session. */
const IN_NEW_WORDS = 'Bien recu 3000 FCFA de 66777001, motif {a}. No ID. Solde BALANCE FCFA.';

/** `give-back m`: one person sends back the payment that a row lists under the id of m. */
const giveBack: Verb = async (stage, [, name = '']) => {
  const [credit] = await stage.world.service.rows<{ id: string }>(
    'select id from credits where operator_transaction_id = $1',
    [stage.messages.get(name)?.sms.id],
  );
  const [outcome] = await refundCredits(servicesOf(stage), [{ credit_id: credit?.id ?? '', ...AWA }]);
  return outcome?.kind ?? '';
};

/** `together n r`: the phone brings these messages after a silence, settled as one set. */
const together: Verb = async (stage, [, ...names]) => {
  const kept = names.flatMap((name) => stage.messages.get(name)?.sms ?? []);
  for (const sms of kept) stage.world.at('one').sim.told(sms);
  await inOneSet(
    stage,
    kept.map(({ text }) => text),
  );
  return '';
};

/** `upgrade`: what waits has been kept by the release before the one that keeps what its words say. */
const upgrade: Verb = async (stage) => {
  await stage.world.service.rows(
    `update book_claims set told = (told::jsonb - 'is_receipt')::json where collection_number_id = $1`,
    [firstSim(stage)],
  );
  return '';
};

/** Plays one table, has staff bring the operator's list, and plays another one forty minutes later. */
const playAround = (before: string, table: string) =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(stage, before);
    await bringListed(stage);
    await perform(stage, `wait 40min\n${table}`, { 'give-back': giveBack, together, upgrade });
  });

/** Plays a table after the row of m, whose message is late: it quotes a ticket, so it isn't filed as the row's own. */
const playAfterItsRow = (table: string) =>
  playAround(`session a 90000 ttl 30\nlate m moved 3000 "${IN_NEW_WORDS}"\nwait 2min`, table);

test("A payment that the operator's list brought is not held by its own message in words that nobody knows", () =>
  playAfterItsRow(`
    deliver m
    wait 5min
    give-back m -> refunded
  `));

test('A listed payment is not held by its own message that has waited since before it was kept what such words say', () =>
  playAfterItsRow(`
    deliver m
    wait 5min
    upgrade
    give-back m -> refunded
  `));

// They may be its own by their figures. The SIM stood at 68410 before y came.
test("A payment that the operator's list brought is held by words that name it and may lead back to where it ended from where the SIM has been since", () =>
  playAfterItsRow(`
    sms n credit 3000 from 66777002
    wait 5min
    sms y credit 100 from 66777003
    wait 1min
    sms r told "Transaction {m id} annulee, motif {a}. Montant: 3000 FCFA. Solde: 65410 FCFA."
    wait 5min
    give-back m -> credit_doubted
  `));

test('A message that may take back what a list brought is not filed as that payment’s own where it quotes no ticket, which would let the payment go', () =>
  playAfterItsRow(`
    sms n credit 3000 from 66777002
    wait 5min
    sms y credit 100 from 66777003
    wait 1min
    sms r told "Transaction {m id} annulee. Montant: 3000 FCFA. Solde: 65410 FCFA."
    wait 5min
    give-back m -> credit_doubted
  `));

test('A reversal in words that nobody can tell is not the own message of a listed payment, where rows fill what a reading found missing', () =>
  playAround(
    `session a 90000 ttl 30
    late m credit 3000 from 66777001
    wait 1min
    late n credit 3000 from 66777002
    wait 10min
    anchor
    wait 3min`,
    `sms r moved -3000 "Regul. de 3000 FCFA. Ref {n id}. Solde: BALANCE FCFA."
    wait 1min
    give-back n -> credit_doubted
    wait 10min
    anchor
    wait 1min
    incidents -> none
    float -> 3000`,
  ));

/** The operator takes m back in words that nobody knows; n, of the same sum, has come before that. */
const takenBack = (words: string) => `late n credit 3000 from 66777002
    late r moved -3000 "${words} Solde: BALANCE FCFA."`;
const NOTHING_IS_MISSING = `wait 5min
    anchor
    wait 1min
    incidents -> none
    float -> 3000
    give-back m -> credit_doubted`;

describe.each([
  ['Transaction {m id} annulee. Montant: 3000 FCFA.'],
  ['Les 3000 FCFA recus de 66777001, ref {m id}, lui ont ete rembourses.'],
])('A reversal in unknown words is not the own message of what it takes back: %s', (words) => {
  test('where the equal payment before it comes in the same set', () =>
    playAfterItsRow(`
      ${takenBack(words)}
      together n r
      wait 5min
      give-back m -> credit_doubted
      ${NOTHING_IS_MISSING}
    `));

  test('where the message of the equal payment before it is late', () =>
    playAfterItsRow(`
      ${takenBack(words)}
      deliver r
      wait 5min
      give-back m -> credit_doubted
      deliver n
      ${NOTHING_IS_MISSING}
    `));
});

// Its words say that money came, and nothing of money that left. The SIM has stood since where a reversal of m would begin.
test("A payment that the operator's list brought is not held by its own message in unknown words where the next payment had the same sum", () =>
  playAfterItsRow(`
    sms n credit 3000 from 66777002
    wait 5min
    deliver m
    wait 5min
    give-back m -> refunded
  `));

/** A list brings that 3000 left. As much leaves once more, and n, for which v has asked, leads from there to where the listed one ended. */
const paidBehindIt = (words: string, then = '') =>
  playAround(
    `sms p credit 3000 from 66777009
    wait 1min
    late d debit 3000
    wait 2min`,
    `session v 3000 payer 66777002 ttl 30
    sms e debit 3000
    wait 1min
    sms n moved 3000 "${words}"
    wait 1min
    ${then}
    wait 26h
    v -> UNDER_REVIEW unproven
    anchor
    float -> 0`,
  );

test.each([
  ['66777002 JEAN vous a envoye 3000 FCFA. Nouveau solde: BALANCE FCFA.'],
  ['Paiement de 3000 FCFA de 66777002 effectue. Solde: BALANCE FCFA.'],
])('A payment in unknown words is not the own message of a listed debit between its balances: %s', (words) =>
  paidBehindIt(words),
);

test('A payment whose message has waited since before it was kept what its words say is not the own message of a listed debit', () =>
  paidBehindIt(
    'Bien recu 3000 FCFA de 66777002. Solde BALANCE FCFA.',
    `upgrade
    sms f forged 500 balance 90000`,
  ));

// x is late. n begins where m did, and quotes the ticket of who was asked for it.
test('A payment in unknown words that quotes a ticket is not the own message of a listed one, however often it is looked at', () =>
  playAfterItsRow(`
    late x debit 3000
    session v 3000 payer 66777002 ttl 30
    wait 1min
    sms n moved 3000 "Bien recu 3000 FCFA de 66777002, motif {v}. Solde BALANCE FCFA."
    wait 1min
    sms z credit 100 from 66777003
    wait 26h
    v -> UNDER_REVIEW unproven
  `));
