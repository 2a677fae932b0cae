import type { Environment, Operator } from '../../domain/operator.ts';
import type { SettlementStanding } from '../../domain/settlement/judge.ts';
import { setStatement } from '../statement.ts';
import { inForce } from './payees.ts';
import { UNDONE } from './undone.ts';

type Key = { merchant_id: string; environment: Environment };

/**
 * Whether a settlement takes the movement `u` of a PAYABLE: payments and their fees once they are older than `a.until`, or a
 * settlement has given them back, unless they may not be paid out (`a.undone`); at once whatever else was taken out of the PAYABLE, what
 * comes out of the reserve, and what was paid after all and came back, which was taken before.
 */
const IS_DUE = `((u.occurred_at < a.until or u.turn > 0) and u.cause_id <> all (a.undone) or u.cause in ('RESERVE_RELEASED', 'SETTLEMENT_SENT_BACK') or (u.amount_xaf < 0
    and u.cause not in ('SESSION_FEE', 'SESSION_TAX', 'TRANSACTION_FEE', 'TRANSACTION_TAX')))`;

/** The most that one transfer of an operator may carry; null: any sum. */
export type TransferLimits = Readonly<Record<Operator, number | null>>;

export type SettlementStandingRow = Omit<SettlementStanding, 'has_payout_account'> & {
  account_id: number;
  payout_account_id: string | null;
  /** What the operator has called undone and people have not looked into (`UNDONE`). */
  undone: string[];
};

/** What is known of merchants whose PAYABLE is locked. */
export const loadSettlementStandings = setStatement<
  Key & { account_id: number; until: Date; now: Date; transfer_max_xaf: TransferLimits },
  SettlementStandingRow
>(
  'load_settlement_standings',
  `select a.account_id, a.environment, a.undone, u.due_xaf, u.transfers, u.payable_xaf,
    (select account_balance(r.id) from ledger_accounts r
      where r.owner_id = a.merchant_id and r.kind = 'RESERVE' and r.environment = a.environment) as reserved_xaf,
    m.kyc_status as kyc,
    case a.environment when 'live' then m.frozen_live_at else m.frozen_test_at end is not null as is_frozen,
    exists (select from held_accounts h where h.account_id = a.account_id) as is_held,
    p.id as payout_account_id, l.limit_xaf, f.fits_xaf
  from (
    select g.*, (select ${UNDONE}) as undone
    from json_to_recordset($1::json) as g (merchant_id uuid, environment text, account_id int, until timestamptz,
      now timestamptz, transfer_max_xaf json)) a
  join merchants m on m.id = a.merchant_id
  left join lateral ${inForce('p.id, p.operator', 'a.merchant_id', 'a.now')} p on a.environment = 'live'
  cross join lateral (
    select (a.transfer_max_xaf ->> p.operator)::bigint as limit_xaf) l
  cross join lateral (
    select coalesce(sum(u.amount_xaf) filter (where ${IS_DUE}), 0)::bigint as due_xaf,
      count(*) filter (where ${IS_DUE})::int as transfers,
      coalesce(sum(u.amount_xaf), 0)::bigint as payable_xaf
    from unsettled_transfers u where u.account_id = a.account_id) u
  cross join lateral (
    select case when l.limit_xaf is null or u.due_xaf <= l.limit_xaf then u.due_xaf else (
      select coalesce(sum(g.net_xaf), 0) from (
        select sum(u.amount_xaf) as net_xaf from unsettled_transfers u
        where u.account_id = a.account_id and ${IS_DUE} group by u.cause_id) g
      where g.net_xaf <= l.limit_xaf)::bigint end as fits_xaf) f`,
);

export type NewSettlement = Key & {
  id: string;
  account_id: number;
  reference: string;
  payout_account_id: string | null;
  until: Date;
  /** As its standing says. */
  undone: string[];
  /** The most that it may come to; null: any sum. */
  limit_xaf: number | null;
  drafted_by: string;
  created_at: Date;
};

/**
 * Drafts settlements: moves what is due from the unsettled transfers into a frozen set of each, adds it up, and writes the
 * settlement with that sum. One statement however many transfers. Where all that is due is above the limit, the set takes first
 * what was taken out of the PAYABLE (such as refunds), then payments with their fees, the oldest first, as far as they fit.
 */
export const insertSettlements = setStatement<
  NewSettlement,
  { id: string; amount_xaf: number; transfers: number }
>(
  'insert_settlements',
  `with asked as materialized (
    select * from json_to_recordset($1::json) as i (id uuid, merchant_id uuid, environment text, account_id int,
      reference text, payout_account_id uuid, until timestamptz, undone uuid[], limit_xaf bigint, drafted_by text, created_at timestamptz)
  ), payments as (
    select a.id, a.limit_xaf, u.cause_id, sum(u.amount_xaf) as net_xaf, min(u.occurred_at) as since
    from asked a join unsettled_transfers u on u.account_id = a.account_id and ${IS_DUE}
    where a.limit_xaf is not null group by a.id, a.limit_xaf, u.cause_id
  ), left_out as materialized (
    select id, cause_id from (
      select id, cause_id, limit_xaf, net_xaf, sum(net_xaf) over (partition by id) as all_xaf,
        sum(net_xaf) filter (where net_xaf <= limit_xaf)
          over (partition by id order by net_xaf > 0, since, cause_id) as so_far_xaf
      from payments) p
    where all_xaf > limit_xaf and (net_xaf > limit_xaf or so_far_xaf > limit_xaf)
  ), taken as (
    delete from unsettled_transfers u using asked a
    where u.account_id = a.account_id and ${IS_DUE}
      and not exists (select from left_out l where l.id = a.id and l.cause_id = u.cause_id)
    returning a.id as settlement_id, u.account_id, u.occurred_at, u.cause_id, u.cause, u.amount_xaf, u.turn
  ), frozen as (
    insert into settlement_transfers (settlement_id, line, account_id, cause_id, cause, amount_xaf, occurred_at, turn)
    select settlement_id, row_number() over (partition by settlement_id order by occurred_at, cause_id, cause),
      account_id, cause_id, cause, amount_xaf, occurred_at, turn
    from taken
  ), sums as materialized (
    select settlement_id, cause, count(*)::int as transfers, sum(amount_xaf)::bigint as amount_xaf
    from taken group by settlement_id, cause
  ), totals as (
    insert into settlement_totals (settlement_id, cause, transfers, amount_xaf)
    select settlement_id, cause, transfers, amount_xaf from sums
  )
  insert into settlements (id, merchant_id, environment, reference, payout_account_id, amount_xaf, transfers, until,
    drafted_by, created_at)
  select a.id, a.merchant_id, a.environment, a.reference, a.payout_account_id, s.amount_xaf, s.transfers, a.until,
    a.drafted_by, a.created_at
  from asked a join (
    select settlement_id, sum(transfers)::int as transfers, sum(amount_xaf)::bigint as amount_xaf
    from sums group by settlement_id) s on s.settlement_id = a.id
  returning id, amount_xaf, transfers`,
);
