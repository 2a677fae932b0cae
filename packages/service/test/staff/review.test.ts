import { test } from 'vitest';
import { playsOfFile } from './play.ts';

const play = playsOfFile();

test('confirming a case pays the merchant out of suspense, with fee and event, once', () =>
  play(`
    session A 5000 payer 66000001          -> AWAITING_PAYMENT
    pay c1 A 5000 from 66000002            -> payer_mismatch
    books                                  -> float -5000, suspense 5000
    confirm A                              -> confirmed
    A                                      -> SUCCESS
    c1                                     -> MATCHED staff_confirmed
    events A                               -> under_review, succeeded
    books                                  -> float -5000, payable 4950, revenue 50
    confirm A                              -> not_under_review SUCCESS
    reject A                               -> not_under_review SUCCESS
    refund c1                              -> nothing_waits MATCHED
    assign c1 to merchant                  -> nothing_waits MATCHED
    books                                  -> float -5000, payable 4950, revenue 50
  `));

test('rejecting a case expires its session and leaves its money in suspense, to be sent back', () =>
  play(`
    session A 5000 payer 66000001          -> AWAITING_PAYMENT
    pay c1 A 5000 from 66000002            -> payer_mismatch
    reject A                               -> rejected
    A                                      -> EXPIRED
    events A                               -> under_review, expired
    c1                                     -> SUSPENSE review_rejected
    books                                  -> float -5000, suspense 5000
    reject A                               -> not_under_review EXPIRED
    confirm A                              -> not_under_review EXPIRED
    assign c1 to A                         -> session_closed EXPIRED
    refund c1                              -> refunded
    c1                                     -> REFUNDED refunded
    books                                  -> float -5000, refund_in_flight 5000
    refund c1                              -> nothing_waits REFUNDED
  `));

test('too little never confirms; too much leaves its rest in suspense, refundable once', () =>
  play(`
    session A 5000 payer 66000001          -> AWAITING_PAYMENT
    pay c1 A 4000 from 66000001            -> amount_mismatch
    confirm A                              -> nothing_covers_it
    confirm A with c1                      -> nothing_covers_it
    pay c2 A 5700 from 66000001            -> amount_mismatch
    confirm A                              -> confirmed, surplus 700
    c1                                     -> SUSPENSE second_payment
    c2                                     -> MATCHED staff_confirmed surplus 700
    books                                  -> float -9700, payable 4950, revenue 50, suspense 4700
    refund c2                              -> refunded
    c2                                     -> MATCHED staff_confirmed surplus 700 returned
    refund c2                              -> nothing_waits MATCHED
    refund c1                              -> refunded
    books                                  -> float -9700, payable 4950, refund_in_flight 4700, revenue 50
  `));

test('with several credits that cover it, staff say which; the others become second payments', () =>
  play(`
    session A 5000 payer 66000001          -> AWAITING_PAYMENT
    pay c1 A 5000 from 66000002            -> payer_mismatch
    pay c2 A 5000 from 66000001            -> joins_review
    confirm A                              -> several_credits
    confirm A with c9                      -> credit_not_in_case
    confirm A with c2                      -> confirmed
    c1                                     -> SUSPENSE second_payment
    assign c1 to merchant                  -> assigned
    c1                                     -> ASSIGNED staff_assigned
    books                                  -> float -10000, payable 9950, revenue 50
    refund c1                              -> nothing_waits ASSIGNED
  `));

test('a late payment is confirmed or rejected like any other', () =>
  play(`
    session A 5000                         -> AWAITING_PAYMENT
    wait 601                               ->
    pay c1 A 5000                          -> late
    events A                               -> under_review
    confirm A                              -> confirmed
    events A                               -> under_review, succeeded
  `));

test('one credit in two cases goes to one; the other case stays open, and is rejected or given other money', () =>
  play(`
    session A 5000 payer 66000001          -> AWAITING_PAYMENT
    session B 5000 payer 66000002          -> AWAITING_PAYMENT
    pay c1 A 5000                          -> ambiguous
    A                                      -> UNDER_REVIEW
    B                                      -> UNDER_REVIEW
    confirm A                              -> confirmed
    B                                      -> UNDER_REVIEW
    confirm B                              -> nothing_covers_it
    confirm B with c1                      -> credit_is_gone MATCHED
    pay c2 A 5000                          -> ambiguous
    confirm B                              -> confirmed
    books                                  -> float -10000, payable 9900, revenue 100
  `));

test('a credit that another open case holds stays under review when the first is rejected', () =>
  play(`
    session A 5000 payer 66000001          -> AWAITING_PAYMENT
    session B 5000 payer 66000002          -> AWAITING_PAYMENT
    pay c1 A 5000                          -> ambiguous
    reject A                               -> rejected
    c1                                     -> REVIEW ambiguous
    reject B                               -> rejected
    c1                                     -> SUSPENSE review_rejected
  `));

// By the clock both happen at once: whichever comes first by it, what the first of two has seen was less.
test('what was said on rejecting a case counts no more once other money has come into it', () =>
  play(`
    session A 150000 payer 66000001        -> AWAITING_PAYMENT
    pay c1 A 150000 from 66000002          -> payer_mismatch
    reject A as Awa                        -> proposed
    pay c2 A 150000 from 66000001          -> joins_review
    reject A as Brahim                     -> proposed
    A                                      -> UNDER_REVIEW
    reject A as Awa                        -> rejected
    A                                      -> EXPIRED
  `));

test('from the configured amount on, another person must agree to the same', () =>
  play(`
    session A 100000 payer 66000001        -> AWAITING_PAYMENT
    pay c1 A 100000 from 66000002          -> payer_mismatch
    confirm A as Awa                       -> proposed
    A                                      -> UNDER_REVIEW
    confirm A as AWA                       -> same_person
    reject A as Brahim                     -> other_proposal
    confirm A as Brahim                    -> confirmed
    A                                      -> SUCCESS
    books                                  -> float -100000, payable 99000, revenue 1000
  `));

test('a franc below the configured amount one person is enough', () =>
  play(`
    session A 99999 payer 66000001         -> AWAITING_PAYMENT
    pay c1 A 99999 from 66000002           -> payer_mismatch
    reject A as Awa                        -> rejected
    refund c1 as Awa                       -> refunded
  `));

test('what was proposed can be withdrawn, and the other thing proposed instead', () =>
  play(`
    session A 200000 payer 66000001        -> AWAITING_PAYMENT
    pay c1 A 200000 from 66000002          -> payer_mismatch
    withdraw A                             -> nothing_proposed
    confirm A as Awa                       -> proposed
    withdraw A as Awa                      -> withdrawn
    reject A as Brahim                     -> proposed
    confirm A as Awa                       -> other_proposal
    reject A as Awa                        -> rejected
    refund c1 as Awa                       -> proposed
    assign c1 to merchant as Brahim        -> other_proposal
    refund c1 as Brahim                    -> refunded
    withdraw c1 as Awa                     -> nothing_proposed
  `));

test('a transaction by SMS waits on beside a doubtful payment, which staff may confirm', () =>
  play(`
    transaction T 5000                     -> PENDING
    settle-late T                          -> not_timed_out PENDING
    pay c1 T 5000 from 66000002            -> payer_mismatch
    T                                      -> PENDING
    c1                                     -> SUSPENSE payer_mismatch
    confirm T                              -> not_found
    settle-late T                          -> confirmed
    T                                      -> SUCCESS
    events T                               -> success
    c1                                     -> MATCHED staff_late_confirmed
    books                                  -> float -5000, payable 4950, revenue 50
  `));

test('the doubtful payment of a transaction by SMS may be confirmed after that timed out, or sent back', () =>
  play(`
    transaction T 5000                     -> PENDING
    pay c1 T 5000 from 66000002            -> payer_mismatch
    transaction S 6000                     -> PENDING
    pay c2 S 6000 from 66000002            -> payer_mismatch
    wait 721                               ->
    T                                      -> TIMEOUT
    settle-late T                          -> confirmed
    events T                               -> timeout, success
    refund c2                              -> refunded
    settle-late S                          -> no_late_proof
    S                                      -> TIMEOUT
    books                                  -> float -11000, payable 4950, refund_in_flight 6000, revenue 50
  `));

test('what covers too little of it confirms nothing, and what is too much leaves a surplus', () =>
  play(`
    transaction T 5000                     -> PENDING
    pay c1 T 4000 from 66123456            -> amount_mismatch
    settle-late T                          -> too_little
    pay c2 T 5000 from 66123456            -> unique_in_time
    T                                      -> SUCCESS
    transaction S 6000                     -> PENDING
    pay c3 S 6500                          -> unmatched
    assign c3 to S                         -> confirmed
    c3                                     -> MATCHED staff_late_confirmed surplus 500
    refund c1                              -> refunded
  `));

test('no payment changes a transaction that failed: the money goes back', () =>
  play(`
    transaction T 5000                     -> PENDING
    pay c1 T 5000 from 66000002            -> payer_mismatch
    fail T                                 -> concluded
    settle-late T                          -> not_timed_out FAILED
    transaction S 6000                     -> PENDING
    pay c2 S 6500                          -> unmatched
    assign c2 to T                         -> not_timed_out FAILED
    T                                      -> FAILED
    events T                               -> failed
    refund c1                              -> refunded
  `));

test('nobody decides what does not exist', () =>
  play(`
    confirm A                              -> not_found
    reject A                               -> not_found
    refund c1                              -> not_found
    assign c1 to merchant                  -> not_found
  `));
