import {
  FORGIVEN_DAYS,
  FORGIVEN_GUESSES,
  IMPLAUSIBLE,
  NEAR_LOW_XAF,
  PLAUSIBLE_XAF,
} from '../../domain/doubt/guesses.ts';
import {
  CLAIM_DAYS,
  LOOKED_BEFORE_MS,
  OUTLIVES_A_READING_MS,
  OVERTAKEN_MS,
  READING_MS,
} from '../../domain/movement/clocks.ts';
import { fallsAfter, IS_NOT_LOW, PRINTS_A_BALANCE } from './told.ts';

/** Where so many messages count, under the lock of a book, no more are read, and they count as so many guesses at least, whatever they tell. */
export const GUESSES_COUNTED = 10_000;
const summed = (of: string): string =>
  `greatest(coalesce(${of}, 0), case when count(*) >= ${GUESSES_COUNTED} then ${GUESSES_COUNTED} else 0 end)::int`;
const PLAUSIBLE = `v.at_xaf <= ${IMPLAUSIBLE} * greatest(s.before_xaf, s.after_xaf, ${PLAUSIBLE_XAF})`;
const LIKELY = `(stood.is_low or ${IS_NOT_LOW})`;
const LIKELY_AT_GAP = `(least(s.before_xaf, s.after_xaf) < ${NEAR_LOW_XAF} or ${LIKELY})`;
/**
 * Whether the claim `x` of the book `b` was no step when it came, or at one of several balances only, and
 * is one now by messages alone, after the last reading. It counts as a guess until the next: whoever has
 * found the balance could lead the book to each of his other guesses. The ordinal of its step decides
 * whether it is after the reading; `settled_at` only serves the index.
 */
export const WRONG_AT_FIRST = `x.collection_number_id = b.collection_number_id
        and x.settled_at > coalesce(b.anchored_at, '-infinity') - interval '1 hour'
        and (x.state = 'PROVEN' or x.state = 'PENDING' and x.settled_at > x.arrived_at)
        and exists (select from book_steps t
          where t.notice_id = x.notice_id and t.strength = 'CHAINED' and t.ordinal > b.anchored_ordinal)`;

/** What those claims `x` that fulfil `which` try at the gap `s`. */
const tries = (which: string): string =>
  `select x.amounts_xaf, (
          select count(*) from unnest(x.begins_xaf) as v (at_xaf)
          where ${PLAUSIBLE} and ${LIKELY_AT_GAP}) as guesses,
          cardinality(x.begins_xaf) as anywhere
        from book_claims x where ${which}`;
const SINCE_GAP = `greatest(s.missing_since, s.occurred_at - interval '${CLAIM_DAYS} days')`;
/** Whether two people have disowned the claim `x`. One that was found to be the word of a row is none of them. */
export const IS_DISOWNED = `(select true from book_steps s where s.notice_id = x.notice_id) is null
      and exists (select from staff_actions y where y.subject_id = x.notice_id::text and y.action = 'book.disown')`;

const CAME_SINCE_GAP = `x.arrived_at > ${SINCE_GAP}`;
/** @param besides the conditions of other claims that count as well */
const triedAtGap = (when: string, besides: readonly string[] = []): string => `(
      select ${summed('sum(x.guesses)')} as guesses,
        ${summed('sum(x.guesses) filter (where s.after_xaf - s.before_xaf = any (x.amounts_xaf))')} as guesses_of_sum,
        ${summed('sum(x.anywhere)')} as guesses_anywhere
      from (
        ${[
          `x.collection_number_id = b.collection_number_id and x.state in ('CLAIMED', 'REFUTED')
          and ${PRINTS_A_BALANCE} and ${when}`,
          `${WRONG_AT_FIRST} and ${PRINTS_A_BALANCE} and ${when}`,
          ...besides,
        ]
          .map(tries)
          .join(' union all ')}
        limit ${GUESSES_COUNTED}) x)`;

/**
 * The guesses at the gap `s`: at how many balances the claims that may try to fill it would begin, and how many of these
 * tell of the very sum that is missing. A gap lies between two looks at the SIM: a claim that had come before the first of
 * them is no guess at it.
 */
export const TRIED = triedAtGap(CAME_SINCE_GAP);

/** The same of those alone that had come by a moment, when the gap was filled, with those that people have disowned since. */
export const triedUpTo = (moment: string): string =>
  triedAtGap(`${CAME_SINCE_GAP} and x.arrived_at <= ${moment}`, [
    `x.collection_number_id = b.collection_number_id and x.state = 'VOIDED' and x.settled_at > ${SINCE_GAP}
          and ${CAME_SINCE_GAP} and x.arrived_at <= ${moment} and ${IS_DISOWNED}`,
  ]);

/** The messages of the number of the credit `w` that came between two moments and found no place, with those that people have disowned. */
const placelessBetween = (since: string, until: string, limit: number): string => `(
        select x.amounts_xaf, x.begins_xaf, x.ends_xaf from book_claims x
        where x.collection_number_id = w.collection_number_id and x.state in ('CLAIMED', 'REFUTED') and ${PRINTS_A_BALANCE}
          and x.arrived_at between ${since} and ${until}
        union all
        select x.amounts_xaf, x.begins_xaf, x.ends_xaf from book_claims x
        where x.collection_number_id = w.collection_number_id and x.state = 'VOIDED' and x.settled_at > ${since}
          and x.arrived_at between ${since} and ${until} and ${IS_DISOWNED}
        limit ${limit})`;

/** The tries at the place of the credit `w`: at how many balances those of these messages would begin that tell of its very sum. */
export const triedOfSum = (since: string, until: string): string => `(
      select ${summed('sum(cardinality(x.begins_xaf)) filter (where w.after_xaf - w.before_xaf = any (x.amounts_xaf))')} as guesses
      from ${placelessBetween(since, until, GUESSES_COUNTED)} x)`;

/** Of so many messages no more are read that may tell of a sum together: each counts then. */
const TOGETHER_COUNTED = 500;
/** So many of them, one behind the other, are one try. */
const TOGETHER_MOST = 8;
/** The sums of the ways around the credit `w` on which each step is money of which messages alone tell. */
const WAYS_AROUND = `(
        select distinct l.after_xaf - f.before_xaf as sum_xaf from book_steps f
        join book_steps l on l.collection_number_id = f.collection_number_id
          and l.ordinal between greatest(f.ordinal + 1, w.ordinal) and f.ordinal + ${TOGETHER_MOST - 1}
        where f.collection_number_id = w.collection_number_id and f.ordinal between w.ordinal - ${TOGETHER_MOST - 1} and w.ordinal
          and not exists (
            select from book_steps m where m.collection_number_id = w.collection_number_id and m.ordinal between f.ordinal and l.ordinal
              and (m.strength <> 'CHAINED' or m.after_xaf < m.before_xaf)))`;

/**
 * The tries at the place of the credit `w` and of what lies beside it: from how many balances several of these messages, each going on from
 * the one before, lead over the sum of both. Whoever cuts a sum elsewhere at each balance tells of no sum twice.
 */
export const triedTogether = (since: string, until: string): string => `(
      with recursive ways as materialized ${WAYS_AROUND},
      came as materialized (select x.* from ${placelessBetween(since, until, TOGETHER_COUNTED)} x),
      told as materialized (
        select distinct v.at_xaf as begins_xaf, e.at_xaf as ends_xaf
        from came cross join unnest(came.begins_xaf) as v (at_xaf) cross join unnest(came.ends_xaf) as e (at_xaf)
        where e.at_xaf > v.at_xaf and e.at_xaf - v.at_xaf = any (came.amounts_xaf)),
      led (from_xaf, at_xaf, messages) as (
        select told.begins_xaf, told.ends_xaf, 1 from told
        union
        select led.from_xaf, told.ends_xaf, led.messages + 1 from led join told on told.begins_xaf = led.at_xaf
        where led.messages < ${TOGETHER_MOST} and told.ends_xaf - led.from_xaf <= (select max(ways.sum_xaf) from ways))
      select greatest(count(distinct led.from_xaf), case when (select count(*) from came) >= ${TOGETHER_COUNTED} then ${TOGETHER_COUNTED} else 0 end)::int
      from led join ways on ways.sum_xaf = led.at_xaf - led.from_xaf where led.messages > 1)`;

export const OUTLIVES_A_READING = `${OUTLIVES_A_READING_MS} milliseconds`;

/**
 * Whether the claim `x` may go on from the balance of a moment. It may be older by `OVERTAKEN_MS`: a later payer may be
 * served first.
 */
const mayGoOnFrom = (moment: string): string =>
  fallsAfter(`${moment} - interval '${OVERTAKEN_MS} milliseconds'`);

/**
 * The guesses of those claims `x` of the book `b` that fulfil the condition `which`.
 * @param besides the condition of other claims that count as well
 */
export const guessesOf = (which: string, besides = 'false'): string => `(
    select ${summed('sum(g.begins) filter (where g.is_likely)')} as guesses,
      ${summed('sum(g.ends) filter (where g.is_likely)')} as guesses_at_end, ${summed('sum(g.begins)')} as guesses_anywhere
    from (
      select cardinality(x.begins_xaf) as begins, cardinality(x.ends_xaf) as ends, ${LIKELY} as is_likely from book_claims x
      where x.collection_number_id = b.collection_number_id and x.state in ('CLAIMED', 'REFUTED') and ${PRINTS_A_BALANCE} and ${which}
      union all
      select cardinality(x.begins_xaf), cardinality(x.ends_xaf), ${LIKELY} from book_claims x
      where ${PRINTS_A_BALANCE} and ${besides}
      limit ${GUESSES_COUNTED}) g)`;

/**
 * Whether the claim `x` outlives as a guess the reading of a balance that the SIM showed at this moment: it may go on from that, or had come
 * only just before its word, whatever time it prints. A session may wait by such a one behind the reading (`CLAIM_OF_HOLD`).
 */
export const outlives = (
  shown_at: string,
): string => `x.arrived_at >= ${shown_at} - interval '${OUTLIVES_A_READING}'
        and (x.arrived_at >= ${shown_at} - interval '${LOOKED_BEFORE_MS - READING_MS} milliseconds' or ${mayGoOnFrom(shown_at)})`;

/** Whether the claim `x` came since the last reading of the book `b`, or just before it and outlives it. */
export const SINCE_READING = `x.arrived_at >= coalesce(b.anchored_at, '-infinity') - interval '${OUTLIVES_A_READING}'
        and ${outlives(`(coalesce(b.anchored_at, '-infinity') - interval '${READING_MS} milliseconds')`)}`;

/** The guesses at the book `b` since its last reading, with those of just before it. */
export const GUESSED = guessesOf(SINCE_READING, WRONG_AT_FIRST);

/**
 * So many messages are looked at for those that used up what is forgiven, and as many that were disowned. Where there are as many
 * all of it is used up, whatever they tell: texts that are no guess would hide those before them.
 */
const FORGIVEN_LOOKED_AT = 1000;
/**
 * How many of the guesses that are forgiven were wrong already at the book `b` in the week before a moment: balances of messages that have no
 * place, refuted or not, or that people have disowned. A gap may hold a wrong guess for a week, and what prints no time is refuted late. Texts
 * that could be lucky only near nothing are none of them: a SIM gets such every day.
 * @param which the condition of those that had come before it
 */
export const forgivenBefore = (moment: string, which: string): string => {
  const in_the_week = `x.arrived_at > ${moment} - interval '${FORGIVEN_DAYS} days' and x.arrived_at <= ${moment} and ${which}`;
  return `(select least(coalesce(sum(w.begins), 0), ${FORGIVEN_GUESSES})::int as wrong from (
      select case when x.place >= ${FORGIVEN_LOOKED_AT} then ${FORGIVEN_GUESSES} else cardinality(x.begins_xaf) end as begins
      from (select x.*, row_number() over () as place from (
        (select x.* from book_claims x
          where x.collection_number_id = b.collection_number_id and x.state in ('CLAIMED', 'REFUTED') and ${PRINTS_A_BALANCE} and ${in_the_week}
          order by x.arrived_at desc limit ${FORGIVEN_LOOKED_AT})
        union all
        (select x.* from book_claims x
          where x.collection_number_id = b.collection_number_id and x.state = 'VOIDED' and x.settled_at > ${moment} - interval '${FORGIVEN_DAYS} days'
            and ${in_the_week} and ${IS_DISOWNED}
          limit ${FORGIVEN_LOOKED_AT})) x) x
      where x.place >= ${FORGIVEN_LOOKED_AT} or x.begins_xaf <> '{}' and ${IS_NOT_LOW} limit ${FORGIVEN_GUESSES}) w)`;
};

/** The same of the week before the last reading: of what is not among `GUESSED`. */
export const FORGIVEN_BEFORE = forgivenBefore('b.anchored_at', `not (${SINCE_READING})`);

/** The same of the week before what may fill the gap `s`: of what is not among `TRIED`. */
export const FORGIVEN_AT_GAP = forgivenBefore(SINCE_GAP, 'true');

/**
 * The messages of the book `b` that people have disowned since its last reading: at how many balances they would begin, at how many of
 * these since that reading or just before it, and when the last one was disowned.
 */
export const DISOWNED = `(
    select coalesce(sum(cardinality(x.begins_xaf)), 0)::int as guesses,
      coalesce(sum(cardinality(x.begins_xaf)) filter (where x.arrived_at >= coalesce(b.anchored_at, '-infinity') - interval '${OUTLIVES_A_READING}'), 0)::int as guesses_since,
      max(x.settled_at) as at, min(x.arrived_at) as since
    from book_claims x
    where x.collection_number_id = b.collection_number_id and x.state = 'VOIDED' and x.settled_at > coalesce(b.anchored_at, '-infinity')
      and ${IS_DISOWNED})`;

/**
 * Whether a message that came among the disowned ones `o` of the book `b` was a step by then: it may have been the lucky one. What still
 * waited stood before the people who looked up those, and they left it.
 */
export const HAS_LUCKY = `exists (select from (
        select s.notice_id from book_steps s
        where s.collection_number_id = b.collection_number_id and s.ordinal > b.anchored_ordinal and s.strength = 'CHAINED' offset 0) s
      join notices n on n.id = s.notice_id
      where n.created_at between o.since - interval '${OUTLIVES_A_READING}' and o.at
        and not exists (select from book_claims c where c.notice_id = s.notice_id and c.settled_at >= o.at))`;
