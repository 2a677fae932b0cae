-- A credit beyond the bound stops nobody behind it: it is booked, and its settlement alone waits for a reading.

-- PENDING: a credit in the book that no reading of the SIM has vouched for yet. VOIDED: staff say that it is not true.
alter table book_claims drop constraint book_claims_state_check,
  add constraint book_claims_state_check check (state in ('CLAIMED', 'PENDING', 'PROVEN', 'REFUTED', 'VOIDED'));
create index book_claims_pending on book_claims (collection_number_id) where state = 'PENDING';
-- Sessions wait for both; whoever asks for claims alone finds them here as well.
drop index book_claims_waiting;
create index book_claims_waiting on book_claims (collection_number_id, arrived_at) where state in ('CLAIMED', 'PENDING');

-- From FLOAT to UNEXPLAINED, until it settles.
alter table ledger_transfers
  drop constraint ledger_transfers_cause_check,
  add constraint ledger_transfers_cause_check check (cause in (
    'SESSION_SUCCESS', 'SESSION_FEE', 'CREDIT_SUSPENSE', 'TRANSACTION_SUCCESS', 'TRANSACTION_FEE',
    'TRANSACTION_SUSPENSE', 'TRANSACTION_REFUND', 'TRANSACTION_FEE_REFUND',
    'CREDIT_REFUND', 'CREDIT_ASSIGNED', 'CREDIT_SURPLUS_REFUND', 'CREDIT_REVERSED',
    'STEP_DEBIT', 'STEP_FEE', 'STEP_UNEXPLAINED', 'STEP_EXPLAINED', 'STEP_PENDING'));

-- Of what has settled, what the last reading did not vouch for: it stays until what has left is explained.
alter table books add column unvouched_xaf bigint not null default 0,
  add constraint books_unvouched check (unvouched_xaf between 0 and unanchored_xaf);
alter table feed_incidents drop constraint feed_incidents_kind_check,
  add constraint feed_incidents_kind_check check (kind in
    ('silent', 'lagging', 'clock_skew', 'claim', 'anchor_due', 'outflow', 'short', 'two_steps_one_id'));
