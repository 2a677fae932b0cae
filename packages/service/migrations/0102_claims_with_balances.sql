-- The messages without a place that print a balance: they alone guess at where a SIM stands, and whoever forges others that print
-- none would have all of those read and thrown away under the lock of its book.
create index book_claims_balances on book_claims (collection_number_id, arrived_at)
  where state in ('CLAIMED', 'REFUTED') and (begins_xaf <> '{}' or ends_xaf <> '{}');
