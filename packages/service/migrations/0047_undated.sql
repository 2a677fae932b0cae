-- A message that prints no time may be hours late: the session of its sum that expired on its number meanwhile may be
-- the one that it pays. Only what expired is in it, so a payment pays nothing for it.
create index payment_sessions_lapsed on payment_sessions (collection_number_id, amount_xaf, expires_at)
  where status = 'EXPIRED' and environment = 'live';
