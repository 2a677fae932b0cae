-- Reservations are owned, by a session or by a transaction; and what a credit's ticket and payer say of other
-- sessions, on whatever number, is found by an index.

-- A quoted ticket speaks for its session long after the hold has gone.
create index payment_sessions_ticket on payment_sessions (ticket);

-- Where the payer of a transaction on the rail manual-sms is told to pay.
alter table transactions
  add column collection_number_id uuid references collection_numbers (id),
  add column assigned_collection_number text,
  add constraint transactions_collection_number
    check ((collection_number_id is null) = (assigned_collection_number is null));
update transactions t
  set collection_number_id = s.collection_number_id, assigned_collection_number = s.assigned_collection_number
  from payment_sessions s where s.transaction_id = t.id;

-- The owner of a hold: the key is the owner's id, and a foreign key for each kind proves that it exists.
alter table collection_holds drop constraint collection_holds_session_id_fkey;
alter table collection_holds rename column session_id to owner_id;
alter table collection_holds
  add column owner_kind text not null default 'session' check (owner_kind in ('session', 'transaction')),
  -- Whose numbers it is among: the merchant's in test, all zeros in live, as in collection_numbers.
  add column scope_id uuid,
  -- A transaction's payer is told no ticket.
  alter column ticket drop not null;
update collection_holds h set scope_id = n.scope_id from collection_numbers n where n.id = h.collection_number_id;
-- A transaction goes on waiting where the session it borrowed had been put under review.
update collection_holds h
  set owner_id = t.id, owner_kind = 'transaction', ticket = null,
    state = case when t.status in ('PENDING', 'PROCESSING', 'WAITING_SMS') then 'OPEN' else 'QUARANTINE' end,
    due_at = case when t.status in ('PENDING', 'PROCESSING', 'WAITING_SMS') then t.expires_at + interval '2 minutes'
      else h.due_at end
  from payment_sessions s join transactions t on t.id = s.transaction_id where s.id = h.owner_id;
alter table collection_holds
  alter column owner_kind drop default,
  alter column scope_id set not null,
  add column session_id uuid generated always as (case when owner_kind = 'session' then owner_id end) stored,
  add column transaction_id uuid generated always as (case when owner_kind = 'transaction' then owner_id end) stored,
  add constraint collection_holds_session_id_fkey foreign key (session_id)
    references payment_sessions (id) deferrable initially deferred,
  add constraint collection_holds_transaction_id_fkey foreign key (transaction_id)
    references transactions (id) deferrable initially deferred,
  add constraint collection_holds_session_ticket check (owner_kind = 'transaction' or ticket is not null);

-- Who waits for a payer, on whatever number.
create index collection_holds_expecting on collection_holds (customer_phone, amount_xaf, scope_id)
  where state = 'OPEN' and customer_phone is not null;

-- A credit pays one session or one transaction.
alter table credits
  drop constraint credits_matched,
  add column matched_transaction_id uuid unique references transactions (id);
update credits c set matched_session_id = null, matched_transaction_id = s.transaction_id
  from payment_sessions s where s.id = c.matched_session_id and s.transaction_id is not null;
alter table credits add constraint credits_matched
  check (num_nonnulls(matched_session_id, matched_transaction_id) = case when state = 'MATCHED' then 1 else 0 end);

-- The sessions and the transactions that a verdict touches.
alter table decisions add column transaction_ids uuid[] not null default '{}';

alter table transaction_proofs
  drop constraint transaction_proofs_outcome_check,
  -- doubtful: it may be its payment; staff decide while it goes on waiting.
  add constraint transaction_proofs_outcome_check
    check (outcome in ('concluded', 'already', 'late', 'refused', 'doubtful'));

alter table transaction_reviews
  drop constraint transaction_reviews_once,
  drop constraint transaction_reviews_kind_check,
  -- doubtful: a credit that may be its payment; `reason` says what speaks against it.
  add constraint transaction_reviews_kind_check check (kind in ('late', 'after_failure', 'doubtful')),
  add column reason text,
  add constraint transaction_reviews_reason check ((kind = 'doubtful') = (reason is not null));
create index transaction_reviews_transaction on transaction_reviews (transaction_id);
create unique index transaction_reviews_once on transaction_reviews (transaction_id) where state = 'OPEN';

-- The case of a borrowed session becomes a review of its transaction, with the first credit that is still free.
with waiting as (
  select distinct on (s.transaction_id) gen_random_uuid() as proof_id, s.transaction_id, r.credit_id, r.reason,
    r.opened_at, c.occurred_at
  from payment_sessions s
  join review_cases r on r.session_id = s.id
  join credits c on c.id = r.credit_id and c.state = 'REVIEW'
  where s.transaction_id is not null and s.status = 'UNDER_REVIEW' and not exists (
    select from transaction_reviews x where x.transaction_id = s.transaction_id and x.state = 'OPEN')
  order by s.transaction_id, c.amount_xaf >= s.amount_xaf desc, r.opened_at, r.credit_id
), proofs as (
  insert into transaction_proofs (id, transaction_id, kind, source, detail, outcome, happened_at, recorded_at)
  select proof_id, transaction_id, 'success', 'credit', json_build_object('credit_id', credit_id), 'doubtful',
    occurred_at, opened_at
  from waiting
)
insert into transaction_reviews (id, transaction_id, kind, reason, proof_id, credit_id, opened_at)
select gen_random_uuid(), transaction_id, 'doubtful',
  case reason when 'low_confidence' then 'unproven' else reason end, proof_id, credit_id, opened_at
from waiting;
update credits c set state = 'SUSPENSE'
where c.state = 'REVIEW' and not exists (
  select from review_cases r join payment_sessions s on s.id = r.session_id
  where r.credit_id = c.id and s.transaction_id is null and s.status = 'UNDER_REVIEW');
update staff_proposals p set settled_at = now(), outcome = 'WITHDRAWN', settled_by = 'chari (migration 0017)'
from payment_sessions s where s.id = p.subject_id and s.transaction_id is not null and p.settled_at is null;
delete from review_cases r using payment_sessions s where s.id = r.session_id and s.transaction_id is not null;
delete from payment_sessions where transaction_id is not null;
set constraints all immediate;
alter table payment_sessions drop column transaction_id;

-- What a proven credit is reviewed for when its message is doubted. Decisions keep the word they were made by.
alter table payment_sessions drop constraint payment_sessions_review_reason_check;
update payment_sessions set review_reason = 'unproven' where review_reason = 'low_confidence';
alter table payment_sessions add constraint payment_sessions_review_reason_check check (review_reason in
  ('late', 'ambiguous', 'amount_mismatch', 'payer_mismatch', 'second_payment', 'unproven'));
update credits set reason = 'unproven' where reason = 'low_confidence';
update review_cases set reason = 'unproven' where reason = 'low_confidence';
