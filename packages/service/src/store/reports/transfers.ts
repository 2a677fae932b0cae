import type { Environment, Operator } from '../../domain/operator.ts';
import { statement } from '../statement.ts';

/** One transfer that a merchant got (above zero) or gave. */
export type OwnTransfer = {
  occurred_at: Date;
  cause: string;
  cause_id: string;
  amount_xaf: number;
  operator: Operator | null;
  reference: string | null;
};

/**
 * A merchant's transfers of some time, the oldest first: those that settlements have taken and those that none has, each by
 * its own index and once however often it was drafted, and what its settlements have set aside and given back. Together they are how its
 * balance moves. `merchant_id`, `environment`: whose. `from`, `until`: from when to when. `occurred_at` to `cause`: the last one of the portion before.
 */
export const listOwnTransfers = statement<
  {
    merchant_id: string;
    environment: string;
    from: Date;
    until: Date;
    occurred_at: Date;
    cause_id: string;
    cause: string;
    portion: number;
  },
  OwnTransfer
>(
  'list_own_transfers',
  `with own as materialized (
    select a.id from ledger_accounts a where a.owner_id = $merchant_id::uuid and a.kind = 'PAYABLE' and a.environment = $environment
  ), portion as (
    select * from (
      (select u.occurred_at, u.cause_id, u.cause, u.amount_xaf from unsettled_transfers u
        where u.account_id = (select id from own) and u.turn = 0 and u.occurred_at >= $from::timestamptz and u.occurred_at < $until::timestamptz
          and (u.occurred_at, u.cause_id, u.cause) > ($occurred_at::timestamptz, $cause_id::uuid, $cause::text)
        order by u.occurred_at, u.cause_id, u.cause limit $portion)
      union all
      (select t.occurred_at, t.cause_id, t.cause, t.amount_xaf from settlement_transfers t
        where t.account_id = (select id from own) and t.turn = 0 and t.occurred_at >= $from::timestamptz and t.occurred_at < $until::timestamptz
          and (t.occurred_at, t.cause_id, t.cause) > ($occurred_at::timestamptz, $cause_id::uuid, $cause::text)
        order by t.occurred_at, t.cause_id, t.cause limit $portion)
      union all
      (select l.occurred_at, l.cause_id, l.cause, case l.cause when 'SETTLEMENT_RESERVED' then -l.amount_xaf else l.amount_xaf end
        from settlements o
        join ledger_transfers l on l.cause_id = o.id and l.cause in ('SETTLEMENT_RESERVED', 'SETTLEMENT_RETURNED', 'SETTLEMENT_SENT_BACK')
        where o.merchant_id = $merchant_id and o.environment = $environment
          and (l.cause = 'SETTLEMENT_RESERVED' or (gives_set_back(l.cause, l.cause_id)
            and not exists (select from settlement_transfers t where t.cause_id = l.cause_id and t.cause = l.cause)))
          and l.occurred_at >= $from::timestamptz and l.occurred_at < $until::timestamptz
          and (l.occurred_at, l.cause_id, l.cause) > ($occurred_at::timestamptz, $cause_id::uuid, $cause::text)
        order by l.occurred_at, l.cause_id, l.cause limit $portion)) merged
    order by occurred_at, cause_id, cause limit $portion
  )
  select p.occurred_at, p.cause, p.cause_id, p.amount_xaf, coalesce(s.operator, t.operator, c.operator) as operator,
    coalesce(s.reference, t.reference, o.reference) as reference
  from portion p
  left join lateral (
    select r.payment_session_id, r.transaction_id from refunds r where p.cause like 'REFUND%' and r.id = p.cause_id limit 1) r on true
  left join lateral (
    select x.operator, x.reference from payment_sessions x
    where x.id = coalesce(r.payment_session_id, p.cause_id) limit 1) s on true
  left join lateral (
    select x.operator, x.reference from transactions x
    where x.id = coalesce(r.transaction_id, p.cause_id) limit 1) t on true
  left join lateral (
    select x.operator from credits x where p.cause like 'CREDIT%' and x.id = p.cause_id limit 1) c on true
  left join lateral (
    select x.reference from settlements x where p.cause like 'SETTLEMENT%' and x.id = p.cause_id limit 1) o on true
  order by p.occurred_at, p.cause_id, p.cause`,
);

export type TransfersAsked = { merchant_id: string; environment: Environment; from: Date; until: Date };

/** What is nobody's yet, by how long it has been: dormant money is a matter of law. Also what a rail has proven after its transaction ended. */
export const sumSuspenseByAge = statement<
  { now: Date },
  { bucket: string; credits: number; amount_xaf: number }
>(
  'sum_suspense_by_age',
  `select b.bucket, count(c.id)::int as credits, coalesce(sum(c.waiting_xaf), 0)::bigint as amount_xaf
  from (values ('7 days', 0, 7), ('30 days', 7, 30), ('90 days', 30, 90), ('a year', 90, 365), ('older', 365, 1000000))
    as b (bucket, from_days, until_days)
  left join (
    select x.id, x.occurred_at, case when x.state in ('SUSPENSE', 'REVIEW') then x.amount_xaf else x.surplus_xaf end as waiting_xaf
    from credits x
    where x.environment = 'live' and (x.state in ('SUSPENSE', 'REVIEW') or (x.surplus_xaf > 0 and x.surplus_refunded_at is null))
    union all
    select r.id, r.opened_at, t.amount_xaf
    from transaction_reviews r join transactions t on t.id = r.transaction_id
    where t.environment = 'live' and r.state = 'OPEN' and r.credit_id is null) c
    -- An operator's clock may be ahead of ours.
    on (b.from_days = 0 or c.occurred_at <= $now::timestamptz - b.from_days * interval '1 day')
      and c.occurred_at > $now::timestamptz - b.until_days * interval '1 day'
  group by b.bucket, b.from_days order by b.from_days`,
);

/** What merchants collected in live by operator, from one day to another, both included. */
export const sumVolume = statement<
  { from: string; to: string },
  {
    merchant_id: string;
    merchant_name: string;
    operator: Operator;
    payments: number;
    amount_xaf: number;
  }
>(
  'sum_volume',
  `select c.merchant_id, m.name as merchant_name, c.operator, sum(c.count)::int as payments, sum(c.amount_xaf)::bigint as amount_xaf
  from (
    select merchant_id, environment, day, operator, status, count, amount_xaf from payment_counts
    union all
    select merchant_id, environment, day, operator, status, count, amount_xaf from payment_count_changes) c
  join merchants m on m.id = c.merchant_id
  where c.environment = 'live' and c.status = 'COLLECTED' and c.day between $from::date and $to::date
  group by 1, 2, 3 having sum(c.count) <> 0 order by amount_xaf desc, c.merchant_id, c.operator`,
);
