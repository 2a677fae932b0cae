-- What a merchant's people see: sessions and transactions in one list, newest first, and what they come to by day.

-- Byte order, so that the unique index also finds what begins with a text, as that of transactions does.
alter table payment_sessions alter column reference type text collate "C";

-- The list is merged from one range for each operator and status, as that of transactions is; so no second index is
-- needed for the list of everything. A move of status writes all indexes of its row: each one more is paid for by payments.
create index payment_sessions_filtered on payment_sessions
  (merchant_id, environment, operator, status, created_at, id);
create index payment_sessions_payer on payment_sessions (merchant_id, environment, customer_phone, created_at, id)
  where customer_phone is not null;

-- How many payments there are and what they come to, by day in N'Djamena: by the day of creation under their own
-- status, and under COLLECTED by the day of confirmation for as long as they are SUCCESS. Kept as the counts of
-- transactions are (migration 0010): triggers insert deltas, the sweeper folds them, a reader adds both.
create table payment_counts (
  merchant_id uuid not null,
  environment text not null,
  day date not null,
  kind text not null check (kind in ('session', 'transaction')),
  operator text not null,
  status text not null,
  count bigint not null,
  amount_xaf bigint not null,
  primary key (merchant_id, environment, day, kind, operator, status) include (count, amount_xaf)
) with (fillfactor = 70);

create table payment_count_deltas (
  id bigint generated always as identity primary key,
  merchant_id uuid not null,
  environment text not null,
  day date not null,
  kind text not null,
  operator text not null,
  status text not null,
  count integer not null,
  amount_xaf bigint not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

create index payment_count_deltas_owner on payment_count_deltas (merchant_id, environment, day);

create function local_day(at timestamptz) returns date language sql immutable parallel safe
  return (at at time zone 'Africa/Ndjamena')::date;

create function count_payment_sessions() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into payment_count_deltas (merchant_id, environment, day, kind, operator, status, count, amount_xaf)
      select merchant_id, environment, local_day(created_at), 'session', operator, status, count(*), sum(amount_xaf)
      from fresh group by 1, 2, 3, 5, 6
      union all
      select merchant_id, environment, local_day(closed_at), 'session', operator, 'COLLECTED', count(*), sum(amount_xaf)
      from fresh where status = 'SUCCESS' group by 1, 2, 3, 5;
  else
    insert into payment_count_deltas (merchant_id, environment, day, kind, operator, status, count, amount_xaf)
      select merchant_id, environment, day, 'session', operator, status, sum(n), sum(n * amount_xaf)
      from (
        select merchant_id, environment, local_day(created_at) as day, operator, status, 1 as n, amount_xaf::bigint
          from fresh
        union all
        select merchant_id, environment, local_day(closed_at), operator, 'COLLECTED', 1, amount_xaf
          from fresh where status = 'SUCCESS'
        union all
        select merchant_id, environment, local_day(created_at), operator, status, -1, amount_xaf from stale
        union all
        select merchant_id, environment, local_day(closed_at), operator, 'COLLECTED', -1, amount_xaf
          from stale where status = 'SUCCESS') moved
      group by 1, 2, 3, 5, 6 having sum(n) <> 0;
  end if;
  return null;
end
$$;
create trigger payment_sessions_count_new after insert on payment_sessions
  referencing new table as fresh for each statement execute function count_payment_sessions();
create trigger payment_sessions_count_moved after update on payment_sessions
  referencing new table as fresh old table as stale for each statement execute function count_payment_sessions();

create function count_transaction_payments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into payment_count_deltas (merchant_id, environment, day, kind, operator, status, count, amount_xaf)
      select merchant_id, environment, local_day(created_at), 'transaction', operator, status, count(*),
        sum(amount_xaf)
      from fresh group by 1, 2, 3, 5, 6
      union all
      select merchant_id, environment, local_day(confirmed_at), 'transaction', operator, 'COLLECTED', count(*),
        sum(amount_xaf)
      from fresh where status = 'SUCCESS' group by 1, 2, 3, 5;
  else
    insert into payment_count_deltas (merchant_id, environment, day, kind, operator, status, count, amount_xaf)
      select merchant_id, environment, day, 'transaction', operator, status, sum(n), sum(n * amount_xaf)
      from (
        select merchant_id, environment, local_day(created_at) as day, operator, status, 1 as n, amount_xaf::bigint
          from fresh
        union all
        select merchant_id, environment, local_day(confirmed_at), operator, 'COLLECTED', 1, amount_xaf
          from fresh where status = 'SUCCESS'
        union all
        select merchant_id, environment, local_day(created_at), operator, status, -1, amount_xaf from stale
        union all
        select merchant_id, environment, local_day(confirmed_at), operator, 'COLLECTED', -1, amount_xaf
          from stale where status = 'SUCCESS') moved
      group by 1, 2, 3, 5, 6 having sum(n) <> 0;
  end if;
  return null;
end
$$;
create trigger transactions_count_new_payments after insert on transactions
  referencing new table as fresh for each statement execute function count_transaction_payments();
create trigger transactions_count_moved_payments after update on transactions
  referencing new table as fresh old table as stale for each statement execute function count_transaction_payments();

-- What there is already.
insert into payment_counts (merchant_id, environment, day, kind, operator, status, count, amount_xaf)
  select merchant_id, environment, local_day(created_at), 'session', operator, status, count(*), sum(amount_xaf)
    from payment_sessions group by 1, 2, 3, 5, 6
  union all
  select merchant_id, environment, local_day(closed_at), 'session', operator, 'COLLECTED', count(*), sum(amount_xaf)
    from payment_sessions where status = 'SUCCESS' group by 1, 2, 3, 5
  union all
  select merchant_id, environment, local_day(created_at), 'transaction', operator, status, count(*), sum(amount_xaf)
    from transactions group by 1, 2, 3, 5, 6
  union all
  select merchant_id, environment, local_day(confirmed_at), 'transaction', operator, 'COLLECTED', count(*),
    sum(amount_xaf)
    from transactions where status = 'SUCCESS' group by 1, 2, 3, 5;

-- Which payments a person began at the counter: their own list of the day.
create table counter_payments (
  payment_id uuid primary key,
  account_id uuid not null references accounts (id),
  merchant_id uuid not null references merchants (id),
  environment text not null check (environment in ('test', 'live')),
  kind text not null check (kind in ('session', 'transaction')),
  begun_at timestamptz not null
);

create index counter_payments_mine on counter_payments (account_id, merchant_id, environment, begun_at, payment_id);
