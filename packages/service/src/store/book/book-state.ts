import type { PoolClient } from 'pg';
import type { Announced } from '../../domain/book/announced.ts';
import type { Gap } from '../../domain/book/book.ts';
import { type Guesses, IMPLAUSIBLE, NEAR_LOW_XAF, PLAUSIBLE_XAF } from '../../domain/book/guesses.ts';
import type { PassedRun } from '../../domain/book/passed.ts';
import { CLAIM_DAYS, OUTLIVES_A_READING_MS, OVERTAKEN_MS, READING_MS } from '../../domain/book/policy.ts';
import { type Bracket, feesOf } from '../../domain/book/tariff.ts';
import { OF_UNDONE } from '../../domain/credit.ts';
import type { PayerPrint } from '../../domain/msisdn.ts';
import type { Operator } from '../../domain/operator.ts';
import { idStatement, statement } from '../statement.ts';
import { CONTESTED, LEFT_SUM, MAY_BE_TRUE, UNEXPLAINED } from './doubts.ts';
import { fallsAfter, IS_NOT_LOW, STOOD_LOW } from './told.ts';

/** A step that a row of a statement brought to the book and no message has told of: its balances, when, and with whom. */
export type Untold = {
  step_id: string;
  before_xaf: number;
  after_xaf: number;
  at_ms: number;
  payer: PayerPrint | null;
  /** The id of a message that only names what this row undoes (`UNDONE.ID`); null where it undoes nothing. */
  undoing: string | null;
  /** Its place in the book; null where it explains a gap. */
  ordinal: number | null;
  /** Staff had announced it. */
  is_announced: boolean;
  /** Its row prints its balances; else they are those of where it was put. */
  is_printed: boolean;
};

export type LockedBook = {
  collection_number_id: string;
  tip_xaf: number | null;
  last_ordinal: number;
  went_on_at: Date | null;
  anchored_at: Date | null;
  unanchored_xaf: number;
  /** The part of `unanchored_xaf` that had settled before the last anchor, which did not vouch for it. */
  unvouched_xaf: number;
  /** The ordinal of the last step for which a reading or a statement has vouched. */
  anchored_ordinal: number;
  suspected_at: Date | null;
  /** While the number is suspected: any step with an ordinal above this one may be false. */
  suspected_from: number | null;
  /** People, or the operator's list, found a step false: only a person ends that, and no explanation of a short reading. */
  is_disproven: boolean;
  bound_since: Date | null;
};

/**
 * A locked book with what lies around it. Its guesses count the unproven messages that came since the last anchor, and those of
 * just before it that may still go on from the tip. Debits and texts in unknown words count too, since one that fits moves the
 * tip to where its author wants it.
 */
export type BookState = LockedBook &
  Required<Guesses> & {
    /** The guesses of messages that may go on from the balance which staff say now; 0 where none is said. */
    late_guesses: number;
    late_guesses_anywhere: number;
    gaps: Gap[];
    untold: Untold[];
    /** Rows of statements of a time that the book has gone past, whose sum nobody has explained yet. */
    runs: PassedRun[];
    /** When the last step happened; null in a book that is not open. */
    last_step_at: Date | null;
    /** What has left unexplained (`LEFT_SUM`), read only in a book with gaps, where it bounds what fills them; else 0. */
    outflow_xaf: number;
    announced: Announced[];
    /** The notices of credits that were booked since the last reading and wait for the next one. */
    pending: string[];
    operator: Operator;
    /** Its phone's clock is known to be wrong. */
    is_clock_wrong: boolean;
    /** While the number is suspected: what has left unexplained by messages that filled gaps of short readings. */
    covered_xaf: number;
  };

/** Locks the books of numbers, in order. */
export const lockBooks = idStatement<LockedBook>(
  'lock_books',
  `select collection_number_id, tip_xaf, last_ordinal, went_on_at, anchored_at, unanchored_xaf, unvouched_xaf,
    anchored_ordinal, suspected_at, suspected_from, is_disproven, bound_since
  from books where collection_number_id = any ($1::uuid[]) order by collection_number_id for update`,
);

const GUESSES_COUNTED = 10_000;
const PLAUSIBLE = `v.at_xaf <= ${IMPLAUSIBLE} * greatest(s.before_xaf, s.after_xaf, ${PLAUSIBLE_XAF})`;
const LIKELY = `(stood.is_low or ${IS_NOT_LOW})`;
const LIKELY_AT_GAP = `(least(s.before_xaf, s.after_xaf) < ${NEAR_LOW_XAF} or ${LIKELY})`;
/**
 * The guesses at the gap `s`: at how many balances the claims that may try to fill it would begin, and how many of these
 * tell of the very sum that is missing. A gap lies between two looks at the SIM: a claim that had come before the first of
 * them is no guess at it.
 */
const TRIED = `(
      select coalesce(sum(x.guesses), 0)::int as guesses,
        coalesce(sum(x.guesses) filter (where s.after_xaf - s.before_xaf = any (x.amounts_xaf)), 0)::int as guesses_of_sum,
        coalesce(sum(x.anywhere), 0)::int as guesses_anywhere
      from (
        select x.amounts_xaf, (select count(*) from unnest(x.begins_xaf) as v (at_xaf) where ${PLAUSIBLE} and ${LIKELY_AT_GAP}) as guesses,
          cardinality(x.begins_xaf) as anywhere
        from book_claims x
        where x.collection_number_id = b.collection_number_id and x.state in ('CLAIMED', 'REFUTED')
          and x.arrived_at > greatest(s.missing_since, s.occurred_at - interval '${CLAIM_DAYS} days')
        limit ${GUESSES_COUNTED}) x)`;

const OUTLIVES_A_READING = `${OUTLIVES_A_READING_MS} milliseconds`;

/**
 * Whether the claim `x` may go on from the balance of a moment. It may be older by `OVERTAKEN_MS`: a later payer may be
 * served first.
 */
const mayGoOnFrom = (moment: string): string =>
  fallsAfter(`${moment} - interval '${OVERTAKEN_MS} milliseconds'`);

/** The guesses of those claims `x` of the book `b` that fulfil the condition `which`. */
const counted = (which: string): string => `(
    select coalesce(sum(g.begins) filter (where g.is_likely), 0)::int as guesses,
      coalesce(sum(g.ends) filter (where g.is_likely), 0)::int as guesses_at_end, coalesce(sum(g.begins), 0)::int as guesses_anywhere
    from (
      select cardinality(x.begins_xaf) as begins, cardinality(x.ends_xaf) as ends, ${LIKELY} as is_likely from book_claims x
      where x.collection_number_id = b.collection_number_id and x.state in ('CLAIMED', 'REFUTED') and ${which}
      limit ${GUESSES_COUNTED}) g)`;

/** After so long an announced debit that no message has met explains nothing any more. */
const ANNOUNCED_LASTS = '1 day';

/** Whether the clock of the phone is known to be wrong that hears the number of the row `of`. */
export const isClockWrong = (of: string): string => `exists (select from feed_incidents f
      where f.collection_number_id = ${of}.collection_number_id and f.kind = 'clock_skew' and f.closed_at is null)`;

const UNTOLD_DAYS = 1;
const UNTOLD_ROWS = 1000;
/** When the first of the messages came that still wait on the number of the book `b`: a row of its day may be what it tells. */
const FIRST_WAITING = `(select min(x.arrived_at) from book_claims x
            where x.collection_number_id = b.collection_number_id and x.state in ('CLAIMED', 'REFUTED')
              and x.arrived_at > $now::timestamptz - interval '${CLAIM_DAYS} days')`;
/**
 * Rows of statements that no message has told of, of the last day and of the day before the first message that waits, with the
 * balances that they print, the latest first.
 */
const UNTOLD = `(
      select json_agg(json_build_object('before_xaf', coalesce(p.before_xaf, s.before_xaf), 'after_xaf', coalesce(p.after_xaf, s.after_xaf),
        'at_ms', (extract(epoch from s.occurred_at) * 1000)::bigint,
        'payer', coalesce((select c.payer from credits c where c.id = s.id), s.recipient), 'ordinal', coalesce(s.ordinal, (select g.ordinal from book_steps g where g.id = s.explains_id)),
        'step_id', s.id, 'is_printed', (select w.body::json -> 'row' ->> 'after_xaf' from notices w where w.id = s.notice_id limit 1) is not null,
        'is_announced', exists (select from announced_debits a where a.step_id = s.id),
        'undoing', case when s.after_xaf < s.before_xaf then (select x.operator_transaction_id from transaction_identities x
          where x.step_id = s.id and x.operator_transaction_id like '${OF_UNDONE}%' limit 1) end))
      from (
        select s.* from book_steps s
        where s.collection_number_id = b.collection_number_id and s.strength = 'WITNESSED' and s.notice_id is not null
          and s.occurred_at > least($now::timestamptz, ${FIRST_WAITING}) - interval '${UNTOLD_DAYS} days'
          and (select w.source from notices w where w.id = s.notice_id limit 1) = 'WITNESS'
        order by s.occurred_at desc limit ${UNTOLD_ROWS}) s
      left join passed_steps p on p.step_id = s.id)`;

const loadAround = statement<
  { numbers: readonly string[]; now: Date; read_at: Date | null },
  Pick<
    BookState,
    | 'collection_number_id'
    | 'guesses'
    | 'guesses_at_end'
    | 'guesses_anywhere'
    | 'late_guesses'
    | 'late_guesses_anywhere'
    | 'is_clock_wrong'
    | 'covered_xaf'
    | 'outflow_xaf'
    | 'pending'
    | 'operator'
    | 'last_step_at'
  > & {
    gaps: Gap[] | null;
    untold: Untold[] | null;
    runs: PassedRun[] | null;
    announced: (Omit<Announced, 'fees_xaf'> & { brackets: Bracket[] })[] | null;
  }
>(
  'load_book_state',
  `select b.collection_number_id, n.operator,
    now_on.guesses, now_on.guesses_at_end, now_on.guesses_anywhere, late.guesses as late_guesses, late.guesses_anywhere as late_guesses_anywhere,
    (select json_agg(json_build_object('step_id', s.id, 'from_xaf', r.from_xaf, 'to_xaf', r.to_xaf,
        'until_ms', (extract(epoch from s.occurred_at) * 1000)::bigint) order by s.ordinal)
      from book_steps s
      cross join lateral (
        select (array_agg(p.before_xaf order by x.ordinal))[1] as from_xaf,
          (array_agg(p.after_xaf order by x.ordinal desc))[1] as to_xaf
        from passed_steps p join book_steps x on x.id = p.step_id where p.balanced_by = s.id) r
      where s.collection_number_id = b.collection_number_id and s.kind = 'UNEXPLAINED' and s.strength = 'WITNESSED'
        and ${UNEXPLAINED}) as runs,
    ${UNTOLD} as untold,
    (select l.occurred_at from book_steps l
      where l.collection_number_id = b.collection_number_id and l.ordinal = b.last_ordinal) as last_step_at,
    g.gaps, case when g.gaps is null then 0 else ${LEFT_SUM} end as outflow_xaf,
    (select json_agg(json_build_object('id', a.id, 'kind', a.kind, 'amount_xaf', a.amount_xaf,
        'cause_id', a.cause_id, 'to_phone', a.to_phone,
        'announced_at_ms', (extract(epoch from a.announced_at) * 1000)::bigint, 'brackets', (
        select coalesce(json_agg(t), '[]') from operator_tariffs t
        where t.operator = n.operator and a.amount_xaf between t.from_xaf and t.to_xaf)) order by a.announced_at, a.id)
      from announced_debits a where a.collection_number_id = b.collection_number_id and a.step_id is null
        and a.announced_at > $now::timestamptz - interval '${ANNOUNCED_LASTS}') as announced,
    ${isClockWrong('b')} as is_clock_wrong,
    case when b.suspected_from is null then 0 else coalesce((select sum(s.before_xaf - s.after_xaf) from book_steps s join book_steps f on f.id = s.explains_id
      where s.collection_number_id = b.collection_number_id and s.before_xaf > s.after_xaf
        and f.before_xaf > f.after_xaf and f.ordinal > b.suspected_from and ${UNEXPLAINED}), 0)::bigint end as covered_xaf,
    array(select c.notice_id::text from book_claims c
      where c.collection_number_id = b.collection_number_id and c.state = 'PENDING'
        and c.settled_at > coalesce(b.anchored_at, '-infinity')) as pending
  from books b join collection_numbers n on n.id = b.collection_number_id
  cross join lateral ${STOOD_LOW}
  cross join lateral ${counted(`x.arrived_at >= coalesce(b.anchored_at, '-infinity') - interval '${OUTLIVES_A_READING}'
        and (x.arrived_at >= coalesce(b.anchored_at, '-infinity') or ${mayGoOnFrom(`coalesce(b.went_on_at, '-infinity')`)})`)} now_on
  cross join lateral ${counted(`x.arrived_at >= $read_at::timestamptz - interval '${OUTLIVES_A_READING}'
        and ${mayGoOnFrom('$read_at::timestamptz')}`)} late
  cross join lateral (
    select json_agg(json_build_object('step_id', s.id, 'before_xaf', s.before_xaf, 'after_xaf', s.after_xaf,
        'until_ms', (extract(epoch from s.occurred_at) * 1000)::bigint + ${READING_MS}, 'is_contested', ${CONTESTED},
        'since_ms', (extract(epoch from s.missing_since) * 1000)::bigint, 'guesses', t.guesses, 'guesses_of_sum', t.guesses_of_sum, 'guesses_anywhere', t.guesses_anywhere,
        'told', (select json_build_object('xaf', coalesce(k.part_xaf, 0), 'by', k.by_notices) from contested_steps k
          where k.step_id = s.id and ${MAY_BE_TRUE})) order by s.ordinal) as gaps
    from book_steps s cross join lateral ${TRIED} t
    where s.collection_number_id = b.collection_number_id and s.kind = 'UNEXPLAINED' and s.strength = 'ANCHORED'
      and ${UNEXPLAINED}) g
  where b.collection_number_id = any ($numbers::uuid[])`,
);

/**
 * Locks the books of numbers, in order, and reads what lies around them. Both statements travel at once; the second begins
 * when the locks are held, so that it sees what their earlier holders wrote.
 * @param read_at when the SIM showed the balance that staff say now; null where they say none
 */
export async function lockBookStates(
  client: PoolClient,
  numbers: readonly string[],
  { now, read_at }: { now: Date; read_at: Date | null },
): Promise<BookState[]> {
  const [rows, lying] = await Promise.all([
    lockBooks(client, numbers),
    loadAround(client, { numbers, now, read_at }),
  ]);
  const around = new Map(lying.map((one) => [one.collection_number_id, one]));
  return rows.map((row) => {
    const found = around.get(row.collection_number_id);
    if (found === undefined) throw new Error(`bug: the book of ${row.collection_number_id} is gone`);
    const announced = (found.announced ?? []).map(({ brackets, ...debit }) => ({
      ...debit,
      fees_xaf: feesOf(brackets, debit.amount_xaf),
    }));
    return {
      ...row,
      ...found,
      gaps: found.gaps ?? [],
      untold: found.untold ?? [],
      runs: found.runs ?? [],
      announced,
    };
  });
}
