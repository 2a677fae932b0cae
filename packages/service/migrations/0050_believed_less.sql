-- Who settles locks books before sessions: so does this.
lock table books in access exclusive mode;

-- A message that prints no time may be late by days. Whoever's sum it is on that number and closed meanwhile without being
-- paid may have sent it: an expired session, one that was cancelled, one that people look at, an ask that timed out.
drop index payment_sessions_lapsed;
create index payment_sessions_lapsed on payment_sessions (collection_number_id, amount_xaf, expires_at)
  where status in ('EXPIRED', 'CANCELLED') and environment = 'live';
create index transactions_lapsed on transactions (collection_number_id, amount_xaf, expires_at)
  where status = 'TIMEOUT' and collection_number_id is not null;

-- A reading that finds less than the book suspects every step behind this one, until a person closes it: none of their
-- money is sent back meanwhile, and people may say which of them was false.
alter table books add column suspected_from bigint;
update books set suspected_from = anchored_ordinal where suspected_at is not null;
