import { describe, test } from 'vitest';
import { playsOfFile } from './play.ts';

const play = playsOfFile();

/** A transaction whose payer was asked by SMS is proven by the same messages as a session. */
describe('A transaction that waits for its payer’s SMS', () => {
  test('is paid by what goes on from the balance', () =>
    play(`
      transaction t 5000 payer 66000001
      sms m credit 5000 from 66000001
      t -> SUCCESS
      float -> 5000
    `));

  test('is paid by no claim, however many there are', () =>
    play(`
      transaction t 45000 payer 66000001
      transaction decoy 20000 payer 66000009
      sms f1 forged 45000 off +20000 from 66000001
      sms f2 forged 100 off +65000
      sms f3 forged 100 off +65100
      wait 35s
      unpaid t -> yes
      unpaid decoy -> yes
      float -> 0
      session a 7000
      paid a
      a -> SUCCESS
      wait 26h
      unpaid t -> yes
      float -> 7000
    `));

  test('is paid when its SMS is 40 s late, and so is who paid after it', () =>
    play(`
      transaction t 5000 payer 66000001
      session b 7000
      late m0 credit 3100
      late m credit 5000 from 66000001
      paid b
      wait 40s
      deliver m
      wait 1s
      deliver m0
      t -> SUCCESS
      b -> SUCCESS
      float -> 15100
    `));

  test('is paid though its transaction id was told before by a forger', () =>
    play(`
      transaction t 5000 payer 66000001
      late m credit 5000 from 66000001
      sms f forged 90000 off +777 like m from 66000001
      wait 35s
      deliver m
      t -> SUCCESS
      float -> 5000
    `));

  test('is paid by no stranger who owes the same on another SIM', () =>
    play(`
      sim two
      session a 5000 payer 66000007 on two by shop
      session b 5000 on one by other
      transaction t 5000 payer 66000001
      sms m credit 5000 on one from 66000007
      unpaid t -> yes
      unpaid b -> yes
    `));
});
