import { describe, test } from 'vitest';
import { confirmPortals } from '../statements/play.ts';
import { bringListed, nameless } from './desk.ts';
import { perform, playsOfFile, stagesOfFile } from './play.ts';

const play = playsOfFile();
const scene = stagesOfFile();

describe('Who owed a sum when money of nobody known moved', () => {
  test('is hidden by no sessions that a rival makes and cancels afterwards', () =>
    play(`
      session v 5000 payer 66999001 by rival ttl 60
      session h 5000 payer 66777001 ttl 60
      late lost credit 700
      wait 1min
      sms p cash-in 5000
      wait 20s
      session c 5000 payer 66999002 by rival2 ttl 60
      session d 5000 payer 66999003 by rival3 ttl 60
      cancel c
      cancel d
      cancel h
      wait 40min
      anchor
      unpaid v -> yes
    `));
  test('nor where he paid as quarantine ended', () =>
    play(`
      session h 5000 ttl 5
      wait 8min
      h -> EXPIRED
      wait 29min
      wait 50s
      late lost credit 700
      late p cash-in 5000
      wait 15s
      session v 5000 payer 66999001 by rival ttl 60
      wait 5s
      deliver p
      wait 2min
      session g 5000 payer 66999002 by rival2 ttl 20
      cancel g
      wait 1min
      deliver lost
      unpaid v -> yes
    `));
  test('is remembered once he has paid again and his hold is gone', () =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `session v 5000 payer 66999001 by rival ttl 60
        session a 5000 payer 66777001 ttl 30
        wait 1min
        late p credit 5000 from 66777001
        wait 3min
        paid a from 66777001
        wait 5min
        anchor
        a -> SUCCESS
        wait 32min`,
      );
      await bringListed(stage, nameless);
      await perform(stage, 'wait 1min\nunpaid v -> yes');
    }));
  test('is remembered where he was in quarantine when it moved', () =>
    play(`
      session v 5000 payer 66999001 by rival ttl 60
      session a 5000 payer 66777001 ttl 5
      wait 8min
      a -> EXPIRED
      wait 10min
      late lost credit 700
      sms p cash-in 5000
      wait 25min
      anchor
      unpaid v -> yes
    `));
  test('sends nobody to review where he is known to have paid late', () =>
    play(`
      session v 5000 payer 66999001 by rival ttl 60
      session a 5000 payer 66777001 ttl 5
      wait 8min
      a -> EXPIRED
      wait 10min
      late lost credit 700
      sms p credit 5000 from 66777001
      wait 25min
      anchor
      v -> AWAITING_PAYMENT
    `));
  test('nor where he is known to have paid twice', () =>
    play(`
      session v 5000 payer 66999001 by rival ttl 60
      session a 5000 payer 66777001 ttl 30
      paid a from 66777001
      a -> SUCCESS
      wait 10min
      late lost credit 700
      sms again credit 5000 from 66777001
      wait 25min
      anchor
      v -> AWAITING_PAYMENT
    `));
});

describe('Who was given a number for a sum when somebody’s quarantine ended', () => {
  const GIVEN_NEXT = `session a 5000 payer 66777001 ttl 30
      paid a from 66777001
      a -> SUCCESS
      wait 31min
      session v 5000 ttl 60
      wait 10s`;
  test('and paid at once is paid, who had it before being none of those that may have', () =>
    play(`
      ${GIVEN_NEXT}
      sms p cash-in 5000
      v -> SUCCESS
    `));
  test('and paid at once is paid when that is proven late', () =>
    play(`
      ${GIVEN_NEXT}
      late lost credit 700
      sms p cash-in 5000
      wait 25min
      anchor
      v -> SUCCESS
    `));
  test('and paid at once is paid, whenever people decide the review that held it before', () =>
    play(`
      session a 5000 ttl 5
      wait 6min
      wait 20s
      sms p credit 5000 from 66777001
      a -> UNDER_REVIEW late
      wait 24h
      wait 10min
      anchor
      session v 5000 by rival ttl 30
      wait 1min
      confirm a -> confirmed
      wait 1min
      paid v from 66999001
      v -> SUCCESS
    `));
  test('nor where people rejected that review just before he asked', () =>
    play(`
      session a 5000 ttl 5
      wait 6min
      wait 20s
      sms p credit 5000 from 66777001
      a -> UNDER_REVIEW late
      wait 24h
      wait 10min
      anchor
      reject a -> rejected
      wait 2min
      session v 5000 by rival ttl 30
      wait 1min
      paid v from 66999001
      v -> SUCCESS
    `));
  test('and is paid by who had it before and pays him now, though people have just confirmed that one’s late payment', () =>
    play(`
      transaction t 5000 payer 66777001
      wait 13min
      t -> TIMEOUT
      sms p credit 5000 from 66777001
      wait 35min
      session s 5000
      assign p to t as Awa -> assigned
      t -> SUCCESS
      wait 5min
      paid s from 66777001
      s -> SUCCESS
    `));
});

describe('Who waits where one under review has given number and sum back', () => {
  const REVIEWED = `session t 5000 payer 66777001 by rival ttl 60
      sms h credit 5050 from 66000009 motif "{t}"
      t -> UNDER_REVIEW amount_mismatch
      wait 24h
      wait 3min
      anchor`;
  test('is looked at beside that one, when the phone that it declared pays', () =>
    play(`
      ${REVIEWED}
      session s 5000
      sms p credit 5000 from 66777001
      s -> UNDER_REVIEW ambiguous
      t -> UNDER_REVIEW amount_mismatch
    `));
  test('also where it declared that phone itself, and was given another number', () =>
    play(`
      ${REVIEWED}
      sim two
      session s 5000 payer 66777001 on two
      sms p credit 5000 from 66777001 on one
      s -> UNDER_REVIEW second_payment
      t -> UNDER_REVIEW amount_mismatch
    `));
  test('and is paid as ever by another phone', () =>
    play(`
      ${REVIEWED}
      session s 5000
      sms p credit 5000 from 66777002
      s -> SUCCESS
    `));
});

describe('The money of a customer who pays twice, or late,', () => {
  const asked = (by: string) => `session s 5000 payer 66777001 on one
      session t 4900 payer 66777001 ${by} on one`;
  test('is nobody else’s, though another merchant asks his phone for nearly as much', () =>
    play(`
      ${asked('by rival')}
      paid s from 66777001
      s -> SUCCESS
      wait 5min
      sms again credit 5000 from 66777001
      t -> AWAITING_PAYMENT
      session l 7000 payer 66777001 on one
      session u 7100 payer 66777001 by rival on one
      cancel l
      sms late credit 7000 from 66777001
      u -> AWAITING_PAYMENT
      refund again as Awa -> refunded
      refund late as Awa -> refunded
      paid t from 66777001
      t -> SUCCESS
    `));
  test('is looked at for another order of the same shop', () =>
    play(`
      ${asked('')}
      paid s from 66777001
      s -> SUCCESS
      wait 5min
      sms again credit 5000 from 66777001
      t -> UNDER_REVIEW amount_mismatch
    `));
});

describe('An order whose customer leaves the fee off', () => {
  test('doesn’t expire beside his money, though a rival asked his phone for just that sum and gave it up', () =>
    play(`
      session r 5000 payer 66777001 by rival on one
      cancel r
      session h 5100 payer 66777001 on one
      session s 5100 payer 66777002 on one
      sms p credit 5000 from 66777001 on one
      h -> AWAITING_PAYMENT
      wait 65min
      h -> AWAITING_PAYMENT
      s -> EXPIRED
      wait 24h
      h -> UNDER_REVIEW unproven
    `));
  test('nor does a transaction that asks him by SMS', () =>
    play(`
      session r 4900 payer 66777001 by rival on one
      cancel r
      transaction t 5000 payer 66777001 on one
      sms p credit 4900 from 66777001 on one
      wait 65min
      t -> PENDING
      wait 24h
      t -> TIMEOUT
    `));
  test('expires once that money has been given back, and is paid by the whole sum meanwhile', () =>
    play(`
      session r 5000 payer 66777001 by rival on one
      cancel r
      session h 5100 payer 66777001 on one
      session o 7000 payer 66777001 by rival on one
      cancel o
      session k 7100 payer 66777001 on one
      sms p credit 5000 from 66777001 on one
      sms q credit 7000 from 66777001 on one
      paid k from 66777001
      k -> SUCCESS
      refund p as Awa -> refunded
      wait 65min
      h -> EXPIRED
    `));
});
