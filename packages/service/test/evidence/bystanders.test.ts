import { describe, test } from 'vitest';
import { playsOfFile } from './play.ts';

const play = playsOfFile();

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
});
