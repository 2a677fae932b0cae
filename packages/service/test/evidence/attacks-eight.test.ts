import { describe, test } from 'vitest';
import { lines, perform, scene, UNDATED } from './play.ts';

// `CHEZ ALI 5 66••••01` looks like `566••••01`, which would be another country's number.
describe('A payer of a masked number whose name ends in one digit', () => {
  test('confirms no stranger on the wrong SIM', () =>
    scene((stage) =>
      perform(
        stage,
        `sim two
        session h 5000 payer 66777001 on one
        session v 5000 by rival on two ttl 60
        sms p credit 5000 from "66••••01" name "CHEZ ALI 5" on two
        unpaid v -> yes`,
      ),
    ));

  test('is the one who was declared', () =>
    scene((stage) =>
      perform(
        stage,
        `session a 5000 payer 66777001
        paid a from "66••••01" name "CHEZ ALI 5"
        a -> SUCCESS`,
      ),
    ));
});

// The forger of 90,000 in suspense makes the number short, then forges a debit of 90,000 that fills the short gap.
test('Money that a short reading suspects is not sent back, though a message tells of a debit of what is missing', () =>
  scene((stage) =>
    perform(
      stage,
      `sms f forged 90000 off +0
      wait 5min
      anchor
      wait 31s
      incidents -> short
      refund f as Awa -> refused
      sms e told "Trans.ID: PP261121.1200.B99999. Vous avez envoye 90000 FCFA au 66999999. Votre solde disponible est 62410 FCFA."
      wait 31s
      refund f as Awa -> refused`,
    ),
  ));

// As in made-up.test.ts, but in words that no template takes: one of sixty fits the gap, and names the forger's phone.
describe('Who knows the balance to 30,000 and forges in words that nobody knows, where the last message is late', () => {
  const ENDS = 62_410 + 95_000;
  const guesses = (amount: number, off = 0) =>
    lines(
      60,
      (n) =>
        `sms f${n} told "Encaisse ${amount} FCFA de NOM 66999999. Ref: ID. Solde disponible ${ENDS + off + 1000 * (n - 30)} FCFA."`,
    );

  test('is sent nothing back after a reading', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        session h 95000 payer 66777001 ttl 60
        late p credit 95000 from 66777001
        wait 1min
        anchor
        ${guesses(95_000)}
        deliver p
        wait 10s
        refund f30 as Awa -> refused`,
      ),
    ));
});

// As in attacks-seven.test.ts, but he guesses before the reading: one of sixty is the whole way to it, and nothing is missing.
describe('Who knows the balance to 30,000 and forges the sum of a payment whose message is late', () => {
  const guesses = lines(60, (n) => `sms f${n} forged 195000 balance ${62_410 + 195_000 + 1000 * (n - 30)}`);

  test('is paid nothing by the reading', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        session h 195000 payer 66777001 ttl 60
        session v 195000 payer 66123456 by rival ttl 60
        late p credit 195000 from 66777001
        ${guesses}
        wait 1min
        anchor
        unpaid v -> yes`,
      ),
    ));

  test('nor where a payment of another goes on from it', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        session h 195000 payer 66777001 ttl 60
        session v 195000 payer 66123456 by rival ttl 60
        late p credit 195000 from 66777001
        ${guesses}
        sms q credit 300 from 66777002
        wait 1min
        anchor
        unpaid v -> yes`,
      ),
    ));
});

// The operator's SMS is six minutes late, and a reading was between: it may tell of the time before.
test('A payment whose message prints no time and comes minutes after a reading that found it is paid', () =>
  scene((stage) =>
    perform(
      stage,
      `session a 5000 ttl 60
      late m moved 5000 ${UNDATED}
      wait 5min
      anchor
      wait 1min
      deliver m
      wait 30min
      anchor
      a -> SUCCESS`,
    ),
  ));

// Only so many sessions that ended unpaid are looked at: those of other payers hide none.
test('Whose own session ended unpaid is thought of, though a rival has cancelled two of that sum since, for payers of his own', () =>
  scene((stage) =>
    perform(
      stage,
      `session t 5000 ttl 5
      late m moved 5000 ${UNDATED}
      wait 1h
      t -> EXPIRED
      session r1 5000 payer 66000001 by rival on one
      session r2 5000 payer 66000002 by rival on one
      cancel r1
      cancel r2
      wait 40min
      session b 5000 by rival
      deliver m
      unpaid b -> yes`,
    ),
  ));
