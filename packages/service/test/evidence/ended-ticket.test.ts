import { describe, test } from 'vitest';
import { playsOfFile } from './play.ts';

const play = playsOfFile();

/** Sessions of 5000 and 6000 on one SIM, each behind an order of the same merchant that has ended there. */
const AGAIN = `session old 5000 ttl 5 on one
  cancel old
  session done 7000 ttl 5 on one
  paid done
  done -> SUCCESS
  wait 40min`;

describe('Who begins again, declares no phone, and quotes the ticket of the order before', () => {
  test('is not forgotten: his session waits for people, who give it his money', () =>
    play(`
      ${AGAIN}
      session a 5000 on one
      session b 7000 on one
      session c 6000 on one
      sms m credit 5000 from 66000001 motif "{old}" on one
      sms n credit 7000 from 66000002 motif "{done}" on one
      sms o credit 6000 from 66000003 motif "{old}" on one
      a -> AWAITING_PAYMENT
      wait 65min
      a -> AWAITING_PAYMENT
      assign o to c as Awa -> assigned
      c -> SUCCESS
      wait 24h
      a -> UNDER_REVIEW unproven
      b -> UNDER_REVIEW unproven
      assign m to a as Awa -> assigned
      a -> SUCCESS
    `));

  test('also where the order before was given another SIM', () =>
    play(`
      session old 5000 ttl 5 on one
      wait 40min
      old -> EXPIRED
      sim two
      session x 5000 by rival on one
      session a 5000 on two
      sms m credit 5000 from 66000001 motif "{old}" on two
      wait 25h
      a -> UNDER_REVIEW unproven
      x -> EXPIRED
    `));
});

describe('A session is kept by no ticket of an order that has ended', () => {
  test('and is paid by its own payment as ever', () =>
    play(`
      ${AGAIN}
      session a 5000 on one
      sms m credit 5000 from 66000001 motif "{old}" on one
      paid a from 66000002
      a -> SUCCESS
    `));

  test('where it is that of another merchant, or was quoted by another phone than it has declared', () =>
    play(`
      ${AGAIN}
      session a 5000 by rival on one
      session b 7000 payer 66000009 on one
      sms m credit 5000 from 66000001 motif "{old}" on one
      sms n credit 7000 from 66000001 motif "{done}" on one
      wait 65min
      a -> EXPIRED
      b -> EXPIRED
    `));

  test('for money of another sum, that came before or after its time, or has been given back', () =>
    play(`
      ${AGAIN}
      sms l credit 7000 from 66000001 motif "{done}" on one
      wait 5min
      session a 5000 ttl 5 on one
      session b 7000 on one
      session c 6000 on one
      sms m credit 5100 from 66000001 motif "{old}" on one
      sms o credit 6000 from 66000003 motif "{old}" on one
      refund o as Awa -> refunded
      wait 10min
      sms p credit 5000 from 66000001 motif "{old}" on one
      wait 65min
      a -> EXPIRED
      b -> EXPIRED
      c -> EXPIRED
    `));
});
