-- A session under review has given its number and amount back after a day, and its payment may be proven later than that: it is
-- found by both, among the few sessions that people look at.
create index payment_sessions_reviewed on payment_sessions (collection_number_id, amount_xaf, expires_at)
  where status = 'UNDER_REVIEW' and environment = 'live';
