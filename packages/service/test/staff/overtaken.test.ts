import { test } from 'vitest';
import { playsOfFile } from './play.ts';

const play = playsOfFile();

test('what was proposed about a session ends when other money settles it', () =>
  play(`
    session A 150000 payer 66000001        -> AWAITING_PAYMENT
    pay c1 A 150000 from 66000002          -> payer_mismatch
    session B 151000 payer 66000003        -> AWAITING_PAYMENT
    pay c2 B 151000 from 66000003          -> unique_in_time
    pay c3 B 151000 from 66000003          -> second_payment
    confirm A as Awa                       -> proposed
    assign c3 to A as Awa                  -> proposed
    assign c3 to A as Brahim               -> assigned
    A                                      -> SUCCESS
    withdraw A as Awa                      -> nothing_proposed
  `));

test('what was proposed about a transaction ends when its own payment settles it', () =>
  play(`
    session B 151000 payer 66000003        -> AWAITING_PAYMENT
    pay c2 B 151000 from 66000003          -> unique_in_time
    pay c3 B 151000 from 66000003          -> second_payment
    transaction T 150000                   -> PENDING
    assign c3 to T as Awa                  -> proposed
    T                                      -> PENDING
    pay c1 T 150000                        -> unique_in_time
    T                                      -> SUCCESS
    withdraw T as Awa                      -> nothing_proposed
    withdraw c3 as Awa                     -> nothing_proposed
  `));
