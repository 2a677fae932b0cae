import { describe, test } from 'vitest';
import { expectWhole, lines, openStage, perform, playsOfFile, stagesOfFile, UNDATED } from './play.ts';

const scene = stagesOfFile();
const play = playsOfFile();

describe('The ticket of a session on another SIM', () => {
  test.each([
    ['with blanks about its hyphen', (t: string) => `${t.slice(0, 4)} - ${t.slice(4)}`],
    ['with a blank behind its hyphen', (t: string) => `${t.slice(0, 4)}- ${t.slice(4)}`],
    [
      'in full width',
      (t: string) => [...t].map((c) => String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0)).join(''),
    ],
    ['with an invisible character', (t: string) => `${t.slice(0, 3)}\u200b${t.slice(3)}`],
  ])('%s confirms no stranger', (_how, written) =>
    scene(async (stage) => {
      await perform(stage, 'sim two\nsession a 5000 by rival on one\nsession b 5000 on two');
      const motif = written(stage.sessions.get('b')?.ticket.replace('-', '') ?? '');
      const sms = stage.world.sims.get('one')?.sim.credit(5000, { motif });
      if (sms !== undefined) await stage.world.deliver({ sim: 'one', sms });
      await perform(stage, 'unpaid a -> yes');
    }),
  );
});

describe('The session of a payer on the wrong SIM', () => {
  test.each([
    ['from the phone that it has declared', 'payer 66000001', 'from 66000001'],
    ['from a phone of which the operator hides digits', 'payer 66000001', 'from "66 •• •• 01"'],
    ['with its ticket', '', 'from 66000002 motif "{a}"'],
  ])('waits a day for people, who may give it what he has paid %s', (_how, declares, pays) =>
    play(`
      sim two
      session a 5000 ${declares} on two
      session b 7000 ${declares} on two
      sms m credit 5000 on one ${pays}
      sms n credit 7000 on one ${pays.replace('{a}', '{b}')}
      wait 65min
      a -> AWAITING_PAYMENT
      assign n to b as Awa -> assigned
      b -> SUCCESS
      wait 24h
      a -> UNDER_REVIEW unproven
      assign m to a as Awa -> assigned
      a -> SUCCESS
    `),
  );

  test('waits for people, and is not forgotten for who was asked for that sum there', () =>
    play(`
      sim two
      session b 7000 payer 66000001 on two
      session c 8000 payer 66000001 on two
      session y 7000 by rival on one
      sms o credit 7000 on one from 66000003
      y -> SUCCESS
      sms n credit 7000 on one from 66000001
      session z 8000 payer 66000001 by rival on one
      sms p credit 8000 on one from 66000001
      z -> SUCCESS
      wait 2min
      sms q credit 8000 on one from 66000001
      wait 65min
      assign n to b as Awa -> assigned
      assign q to c as Awa -> assigned
      c -> SUCCESS
    `));

  test('is reviewed with whom people look at for his money', () =>
    play(`
      sim two
      session a 5000 payer 66000001 on two
      session b 7000 payer 66000001 on two
      session v 5000 payer 66000002 by rival on one
      session w 5000 payer 66000003 by other on one
      session x 7000 payer 66000002 by rival on one
      sms m credit 5000 on one from 66000001
      a -> UNDER_REVIEW ambiguous
      sms n credit 7000 on one from 66000001
      b -> UNDER_REVIEW payer_mismatch
      x -> UNDER_REVIEW payer_mismatch
    `));

  test('takes no relative’s payment from review, though he has just paid there for himself', () =>
    play(`
      sim two
      session b 5000 payer 66000009 by other on two
      session x 5000 payer 66000002 on one
      sms m credit 5000 on two from 66000009
      b -> SUCCESS
      wait 1min
      sms n credit 5000 on one from 66000009
      x -> UNDER_REVIEW payer_mismatch
    `));

  test('waits for no mask that fits others too, for no money that the operator took back, and for none of ours', () =>
    play(`
      sim two
      sim three
      session a 5000 payer 66000001 on two
      session b 5000 payer 66010001 by rival on three
      session c 6000 payer 66000001 on two
      session d 7000 payer 66800001 by rival on three
      sms m credit 5000 on one from "66 •• •• 01"
      sms n credit 6000 on one from 66000001
      sms o credit 7000 on two from 66800001
      wait 30min
      sms r reversal n 6000
      wait 35min
      a -> EXPIRED
      b -> EXPIRED
      c -> EXPIRED
      d -> EXPIRED
    `));

  test('waits no longer than that money does, and not for another sum or phone, nor for what came before it was made', () =>
    play(`
      sim two
      sms n credit 8000 on one from 66000001
      wait 5min
      session a 5000 payer 66000001 on two
      session b 6000 payer 66000001 on two
      session c 7000 payer 66000001 on two
      session d 8000 payer 66000001 on two
      sms m credit 5000 on one from 66000001
      sms o credit 6300 on one from 66000001
      sms p credit 7000 on one from 66000002
      wait 65min
      b -> EXPIRED
      c -> EXPIRED
      d -> EXPIRED
      refund m as Awa -> refunded
      wait 5min
      a -> EXPIRED
    `));
});

describe('A payer on the wrong SIM confirms no stranger', () => {
  test('though the transaction that asked him has timed out when his message is proven', () =>
    play(`
      sim two moov
      session v 5000 by rival on two ttl 60
      transaction t 5000 payer 66777001
      late lost credit 700 on two
      sms p credit 5000 from 66777001 on two
      wait 30min
      t -> TIMEOUT
      anchor two
      unpaid v -> yes
    `));

  test('though the operator hides digits of his phone', () =>
    scene((stage) =>
      perform(
        stage,
        `sim two
        session v 5000 by rival on two ttl 60
        session h 5000 payer 66777001 on one
        session i 7000 payer 66777001 on one
        session w 7050 on two
        sms p credit 5000 from "66 •• •• 01" on two
        v -> UNDER_REVIEW ambiguous
        sms q credit 7050 from "66 •• •• 01" on two
        w -> SUCCESS`,
      ),
    ));

  test('while his own session is under review', () =>
    play(`
      sim two moov
      session v 5000 by rival on two ttl 60
      session h 5000 payer 66777001 ttl 60
      sms p credit 4900 from 66777001 on one
      h -> UNDER_REVIEW amount_mismatch
      sms q credit 5000 from 66777001 on two
      unpaid v -> yes
    `));
});

test('A phone abroad that ends in the digits of a declared one is another phone', () =>
  play(`
    session a 5000 payer 66777001
    sms p credit 5000 from 237666777001
    unpaid a -> yes
  `));

test('A deposit that names no payer gives nobody leave to ask the same phone again and again', () =>
  scene((stage) =>
    perform(
      stage,
      `${lines(3, (n) => `transaction a${n} ${100 + n} payer 66777001 by rival`)}
      sms p cash-in 100
      transaction d 104 payer 66777001 by rival -> 429 PAYER_ASKED_TOO_OFTEN`,
    ),
  ));

test('A payer on the wrong SIM confirms no stranger, though the operator prints a mask of seven places', () =>
  play(`
    sim two
    session v 5000 by rival on two ttl 60
    session h 5000 payer 66777001 on one
    sms p credit 5000 from "66 •• • 01" on two
    unpaid v -> yes
  `));

describe('A payer whose name ends in digits before his number', () => {
  test('is the one who was declared', () =>
    scene((stage) =>
      perform(
        stage,
        `session a 5000 payer 66123456
        paid a from 66123456 name "BOUTIQUE 12"
        a -> SUCCESS`,
      ),
    ));

  test('confirms no stranger on the wrong SIM', () =>
    scene((stage) =>
      perform(
        stage,
        `sim two
        session a 5000 payer 66123456 on one
        session v 5000 by rival on two
        sms p credit 5000 on two from 66123456 name "BOUTIQUE 12"
        unpaid v -> yes`,
      ),
    ));

  test('is another SIM of ours, and nobody’s payment', () =>
    scene((stage) =>
      perform(
        stage,
        `sim two
        session v 5000 by rival on two
        sms p credit 5000 on two from 66800001 name "CHARI 2"
        unpaid v -> yes`,
      ),
    ));
});

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

// The rival's session ends last, and its payer is another.
test('A customer who pays at the end of quarantine confirms no stranger, though the stranger has cancelled a session of that sum before', () =>
  scene((stage) =>
    perform(
      stage,
      `session r 5000 payer 66000001 ttl 60 by rival on one
      cancel r
      wait 31min
      session a 5000 ttl 5 on one
      wait 8min
      a -> EXPIRED
      wait 29min
      wait 50s
      late p credit 5000
      wait 15s
      session b 5000 by rival
      deliver p
      unpaid b -> yes`,
    ),
  ));

describe('A stranger who pays', () => {
  test('sums near the price, and quotes nothing, spoils nothing', () =>
    play(`
      session a 5000
      transaction t 6000 payer 66000001
      sms m credit 4900 from 66777777
      sms n credit 50000 from 66777777
      sms o credit 500 from 66777777
      sms p credit 6000 from 66777777
      a -> AWAITING_PAYMENT
      t -> PENDING
      paid a
      a -> SUCCESS
      sms q credit 6000 from 66000001
      t -> SUCCESS
    `));

  test('with a ticket in his name, or three in his reference, spoils nothing', () =>
    play(`
      session a 5000
      session b 5600
      session c 6300
      sms m credit 2500 name "{a}"
      sms n credit 8000 motif "{a} {b} {c}"
      a -> AWAITING_PAYMENT
      paid a
      paid b
      a -> SUCCESS
      b -> SUCCESS
    `));
});

test('two exact payments of a session, and two of a transaction, come at once: one of each pays', async () => {
  const stage = await openStage();
  try {
    await perform(
      stage,
      `session a 5000
       transaction t 6000 payer 66000009
       late p credit 5000
       late q credit 5000
       late r credit 6000 from 66000009
       late s credit 6000 from 66000009`,
    );
    await stage.world.deliver(...stage.messages.values());
    await perform(
      stage,
      `a -> SUCCESS
       t -> SUCCESS
       float -> 22000
       session h 7000
       paid h
       h -> SUCCESS`,
    );
    await expectWhole(stage.world);
  } finally {
    await stage.world.close();
  }
});
