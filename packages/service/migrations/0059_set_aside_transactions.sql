-- Money that lists transactions while it waits for people: they wait with it.
create index decisions_set_aside_transactions on decisions using gin (transaction_ids)
  where verdict = 'SUSPENSE' and transaction_ids <> '{}';
