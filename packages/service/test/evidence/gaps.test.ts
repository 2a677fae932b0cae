import { describe, expect, test } from 'vitest';
import { replayNotices } from '../../src/engine/book/settle-waiting.ts';
import { setTariffs } from '../../src/engine/desk/book/set-tariff.ts';
import { trustSenders } from '../../src/engine/desk/book/trust-senders.ts';
import { by, explainAll, numberOf, servicesOf, sweep } from './desk.ts';
import {
  scene as alone,
  firstSim,
  idOf,
  lines,
  MORNING,
  perform,
  playsOfFile,
  type Stage,
  stagesOfFile,
} from './play.ts';

const scene = stagesOfFile();

const tariff = async (stage: Stage) => {
  for (const actor of ['Awa', 'Brahim'])
    await setTariffs(servicesOf(stage), [
      { operator: 'AIRTEL', service: 'transfer', brackets: ['1-500000=1%'], actor, note: 'printed' },
    ]);
};

/** A debit that prints no fee. */
const hiding = (sum_xaf: number, fee_xaf: number) =>
  `moved -${sum_xaf + fee_xaf} "Trans.Id: ID. Vous avez envoye ${sum_xaf} FCFA au 66123456. Votre solde disponible est BALANCE FCFA."`;

const play = playsOfFile();

describe('A gap that two late messages fill', () => {
  // Five true messages of the morning wait between two that were lost; they came before the reading of the morning.
  test('pays 150,000, though messages of the morning wait in a gap of before the last reading', () =>
    scene((stage) =>
      perform(
        stage,
        `${MORNING}
        wait 3h
        session c 150000 ttl 60
        session d 4000 ttl 60
        late c's credit 150000
        wait 1min
        late d's credit 4000
        wait 5min
        anchor
        wait 1min
        deliver c's
        deliver d's
        wait 1min
        d -> SUCCESS
        c -> SUCCESS`,
      ),
    ));
});

describe('A gap that one late message fills exactly', () => {
  // Money of 150,000 has to be told of by whoever guesses at it: messages of other sums could not have met it.
  test('pays 150,000, though messages wait in a gap that a later reading found', () =>
    scene((stage) =>
      perform(
        stage,
        `session c 150000 ttl 60
        late c's credit 150000
        wait 5min
        anchor
        wait 10min
        ${MORNING}
        wait 10min
        deliver c's
        wait 1min
        c -> SUCCESS`,
      ),
    ));

  // A school: all pay the same fee, and those of the morning wait between two messages that were lost.
  test('pays 150,000, though four of that sum wait in a gap of before the last reading', () =>
    scene((stage) =>
      perform(
        stage,
        `late z1 credit 100
        wait 1min
        ${lines(4, (n) => `session a${n} 150000 ttl 60 payer 6600000${n}\npaid a${n} from 6600000${n}\nwait 1min`)}
        late z2 credit 200
        wait 1min
        session a9 700
        paid a9
        wait 5min
        anchor
        a9 -> SUCCESS
        wait 3h
        session c 150000 ttl 60 payer 66000009
        late c's credit 150000 from 66000009
        wait 5min
        anchor
        wait 5min
        deliver c's
        wait 1min
        c -> SUCCESS`,
      ),
    ));
});

// The SIM is swept to the same balance again, and sells one price. m prints the day before: the reading
// between the two had seen its money, which people have given to its payer.
test('A lost payment that people gave to its payer fills no gap that a later reading found', () =>
  scene(async (stage) => {
    await perform(stage, 'wait 5min\nlate m credit 5000 from 66111111\nwait 20min\nanchor\nwait 5min');
    await explainAll(stage, ['UNEXPLAINED'], 'credit');
    await sweep(stage, 5000);
    await perform(
      stage,
      `sms s debit 5000
      wait 5min
      anchor
      wait 24h
      session a 5000 ttl 60
      late n credit 5000 from 66222222
      wait 5min
      anchor
      wait 1min
      deliver m
      deliver n
      wait 1min
      a -> SUCCESS`,
    );
    const paid = await stage.world.service.rows<{ payer: string }>(
      "select payer from credits where collection_number_id = $1 and state = 'MATCHED'",
      [firstSim(stage)],
    );
    expect(paid).toEqual([{ payer: '66222222' }]);
  }));

describe('A message that had come before the last look at the SIM', () => {
  test('and waits in its gap, contests nothing that comes behind that reading', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `late z1 credit 100
        wait 1min
        session a 5000
        paid a
        wait 1min
        late z2 credit 200
        wait 1min
        session b 700
        paid b
        wait 5min
        anchor
        b -> SUCCESS
        wait 5min`,
      );
      await sweep(stage, 60_000);
      await perform(
        stage,
        `sms s debit 60000
        wait 1min
        session c 60000
        paid c
        c -> SUCCESS
        wait 5min
        anchor
        wait 1min
        incidents -> none`,
      );
    }));

  // Two people have given the missing sum to its payer; then its message comes, and later balances cross it again.
  test('or tells of money that people have given away since, contests nothing behind that reading', () =>
    scene(async (stage) => {
      await perform(stage, 'session a 5000 ttl 60\nlate m credit 5000\nwait 20min\nanchor\nwait 5min');
      await explainAll(stage, ['UNEXPLAINED'], 'credit');
      await perform(stage, 'deliver m\nwait 5min');
      await sweep(stage, 60_000);
      await perform(
        stage,
        `sms s debit 60000
        wait 1min
        session c 62000
        paid c
        c -> SUCCESS
        wait 5min
        anchor
        wait 1min
        incidents -> none`,
      );
    }));
});

describe('A session whose very sum a reading has found missing', () => {
  test('does not expire while its message is late', () =>
    scene((stage) =>
      perform(
        stage,
        `session a 5000
        late m credit 5000
        wait 2min
        session b 7000
        paid b
        wait 1min
        anchor
        b -> SUCCESS
        wait 40min
        a -> AWAITING_PAYMENT
        deliver m
        a -> SUCCESS`,
      ),
    ));

  test('does not expire while its message is late, though nobody paid behind it', () =>
    scene((stage) =>
      perform(
        stage,
        `session a 5000
        wait 2min
        late m credit 5000
        wait 1min
        anchor
        wait 40min
        a -> AWAITING_PAYMENT
        deliver m
        a -> SUCCESS`,
      ),
    ));
});

test('A session that its merchant cancels while its payment waits for the book stays cancelled, and the next is paid', () =>
  play(`
    session a 5000
    late lost credit 700
    paid a
    cancel a
    deliver lost
    a -> CANCELLED
    session b 6000
    paid b
    b -> SUCCESS
    float -> 11700
  `));

test('A message of a new sender that fills a gap once he is listed waits like any other, and the next reading takes it', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `sms in credit 400000
       anchor
       sms out debit 300000
       session a 250000 ttl 60`,
    );
    const sms = { ...stage.world.sims.get('one')?.sim.credit(250_000), sender: 'AirtelMomey' } as never;
    await stage.world.deliver({ sim: 'one', sms });
    await perform(stage, 'wait 10min\nanchor\nwait 10min\nsms next credit 5\nwait 10min');
    const command = { number: numberOf(stage), senders: ['AirtelMoney', 'AirtelMomey'] };
    for (const actor of ['Awa', 'Brahim'])
      await trustSenders(servicesOf(stage), [{ ...command, ...by(actor) }]);
    await replayNotices(servicesOf(stage), { after: 0, limit: 100 });
    await perform(stage, 'anchor\na -> AWAITING_PAYMENT');
    await explainAll(stage, ['DEBIT'], 'sweep');
    await perform(stage, 'anchor\na -> SUCCESS');
  }));

// What fills the gap had moved when the SIM was read, five minutes before v was made: only a message without a time is dated by that. The
// insider prints one, up to ten minutes behind the reading, and is paid by money that h's customer had sent before.
test('A session that was made five minutes after a reading is not paid by what that reading found missing', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session h 5000 payer 66777001 ttl 60
      late p credit 5000 from 66777001
      wait 5min
      anchor
      wait 5min
      session v 5000 payer 66123456 by rival ttl 60
      wait 1min
      sms f told "Trans.ID : ${idOf(stage, 'MP', -16, 'B55555')}. Vous avez recu 5000 FCFA du 66123456. Votre solde disponible est 67410 FCFA."
      deliver p
      wait 31s
      unpaid v -> yes`,
    );
  }));

describe('A session whose payment lies in what a reading has found missing', () => {
  // Both payments came in time, and the reading knows that 8,000 came of which nobody told: neither session may be EXPIRED with its money
  // perhaps sent. Only a sum that is missing alone keeps its session today.
  test('does not expire while its message is late, though another payment is missing beside it', () =>
    scene((stage) =>
      perform(
        stage,
        `session a 5000
        session b 3000
        wait 1min
        late m credit 5000
        late n credit 3000
        wait 1min
        anchor
        wait 40min
        deliver m
        deliver n
        wait 1min
        a -> SUCCESS
        b -> SUCCESS`,
      ),
    ));

  // A sweep that staff had announced is late too, so that less is read than the book says, by 5,000 less than was announced.
  test('does not expire while its message is late, though an announced sweep is missing beside it', () =>
    scene(async (stage) => {
      await perform(stage, 'wait 5min\nsession a 5000\nlate m credit 5000\nwait 1min');
      await sweep(stage, 60_000);
      await perform(
        stage,
        `late s debit 60000
        wait 5min
        anchor
        wait 40min
        deliver m
        deliver s
        wait 1min
        a -> SUCCESS`,
      );
    }));
});

// What is missing is the payment less the sweep and its fee by the tariff that staff have set. Without a fee the session waits.
test('A session waits whose payment is missing beside an announced sweep that costs a fee', () =>
  alone(async (stage) => {
    await tariff(stage);
    await perform(stage, 'wait 5min\nsession a 5000 ttl 15\nlate p credit 5000\nwait 1min');
    await sweep(stage, 22_000);
    await perform(
      stage,
      `late d ${hiding(22_000, 220)}
      wait 5min
      anchor
      wait 40min
      a -> AWAITING_PAYMENT
      deliver p
      deliver d
      wait 1min
      a -> SUCCESS`,
    );
  }));

// Two messages are late, and the third waits for them. Exactly the two payments are missing before it, as where one is.
test('Two payments whose messages are late by forty minutes, before one that waits, don’t expire', () =>
  play(`
    session a 5000 ttl 15
    session b 4000 ttl 15
    session c 3000 ttl 60
    late p credit 5000
    late q credit 4000
    paid c
    wait 40min
    a -> AWAITING_PAYMENT
    deliver p
    deliver q
    a -> SUCCESS
    b -> SUCCESS`));

// The reading finds 9,000 + 3,000 missing: three payments, and not two.
test('Three payments that a reading found missing together wait for their late messages', () =>
  play(`
    session a 5000 ttl 15
    session b 4000 ttl 15
    session c 3000 ttl 15
    late p credit 5000
    late q credit 4000
    late r credit 3000
    wait 5min
    anchor
    wait 40min
    a -> AWAITING_PAYMENT
    deliver p
    deliver q
    deliver r
    a -> SUCCESS
    b -> SUCCESS
    c -> SUCCESS`));

// Less is missing before it than the payment, by what staff have said that they took.
test('A payment and an announced sweep whose messages are late by forty minutes, before one that waits, don’t expire', () =>
  scene(async (stage) => {
    await perform(stage, 'wait 5min\nsession a 5000 ttl 15\nsession c 3000 ttl 60\nlate p credit 5000');
    await sweep(stage, 22_000);
    await perform(
      stage,
      `late d debit 22000
      paid c
      wait 40min
      a -> AWAITING_PAYMENT
      deliver p
      deliver d
      wait 1min
      a -> SUCCESS
      c -> SUCCESS`,
    );
  }));
