import type { PoolClient } from 'pg';
import type { Gap, Pending } from '../../domain/book/book.ts';
import type { Guesses } from '../../domain/doubt/guesses.ts';
import type { Announced } from '../../domain/movement/announced.ts';
import { ANNOUNCED_LASTS_HOURS, READING_MS } from '../../domain/movement/clocks.ts';
import { type Bracket, operatorFees } from '../../domain/movement/tariff.ts';
import type { Operator } from '../../domain/operator.ts';
import type { PassedRun } from '../../domain/statement/passed.ts';
import { epochMs, idStatement, statement } from '../statement.ts';
import {
  DISOWNED,
  FORGIVEN_AT_GAP,
  FORGIVEN_BEFORE,
  GUESSED,
  guessesOf,
  HAS_LUCKY,
  OUTLIVES_A_READING,
  outlives,
  TRIED,
} from './counted.ts';
import { CONTESTED, isUnsaid, LEFT_SUM, MAY_BE_TRUE, SINCE_TWO, UNEXPLAINED } from './doubts.ts';
import { HAS_LED, KNOWN_LEADS } from './led.ts';
import { payeesOf } from './left.ts';
import { GONE_ON } from './steps.ts';
import { STOOD_LOW } from './told.ts';
import { UNTOLD, type Untold } from './untold.ts';

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
  Guesses & {
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
    /** `typed_xaf` of the book, by step; read only where it has gaps. */
    typed: Pick<Pending, 'step_id' | 'amount_xaf'>[];
    operator: Operator;
    /** Whose SMS count there. */
    sender_allow_list: string[];
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

/** Whether the clock of the phone is known to be wrong that hears the number of the row `of`. */
export const isClockWrong = (of: string): string => `exists (select from feed_incidents f
      where f.collection_number_id = ${of}.collection_number_id and f.kind = 'clock_skew' and f.closed_at is null)`;

/** `doubt` of the gap `s`, as far as what spoke against it may still be true. */
const DOUBT = `(select json_build_object(
          'xaf', coalesce(k.part_xaf, 0), 'is_whole', ${CONTESTED}, 'by', k.by_notices)
        from contested_steps k where k.step_id = s.id and ${MAY_BE_TRUE})`;

/** `gaps` of the book `b`: null where nothing is missing. */
const GAPS = `(
    select json_agg(json_build_object(
        'step_id', s.id, 'before_xaf', s.before_xaf, 'after_xaf', s.after_xaf,
        'until_ms', ${epochMs('s.occurred_at')} + ${READING_MS},
        'gone_on', coalesce(${GONE_ON}, '[]'),
        'since_ms', coalesce(${epochMs('s.missing_since')}, 0),
        'guesses', t.guesses, 'guesses_of_sum', t.guesses_of_sum, 'guesses_anywhere', t.guesses_anywhere,
        'forgiven_before', f.wrong,
        'doubt', ${DOUBT}) order by s.ordinal) as gaps
    from book_steps s cross join lateral ${TRIED} t cross join lateral ${FORGIVEN_AT_GAP} f
    where s.collection_number_id = b.collection_number_id
      and s.kind = 'UNEXPLAINED' and s.strength = 'ANCHORED' and ${UNEXPLAINED})`;

/** `runs` of the book `b`, by the unexplained steps `s` that take the tip back. */
const RUNS = `(
      select json_agg(json_build_object(
        'step_id', s.id, 'from_xaf', r.from_xaf, 'to_xaf', r.to_xaf,
        'until_ms', ${epochMs('s.occurred_at')}) order by s.ordinal)
      from book_steps s
      cross join lateral (
        select (array_agg(p.before_xaf order by x.ordinal))[1] as from_xaf,
          (array_agg(p.after_xaf order by x.ordinal desc))[1] as to_xaf
        from passed_steps p join book_steps x on x.id = p.step_id where p.balanced_by = s.id) r
      where s.collection_number_id = b.collection_number_id
        and s.kind = 'UNEXPLAINED' and s.strength = 'WITNESSED' and ${UNEXPLAINED})`;

/** What staff have announced on the number `n` of the book `b` and no step has met, with its tariffs. */
const ANNOUNCED = `(
      select json_agg(json_build_object(
        'id', a.id, 'kind', a.kind, 'amount_xaf', a.amount_xaf,
        'cause_id', a.cause_id, 'to_phone', a.to_phone,
        'payees', case a.kind when 'sweep' then ${payeesOf('a.amount_xaf', 'a.announced_at')} end,
        'announced_at_ms', ${epochMs('a.announced_at')},
        'brackets', (
          select coalesce(json_agg(t), '[]') from operator_tariffs t
          where t.operator = n.operator
            and a.amount_xaf between t.from_xaf and t.to_xaf)) order by a.announced_at, a.id)
      from announced_debits a where a.collection_number_id = b.collection_number_id and a.step_id is null
        and a.announced_at > $now::timestamptz - interval '${ANNOUNCED_LASTS_HOURS} hours')`;

/** `disowned` of the book `b`: `o` is the row of `DISOWNED`, `left_then` counts what is left of it all. */
const DISOWNED_LATELY = `case when o.at is not null then json_build_object(
      'guesses', o.guesses, 'guesses_since', o.guesses_since, 'at_ms', ${epochMs('o.at')}, 'has_step', ${HAS_LUCKY},
      'left', json_build_object(
        'guesses', left_then.guesses, 'guesses_anywhere', left_then.guesses_anywhere)) end`;
const CAME_BY_THEN = `o.at is not null and x.arrived_at
    between coalesce(b.anchored_at, '-infinity') - interval '${OUTLIVES_A_READING}' and o.at`;

const LAST_STEP_AT = `(select l.occurred_at from book_steps l
      where l.collection_number_id = b.collection_number_id and l.ordinal = b.last_ordinal)`;

const COVERED_SUM = `coalesce((
      select sum(s.before_xaf - s.after_xaf) from book_steps s join book_steps f on f.id = s.explains_id
      where s.collection_number_id = b.collection_number_id and s.before_xaf > s.after_xaf
        and f.before_xaf > f.after_xaf and f.ordinal > b.suspected_from and ${UNEXPLAINED}), 0)::bigint`;

const PENDING = `array(
      select c.notice_id::text from book_claims c
      where c.collection_number_id = b.collection_number_id and c.state = 'PENDING'
        and c.settled_at > coalesce(b.anchored_at, '-infinity'))`;

/** Whether nobody tells of the step `f` but one of the staff, who typed it in; it does not wait, and no two people let it settle. */
const IS_TYPED_ALONE = `coalesce(
          (select c.state <> 'PENDING' and c.told ->> 'is_typed' is not distinct from 'true' from book_claims c where c.notice_id = f.notice_id),
          (select n.source = 'MANUAL_SMS' from notices n where n.id = f.notice_id))
        and ${isUnsaid('f')} and not exists (select from notice_readings r join notices w on w.id = r.notice_id
          where r.credit_id = f.id and r.outcome = 'DUPLICATE' and w.source <> 'MANUAL_SMS')`;

/** `typed` of the book `b`. */
const TYPED = `(
      select coalesce(json_agg(t), '[]') from (
        select s.id as step_id, s.after_xaf - s.before_xaf as amount_xaf
        from book_claims c join book_steps s on s.notice_id = c.notice_id
        where c.collection_number_id = b.collection_number_id and c.state = 'PENDING' and c.told ->> 'is_typed' = 'true'
        union all
        select f.id, f.after_xaf - f.before_xaf
        from book_steps g
        cross join lateral (
          select * from book_steps x where x.explains_id = g.id and x.kind in ('CREDIT', 'CASH_IN') offset 0) f
        where g.collection_number_id = b.collection_number_id and g.kind = 'UNEXPLAINED' and g.strength = 'ANCHORED'
          and (select e.explained_at from book_explanations e where e.step_id = g.id) >= ${SINCE_TWO}
          and ${IS_TYPED_ALONE}) t)`;

const loadAround = statement<
  { numbers: readonly string[]; now: Date; read_at: Date | null },
  Omit<BookState, Exclude<keyof LockedBook, 'collection_number_id'> | 'announced'> & {
    announced: (Omit<Announced, 'fees_xaf'> & { brackets: Bracket[] })[];
  }
>(
  'load_book_state',
  `select b.collection_number_id, n.operator, n.sender_allow_list,
    now_on.guesses, now_on.guesses_at_end, now_on.guesses_anywhere,
    late.guesses as late_guesses, late.guesses_anywhere as late_guesses_anywhere,
    forgiven.wrong as forgiven_before, ${HAS_LED} as has_led, ${KNOWN_LEADS} as known_leads,
    ${DISOWNED_LATELY} as disowned,
    coalesce(${RUNS}, '[]') as runs,
    coalesce(${UNTOLD}, '[]') as untold,
    ${LAST_STEP_AT} as last_step_at,
    coalesce(g.gaps, '[]') as gaps,
    case when g.gaps is null then 0 else ${LEFT_SUM} end as outflow_xaf,
    coalesce(${ANNOUNCED}, '[]') as announced,
    ${isClockWrong('b')} as is_clock_wrong,
    case when b.suspected_from is null then 0 else ${COVERED_SUM} end as covered_xaf,
    ${PENDING} as pending,
    case when g.gaps is null then '[]' else ${TYPED} end as typed
  from books b join collection_numbers n on n.id = b.collection_number_id
  cross join lateral ${STOOD_LOW}
  cross join lateral ${GUESSED} now_on
  cross join lateral ${FORGIVEN_BEFORE} forgiven
  cross join lateral ${DISOWNED} o
  cross join lateral ${guessesOf(CAME_BY_THEN)} left_then
  cross join lateral ${guessesOf(outlives('$read_at::timestamptz'))} late
  cross join lateral ${GAPS} g
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
    const announced = found.announced.map(({ brackets, ...debit }) => ({
      ...debit,
      fees_xaf: operatorFees(brackets, debit.amount_xaf),
    }));
    return { ...row, ...found, announced };
  });
}
