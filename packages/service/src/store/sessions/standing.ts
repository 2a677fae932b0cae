import { PAID_COUNTED_MAX } from '../../domain/reservation/allowance.ts';
import { setStatement } from '../statement.ts';

export type StandingRow = {
  standing: number;
  /** What staff have set; null: what it has earned. */
  set_sessions: number | null;
  paid_count: number;
  next_free_at: Date | null;
  /** One for each hold, in one order; null without any. Arrays, since a busy merchant has thousands. */
  slots: number[] | null;
  amounts_xaf: number[] | null;
  shares: (number | null)[] | null;
};

/**
 * What merchants hold of an operator's live numbers, and what their allowance follows from.
 * @param input `standing` is the caller's own numbering; `quarantine_minutes`: what an open hold has before it
 *   once it is due
 */
export const loadStandings = setStatement<
  { standing: number; merchant_id: string; operator: string; paid_since: Date; quarantine_minutes: number },
  StandingRow
>(
  'load_standings',
  `select i.standing, a.sessions as set_sessions, p.paid_count, h.next_free_at, h.slots, h.amounts_xaf, h.shares
  from json_to_recordset($1::json) as i
    (standing int, merchant_id uuid, operator text, paid_since timestamptz, quarantine_minutes int)
  left join lateral (
    select m.sessions from merchant_allowances m
    where m.merchant_id = i.merchant_id and m.operator = i.operator offset 0) a on true
  cross join lateral (
    select count(*)::int as paid_count from (
      (select from payment_sessions s
      where s.merchant_id = i.merchant_id and s.operator = i.operator and s.closed_at > i.paid_since
        and s.environment = 'live' and s.status = 'SUCCESS'
      limit ${PAID_COUNTED_MAX})
      union all
      (select from transactions t
      where t.merchant_id = i.merchant_id and t.operator = i.operator and t.confirmed_at > i.paid_since
        and t.environment = 'live' and t.status = 'SUCCESS' and t.collection_number_id is not null
      limit ${PAID_COUNTED_MAX}) limit ${PAID_COUNTED_MAX}) paid) p
  cross join lateral (
    select array_to_json(array_agg(c.allowance_slot)) as slots,
      array_to_json(array_agg(c.amount_xaf)) as amounts_xaf, array_to_json(array_agg(c.amount_share)) as shares,
      min(case c.state when 'OPEN' then c.due_at + make_interval(mins => i.quarantine_minutes)
        else c.due_at end) as next_free_at
    from collection_holds c
    where c.merchant_id = i.merchant_id and c.operator = i.operator and c.allowance_slot is not null) h`,
);

/** Those of the searches for whose amount another merchant holds a number. */
export const findRivals = setStatement<
  { search: number; merchant_id: string; operator: string; amount_xaf: number },
  { search: number }
>(
  'find_rivals',
  `select i.search
  from json_to_recordset($1::json) as i (search int, merchant_id uuid, operator text, amount_xaf int)
  where (select true from collection_holds h
    where h.operator = i.operator and h.amount_xaf = i.amount_xaf and h.amount_share is not null
      and h.merchant_id <> i.merchant_id limit 1)`,
);
