-- Who held a number for a sum when money moved may have paid it, also where his session had been paid or was over by then, and only
-- kept its number in quarantine; and that may be proven when his hold is gone. He is looked for by his sum, among those whose time ended about
-- then; when each of them closed stands in the index, so that no row is read of those that had let the number go.
drop index payment_sessions_lapsed;
create index payment_sessions_lapsed on payment_sessions (collection_number_id, amount_xaf, expires_at, closed_at)
  where status in ('EXPIRED', 'CANCELLED') and environment = 'live';
create index payment_sessions_spent on payment_sessions (collection_number_id, amount_xaf, expires_at, closed_at)
  where status in ('SUCCESS', 'FAILED') and environment = 'live';
drop index transactions_lapsed;
create index transactions_lapsed on transactions (collection_number_id, amount_xaf, expires_at, updated_at)
  where status = 'TIMEOUT' and collection_number_id is not null;
create index transactions_spent on transactions (collection_number_id, amount_xaf, expires_at, updated_at)
  where status in ('SUCCESS', 'REFUNDED', 'FAILED') and environment = 'live' and collection_number_id is not null;
