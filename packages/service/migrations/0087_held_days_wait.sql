-- The day of a merchant that is held or frozen waits until that is over: it is looked at again later, and nothing has failed.
alter table settlement_terms
  drop constraint settlement_terms_retry,
  add constraint settlement_terms_retry check (failures = 0 or retry_at is not null);
