-- A session under review has given its number and amount back after a day, and its payment may be proven later than that: it is
-- found by both, among the few sessions that people look at. Each has an end; only who asks by that may walk this index, since for a
-- planner without statistics it is as good as the one by the moment of the review.
create index payment_sessions_reviewed on payment_sessions (collection_number_id, amount_xaf, expires_at)
  where status = 'UNDER_REVIEW' and environment = 'live' and expires_at is not null;
