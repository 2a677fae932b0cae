import type { Environment, Operator } from '../../domain/operator.ts';
import type { RailName, TransactionStatus } from '../../domain/transaction/transaction.ts';
import { idStatement, setStatement } from '../statement.ts';

/** A row of work that this process, and no other, may do until its lease ends. */
export type ClaimedWork = {
  transaction_id: string;
  attempt: number;
  rail: RailName;
  step: 'initiate' | 'enquire' | 'refund';
  begun_at: Date | null;
  called_back: boolean;
  callback_taken_at: Date | null;
  enquiries: number;
  environment: Environment;
  status: TransactionStatus;
  internal_ref: string;
  operator: Operator;
  amount_xaf: number;
  phone_number: string;
  created_at: Date;
  expires_at: Date;
  /** Where its payer is to pay, on the rail manual-sms. */
  collection_number: string | null;
  collection_number_id: string | null;
  /** The operator's id, where the rail has said that it was paid. */
  rail_transaction_id: string | null;
  /** Of a refund: which asking for it this is; null where nobody has asked, as the sandbox's script doesn't. */
  refund_asked_at: Date | null;
  /** Its merchant has given something of it back. */
  is_given_back: boolean;
};

export type ClaimPlaces = { rail: RailName; limit: number; now: Date; lease_until: Date };

/**
 * Claims due work, oldest first, each rail within its own places. One statement and its own transaction, so
 * nothing is locked while the rail is asked.
 */
export const claimRailWork = setStatement<ClaimPlaces, ClaimedWork>(
  'claim_rail_work',
  `with places as materialized (
    select rail, "limit" as places, now, lease_until from json_to_recordset($1::json)
      as i (rail text, "limit" int, now timestamptz, lease_until timestamptz)
  ), picked as materialized (
    select w.transaction_id, w.called_back
    from places p cross join lateral (
      select d.transaction_id, d.called_back_at is not null as called_back from rail_work d
      where d.rail = p.rail and d.due_at <= p.now
      order by d.due_at limit p.places for update skip locked) w
  ), claimed as (
    update rail_work w
    set attempt = w.attempt + 1, called_back_at = null,
      callback_taken_at = case when w.called_back_at is null then w.callback_taken_at else (select max(now) from places) end,
      due_at = (select max(lease_until) from places), leased_until = (select max(lease_until) from places)
    where w.transaction_id = any (array(select transaction_id from picked))
    returning w.transaction_id, w.attempt, w.rail, w.step, w.enquiries, w.begun_at, w.callback_taken_at
  )
  select c.transaction_id, c.attempt, c.rail, c.step, c.begun_at, p.called_back, c.callback_taken_at, c.enquiries,
    t.environment, t.status, t.internal_ref, t.operator, t.amount_xaf, t.phone_number, t.created_at, t.expires_at,
    t.assigned_collection_number as collection_number, t.collection_number_id, f.rail_transaction_id, r.asked_at as refund_asked_at,
    c.step = 'refund' and exists (
      select from refunded_payments g where g.payment_id = c.transaction_id and g.refunded_xaf > 0) as is_given_back
  from claimed c
  join picked p on p.transaction_id = c.transaction_id
  cross join lateral (select * from transactions x where x.id = c.transaction_id limit 1) t
  left join lateral (
    select x.detail ->> 'rail_transaction_id' as rail_transaction_id from transaction_proofs x
    where x.transaction_id = c.transaction_id and x.kind = 'success' and x.source = 'rail'
      and x.detail ->> 'rail_transaction_id' is not null
    limit 1) f on true
  left join lateral (
    select x.asked_at from rail_refunds x where c.step = 'refund' and x.transaction_id = c.transaction_id limit 1) r on true
  order by c.transaction_id`,
);

/**
 * Writes, before anybody is called, that something is about to be sent. What is not given back was taken over
 * by another process meanwhile, and must not be sent.
 */
export const beginRailWork = setStatement<
  { transaction_id: string; attempt: number; now: Date },
  { transaction_id: string }
>(
  'begin_rail_work',
  `with given as materialized (
    select * from json_to_recordset($1::json) as i (transaction_id uuid, attempt int, now timestamptz)
  )
  update rail_work w set begun_at = coalesce(w.begun_at, i.now) from given i
  where w.transaction_id = any (array(select transaction_id from given)) and w.transaction_id = i.transaction_id
    and w.attempt = i.attempt and w.leased_until > i.now
  returning w.transaction_id`,
);

type Named = { transaction_id: string; attempt: number };

/**
 * Removes work that is over. One that another process took over meanwhile is left to it, and where a callback came since it was claimed
 * the rail is asked once more: what it tells may be newer than the answer.
 */
export const removeRailWork = setStatement<Named & { now: Date }>(
  'remove_rail_work',
  `with given as materialized (
    select * from json_to_recordset($1::json) as i (transaction_id uuid, attempt int, now timestamptz)
  )
  merge into rail_work w using given i
  on w.transaction_id = any (array(select transaction_id from given)) and w.transaction_id = i.transaction_id
    and w.attempt = i.attempt
  when matched and w.called_back_at is null then delete
  when matched then update set step = 'enquire', due_at = i.now, leased_until = null`,
);

export type NextRailStep = Named & {
  step: 'initiate' | 'enquire' | 'refund';
  due_at: Date;
  /** False: the operator certainly heard nothing, so it is written as never sent. */
  begun: boolean;
  enquired: boolean;
  now: Date;
};

/** Sets when work goes on, and with what: at once when a callback came since it was claimed. */
export const scheduleRailWork = setStatement<NextRailStep, { transaction_id: string }>(
  'schedule_rail_work',
  `with given as materialized (
    select * from json_to_recordset($1::json) as i (transaction_id uuid, attempt int, step text, due_at timestamptz,
      begun boolean, enquired boolean, now timestamptz)
  )
  update rail_work w
  set step = i.step, leased_until = null,
    due_at = case when w.called_back_at is null then i.due_at else least(i.due_at, i.now) end,
    begun_at = case when i.begun then w.begun_at end,
    enquiries = w.enquiries + case when i.enquired then 1 else 0 end
  from given i
  where w.transaction_id = any (array(select transaction_id from given)) and w.transaction_id = i.transaction_id
    and w.attempt = i.attempt
  returning w.transaction_id`,
);

/** Locks the work of refunds of which the operator has certainly heard nothing, and that no process holds. */
export const lockUnsentRefunds = setStatement<
  { transaction_id: string; now: Date },
  { transaction_id: string }
>(
  'lock_unsent_rail_refunds',
  `select w.transaction_id from json_to_recordset($1::json) as i (transaction_id uuid, now timestamptz)
  join rail_work w on w.transaction_id = i.transaction_id
  where w.step = 'refund' and w.begun_at is null and (w.leased_until is null or w.leased_until <= i.now)
  order by w.transaction_id for update of w`,
);

/** Removes work that the caller has locked. */
export const removeUnsentRefunds = idStatement(
  'remove_unsent_rail_refunds',
  `delete from rail_work w where w.transaction_id = any ($1::uuid[]) and w.step = 'refund' and w.begun_at is null`,
);
