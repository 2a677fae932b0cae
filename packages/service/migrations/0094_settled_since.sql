-- The credits that a reading settled after another had found money missing: people are asked of each whether it came before
-- they write off what is missing.
create index book_claims_settled_since on book_claims (collection_number_id, settled_at) where state = 'PROVEN';

-- The messages that people have disowned since a reading: what waits beside others of their time may be the lucky one of that flood.
create index book_claims_disowned on book_claims (collection_number_id, settled_at) where state = 'VOIDED';
