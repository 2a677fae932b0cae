import { ANNOUNCED_LASTS_HOURS } from '../../domain/movement/clocks.ts';
import type { Line } from '../../domain/proof/account.ts';
import { counts, UNEXPLAINED } from '../book/doubts.ts';
import { statement } from '../statement.ts';

/** An account that an operator or a bank keeps for us, on one day. */
export type AccountFacts = {
  account_id: number;
  kind: string;
  name: string;
  collection_number_id: string | null;
  /**
   * Of the last day that was closed, of a number the last in which its book had begun, and what the book says at that day's last
   * step; null before the first.
   */
  last_closing_xaf: number | null;
  last_ordinal: number | null;
  closing_ordinal: number | null;
  opening_xaf: number;
  in_xaf: number;
  out_xaf: number;
  statement_xaf: number | null;
  reading_xaf: number | null;
  /** When somebody last read the SIM, or what a wallet or a bank account held on that day; null: nobody has. */
  read_at: Date | null;
  /** Of a number: how far a reading of the SIM vouches for its book. */
  read_ordinal: number | null;
  ledger_in_xaf: number;
  ledger_out_xaf: number;
  ledger_before_xaf: number;
  /** Of a number: from where its book counts, where it is now, and all that the ledger has booked on it. */
  book_opening_xaf: number | null;
  tip_xaf: number | null;
  ledger_all_xaf: number;
  is_suspected: boolean;
};

/**
 * Live numbers, wallets and bank accounts with what moved on a day: of numbers by their book, in its own order; of the
 * others by what the ledger has booked. What moved before and was booked since the last close counts on this day. The day
 * ends at `ends`. A number goes on with its book's balance, not with the last day's: that is closed for good, also where it began
 * with nothing though the SIM held something.
 */
export const loadAccountDays = statement<{ day: string; ends: Date }, AccountFacts>(
  'load_account_days',
  `with kept as (
    select a.id as account_id, a.kind, a.owner_id,
      case when a.kind = 'FLOAT' then n.msisdn
        when a.kind = 'BANK' then 'BANK ' || a.owner_id::text else a.kind end as name,
      n.id as collection_number_id, b.opening_xaf as book_opening_xaf, b.tip_xaf, b.anchored_ordinal, b.anchored_at, b.suspected_at,
      coalesce((select x.after_xaf from book_steps x
        where x.collection_number_id = n.id and x.ordinal = l.closing_ordinal), l.closing_xaf) as last_closing_xaf,
      l.closing_ordinal as last_ordinal
    from ledger_accounts a
    left join collection_numbers n on a.kind = 'FLOAT' and n.id = a.owner_id
    left join books b on b.collection_number_id = n.id
    left join lateral (
      select p.closing_xaf, p.closing_ordinal from proof_accounts p
      where p.account_id = a.id and p.day < $day::date and (a.kind <> 'FLOAT' or p.closing_ordinal is not null)
      order by p.day desc limit 1) l on true
    where a.environment = 'live' and a.kind in ('FLOAT', 'WALLET_AIRTEL', 'WALLET_MOOV', 'SWEPT', 'BANK')
      and (a.kind <> 'FLOAT' or b.tip_xaf is not null)
  )
  select k.account_id, k.kind, k.name, k.collection_number_id, k.last_closing_xaf, k.last_ordinal,
    e.closing_ordinal, coalesce(k.last_closing_xaf, s.first_xaf, 0) as opening_xaf, s.in_xaf, s.out_xaf,
    t.statement_xaf, r.reading_xaf, coalesce(k.anchored_at, r.read_at) as read_at, k.anchored_ordinal as read_ordinal,
    d.in_xaf as ledger_in_xaf, d.out_xaf as ledger_out_xaf,
    d.before_xaf as ledger_before_xaf, k.book_opening_xaf, k.tip_xaf, d.all_xaf as ledger_all_xaf, k.suspected_at is not null as is_suspected
  from kept k
  cross join lateral (
    select greatest(max(x.ordinal), k.last_ordinal) as closing_ordinal from book_steps x
    where x.collection_number_id = k.collection_number_id and x.ordinal > coalesce(k.last_ordinal, 0)
      and x.occurred_at < $ends::timestamptz) e
  cross join lateral (
    select coalesce(sum(x.after_xaf - x.before_xaf) filter (where x.after_xaf > x.before_xaf), 0)::bigint as in_xaf,
      coalesce(sum(x.before_xaf - x.after_xaf) filter (where x.after_xaf < x.before_xaf), 0)::bigint as out_xaf,
      min(x.before_xaf) filter (where x.ordinal = 1) as first_xaf
    from book_steps x
    where x.collection_number_id = k.collection_number_id
      and x.ordinal > coalesce(k.last_ordinal, 0) and x.ordinal <= e.closing_ordinal) s
  cross join lateral (
    select (
      select o.after_xaf from statements m
      join lateral (
        select x.after_xaf from statement_rows x
        where x.statement_id = m.id and x.is_completed and x.completed_at < $ends::timestamptz
        order by x.ordinal desc limit 1) o on true
      where m.collection_number_id = k.collection_number_id and ${counts('m')}
        and m.covers_from < $ends::timestamptz and m.covers_until >= $ends::timestamptz - interval '1 minute'
      order by m.covers_until desc limit 1) as statement_xaf) t
  left join lateral (
    select x.balance_xaf as reading_xaf, x.read_at from account_readings x
    where x.account_id = k.account_id and x.day = $day::date order by x.read_at desc limit 1) r on true
  cross join lateral (
    select coalesce(sum(x.debit_xaf) filter (where x.day = $day::date), 0)::bigint as in_xaf,
      coalesce(sum(x.credit_xaf) filter (where x.day = $day::date), 0)::bigint as out_xaf,
      coalesce(sum(x.debit_xaf - x.credit_xaf) filter (where x.day < $day::date), 0)::bigint as before_xaf,
      coalesce(sum(x.debit_xaf - x.credit_xaf), 0)::bigint as all_xaf
    from (
      select y.day, y.debit_xaf, y.credit_xaf from ledger_days y where y.account_id = k.account_id
      union all
      select y.day, y.debit_xaf, y.credit_xaf from ledger_day_deltas y
      where y.account_id = k.account_id) x) d
  order by k.name`,
);

/** Money may come and leave again while a phone is silent. After so long, only a statement tells whether it did. */
const SILENT_LONG = '2 hours';
/** For an older silence no statement is asked for: the operator's portal doesn't have those days any more. */
const SILENCE_ASKED = '31 days';

/**
 * The open lines of numbers at the end of a day, `ends`, the oldest first: money that is known of and not in its place. A
 * debit that was announced on the day itself is one even if the SIM was read since: nobody knows whether it left before that
 * reading or after. Where a statement says another sum, balance or payer of a step, its line stays until somebody has
 * looked. A number whose phone was silent for long has one for the first of those days that no statement covers which was
 * brought after the silence.
 */
export const loadOpenLines = statement<
  { numbers: readonly string[]; ends: Date },
  Line & { collection_number_id: string }
>(
  'load_open_lines',
  `select s.collection_number_id, 'unexplained' as kind, s.id::text as subject, s.after_xaf - s.before_xaf as amount_xaf,
    s.occurred_at as since, 'staff' as owner
  from book_steps s
  where s.collection_number_id = any ($numbers::uuid[]) and s.occurred_at < $ends::timestamptz and ${UNEXPLAINED}
  union all
  select c.collection_number_id, case c.state when 'PENDING' then 'pending' else 'claim' end, c.notice_id::text,
    coalesce(c.amounts_xaf[1], 0)::bigint, c.occurred_at, case c.state when 'PENDING' then 'staff' else 'operator' end
  from book_claims c
  where c.collection_number_id = any ($numbers::uuid[]) and c.state in ('CLAIMED', 'PENDING') and c.occurred_at < $ends::timestamptz
  union all
  select a.collection_number_id, 'announced', a.id::text, -a.amount_xaf, a.announced_at, 'staff'
  from announced_debits a join books b on b.collection_number_id = a.collection_number_id
  where a.collection_number_id = any ($numbers::uuid[]) and a.step_id is null and a.announced_at < $ends::timestamptz
    and a.announced_at > least(b.anchored_at, $ends::timestamptz - interval '${ANNOUNCED_LASTS_HOURS} hours')
  union all
  select s.collection_number_id, 'contested', s.id::text, s.after_xaf - s.before_xaf, s.occurred_at, 'staff'
  from contested_steps k join book_steps s on s.id = k.step_id
  where s.collection_number_id = any ($numbers::uuid[]) and s.occurred_at < $ends::timestamptz
    and not exists (select from book_explanations e where e.step_id = s.id)
  union all
  select c.collection_number_id, 'suspense', c.id::text,
    case when c.state in ('SUSPENSE', 'REVIEW') then c.amount_xaf else c.surplus_xaf end::bigint, c.occurred_at, 'staff'
  from credits c
  where c.collection_number_id = any ($numbers::uuid[]) and c.environment = 'live' and c.occurred_at < $ends::timestamptz
    and (c.state in ('SUSPENSE', 'REVIEW') or (c.surplus_xaf > 0 and c.surplus_refunded_at is null))
  union all
  select m.collection_number_id, 'statement', coalesce(g.step_id::text, r.operator_transaction_id),
    case when r.is_completed then r.moved_xaf else 0 end - coalesce(t.after_xaf - t.before_xaf, 0), r.completed_at, 'staff'
  from feed_incidents f
  join statements m on m.collection_number_id = f.collection_number_id and m.id::text = f.detail ->> 'statement_id'
  join statement_findings g on g.statement_id = m.id and g.finding = 'DIFFERS' and g.differs_in <> 'number'
  join statement_rows r on r.statement_id = g.statement_id and r.ordinal = g.ordinal
  left join book_steps t on t.id = g.step_id
  where f.collection_number_id = any ($numbers::uuid[]) and f.kind = 'statement_differs' and f.closed_at is null
    and r.completed_at < $ends::timestamptz
  union all
  select f.collection_number_id, 'no_statement', min(d.day)::text, 0::bigint, min(f.opened_at), 'staff'
  from feed_incidents f
  cross join lateral (
    select local_day(f.opened_at) + i as day
    from generate_series(0, local_day(least(coalesce(f.closed_at, $ends), $ends - interval '1 second')) - local_day(f.opened_at)) i) d
  where f.collection_number_id = any ($numbers::uuid[]) and f.kind = 'silent'
    and f.opened_at < $ends::timestamptz and f.opened_at > $ends::timestamptz - interval '${SILENCE_ASKED}'
    and least(coalesce(f.closed_at, $ends), $ends) - f.opened_at >= interval '${SILENT_LONG}'
    and not exists (select from statements m
      left join statements p on p.id = m.follows_id and ${counts('p')}
      where m.collection_number_id = f.collection_number_id and ${counts('m')}
        and local_day(coalesce(p.covers_until, m.covers_from)) <= d.day and local_day(m.covers_until) >= d.day
        and m.imported_at >= least(f.closed_at, $ends, (d.day + 1)::timestamp at time zone 'Africa/Ndjamena'))
  group by f.collection_number_id
  order by since, subject`,
);
