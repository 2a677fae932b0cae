-- Whether a message or a row of a statement says of a payment that it was taken back is asked before it is sent back.
create index book_claims_undoing on book_claims ((told -> 'readings' -> 0 ->> 'reversed_transaction_id'))
  where state in ('CLAIMED', 'REFUTED');
create index statement_rows_linked on statement_rows (linked_transaction_id) where linked_transaction_id is not null;
