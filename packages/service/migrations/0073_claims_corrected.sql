-- What a payer told of a session may be corrected: the same transaction with another phone is another claim, and counts
-- as one of the five.
alter table payer_claims
  add constraint payer_claims_told_once unique (session_id, operator_transaction_id, payer_phone),
  drop constraint payer_claims_session_id_operator_transaction_id_key;
