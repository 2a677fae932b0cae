-- A transaction that finds no number is written and taken back, and was counted as a waiting payment of its merchant for good.

-- Whoever moves a payment meanwhile waits: what came between the sums would be lost. In the order of whoever moves both: sessions,
-- transactions, and what counts them.
lock table payment_sessions, transactions in share row exclusive mode;
lock table payment_count_deltas in access exclusive mode;

create function count_dropped_payments() returns trigger language plpgsql as $$
begin
  insert into payment_count_deltas
      (merchant_id, environment, kind, operator, day, to_status, collected_on, count, amount_xaf)
    select merchant_id, environment, 'transaction', operator, local_day(created_at), status,
      case status when 'SUCCESS' then local_day(confirmed_at) end as collected_on, -count(*), -sum(amount_xaf)
    from stale group by 1, 2, 4, 5, 6, 7;
  return null;
end
$$;
create trigger transactions_count_dropped_payments after delete on transactions
  referencing old table as stale for each statement execute function count_dropped_payments();

-- What was counted too much.
insert into payment_counts (merchant_id, environment, day, kind, operator, status, count, amount_xaf)
  select merchant_id, environment, day, kind, operator, status, sum(count), sum(amount_xaf)
  from payment_count_changes group by 1, 2, 3, 4, 5, 6
  on conflict (merchant_id, environment, day, kind, operator, status) do update
    set count = payment_counts.count + excluded.count, amount_xaf = payment_counts.amount_xaf + excluded.amount_xaf;
delete from payment_count_deltas;
update payment_counts c set count = w.count, amount_xaf = w.amount_xaf
  from (
    select p.merchant_id, p.environment, p.day, p.operator, count(t.id) as count, coalesce(sum(t.amount_xaf), 0) as amount_xaf
    from payment_counts p
    left join transactions t on t.status = 'PENDING' and t.merchant_id = p.merchant_id and t.environment = p.environment
      and t.operator = p.operator and local_day(t.created_at) = p.day
    where p.kind = 'transaction' and p.status = 'PENDING'
    group by 1, 2, 3, 4) w
  where c.kind = 'transaction' and c.status = 'PENDING' and c.merchant_id = w.merchant_id and c.environment = w.environment
    and c.day = w.day and c.operator = w.operator and (c.count, c.amount_xaf) is distinct from (w.count, w.amount_xaf);
