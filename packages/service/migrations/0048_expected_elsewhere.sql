-- Whom a payer was expected by: also whose case a person looks at, and a transaction whose ask has timed out since the
-- money moved.
drop index payment_sessions_expected;
create index payment_sessions_expected on payment_sessions (customer_phone, amount_xaf, expires_at)
  where status in ('EXPIRED', 'UNDER_REVIEW') and customer_phone is not null;
create index transactions_expected on transactions (phone_number, amount_xaf, expires_at) where status = 'TIMEOUT';
