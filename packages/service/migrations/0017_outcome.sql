-- Evidence against a claimant: what a credit's ticket and payer say of other sessions, on whatever number.

-- A quoted ticket speaks for its session long after the hold has gone.
create index payment_sessions_ticket on payment_sessions (ticket);

-- Whose numbers a hold is among: the merchant's in test, all zeros in live, as in collection_numbers.
alter table collection_holds add column scope_id uuid;
update collection_holds h set scope_id = n.scope_id from collection_numbers n where n.id = h.collection_number_id;
alter table collection_holds alter column scope_id set not null;

-- Sessions that wait for a payer, on whatever number.
create index collection_holds_expecting on collection_holds (customer_phone, amount_xaf, scope_id)
  where state = 'OPEN' and customer_phone is not null;

-- What a proven credit is reviewed for when its message is doubted. Decisions keep the word they were made by.
alter table payment_sessions drop constraint payment_sessions_review_reason_check;
update payment_sessions set review_reason = 'unproven' where review_reason = 'low_confidence';
alter table payment_sessions add constraint payment_sessions_review_reason_check check (review_reason in
  ('late', 'ambiguous', 'amount_mismatch', 'payer_mismatch', 'second_payment', 'unproven'));
update credits set reason = 'unproven' where reason = 'low_confidence';
update review_cases set reason = 'unproven' where reason = 'low_confidence';
