import { describe, expect, test } from 'vitest';
import { perform, playsOfFile, type Stage, scene } from './play.ts';
import type { Sms } from './world.ts';

const play = playsOfFile();

describe('A payment whose id was made in the minute before that of the payment which it goes on from', () => {
  const EARLIER =
    '"Trans.Id : MP261121.1159.B77777. Vous avez recu 6000 FCFA du 66123456. Votre solde disponible est BALANCE FCFA."';

  test('is paid, and keeps nobody behind it waiting', () =>
    scene((stage) =>
      perform(
        stage,
        `session b 6000
        session c 7000
        sms x credit 100
        sms m moved 6000 ${EARLIER}
        paid c
        wait 10s
        c -> SUCCESS
        b -> SUCCESS`,
      ),
    ));

  test('does not go to review where somebody has read the SIM', () =>
    scene((stage) =>
      perform(
        stage,
        `session b 6000
        sms x credit 100
        sms m moved 6000 ${EARLIER}
        wait 1min
        anchor
        wait 25h
        b -> SUCCESS`,
      ),
    ));
});

/** One message by the phone of `one`, whose clock is so many seconds ahead. */
async function byWrongClock(stage: Stage, sms: Sms, ahead_s: number): Promise<void> {
  const one = stage.world.at('one');
  const body = JSON.parse(one.phone.received(sms.text));
  body.payload.receivedAt = new Date(stage.world.now.getTime() + 1000 * ahead_s).toISOString();
  expect((await one.phone.post(JSON.stringify(body))).status).toBe(200);
  one.sim.told(sms);
  await perform(stage, 'wait 2s');
}

test('A payment in time is not late because the clock of the phone, whose message prints no time, is a minute and a half ahead', () =>
  scene(async (stage) => {
    await perform(stage, 'session a 5000 ttl 10\nwait 9min');
    const sms = stage.world.sims
      .get('one')
      ?.sim.movement(
        5000,
        'Trans. id : 2611211582330. Vous avez reçu 5.000,00 FCFA de 23566123456. Le solde de votre compte Airtel Money est de BALANCE,00 FCFA.',
      );
    await byWrongClock(stage, sms as Sms, 90);
    await perform(stage, 'a -> SUCCESS');
  }));

test('A payment of which the operator prints the time is paid, though the clock of the phone is two and a half minutes slow', () =>
  scene(async (stage) => {
    await perform(stage, 'session a 5000 ttl 10\nwait 1min');
    await byWrongClock(stage, stage.world.sims.get('one')?.sim.credit(5000) as Sms, -150);
    await perform(stage, 'a -> SUCCESS');
  }));

test('A customer who pays at the end of quarantine, his message seconds late, confirms no stranger who was given number and sum meanwhile', () =>
  scene((stage) =>
    perform(
      stage,
      `session a 5000 ttl 5
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

// Its message waits for a late one. Had it not, the money would stand in suspense since before that session was made: no clock of an operator or of a phone
// is asked.
test('A payment of which a message has come before a session was made is not that session’s, once it is proven by a late message', () =>
  play(`
    wait 10min
    late lost credit 700
    sms p credit 5000 from 66777001
    wait 1min
    session s 5000
    wait 10s
    deliver lost
    s -> AWAITING_PAYMENT
  `));

test('A payment of which a message has come before a session was made is not that session’s, once it is proven by a reading of the SIM', () =>
  play(`
    wait 10min
    late lost credit 700
    sms p credit 5000 from 66777001
    wait 1min
    session s 5000
    wait 6min
    anchor
    s -> AWAITING_PAYMENT
  `));

// Who reads what waits there declares its very payer.
test('A payment that waits is not an insider’s, who makes a session of its sum and its payer meanwhile', () =>
  play(`
    sim two
    session h 5000 on two ttl 60
    wait 10min
    late lost credit 700
    sms p credit 5000 from 66777001
    wait 1min
    session v 5000 payer 66777001 by rival on one
    wait 10s
    deliver lost
    v -> AWAITING_PAYMENT
  `));

test.each(['', ' payer 66123456'])(
  'Who gives up, asks for the same again and pays it within a minute is paid:%s',
  (declared) =>
    play(`
      sim two
      sim three
      sim four
      session a 5000${declared} on one
      wait 30s
      cancel a
      wait 10s
      session b 5000${declared}
      wait 20s
      paid b from 66123456
      b -> SUCCESS
    `),
);
