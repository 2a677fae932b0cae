-- Whom a payer was expected by when the money moved is asked for also once that session has expired, while it is in quarantine.
drop index collection_holds_expecting;
create index collection_holds_expecting on collection_holds (customer_phone, amount_xaf, scope_id) where customer_phone is not null;
