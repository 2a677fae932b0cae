import type { MerchantDay } from '../../domain/proof/chain.ts';
import { HELD_KINDS, OWED_KINDS, standingSince } from '../ledger/own.ts';
import type { ProofAccountRow, ProofDayRow, ProofLineRow, ProofMerchantRow } from '../rows.generated.ts';
import { type None, setStatement, statement } from '../statement.ts';

/** One process closes days at a time, one after the other. */
export const lockProof = statement('lock_proof_days', 'lock table proof_days in share row exclusive mode');

export const lastProofDay = statement<None, ProofDayRow>(
  'last_proof_day',
  'select * from proof_days order by day desc limit 1',
);

/** The day of the first live movement; null where there is none. */
export const firstLedgerDay = statement<None, { day: string | null }>(
  'first_ledger_day',
  `select min(x.day)::text as day from (
    select min(d.day) as day from ledger_days d join ledger_accounts a on a.id = d.account_id and a.environment = 'live'
    union all
    select min(d.day) from ledger_day_deltas d join ledger_accounts a on a.id = d.account_id and a.environment = 'live') x`,
);

export type HeldAndOwed = {
  held_xaf: number;
  owed_xaf: number;
  /** What merchants owe us: their PAYABLE is below zero. It is not held. */
  claims_xaf: number;
  /** What was taken off SIMs, beyond what two people have read in our own wallet for that day. It is not held. */
  swept_unread_xaf: number;
};

/**
 * What is held for others and what is owed to them, by what the ledger has booked to the end of a day. What has been set
 * aside and has not left yet is still owed. What one merchant owes us makes nothing less that is owed to others. Of what was
 * taken off SIMs only so much is held as people have read in our own wallet: whoever takes the money home announces it as a
 * sweep too.
 */
export const sumHeldAndOwed = statement<{ day: string }, HeldAndOwed>(
  'sum_held_and_owed',
  `with balances as (
    select a.id, a.kind, coalesce(sum(x.credit_xaf - x.debit_xaf), 0)::bigint as balance_xaf
    from ${standingSince(`$day::date::timestamp at time zone 'Africa/Ndjamena'`)} a
    cross join lateral (
      select d.debit_xaf, d.credit_xaf from ledger_days d where d.account_id = a.id and d.day <= $day::date
      union all
      select d.debit_xaf, d.credit_xaf from ledger_day_deltas d where d.account_id = a.id and d.day <= $day::date) x
    group by a.id, a.kind
  ), swept as (
    select b.balance_xaf, greatest(-b.balance_xaf - greatest(coalesce((
        select x.balance_xaf from account_readings x
        where x.account_id = b.id and x.day = $day::date order by x.read_at desc limit 1), 0), 0), 0) as unread_xaf
    from balances b where b.kind = 'SWEPT'
  ), unread as (
    select coalesce(sum(unread_xaf), 0)::bigint as unread_xaf from swept
  )
  select coalesce(-sum(b.balance_xaf) filter (where b.kind in (${HELD_KINDS})), 0)::bigint
      - (select unread_xaf from unread) as held_xaf,
    coalesce(sum(greatest(b.balance_xaf, 0)) filter (where b.kind in (${OWED_KINDS})), 0)::bigint as owed_xaf,
    coalesce(-sum(least(b.balance_xaf, 0)) filter (where b.kind = 'PAYABLE'), 0)::bigint as claims_xaf,
    (select unread_xaf from unread) as swept_unread_xaf
  from balances b`,
);

/** What makes the difference between held and owed, by kind of account; below zero where it makes the difference smaller. */
export const sumBetween = statement<{ day: string }, { kind: BetweenKind; amount_xaf: number }>(
  'sum_between_held_and_owed',
  `select a.kind, sum(x.credit_xaf - x.debit_xaf)::bigint as amount_xaf
  from ledger_accounts a
  cross join lateral (
    select d.debit_xaf, d.credit_xaf from ledger_days d where d.account_id = a.id and d.day <= $day::date
    union all
    select d.debit_xaf, d.credit_xaf from ledger_day_deltas d where d.account_id = a.id and d.day <= $day::date) x
  where a.environment = 'live' and a.kind not in (${HELD_KINDS}, ${OWED_KINDS}) group by a.kind order by a.kind`,
);

export type BetweenKind =
  | 'CAPITAL'
  | 'REVENUE'
  | 'TAX_PAYABLE'
  | 'OPERATOR_FEE'
  | 'WRITE_OFF'
  | 'UNEXPLAINED';

/**
 * What merchants had on a day, which goes from `begins` to `ends`, by what occurred on it, and by what was booked of the days before
 * since they were closed; those whose PAYABLE nothing ever touched are left out. The closing balance is all that the ledger has
 * booked to the end of the day. What a process whose clock ran behind has booked on a day that was closed already, or that was
 * just being written as it was closed, stands in the next one, as `other_xaf`.
 */
export const loadMerchantDays = statement<
  { day: string; begins: Date; ends: Date },
  Omit<MerchantDay, 'nonce'>
>(
  'load_merchant_days',
  `with last as (
    select distinct on (m.merchant_id) m.merchant_id, m.closing_xaf from proof_merchants m
    where m.day = (select max(d.day) from proof_days d where d.day < $day::date)
  ), stands as (
    select a.owner_id as merchant_id, sum(x.credit_xaf - x.debit_xaf)::bigint as balance_xaf
    from ledger_accounts a
    cross join lateral (
      select d.debit_xaf, d.credit_xaf from ledger_days d where d.account_id = a.id and d.day <= $day::date
      union all
      select d.debit_xaf, d.credit_xaf from ledger_day_deltas d where d.account_id = a.id and d.day <= $day::date) x
    where a.environment = 'live' and a.kind = 'PAYABLE' group by 1
  ), before as (
    select coalesce((
      select d.closed_at from proof_days d where d.day < $day::date order by d.day desc limit 1), '-infinity') as closed_at
  ), moved as (
    select a.owner_id as merchant_id, t.cause,
      sum(case when t.credit_account_id = a.id then t.amount_xaf else -t.amount_xaf end)::bigint as amount_xaf
    from ledger_transfers t
    join ledger_accounts a on a.id in (t.debit_account_id, t.credit_account_id) and a.kind = 'PAYABLE'
    -- An operator's clock may be ahead, so that something is booked before it occurred.
    where t.environment = 'live'
      and t.created_at >= least((select closed_at from before), $begins::timestamptz - interval '1 day')
      and t.occurred_at < $ends::timestamptz
      and (t.occurred_at >= $begins::timestamptz or t.created_at >= (select closed_at from before))
    group by 1, 2
  ), sums as (
    select merchant_id,
      coalesce(sum(amount_xaf) filter (where cause in ('SESSION_SUCCESS', 'TRANSACTION_SUCCESS')), 0)::bigint as paid_xaf,
      coalesce(-sum(amount_xaf) filter (where cause in ('SESSION_FEE', 'TRANSACTION_FEE', 'TRANSACTION_FEE_REFUND')), 0)::bigint
        as fees_xaf,
      coalesce(-sum(amount_xaf) filter (where cause in ('SESSION_TAX', 'TRANSACTION_TAX', 'TRANSACTION_TAX_REFUND')), 0)::bigint
        as tax_xaf,
      coalesce(-sum(amount_xaf) filter (where cause in ('REFUND_RESERVED', 'REFUND_RETURNED', 'TRANSACTION_REFUND')), 0)::bigint
        as refunds_xaf,
      coalesce(-sum(amount_xaf) filter (where cause like 'SETTLEMENT%'), 0)::bigint as settlements_xaf
    from moved group by 1
  )
  select t.merchant_id, coalesce(l.closing_xaf, 0) as opening_xaf,
    coalesce(s.paid_xaf, 0) as paid_xaf, coalesce(s.fees_xaf, 0) as fees_xaf, coalesce(s.tax_xaf, 0) as tax_xaf,
    coalesce(s.refunds_xaf, 0) as refunds_xaf, coalesce(s.settlements_xaf, 0) as settlements_xaf,
    t.balance_xaf - coalesce(l.closing_xaf, 0)
      - coalesce(s.paid_xaf - s.fees_xaf - s.tax_xaf - s.refunds_xaf - s.settlements_xaf, 0) as other_xaf,
    t.balance_xaf as closing_xaf
  from stands t left join sums s on s.merchant_id = t.merchant_id left join last l on l.merchant_id = t.merchant_id
  order by 1`,
);

export const insertProofDay = setStatement<ProofDayRow>(
  'insert_proof_days',
  `insert into proof_days (day, hash, previous_hash, accounts_hash, merchants_root, held_xaf, owed_xaf, claims_xaf,
    swept_unread_xaf, state, closed_at)
  select day, hash, previous_hash, accounts_hash, merchants_root, held_xaf, owed_xaf, claims_xaf, swept_unread_xaf, state,
    closed_at
  from json_to_recordset($1::json) as i (day date, hash text, previous_hash text, accounts_hash text, merchants_root text,
    held_xaf bigint, owed_xaf bigint, claims_xaf bigint, swept_unread_xaf bigint, state text, closed_at timestamptz)`,
);

export const insertProofAccounts = setStatement<ProofAccountRow>(
  'insert_proof_accounts',
  `insert into proof_accounts (day, account_id, opening_xaf, in_xaf, out_xaf, closing_xaf, said_xaf, said_by, read_at, ledger_xaf,
    closing_ordinal, state, reason)
  select day, account_id, opening_xaf, in_xaf, out_xaf, closing_xaf, said_xaf, said_by, read_at, ledger_xaf, closing_ordinal, state,
    reason
  from json_to_recordset($1::json) as i (day date, account_id int, opening_xaf bigint, in_xaf bigint, out_xaf bigint,
    closing_xaf bigint, said_xaf bigint, said_by text, read_at timestamptz, ledger_xaf bigint, closing_ordinal bigint, state text, reason text)`,
);

export const insertProofLines = setStatement<ProofLineRow>(
  'insert_proof_lines',
  `insert into proof_lines (day, account_id, ordinal, kind, subject, amount_xaf, since, owner)
  select day, account_id, ordinal, kind, subject, amount_xaf, since, owner
  from json_to_recordset($1::json) as i (day date, account_id int, ordinal int, kind text, subject text, amount_xaf bigint,
    since timestamptz, owner text)`,
);

export const insertProofMerchants = setStatement<ProofMerchantRow>(
  'insert_proof_merchants',
  `insert into proof_merchants (day, merchant_id, opening_xaf, paid_xaf, fees_xaf, tax_xaf, refunds_xaf, settlements_xaf,
    other_xaf, closing_xaf, nonce, leaf_ordinal, path)
  select day, merchant_id, opening_xaf, paid_xaf, fees_xaf, tax_xaf, refunds_xaf, settlements_xaf, other_xaf, closing_xaf,
    nonce, leaf_ordinal, array(select jsonb_array_elements_text(path))
  from json_to_recordset($1::json) as i (day date, merchant_id uuid, opening_xaf bigint, paid_xaf bigint, fees_xaf bigint,
    tax_xaf bigint, refunds_xaf bigint, settlements_xaf bigint, other_xaf bigint, closing_xaf bigint, nonce text,
    leaf_ordinal int, path jsonb)`,
);
