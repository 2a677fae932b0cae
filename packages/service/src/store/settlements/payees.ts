import type { Environment } from '../../domain/operator.ts';
import { leftElsewhere, leftUnexplained, mayLeaveUntil } from '../book/left.ts';
import { LEFT_REFUNDS } from '../refunds/left.ts';
import { idStatement, setStatement } from '../statement.ts';
import { BRINGS_PAYMENTS, GOING_BACK, UNDONE } from './undone.ts';
import { couldLeave } from './watch.ts';

type Owner = { merchant_id: string; environment: Environment };

/** Whom a settlement of a merchant would pay at this moment, and what stops it. */
export type PayeeRow = {
  merchant_id: string;
  /** The payout account in force: the newest that is confirmed and no longer frozen. */
  payout_account_id: string | null;
  is_verified: boolean;
  is_frozen: boolean;
  /** Why its balance is held: its day is not proven. */
  held: string | null;
  /** One that was called failed, or taken back, and that a SIM may have sent after all: nobody has said what left it. */
  left_settlement: string | null;
  /** The payment of a refund of which that is so. */
  left_refund: string | null;
  /** It has less than nothing with us: a payment was sent back that it has been paid out, or that a draft holds. */
  owes: boolean;
};

/** The payout account in force of a merchant at a moment: `accountInForce` in `domain/settlement/payout-account.ts`. */
export const inForce = (columns: string, merchant_id: string, now: string): string => `(
      select ${columns} from payout_accounts p
      where p.merchant_id = ${merchant_id} and p.state = 'CONFIRMED' and p.frozen_until <= ${now}
      order by p.asked_at desc, p.id desc limit 1)`;

/** Why nothing is paid out of the balance of the merchant `m`. */
const HELD = `(select h.reason from held_accounts h
      join ledger_accounts a on a.id = h.account_id
      where a.owner_id = m.id and a.kind = 'PAYABLE' and a.environment = 'live')`;

/** Whether the merchant `m` owes us something. */
const OWES = `exists (select from ledger_accounts a
      where a.owner_id = m.id and a.kind = 'PAYABLE' and a.environment = 'live' and payable_balance(a.id) < 0)`;

/**
 * A settlement of the merchant `m` that has not gone, by what people said, while a SIM may have sent it after all: any where a debit
 * of its sum names its phone, since it was drafted, and of one that was called failed the SIM that it was sent from, by whatever left there
 * since it could leave at the earliest.
 */
const LEFT_SETTLEMENTS = `from settlements f
      join payout_accounts t on t.id = f.payout_account_id
      where f.merchant_id = m.id and f.environment = 'live' and case f.state
        when 'FAILED' then ${leftElsewhere(unsent('f.created_at'))} or exists (
          select from ledger_accounts l join books b on b.collection_number_id = l.owner_id
          cross join lateral (${couldLeave('f')}) early
          where l.id = f.from_account_id and l.kind = 'FLOAT' and ${leftUnexplained(unsent('early.at'))})
        when 'CANCELLED' then ${leftElsewhere(unsent('f.created_at'))}
        else false end`;
const LEFT_SETTLEMENT = `(select f.reference ${LEFT_SETTLEMENTS} order by f.id limit 1)`;
const LEFT_REFUND = `(select coalesce(
        (select p.reference from payment_sessions p where p.id = f.payment_session_id),
        (select p.reference from transactions p where p.id = f.transaction_id))
      ${LEFT_REFUNDS} order by f.id limit 1)`;

function unsent(since: string) {
  return {
    since,
    until: mayLeaveUntil('f.ended_at'),
    amount_xaf: 'f.amount_xaf',
    phone: 't.msisdn',
  };
}

export const loadPayees = setStatement<{ merchant_id: string; now: Date }, PayeeRow>(
  'load_payees',
  `select i.merchant_id, ${inForce('p.id', 'm.id', 'i.now')} as payout_account_id, m.kyc_status = 'APPROVED' as is_verified,
    m.frozen_live_at is not null as is_frozen, ${HELD} as held, ${LEFT_SETTLEMENT} as left_settlement,
    ${LEFT_REFUND} as left_refund, ${OWES} as owes
  from json_to_recordset($1::json) as i (merchant_id uuid, now timestamptz) join merchants m on m.id = i.merchant_id`,
);

/** Whether the settlement `s` holds such a payment as `UNDONE` names. */
const HOLDS_UNDONE = `s.id = any (${UNDONE})`;

/** Whether the settlement `s` of the merchant `m` may be sent at `now`, as the desk judges it. */
export const MAY_BE_SENT = (now: string): string => `s.payout_account_id = ${inForce('p.id', 'm.id', now)}
    and m.kyc_status = 'APPROVED' and m.frozen_live_at is null and ${HELD} is null
    and ${LEFT_SETTLEMENT} is null and ${LEFT_REFUND} is null and not ${OWES} and not ${HOLDS_UNDONE}`;

/** What one person alone has approved for merchants since a moment, except what has not gone. */
export const loadApprovedAlone = setStatement<
  { merchant_id: string; since: Date },
  { merchant_id: string; approved_xaf: number }
>(
  'load_settlements_approved_alone',
  `select i.merchant_id, coalesce(sum(s.amount_xaf), 0)::bigint as approved_xaf
  from json_to_recordset($1::json) as i (merchant_id uuid, since timestamptz)
  left join lateral (
    select distinct s.id, s.amount_xaf from staff_actions a join settlements s on s.id = a.subject_id::uuid
    where a.action = 'settlement.approve' and a.at >= i.since and a.detail ->> 'proposed_by' is null
      and s.merchant_id = i.merchant_id and s.state not in ('CANCELLED', 'FAILED')) s on true
  group by i.merchant_id`,
);

/** What is approved for merchants in live and not sent; those with nothing such are left out. */
export const findApprovedSums = idStatement<{ merchant_id: string; approved_xaf: number }>(
  'find_approved_sums_of_merchants',
  `select s.merchant_id, sum(s.amount_xaf)::bigint as approved_xaf from settlements s
  where s.merchant_id = any ($1::uuid[]) and s.environment = 'live' and s.state = 'APPROVED' group by s.merchant_id`,
);

/**
 * How much of what merchants have with us may have been paid out to them, or given back for them, after all: what such settlements
 * and refunds came to, less what is set aside for others that nobody has sent, which wait for the same word.
 */
export const loadLeftPayables = setStatement<Owner, Owner & { left_xaf: number }>(
  'load_left_payables',
  `select m.id as merchant_id, 'live' as environment,
    greatest(0, f.left_xaf - (select coalesce(sum(s.amount_xaf), 0) from settlements s
      where s.merchant_id = m.id and s.environment = 'live' and s.state in ('DRAFT', 'APPROVED')))::bigint as left_xaf
  from merchants m cross join lateral (
    select (select coalesce(sum(f.amount_xaf), 0) ${LEFT_SETTLEMENTS})
      + (select coalesce(sum(f.amount_xaf), 0) ${LEFT_REFUNDS}) as left_xaf) f
  where f.left_xaf > 0 and m.id in (
    select i.merchant_id from json_to_recordset($1::json) as i (merchant_id uuid, environment text) where i.environment = 'live')`,
);

/**
 * How much of what merchants have with us the operator has called undone, may never have come or is being sent back (`UNDONE`): as in a
 * settlement, it pays for nothing meanwhile. What is given back of such a payment is no more of it.
 */
export const loadUndonePayables = setStatement<Owner, Owner & { undone_xaf: number }>(
  'load_undone_payables',
  `with undone as materialized (select ${UNDONE} as ids)
  select o.merchant_id, o.environment, coalesce(sum(u.net_xaf) filter (where u.net_xaf > 0), 0)::bigint as undone_xaf
  from (select distinct a.id, a.owner_id as merchant_id, a.environment
    from json_to_recordset($1::json) as i (merchant_id uuid, environment text)
    join ledger_accounts a on a.owner_id = i.merchant_id and a.kind = 'PAYABLE' and a.environment = i.environment) o
  join undone n on cardinality(n.ids) > 0
  cross join lateral (
    select sum(t.amount_xaf) as net_xaf from unsettled_transfers t left join refunds f on f.id = t.cause_id
    where t.account_id = o.id and t.cause_id = any (n.ids) and ${BRINGS_PAYMENTS}
    group by coalesce(f.payment_id, t.cause_id)) u
  group by o.merchant_id, o.environment`,
);

/**
 * How much is being sent back of what merchants were paid out already, or what a draft holds: other money of theirs pays for that. What is
 * in no settlement yet is told by `loadUndonePayables`.
 */
export const loadGoingBack = setStatement<Owner, Owner & { going_xaf: number }>(
  'load_going_back',
  `select t.merchant_id, t.environment, sum(t.amount_xaf)::bigint as going_xaf
  from (${GOING_BACK}) g join transactions t on t.id = g.transaction_id
  where (t.merchant_id, t.environment) in (
      select i.merchant_id, i.environment from json_to_recordset($1::json) as i (merchant_id uuid, environment text))
    and not exists (
      select from ledger_accounts a join unsettled_transfers u on u.account_id = a.id and u.cause_id = t.id
      where a.owner_id = t.merchant_id and a.kind = 'PAYABLE' and a.environment = t.environment)
  group by t.merchant_id, t.environment`,
);

/** Those of these settlements that hold such a payment. */
export const findUndoneSettlements = idStatement<{ id: string }>(
  'find_undone_settlements',
  `select s.id from settlements s where s.id = any ($1::uuid[]) and ${HOLDS_UNDONE}`,
);
