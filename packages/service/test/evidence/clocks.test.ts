import { describe, expect, test } from 'vitest';
import { creditsOf, sweep } from './desk.ts';
import {
  scene as alone,
  firstSim,
  idOf,
  perform,
  play as playOn,
  type Stage,
  stagesOfFile,
  UNDATED,
} from './play.ts';
import type { Sim, Sms } from './world.ts';

const scene = stagesOfFile();

/** A payment by an operator's clock that is three minutes ahead. */
const ahead = (stage: Stage, sum_xaf: number, from: string) =>
  `moved ${sum_xaf} "Trans.Id : ${idOf(stage, 'MP', -3, `B7${sum_xaf}`)}. Vous avez recu ${sum_xaf} FCFA du ${from}. Votre solde disponible est BALANCE FCFA."`;

/** Words of an Airtel credit whose id was made so many seconds after now by the operator's clock. */
function creditOf(stage: Stage, amount_xaf: number, by_s: number): string {
  const id = idOf(stage, 'MP', -by_s / 60, `B7${amount_xaf}`);
  return `"Trans.Id : ${id}. Vous avez recu ${amount_xaf} FCFA du 66123456. Votre solde disponible est BALANCE FCFA."`;
}

/** One message by the phone of `one`, whose clock is so many seconds behind. */
async function byClockBehind(stage: Stage, tell: (sim: Sim) => Sms, behind_s: number): Promise<void> {
  const one = stage.world.at('one');
  const sms = tell(one.sim);
  const body = JSON.parse(one.phone.received(sms.text));
  body.payload.receivedAt = new Date(stage.world.now.getTime() - 1000 * behind_s).toISOString();
  expect((await one.phone.post(JSON.stringify(body))).status).toBe(200);
  one.sim.told(sms);
}

const COMING: [string, string, string][] = [
  [
    'of Moov, a time',
    'moov',
    'Vous avez recu 45000 FCFA de 23592000000 - X, le 21/12/26 a 12:00. Nouveau solde: 112410 FCFA. Ref: 123456789012.',
  ],
  [
    'of Airtel, a time in its id',
    'airtel',
    'Trans.ID : MP261221.1200.B99999. Vous avez recu 45000 FCFA du 66123456. Votre solde disponible est 112410 FCFA.',
  ],
  [
    'of money that was sent, a time in its id',
    'airtel',
    'Trans.ID: PP261221.1200.B99999. Vous avez envoye 45000 FCFA au 66999999. Frais: 100 FCFA. Votre solde disponible est 22310 FCFA.',
  ],
];

describe('An operator whose clock is wrong by minutes', () => {
  test('three ahead: a late message fills the gap that a reading found', () =>
    scene(async (stage) => {
      await perform(stage, 'wait 10min\nsession a 5000 ttl 60');
      await perform(
        stage,
        `late m moved 5000 ${creditOf(stage, 5000, 180)}
        wait 1min
        anchor
        wait 4min
        deliver m
        wait 1min
        anchor
        wait 1min
        a -> SUCCESS`,
      );
    }));

  test('six behind: a payment behind a lost message, just after a reading, waits and is paid by the next', () =>
    scene(async (stage) => {
      await perform(
        stage,
        'session a 5000 ttl 60\nwait 10min\nanchor\nwait 1min\nlate z credit 100\nwait 30s',
      );
      await perform(
        stage,
        `sms m moved 5000 ${creditOf(stage, 5000, -360)}
        wait 1min
        anchor
        wait 1min
        a -> SUCCESS`,
      );
    }));

  // The one prints its time, the other none: behind the late one, of which the clock is ahead, it seems older.
  test('five ahead: the next reading pays a payment whose message prints no time, behind a late one that does', () =>
    scene(async (stage) => {
      await perform(stage, 'wait 10min\nsession b 5000 ttl 60\nwait 1min');
      await perform(
        stage,
        `late z moved 100 ${creditOf(stage, 100, 300)}
        wait 10s
        sms m moved 5000 ${UNDATED}
        wait 6min
        deliver z
        wait 1min
        anchor
        b -> SUCCESS`,
      );
    }));
});

describe('A payment that two others overtook', () => {
  // It begins at no balance of the book yet when it comes, and is older than the last step.
  test('is paid, though its message comes before that of the second of them', () =>
    scene((stage) =>
      perform(
        stage,
        `session b 6000
        late v credit 100
        late x credit 200
        late m moved 6000 ${creditOf(stage, 6000, -60)}
        deliver v
        deliver m
        deliver x
        wait 40s
        b -> SUCCESS`,
      ),
    ));
});

describe('A payment whose message prints no time, by a phone whose clock is behind', () => {
  // Its time is older than the book's last step, and the phone alone tells it.
  test('by five minutes waits for a reading, and is paid by it', () =>
    alone(async (stage) => {
      await perform(stage, 'session a 5000 ttl 15\nwait 6min\nsms x credit 100\nwait 20s');
      await byClockBehind(stage, (sim) => sim.movement(5000, UNDATED.slice(1, -1)), 300);
      await perform(stage, 'wait 40s\na -> AWAITING_PAYMENT\nincidents -> claim\nanchor\na -> SUCCESS');
    }));

  test('by seven minutes is in suspense once the SIM was read, though its session is younger than that time', () =>
    scene(async (stage) => {
      await perform(stage, 'session a 5000 ttl 10\nwait 3min\nanchor');
      await byClockBehind(stage, (sim) => sim.movement(5000, UNDATED.slice(1, -1)), 420);
      await perform(stage, 'wait 2h\na -> AWAITING_PAYMENT\nanchor');
      expect(await creditsOf(stage)).toMatchObject([{ amount_xaf: 5000, state: 'SUSPENSE' }]);
    }));
});

describe('A payment at the tip, of an operator whose clock is five minutes behind', () => {
  // A reading is dated by our clock: the message seems older than it, and the next reading says that it is true.
  test('is paid by the next reading, though the SIM was read a moment before', () =>
    scene(async (stage) => {
      await perform(stage, 'session a 5000 ttl 60\nwait 10min\nanchor\nwait 20s');
      await perform(
        stage,
        `sms m moved 5000 ${creditOf(stage, 5000, -300)}\nwait 1min\nanchor\na -> SUCCESS`,
      );
    }));
});

// The second begins where the first ends, and the first waits.
test('Two who pay one after the other by an operator whose clock is five minutes behind are both paid by the next reading', () =>
  scene(async (stage) => {
    await perform(stage, 'session a 5000 ttl 60\nsession b 3000 ttl 60\nwait 10min\nanchor\nwait 20s');
    await perform(
      stage,
      `sms m moved 5000 ${creditOf(stage, 5000, -300)}
      sms n moved 3000 ${creditOf(stage, 3000, -300)}
      wait 1min
      anchor
      a -> SUCCESS
      b -> SUCCESS`,
    );
  }));

// Without a reading: the money was sent, and its message begins where the first one ends.
test('The session of the second of them does not expire', () =>
  scene(async (stage) => {
    await perform(stage, 'session a 5000 ttl 15\nsession b 3000 ttl 15\nwait 10min\nanchor\nwait 20s');
    await perform(
      stage,
      `sms m moved 5000 ${creditOf(stage, 5000, -300)}
      sms n moved 3000 ${creditOf(stage, 3000, -300)}
      wait 3h
      a -> AWAITING_PAYMENT
      b -> AWAITING_PAYMENT`,
    );
  }));

describe('A forged message that prints a time to come', () => {
  test.each(COMING)('(%s) does not wait for the balance to come to it', (_what, operator, text) =>
    playOn(`
      sim x ${operator}
      session v 45000 on x by rival ttl 60
      sms f told "${text}" on x
      wait 10min
      session a 5000 on x
      paid a
      a -> SUCCESS
      v -> AWAITING_PAYMENT
      float x -> 5000
      session b 7000 on x
      paid b
      b -> SUCCESS
      float x -> 12000
    `),
  );

  test('is refuted by a reading of the SIM like any other', () =>
    playOn(`
      sms f told "${COMING[1]?.[2]}"
      wait 10min
      incidents -> claim
      anchor
      incidents -> none
      session a 5000
      paid a
      a -> SUCCESS
      float -> 5000
    `));
});

// The operator's SMS is six minutes late, and a reading was between: it may tell of the time before.
test('A payment whose message prints no time and comes minutes after a reading that found it is paid', () =>
  alone((stage) =>
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

// Whoever paid before a lost payment and after it knows the gap that it left. A message without a time may be older than it
// says, so it fills the gap, but its money came before the SIM was read: who asked for that sum since is not paid by it.
test('A message without a time that fills an old gap pays no session that was made after the gap was found', () =>
  scene((stage) =>
    perform(
      stage,
      `late p credit 5000
      wait 5min
      anchor
      wait 45min
      session v 5000 by rival
      wait 1min
      sms f told "Trans. id : 2611211582330. Vous avez reçu 5.000,00 FCFA de 23566123456. Le solde de votre compte Airtel Money est de 67410,00 FCFA."
      wait 1min
      unpaid v -> yes`,
    ),
  ));

// It begins at the tip as well, by chance.
test('A message without a time that fills the gap of a reading is booked once, though the balance has come back since', () =>
  scene((stage) =>
    perform(
      stage,
      `wait 5min
      late m moved 5000 ${UNDATED}
      wait 5min
      anchor
      wait 15min
      sms d debit 5000
      wait 15min
      deliver m
      float one -> 0`,
    ),
  ));

// The same for one that prints its time: whoever was served within a minute of another may be told of behind him.
test('A message that comes behind a withdrawal of the same minute fills the gap that a reading found, not the tip', () =>
  scene((stage) =>
    perform(
      stage,
      `wait 5min
      late m credit 5000
      anchor
      sms d debit 5000
      deliver m
      float one -> 0
      wait 1min
      incidents -> none`,
    ),
  ));

// The operator prints a day and no hour: the first payment on a swept SIM is often of the same price.
test('A payment without a time is paid, though days before one of the same sum got lost at the same balance', () =>
  alone((stage) =>
    perform(
      stage,
      `wait 5min
      late z credit 5000
      wait 5min
      anchor
      wait 5min
      sms d debit 5000
      wait 72h
      session a 5000 ttl 60
      wait 1min
      sms m moved 5000 "Trans. id : 2611241582330. Vous avez reçu 5.000,00 FCFA de 23566123456. Le solde de votre compte Airtel Money est de BALANCE,00 FCFA."
      wait 1min
      a -> SUCCESS`,
    ),
  ));

test('A message without a time that is fourteen hours late fills the gap that a reading found, and is not refuted', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `session a 5000
      late z moved 5000 ${UNDATED}
      wait 5min
      anchor
      wait 14h
      deliver z
      wait 10min
      anchor
      wait 1min`,
    );
    const credits = await stage.world.service.rows<{ amount_xaf: number }>(
      'select amount_xaf from credits where collection_number_id = $1',
      [firstSim(stage)],
    );
    expect(credits, 'what staff can give its payer').toMatchObject([{ amount_xaf: 5000 }]);
  }));

// It begins exactly at the tip, so that it is CHAINED, and clocks differ by up to ten minutes; an operator's that is three ahead sends each
// payment to review.
test('A payment of which the operator’s clock, three minutes ahead, prints the time is paid as soon as its message comes', () =>
  scene(async (stage) => {
    await perform(stage, 'wait 5min\nsession a 5000 ttl 60');
    const id = idOf(stage, 'MP', -3, 'B55555');
    await perform(
      stage,
      `sms m moved 5000 "Trans.Id : ${id}. Vous avez recu 5000 FCFA du 66123456. Votre solde disponible est BALANCE FCFA."
      wait 1min
      a -> SUCCESS`,
    );
  }));

// The message behind it came a minute and a half before a's session was over, and begins where a's ends: a had paid by then, whatever its late message prints.
test('A payment in time, whose late message prints a time three minutes ahead, is paid where the one behind it came in time', () =>
  scene(async (stage) => {
    await perform(stage, 'wait 5min\nsession a 5000 ttl 5\nwait 210s');
    await perform(
      stage,
      `late p ${ahead(stage, 5000, '66123456')}
      sms q moved -100 "Trans.Id: PP1. Vous avez achete 100 FCFA chez NOM. Solde: BALANCE FCFA."
      wait 10min
      deliver p
      a -> SUCCESS`,
    );
  }));

// It is what the reading found missing, and prints three minutes more than the clock of whoever read: so it is taken for a payment that came behind the second
// sweep, which ends where it begins. The book stands 5,000 above the SIM.
test('A late message by a clock that is three minutes ahead fills the gap that a reading found, also where the SIM was swept to nothing since', () =>
  scene(async (stage) => {
    await perform(stage, 'wait 5min');
    await sweep(stage, 62_410);
    await perform(
      stage,
      `sms s debit 62410
      wait 3min
      session a 5000 ttl 60
      wait 1min`,
    );
    await perform(
      stage,
      `late z ${ahead(stage, 5000, '66123456')}
      wait 30s
      anchor
      wait 1min`,
    );
    await sweep(stage, 5000);
    await perform(
      stage,
      `sms s2 moved -5000 "Trans.Id: ${idOf(stage, 'PP', -3, 'B55502')}. Vous avez envoye 5000 FCFA au 66123456. Votre solde disponible est BALANCE FCFA."
      wait 1min
      deliver z
      a -> SUCCESS
      wait 5min
      anchor
      wait 31s
      incidents -> none`,
    );
  }));
