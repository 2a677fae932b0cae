import { test } from 'vitest';
import { playsOfFile } from './play.ts';

const play = playsOfFile();

test('money in suspense confirms a session that still awaits its payment', () =>
  play(`
    session A 5000 payer 66000001          -> AWAITING_PAYMENT
    pay c1 A 7000                          -> unmatched
    assign c1 to A                         -> assigned
    A                                      -> SUCCESS
    events A                               -> succeeded
    c1                                     -> MATCHED staff_assigned surplus 2000
    books                                  -> float -7000, payable 4950, revenue 50, suspense 2000
    refund c1 of 7000                      -> other_amount
    refund c1 of 2000                      -> refunded
    books                                  -> float -7000, payable 4950, refund_in_flight 2000, revenue 50
  `));

test('money in suspense confirms a session under review, whose own credits go their way', () =>
  play(`
    session A 5000 payer 66000001          -> AWAITING_PAYMENT
    pay c1 A 4000 from 66000001            -> amount_mismatch
    session B 6000                         -> AWAITING_PAYMENT
    pay c2 B 5500                          -> unmatched
    assign c2 to A                         -> assigned
    A                                      -> SUCCESS
    events A                               -> under_review, succeeded
    c1                                     -> SUSPENSE second_payment
    c2                                     -> MATCHED staff_assigned surplus 500
    refund c1                              -> refunded
    books                                  -> float -9500, payable 4950, refund_in_flight 4000, revenue 50, suspense 500
  `));

test('money in suspense goes to no session that has ended, and to none that asks for more', () =>
  play(`
    session A 5000                         -> AWAITING_PAYMENT
    pay c1 A 5000                          -> unique_in_time
    pay c2 A 5000                          -> second_payment
    assign c2 to A                         -> session_closed SUCCESS
    session B 6000                         -> AWAITING_PAYMENT
    assign c2 to B                         -> too_little
    assign c2 to C                         -> not_found
    assign c9 to B                         -> not_found
    wait 721                               ->
    B                                      -> EXPIRED
    assign c2 to B                         -> session_closed EXPIRED
    assign c2 to merchant                  -> assigned
    books                                  -> float -10000, payable 9950, revenue 50
    assign c2 to merchant                  -> nothing_waits ASSIGNED
  `));

test('money seen on another number may be meant for a session: staff may know', () =>
  play(`
    session A 4900                         -> AWAITING_PAYMENT
    number                                 ->
    wait 2                                 ->
    session B 5000                         -> AWAITING_PAYMENT
    pay c1 A 5100                          -> unmatched
    assign c1 to B                         -> assigned
    B                                      -> SUCCESS
    A                                      -> AWAITING_PAYMENT
  `));

test('a large amount needs two people here too, for the same target', () =>
  play(`
    session A 150000                       -> AWAITING_PAYMENT
    pay c1 A 160000                        -> unmatched
    assign c1 to A as Awa                  -> proposed
    assign c1 to merchant as Brahim        -> other_proposal
    refund c1 as Brahim                    -> other_proposal
    assign c1 to A as Awa                  -> same_person
    assign c1 to A as Brahim               -> assigned
    books                                  -> float -160000, payable 148500, revenue 1500, suspense 10000
    refund c1 as Awa                       -> refunded
  `));

test('a transaction that timed out becomes SUCCESS by money that staff know to be its payment', () =>
  play(`
    transaction T 5000                     -> PENDING
    pay c1 T 5200 from 66000009            -> unmatched
    wait 721                               ->
    T                                      -> TIMEOUT
    settle-late T                          -> no_late_proof
    assign c9 to T                         -> credit_already_used
    assign c1 to T                         -> confirmed
    T                                      -> SUCCESS
    events T                               -> timeout, success
    c1                                     -> MATCHED staff_late_confirmed surplus 200
    books                                  -> float -5200, payable 4950, revenue 50, suspense 200
    assign c1 to T                         -> not_timed_out SUCCESS
  `));

test('a transaction that still waits needs no timeout for that', () =>
  play(`
    transaction T 5000                     -> PENDING
    pay c1 T 5200 from 66000009            -> unmatched
    assign c1 to T                         -> confirmed
    events T                               -> success
    books                                  -> float -5200, payable 4950, revenue 50, suspense 200
  `));

test('a payment proven after the timeout is settled by its review, not by other money', () =>
  play(`
    transaction T 5000                     -> PENDING
    wait 721                               ->
    pay c1 T 5000 from 66123456            -> session_closed
    pay c2 T 5000 from 66123456            -> session_closed
    assign c2 to T                         -> proven_otherwise
    assign c1 to T                         -> confirmed
    refund c2                              -> refunded
    books                                  -> float -10000, payable 4950, refund_in_flight 5000, revenue 50
  `));

test('when its money goes back, the review of a late payment ends with it', () =>
  play(`
    transaction T 5000                     -> PENDING
    wait 721                               ->
    pay c1 T 5000 from 66123456            -> session_closed
    refund c1                              -> refunded
    settle-late T                          -> no_late_proof
    T                                      -> TIMEOUT
    books                                  -> float -5000, refund_in_flight 5000
  `));

test('our own money that came to a SIM as a payment does is capital once two people say so, whatever the sum', () =>
  play(`
    session A 5000                         -> AWAITING_PAYMENT
    wait 721                               ->
    pay c1 A 300 from 66000009             -> unmatched
    session B 7000                         -> AWAITING_PAYMENT
    capital c9                             -> not_found
    capital c1 as Awa                      -> proposed
    capital c1 as Awa                      -> same_person
    withdraw c1 as Awa                     -> withdrawn
    capital c1 as Awa                      -> proposed
    capital c1 as Brahim                   -> called_capital
    c1                                     -> ASSIGNED own_capital
    books                                  -> capital 300, float -300
    refund c1                              -> nothing_waits ASSIGNED
    assign c1 to merchant                  -> nothing_waits ASSIGNED
    capital c1                             -> nothing_waits ASSIGNED
  `));

test('what somebody may have paid is not called our own: while they wait, paid twice, too much, or too late', () =>
  play(`
    session A 5000 payer 66000001          -> AWAITING_PAYMENT
    pay c1 A 5000 from 66000001            -> unique_in_time
    pay c2 A 5000 from 66000001            -> second_payment
    capital c2                             -> may_be_a_payment
    session B 6000                         -> AWAITING_PAYMENT
    pay c3 B 7000                          -> unmatched
    capital c3                             -> may_be_a_payment
    assign c3 to B                         -> assigned
    capital c3                             -> nothing_waits MATCHED
    session D 8000 payer 66000002          -> AWAITING_PAYMENT
    wait 721                               ->
    pay c4 D 8000 from 66000002            -> session_closed
    capital c4                             -> may_be_a_payment
  `));
