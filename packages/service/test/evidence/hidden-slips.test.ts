import { describe, test } from 'vitest';
import { playsOfFile } from './play.ts';

const play = playsOfFile();

describe('A payer of a masked number who leaves the fee off', () => {
  test.each([
    ['', ''],
    [', as a guest of another session', 'session h 5100 payer 66000002 on one'],
  ])('confirms no stranger on his own SIM%s', (_how, host) =>
    play(`
      ${host}
      session a 5100 payer 66777001 on one
      session v 5000 by rival on one
      sms p credit 5000 from "66••••01" on one
      a -> UNDER_REVIEW ambiguous
      v -> UNDER_REVIEW ambiguous
    `),
  );

  test('confirms none though his own time is over when his message comes', () =>
    play(`
      session a 5100 payer 66777001 on one ttl 5
      session v 5000 by rival on one ttl 60
      late p credit 5000 from "66••••01" on one
      wait 7min
      a -> EXPIRED
      deliver p
      v -> UNDER_REVIEW ambiguous
    `));

  test.each([
    ['whose session expired', '', 'EXPIRED'],
    ['whose merchant has cancelled since', 'cancel a', 'CANCELLED'],
  ])('confirms none though his message is proven long after his own time, %s', (_how, cancels, ended) =>
    play(`
      session a 5100 payer 66777001 on one ttl 15
      session v 5000 by rival on one ttl 15
      wait 5min
      late z credit 300 on one
      sms p credit 5000 from "66••••01" on one
      wait 5min
      ${cancels}
      wait 2h
      a -> ${ended}
      v -> AWAITING_PAYMENT
      anchor
      v -> UNDER_REVIEW ambiguous
    `),
  );

  test('confirms none though people have rejected the review of his own session long before his message is proven', () =>
    play(`
      session a 5100 payer 66777001 on one ttl 15
      session v 5000 by rival on one ttl 15
      sms part credit 2600 from 66777001 on one
      a -> UNDER_REVIEW amount_mismatch
      wait 5min
      anchor
      wait 1min
      late z credit 300 on one
      sms p credit 5000 from "66••••01" on one
      wait 2min
      reject a -> rejected
      a -> EXPIRED
      wait 2h
      v -> AWAITING_PAYMENT
      anchor
      v -> UNDER_REVIEW ambiguous
    `));

  test('confirms none though his transaction has timed out long before his message is proven', () =>
    play(`
      transaction a 5100 payer 66777001 on one
      session v 5000 by rival on one ttl 15
      late z credit 300 on one
      sms p credit 5000 from "66••••01" on one
      wait 2h
      a -> TIMEOUT
      v -> AWAITING_PAYMENT
      anchor
      v -> UNDER_REVIEW ambiguous
    `));

  test('takes nothing, by a message that is proven long after, from whom an order was let go before he paid, or asked for since', () =>
    play(`
      session a 5100 payer 66777001 on one ttl 15
      session v 5000 by rival on one ttl 60
      cancel a
      wait 5min
      late z credit 300 on one
      sms p credit 5000 from "66••••01" on one
      wait 40min
      session b 4950 payer 66777001 by shop on one ttl 5
      wait 2h
      b -> EXPIRED
      anchor
      v -> SUCCESS
    `));

  test('takes nothing from whom his visible digits are not of, nor from who waits on another SIM or owes another sum', () =>
    play(`
      sim two
      session a 5100 payer 66777001 on one
      session b 7000 payer 66777001 on two
      session v 5000 on one
      session w 6950 on one
      session x 8000 on one
      sms p credit 5000 from "66••••02" on one
      sms q credit 6950 from "66••••01" on one
      sms r credit 8000 from "66••••01" on one
      v -> SUCCESS
      w -> SUCCESS
      x -> SUCCESS
      a -> AWAITING_PAYMENT
    `));
});
