-- Whom a payer was expected by when his money moved, though the session has been paid, cancelled or rejected since. In the
-- sandbox money moves when it is played, so nothing is over by then.
create index payment_sessions_closed_since on payment_sessions (customer_phone, amount_xaf, closed_at)
  where environment = 'live' and status in ('SUCCESS', 'CANCELLED', 'FAILED') and customer_phone is not null;
