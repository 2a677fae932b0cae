import { describe, expect, test } from 'vitest';
import { openStage, perform, playsOfFile, taken } from './play.ts';

const play = playsOfFile();

/** Somebody who reads every SMS of one SIM knows its balance, and forges what goes on from it. */
describe('What goes on from the balance', () => {
  test('settles at once up to 200,000; more waits until somebody reads the balance', () =>
    play(`
      session a 200000
      paid a
      a -> SUCCESS
      session b 250000
      paid b
      b -> AWAITING_PAYMENT
      wait 2min
      b -> AWAITING_PAYMENT
      anchor
      b -> SUCCESS
      float -> 450000
    `));

  test('settles a million between two readings of the balance, no more', () =>
    play(`
      session a 190000 by s1
      session b 191000 by s2
      session c 192000 by s3
      session d 193000 by s4
      session e 194000 by s5
      session f 195000 by s6
      paid a
      paid b
      paid c
      paid d
      paid e
      paid f
      e -> SUCCESS
      f -> AWAITING_PAYMENT
      anchor
      f -> SUCCESS
      session g 150000 by s1
      paid g
      g -> SUCCESS
      float -> 1305000
    `));

  test('and was forged is found by the next reading: the number then settles by witnesses alone', async () => {
    const stage = await openStage();
    try {
      await perform(
        stage,
        `session v 190000
         sms f forged 190000 off +0
         v -> SUCCESS
         wait 10min
         anchor
         float -> 0
         session w 150000
         sms g forged 150000 off +0
         wait 2min
         w -> AWAITING_PAYMENT`,
      );
      expect(await stage.world.ledgerProblems()).toEqual([]);
    } finally {
      await stage.world.close();
    }
  });

  test('by insiders takes a million at the most, however often they try', async () => {
    const stage = await openStage();
    try {
      let ahead_xaf = 0;
      for (let n = 0; n < 12; n += 1) {
        const amount_xaf = 150_000 + n;
        await perform(
          stage,
          `session v${n} ${amount_xaf} by s${n} payer 660002${String(n).padStart(2, '0')}
           sms f forged ${amount_xaf} off +${ahead_xaf} from 660002${String(n).padStart(2, '0')}
           wait 2s`,
        );
        ahead_xaf += amount_xaf;
      }
      // Six are paid, and the other six wait: a seventh would be more than the bound.
      expect([await taken(stage), await stage.world.floatOf('one')]).toEqual([900_015, 900_015]);
      expect(await stage.world.ledgerProblems()).toEqual([]);
    } finally {
      await stage.world.close();
    }
  });
});

test('The next reading is asked for at half of what the last one has left of the bound', () =>
  play(`
    session v1 180000 by rival
    sms f1 forged 180000 off +0
    sms d1 forged -180000 off +180000
    session v2 170000 by rival
    sms f2 forged 170000 off +0
    sms d2 forged -170000 off +170000
    session v3 100000 by rival
    sms f3 forged 100000 off +0
    sms d3 forged -100000 off +100000
    wait 5min
    anchor
    wait 1min
    incidents -> none
    session a 150000
    paid a
    wait 1min
    incidents -> none
    session b 125000
    paid b
    wait 1min
    incidents -> anchor_due
    session c 160000
    paid c
    c -> SUCCESS
    anchor
    wait 1min
    incidents -> none
  `));
