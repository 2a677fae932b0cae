import { describe, expect, test } from 'vitest';
import { setTariffs } from '../../src/engine/desk/book/set-tariff.ts';
import { servicesOf, sweep } from './desk.ts';
import { scene as alone, firstSim, idOf, perform, type Stage, stagesOfFile } from './play.ts';

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

/** A debit whose message prints no fee, though one was taken. */
function hidingFee(stage: Stage, name: string, sum_xaf: number, fee_xaf: number): void {
  const sim = stage.world.at('one').sim;
  const sms = sim.debit(sum_xaf, fee_xaf);
  const text = sms.text.replace(/ Frais: \d+ FCFA\./, '');
  stage.messages.set(name, { sim: 'one', sms: { ...sms, text } });
}

describe('A SIM that was swept to nothing', () => {
  test.each([
    ['a prize', 'Gagnez 1000000 FCFA avec Airtel Money! Rechargez et jouez.'],
    ['a price', 'Forfait internet 2 Go a 500 FCFA seulement. Composez *211#.'],
    ['a prize that was won', 'Felicitations! Vous avez gagne 1 000 000 FCFA. Appelez vite.'],
  ])('has nothing after an advertisement of %s, and its next payer is confirmed', (_of, words) =>
    scene((stage) =>
      perform(
        stage,
        `sms out debit 62410
        wait 5min
        anchor
        sms ad told "${words}"
        session a 6000
        paid a
        a -> SUCCESS
        float -> -56410`,
      ),
    ),
  );
});

describe('A SIM that is swept to nothing twice while one message is late', () => {
  const TWICE = async (stage: Stage) => {
    await perform(
      stage,
      `session a 5000 ttl 60
      session b 3000 ttl 60
      wait 1min
      late z credit 100
      wait 1min
      paid a
      wait 1min`,
    );
    await sweep(stage, 67_510);
    await perform(stage, 'wait 1min\nsms s1 debit 67510\nwait 2min\npaid b\nwait 1min');
    await sweep(stage, 3000);
    await perform(stage, 'wait 1min\nsms s2 debit 3000\nwait 5min');
  };

  test('is not short when it is read', () =>
    scene(async (stage) => {
      await TWICE(stage);
      await perform(stage, 'anchor\nwait 1min\nincidents -> none\na -> SUCCESS\nb -> SUCCESS');
    }));

  test('pays everybody once it was read and the message has come', () =>
    scene(async (stage) => {
      await TWICE(stage);
      await perform(stage, 'anchor\nwait 1min\ndeliver z\nwait 1min\na -> SUCCESS\nb -> SUCCESS');
    }));
});

describe('A debit whose message prints no fee', () => {
  // From the tip it would have cost 1,050 francs, which no operator takes of an announced 35,000: money came and left between.
  test('swallows no payments that came before it, when the SIM is read behind a late one', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `sms x credit 10205
        wait 5min
        session a 60020 ttl 60
        session b 10030 ttl 60
        late a's credit 60020
        wait 1min
        paid b
        wait 2min`,
      );
      await sweep(stage, 71_000);
      await perform(stage, 'wait 3min\nsms s1 debit 71000 fee 100\nwait 5min');
      await sweep(stage, 35_000);
      await perform(
        stage,
        "wait 1min\nsms s2 debit 35000\nwait 5min\nanchor\nwait 1min\ndeliver a's\nwait 1min",
      );
      await perform(stage, 'incidents -> none\nb -> SUCCESS\na -> SUCCESS');
    }));
});

// The sweep and what came behind it lie below both ends of the gap, and what came last is above them.
test('What came between an announced sweep and another payment, both late, is paid once both have come', () =>
  scene(async (stage) => {
    await perform(stage, 'wait 5min\nsession a 10020 ttl 60\nsession c 10030 ttl 60\nsession b 25035 ttl 60');
    await sweep(stage, 33_000);
    await perform(
      stage,
      `wait 3min
      late d debit 33000 fee 100
      wait 1min
      paid a
      wait 1min
      late c's credit 10030
      wait 1min
      paid b
      wait 5min
      anchor
      wait 1min
      deliver d
      deliver c's
      wait 1min
      a -> SUCCESS
      b -> SUCCESS
      c -> SUCCESS`,
    );
  }));

// The same, and less is read than the book says: nothing is missing once both have come, and nothing is suspected.
test('What came between an announced sweep and another payment, both late, keeps no number short', () =>
  scene(async (stage) => {
    await perform(stage, 'wait 5min\nsession a 1300 ttl 60\nsession c 11000 ttl 60');
    await sweep(stage, 50_000);
    await perform(
      stage,
      `wait 3min
      late d debit 50000
      wait 4min
      paid a
      wait 2min
      late c's credit 11000
      wait 5min
      anchor
      wait 5min
      deliver d
      deliver c's
      wait 1min
      incidents -> none
      a -> SUCCESS
      c -> SUCCESS
      session b 5000
      paid b
      b -> SUCCESS`,
    );
  }));

// It lies above both ends of the gap by no more than was announced. Today its session is EXPIRED, and the number stays short.
test('What came between a payment and an announced sweep of all, both late, is paid once both have come', () =>
  scene(async (stage) => {
    await perform(
      stage,
      "wait 5min\nsession a 100000 ttl 60\nsession b 3320 ttl 60\nlate a's credit 100000\nwait 2min",
    );
    await perform(stage, 'paid b\nwait 2min');
    await sweep(stage, 165_730);
    await perform(
      stage,
      `wait 3min
      late d debit 165730
      wait 5min
      anchor
      wait 5min
      deliver d
      deliver a's
      wait 1min
      incidents -> none
      b -> SUCCESS
      a -> SUCCESS`,
    );
  }));

// Old: the payment and the sweep lie above both ends of the gap, so the reading refutes them before the late messages come.
test('What came between two late messages, and before an announced sweep, is paid once both have come', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `sms in credit 400000 from 66777002
      wait 5min
      anchor
      wait 5min
      session a 10000 ttl 60
      late a's credit 10000
      wait 1min
      session b 25000 ttl 60
      paid b
      wait 1min`,
    );
    await sweep(stage, 280_000);
    await perform(
      stage,
      `wait 3min
      sms d debit 280000 fee 100
      wait 1min
      session c 7500 ttl 60
      late c's credit 7500
      wait 4min
      anchor
      wait 2min
      deliver a's
      deliver c's
      wait 2min
      wait 25h
      b -> SUCCESS
      a -> SUCCESS
      c -> SUCCESS`,
    );
  }));

// Drawn by hard days. Neither the sweep's message nor the payment's ends where the SIM was known to stand, so the reading refuted both.
test('What came between two lost messages, and behind a sweep of all that nobody announced, waits for people', () =>
  scene((stage) =>
    perform(
      stage,
      `late y credit 1000
      wait 1min
      sms d debit 63410
      wait 5min
      session a 1050
      paid a
      wait 2min
      late z credit 1000
      wait 5min
      anchor
      wait 25h
      a -> UNDER_REVIEW unproven`,
    ),
  ));

// The forger knows of the gap, tells of a sweep and of a payment behind it, and pays nothing.
test.each([
  ['within the sum of a payment, costs people a look', 262_410, 'UNDER_REVIEW unproven'],
  ['worse than that, keeps no session', 262_411, 'EXPIRED'],
])('A forged sweep before a gap, by who knows the balance %s', (_how, all_xaf, becomes) =>
  scene((stage) =>
    perform(
      stage,
      `late z credit 100
      sms d told "Trans.Id: ID. Vous avez envoye ${all_xaf} FCFA au 66123456. Frais: 0 FCFA. Votre solde disponible est 0 FCFA."
      wait 5min
      session a 1050
      sms f forged 1050 balance 1050
      wait 7min
      anchor
      wait 25h
      a -> ${becomes}`,
    ),
  ),
);

// No tariff is set, and 600 francs are hidden: the money has left, the reading says so, and the refund never ends.
test('A refund that a reading found sent, with a fee that no tariff says, ends, or some incident tells of it', () =>
  scene(async (stage) => {
    await perform(stage, 'sms m credit 60000\nwait 5min\nanchor\nrefund m as Awa -> refunded\nwait 5min');
    hidingFee(stage, 'd', 60_000, 600);
    await perform(stage, 'deliver d\nwait 5min\nanchor\nwait 2h');
    const rows = await stage.world.service.rows<{ is_met: boolean; told: number }>(
      `select a.step_id is not null as is_met, (select count(*)::int from feed_incidents f
        where f.collection_number_id = a.collection_number_id and f.closed_at is null) as told
      from announced_debits a where a.collection_number_id = $1`,
      [firstSim(stage)],
    );
    expect(rows.map(({ is_met, told }) => is_met || told > 0)).toEqual([true]);
  }));

// Nobody forges: every evening the same sum is swept. The second sweep, in time, is taken for the first announcement, so that the first, late,
// meets one that was made after the look: the gap is told of to the franc, and the number stays short. By 23,000 the second time it doesn't.
test('A number is short no longer once the late messages of a sweep and a payment have come, though the same sum was swept once more meanwhile', () =>
  scene(async (stage) => {
    await perform(stage, "wait 5min\nsession a 5000 ttl 60\nlate a's credit 5000\nwait 1min");
    await sweep(stage, 22_000);
    await perform(stage, 'late d1 debit 22000\nwait 5min\nanchor\nwait 10min');
    await sweep(stage, 22_000);
    await perform(
      stage,
      `sms d2 debit 22000
      wait 1min
      deliver a's
      deliver d1
      wait 1min
      incidents -> none
      a -> SUCCESS`,
    );
  }));

test('The message of a sweep that hides its fee is one, though it comes twice', () =>
  alone(async (stage) => {
    await tariff(stage);
    await perform(stage, 'wait 5min');
    await sweep(stage, 22_000);
    await perform(
      stage,
      `sms d ${hiding(22_000, 220)}
      wait 5s
      deliver d
      wait 2min
      incidents -> none
      session a 5000
      paid a
      a -> SUCCESS
      wait 5min
      anchor
      wait 31s
      incidents -> none`,
    );
  }));

// As where both clocks agree. The second sweep prints a time before it was announced, so that it is taken for the first.
test('A number is short no longer once the late messages of a sweep and a payment have come, though the same sum was swept once more by a clock three minutes behind', () =>
  scene(async (stage) => {
    await perform(stage, "wait 5min\nsession a 5000 ttl 60\nlate a's credit 5000\nwait 1min");
    await sweep(stage, 22_000);
    await perform(stage, 'late d1 debit 22000\nwait 5min\nanchor\nwait 10min');
    await sweep(stage, 22_000);
    await perform(
      stage,
      `wait 1min
      sms d2 moved -22000 "Trans.Id: ${idOf(stage, 'PP', 3, 'B55501')}. Vous avez envoye 22000 FCFA au 66123456. Votre solde disponible est BALANCE FCFA."
      wait 1min
      deliver a's
      deliver d1
      wait 1min
      incidents -> none
      a -> SUCCESS`,
    );
  }));
