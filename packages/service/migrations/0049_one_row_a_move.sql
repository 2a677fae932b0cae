-- A payment that moves from one status to another was three rows of deltas: one less here, one more there, and one that
-- was collected. They were a tenth of what settling writes. Now it is one row, which says from where to where; the view
-- tells what that changes, so whoever adds up reads it as before.
-- Whoever moves a payment meanwhile waits: what came between the sum and the drop would be lost.
lock table payment_count_deltas in access exclusive mode;
insert into payment_counts (merchant_id, environment, day, kind, operator, status, count, amount_xaf)
  select merchant_id, environment, day, kind, operator, status, sum(count), sum(amount_xaf)
  from payment_count_deltas group by 1, 2, 3, 4, 5, 6
  on conflict (merchant_id, environment, day, kind, operator, status) do update
    set count = payment_counts.count + excluded.count, amount_xaf = payment_counts.amount_xaf + excluded.amount_xaf;

drop table payment_count_deltas;
create table payment_count_deltas (
  id bigint generated always as identity primary key,
  merchant_id uuid not null,
  environment text not null,
  kind text not null,
  operator text not null,
  -- On which the payments were made, in N'Djamena.
  day date not null,
  -- Null of new ones.
  from_status text,
  to_status text not null,
  -- On which they were confirmed, where one of the two is SUCCESS.
  collected_on date,
  count integer not null,
  amount_xaf bigint not null,
  check (from_status <> to_status),
  check ((collected_on is not null) = (to_status = 'SUCCESS' or coalesce(from_status = 'SUCCESS', false)))
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
create index payment_count_deltas_owner on payment_count_deltas (merchant_id, environment);

create view payment_count_changes as
  select d.id, d.merchant_id, d.environment, c.day, d.kind, d.operator, c.status, c.sign * d.count as count,
    c.sign * d.amount_xaf as amount_xaf
  from payment_count_deltas d
  cross join lateral (values
    (d.day, d.to_status, 1),
    (d.day, d.from_status, -1),
    (d.collected_on, 'COLLECTED', case d.to_status when 'SUCCESS' then 1 else -1 end)) as c (day, status, sign)
  where c.day is not null and c.status is not null;

-- What a row was and what it is are brought together by its id, in one pass: joined, a set of 256 might be compared with
-- itself row by row.
create or replace function count_payment_sessions() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into payment_count_deltas
        (merchant_id, environment, kind, operator, day, to_status, collected_on, count, amount_xaf)
      select merchant_id, environment, 'session', operator, local_day(created_at), status,
        case status when 'SUCCESS' then local_day(closed_at) end as collected_on, count(*), sum(amount_xaf)
      from fresh group by 1, 2, 4, 5, 6, 7;
  else
    insert into payment_count_deltas
        (merchant_id, environment, kind, operator, day, from_status, to_status, collected_on, count, amount_xaf)
      select merchant_id, environment, 'session', operator, local_day(created_at), was, becomes,
        local_day(collected_at) as collected_on, count(*), sum(amount_xaf)
      from (
        select id, merchant_id, environment, operator, created_at, amount_xaf, max(was) as was, max(becomes) as becomes,
          max(closed_at) filter (where 'SUCCESS' in (was, becomes)) as collected_at
        from (
          select id, merchant_id, environment, operator, created_at, amount_xaf, closed_at, null as was, status as becomes
            from fresh
          union all
          select id, merchant_id, environment, operator, created_at, amount_xaf, closed_at, status, null from stale) b
        group by 1, 2, 3, 4, 5, 6) m
      where was <> becomes
      group by 1, 2, 4, 5, 6, 7, 8;
  end if;
  return null;
end
$$;

create or replace function count_transaction_payments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into payment_count_deltas
        (merchant_id, environment, kind, operator, day, to_status, collected_on, count, amount_xaf)
      select merchant_id, environment, 'transaction', operator, local_day(created_at), status,
        case status when 'SUCCESS' then local_day(confirmed_at) end as collected_on, count(*), sum(amount_xaf)
      from fresh group by 1, 2, 4, 5, 6, 7;
  else
    insert into payment_count_deltas
        (merchant_id, environment, kind, operator, day, from_status, to_status, collected_on, count, amount_xaf)
      select merchant_id, environment, 'transaction', operator, local_day(created_at), was, becomes,
        local_day(collected_at) as collected_on, count(*), sum(amount_xaf)
      from (
        select id, merchant_id, environment, operator, created_at, amount_xaf, max(was) as was, max(becomes) as becomes,
          max(confirmed_at) filter (where 'SUCCESS' in (was, becomes)) as collected_at
        from (
          select id, merchant_id, environment, operator, created_at, amount_xaf, confirmed_at, null as was,
              status as becomes
            from fresh
          union all
          select id, merchant_id, environment, operator, created_at, amount_xaf, confirmed_at, status, null from stale) b
        group by 1, 2, 3, 4, 5, 6) m
      where was <> becomes
      group by 1, 2, 4, 5, 6, 7, 8;
  end if;
  return null;
end
$$;
