import { describe, expect, test } from 'vitest';
import { assignCredits } from '../../src/engine/desk/payments/assign-credit.ts';
import { inOneSet } from './batch.ts';
import { by, closeAll, creditsOf, explainAll, servicesOf, sweep } from './desk.ts';
import { lines, MORNING, perform, playsOfFile, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

const play = playsOfFile();

const AIRTIME = 'moved -500 "Trans.Id: ID. Recharge de 500 FCFA reussie. Solde: BALANCE FCFA."';

/** Two texts of the operator that advertise. No SIM of ours holds as little as they would begin at. */
const ADVERTS = `sms q1 told "Rechargez 1000 FCFA ce week-end et recevez 2000 FCFA de bonus."
  wait 1min
  sms q2 told "Transferez 3000 FCFA et gagnez 600 FCFA de credit."
  wait 1min`;

describe('A payment behind a message that is lost is proven by a reading of the SIM', () => {
  test.each([
    [
      'a payment in words that nobody knows',
      'moved 100 "Encaisse 100 FCFA de NOM. Ref: ID. Solde BALANCE FCFA."',
    ],
    ['a payment under a name with a date in it', 'credit 100 name "NOM 01/01/26 a 10:10"'],
    ['airtime', AIRTIME],
  ])('though %s and another lie between', (_what, words) =>
    scene((stage) =>
      perform(
        stage,
        `late lost credit 700
        session c 7000
        paid c
        sms x ${words}
        session b 6000
        paid b
        wait 3min
        anchor
        b -> SUCCESS
        c -> SUCCESS`,
      ),
    ),
  );
});

describe('Airtime that goes on from a message which is late', () => {
  test('twice in a row keeps nobody behind it waiting once that comes', () =>
    scene((stage) =>
      perform(
        stage,
        `late lost credit 5000
        sms air ${AIRTIME}
        sms more ${AIRTIME}
        session b 6000
        paid b
        wait 3min
        deliver lost
        b -> SUCCESS
        float -> 10000`,
      ),
    ));

  test('leaves that its place, though somebody has read the SIM', () =>
    scene((stage) =>
      perform(
        stage,
        `session a 5000
        late lost credit 5000
        sms air ${AIRTIME}
        wait 5min
        anchor
        deliver lost
        a -> SUCCESS`,
      ),
    ));
});

describe('Behind a lost message, a reading', () => {
  test('pays a payment of 150,000, though two advertisements came while it waited', () =>
    scene((stage) =>
      perform(
        stage,
        `late z credit 100
        wait 1min
        ${ADVERTS}
        session c 150000 ttl 60
        paid c
        wait 5min
        anchor
        c -> SUCCESS`,
      ),
    ));

  test('pays a payment of 150,000, though five true messages of the morning wait between two that were lost', () =>
    scene((stage) =>
      perform(
        stage,
        `${MORNING}
        wait 3h
        late z credit 100
        wait 1min
        session c 150000 ttl 60
        paid c
        wait 5min
        anchor
        c -> SUCCESS`,
      ),
    ));

  test('is not short by a sweep that was announced and whose message has come, though two advertisements came too', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `sms in credit 400000 from 66777002
        wait 5min
        anchor
        wait 5min
        late z credit 100
        wait 1min
        ${ADVERTS}
        session c 7000 ttl 60
        paid c
        session d 8000 ttl 60
        paid d
        wait 1min`,
      );
      await sweep(stage, 300_000);
      await perform(
        stage,
        `sms s debit 300000
        wait 1min
        session e 4400
        paid e
        wait 5min
        anchor
        wait 1min
        incidents -> none
        c -> SUCCESS
        d -> SUCCESS
        e -> SUCCESS`,
      );
    }));

  // The same, and people do whatever the incidents ask of them.
  test('ends no true payment as expired, once people have explained what it found and closed what they looked up', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `sms in credit 400000 from 66777002
        wait 5min
        anchor
        wait 5min
        late z credit 100
        wait 1min
        ${ADVERTS}
        session c 7000 ttl 60
        paid c
        wait 1min`,
      );
      await sweep(stage, 300_000);
      await perform(stage, 'sms s debit 300000\nwait 5min\nanchor\nwait 1min');
      await explainAll(stage, ['UNEXPLAINED'], 'sweep');
      await closeAll(stage, 'short');
      await perform(stage, 'sms y credit 300 from 66777003\nwait 5min\nanchor\nwait 25h\nc -> SUCCESS');
    }));
});

describe('A payment beyond the bound', () => {
  // 250,000 came and were swept, and 3,000 came beside: of 3,000 in one or two messages the morning has three ways.
  test('is paid by the next reading, though five true messages wait between two that were lost and it was swept', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `${MORNING}
        wait 3h
        session big 250000 ttl 60
        paid big
        wait 1min
        sms x credit 3000 from 66777002
        wait 1min`,
      );
      await sweep(stage, 250_000);
      await perform(stage, 'sms s debit 250000\nwait 5min\nanchor\nbig -> SUCCESS');
    }));
});

describe('Money that came and left again, so that the balance came back, all told behind one late message', () => {
  // Both payments begin where the late one ends: two ways are equally long, and hold the same messages in another order.
  test('pays everybody, since each way through the messages holds them all', () =>
    scene((stage) =>
      perform(
        stage,
        `session a 5000
        session b 3000
        late z credit 100
        wait 1min
        paid a
        wait 2min
        sms d debit 5000
        wait 2min
        paid b
        wait 1min
        sms e debit 3000
        wait 1min
        deliver z
        wait 40s
        anchor
        wait 40s
        b -> SUCCESS
        a -> SUCCESS`,
      ),
    ));

  test('pays everybody too where a phone brings it in one set, of a SIM that was swept to nothing twice', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session a 5000 ttl 60
        session b 3000 ttl 60
        sms s debit 62410
        wait 5min
        anchor
        wait 5min
        late m1 credit 5000
        wait 5min
        late m2 debit 5000
        wait 5min
        late m3 credit 3000
        wait 5min
        late m4 debit 3000
        wait 5min`,
      );
      await inOneSet(
        stage,
        ['m1', 'm2', 'm3', 'm4'].map((name) => stage.messages.get(name)?.sms.text ?? ''),
      );
      await perform(stage, 'wait 1min\nanchor\nwait 1min\nb -> SUCCESS\na -> SUCCESS');
    }));
});

// The phone was off while the SIM took in 1,125,000, which were swept: its messages lead above ten times what was read before and after.
test('A payment is paid by its late message, though those beside it lead above a million and down again', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session a 5000 ttl 60
      ${lines(15, (n) => `late x${n} credit 75000`)}
      late y credit 5000 motif "{a}"
      wait 5min`,
    );
    await sweep(stage, 1_125_000);
    await perform(
      stage,
      `late s debit 1125000
      wait 5min
      anchor
      wait 5min
      ${lines(15, (n) => `deliver x${n}`)}
      deliver y
      deliver s
      wait 1min
      a -> SUCCESS`,
    );
  }));

// Its author knows nothing of the SIM. The one text of two sums and two balances counts for eight guesses, so that the reading cuts the payment
// off behind the lost message, and no later reading gives it a place either: an honest session sent to people by one SMS (goal of section 7: 0).
test('One forged text of two sums and two balances keeps no payment of 60,000 behind a lost message from being paid by two readings', () =>
  scene((stage) =>
    perform(
      stage,
      `wait 5min
      session c 60000 ttl 60
      late z credit 100
      wait 1min
      paid c
      sms q told "Promo de 7000 FCFA ou 9100 FCFA. Nouveau solde: 60000 FCFA. Ancien solde: 75000 FCFA. Ref: ID."
      wait 5min
      anchor
      wait 5min
      anchor
      wait 25h
      c -> SUCCESS`,
    ),
  ));

describe('Texts of the operator that print the true balance', () => {
  // Each has two sums, and would lead to the balance that is read from others. They move nothing.
  test('keep no payment from being paid by a reading', () =>
    play(`
      wait 5min
      ${lines(3, (n) => `sms i${n} told "Votre solde est de 62410 FCFA. Forfaits a ${500 + 100 * n} FCFA et ${1000 + 100 * n} FCFA."\nwait 1min`)}
      session a 90000 ttl 60
      paid a
      wait 5min
      anchor
      wait 1min
      a -> SUCCESS`));
});

// The SMS is lost, and a reading finds its very sum missing. People look at the list and say that it was a payment, and then whose.
test('A payment of which no message came is given to the session that waits for it, a minute after people have said that it was one', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session h 5000 ttl 15
      late lost credit 5000
      wait 10min
      anchor
      wait 3h
      h -> AWAITING_PAYMENT`,
    );
    expect(await explainAll(stage, ['UNEXPLAINED'], 'credit')).toBe(1);
    await perform(stage, 'wait 1min');
    const [credit] = await creditsOf(stage);
    const session_id = stage.sessions.get('h')?.id ?? '';
    const [said] = await assignCredits(servicesOf(stage), [
      { credit_id: credit?.id ?? '', to: { kind: 'session', session_id }, ...by('Awa') },
    ]);
    expect(said).toMatchObject({ kind: 'assigned' });
    await perform(stage, 'h -> SUCCESS');
  }));
