import { READING_MS, SAID_AGAIN_HOURS } from '../../domain/book/policy.ts';
import type { BookExplanationRow, BookStepRow, PassedStepRow } from '../rows.generated.ts';
import { setStatement } from '../statement.ts';

/** Whether the step `s` is one that a person has to explain, and nobody has. */
export const UNEXPLAINED = `(s.kind in ('UNEXPLAINED', 'DEBIT', 'REVERSAL', 'AIRTIME') or (s.kind = 'UNREAD' and s.after_xaf < s.before_xaf))
      and (select true from book_explanations e where e.step_id = s.id) is null`;

/** What has left the number of the book `b` by steps that nobody has explained. */
export const OUTFLOW = `coalesce((
      select sum(s.before_xaf - s.after_xaf) from book_steps s
      where s.collection_number_id = b.collection_number_id and s.before_xaf > s.after_xaf and ${UNEXPLAINED}), 0)::bigint`;

/** Whether a message that contests the step of `k` has no place and may still be true; any that is not named may be. */
export const MAY_BE_TRUE = `(k.by_notices = '{}' or exists (
      select from book_claims v where v.notice_id = any (k.by_notices) and v.state in ('CLAIMED', 'REFUTED')))`;

/** Whether a reading found the step `s` contested, and nobody has said since what it was, or that what contests it is false. */
export const CONTESTED = `(exists (
        select from contested_steps k where k.step_id = s.id
          and (k.part_xaf is null or s.kind <> 'UNEXPLAINED') and ${MAY_BE_TRUE})
      and (select true from book_explanations e where e.step_id = s.id) is null)`;

/** Whether the step `s` brought money that may be false, since its number is suspected, and nobody has said what it was. */
export const SUSPECTED = `(s.strength = 'CHAINED' and s.after_xaf > s.before_xaf
      and s.ordinal > (select coalesce(q.suspected_from, q.anchored_ordinal) from books q
        where q.collection_number_id = s.collection_number_id and q.suspected_at is not null)
      and (select true from book_explanations e where e.step_id = s.id) is null)`;

/** Whether the operator's own statement lists the step `s`, as its message told of it. */
export const LISTED = `exists (select from statement_findings f join statements t on t.id = f.statement_id
      where f.step_id = s.id and f.finding = 'SAME' and f.differs_in is null and t.state = 'SETTLED')`;

/** What the reversals `v` took back on the number of the step `s`, itself included. */
const takenBack = (which: string): string => `(select sum(e.before_xaf - e.after_xaf) from notice_reversals x
          join book_steps e on e.notice_id = x.notice_id and e.collection_number_id = s.collection_number_id and e.ordinal <= s.ordinal
          where ${which})`;

/** The step of the payment that the reversal `x` takes back by its id. */
const takenBy = (
  reversal: string,
): string => `select p.after_xaf - p.before_xaf as came_xaf from transaction_identities k
          join book_steps p on p.id = k.step_id and p.collection_number_id = s.collection_number_id
          where k.environment = ${reversal}.environment and k.scope_id = ${reversal}.scope_id and k.operator = ${reversal}.operator
            and k.operator_transaction_id = ${reversal}.operator_transaction_id`;

/**
 * Whether the step `s` takes a payment of its number back that our books know, or a part of it: by its id, or one that a reading found, of
 * which no message came and people said that it was a payment. No more is taken back than came.
 */
export const TAKES_BACK = `exists (select from notice_reversals v left join lateral (${takenBy('v')}) p on true
      where v.notice_id = s.notice_id and case when p.came_xaf is not null
        then p.came_xaf >= ${takenBack('x.operator_transaction_id = v.operator_transaction_id')}
        else (select sum(p.after_xaf - p.before_xaf) from book_steps p join book_explanations w on w.step_id = p.id and w.meaning = 'credit'
            where p.collection_number_id = s.collection_number_id and p.kind = 'UNEXPLAINED' and p.strength = 'ANCHORED' and p.ordinal < s.ordinal)
          >= ${takenBack(`not exists (${takenBy('x')})`)} end)`;

/** Whoever has forged what a book holds may still read every message: it uses the bound for so long. */
const FORGED_LASTS = '30 days';

/**
 * What was told to have come to the number of the book `b`, or to have left it, and two people have written off since: credits that
 * settled and were never paid; and debits that were never made, which stand for as much money that never came, as far as no reading
 * found as much too much. What the operator lists was made, and so was what takes back a payment that we know.
 */
export const FORGED_SUM = `coalesce((
      select coalesce(sum(s.after_xaf - s.before_xaf) filter (where c.id is not null), 0)
        + greatest(0, sum(case when s.strength = 'ANCHORED' then least(0, s.before_xaf - s.after_xaf)
          when not ${TAKES_BACK} then greatest(0, s.before_xaf - s.after_xaf) end))
      from book_explanations e
      join book_steps s on s.id = e.step_id and s.collection_number_id = b.collection_number_id and s.strength in ('CHAINED', 'ANCHORED')
      left join credits c on c.id = s.id
      where e.meaning = 'write_off' and not ${LISTED}
        and e.explained_at > b.anchored_at - interval '${FORGED_LASTS}'), 0)::bigint`;

/** What readings were short of on the number of the book `b` and people have written off, while nobody has closed that. */
export const SHORT_SUM = `coalesce((
      select sum(s.before_xaf - s.after_xaf) from book_explanations e join book_steps s on s.id = e.step_id
      where s.collection_number_id = b.collection_number_id and s.kind = 'UNEXPLAINED' and s.before_xaf > s.after_xaf
        and e.meaning = 'write_off' and b.suspected_at is not null and s.ordinal > b.suspected_from), 0)::bigint`;

/** What has left the number of the book `b` as far as anybody knows, and what was made up there. */
export const LEFT_SUM = `(${OUTFLOW} + ${FORGED_SUM} + ${SHORT_SUM})`;

/**
 * Whether the step `s` is money in words that nobody knows, of which nobody has said what it was, and which no reading vouches
 * for: its SIM has not been read since, or something has left there unexplained. It counts against no bound.
 */
export const UNREAD_AND_UNSEEN = `(s.kind = 'UNREAD' and s.strength = 'CHAINED' and s.after_xaf > s.before_xaf
      and exists (select from books b where b.collection_number_id = s.collection_number_id
        and (s.ordinal > b.anchored_ordinal or ${OUTFLOW} + ${FORGED_SUM} > 0))
      and (select true from book_explanations e where e.step_id = s.id) is null)`;

/**
 * Whether a message without a place says that the credit `c` was taken back, or is another's, or a statement does; as long as no two people
 * have said that it was paid, or disowned the message.
 */
const SAID_OTHERWISE = `(c.environment = 'live' and c.operator_transaction_id is not null
        and (select true from book_explanations e where e.step_id = c.id) is null and (
          exists (select from book_claims v join book_steps s on s.id = c.id
            where v.told ->> 'operator_transaction_id' = c.operator_transaction_id and v.state in ('CLAIMED', 'REFUTED')
              and v.collection_number_id = s.collection_number_id and s.after_xaf = any (v.ends_xaf))
          or exists (select from book_claims v
            where v.told ->> 'operator_transaction_id' = 'UNDONE.' || c.operator_transaction_id and v.state in ('CLAIMED', 'REFUTED'))
          or exists (select from book_claims v
            where v.told -> 'readings' -> 0 ->> 'reversed_transaction_id' = c.operator_transaction_id and v.state in ('CLAIMED', 'REFUTED'))
          or exists (select from statement_rows r join statements t on t.id = r.statement_id and t.state = 'SETTLED'
            join collection_numbers n on n.id = t.collection_number_id and n.operator = c.operator
            where r.linked_transaction_id = c.operator_transaction_id and r.is_completed and r.moved_xaf < 0)
          or exists (select from statement_findings g join statements t on t.id = g.statement_id and t.state = 'SETTLED'
            where g.step_id = c.id and g.differs_in = 'payer')))`;

/** Whether that is said of the credit of the step `s`. */
export const IS_SAID_OTHERWISE = `exists (select from credits c where c.id = s.id and ${SAID_OTHERWISE})`;

/**
 * Whether nobody may send the credit `c` back, nor confirm anything by it: a reading casts doubt on it, or has yet to find
 * it, a message or a statement says otherwise, or people found that it was never paid.
 */
export const IS_DOUBTED = `(exists (select from book_steps s where s.id = c.id
          and (${CONTESTED} or ${SUSPECTED} or ${UNREAD_AND_UNSEEN}))
        or ${SAID_OTHERWISE}
        or exists (select from book_explanations w where w.step_id = c.id and w.meaning = 'write_off'))`;

/** What credits have settled on the number of the book `b` that a reading found contested, as far as they are. */
export const CONTESTED_SUM = `coalesce((
      select sum(coalesce(k.part_xaf, s.after_xaf - s.before_xaf)) from contested_steps k join book_steps s on s.id = k.step_id
      where k.collection_number_id = b.collection_number_id and s.kind in ('CREDIT', 'CASH_IN') and ${CONTESTED}
        and not exists (select from book_claims c where c.notice_id = s.notice_id and c.state = 'PENDING')), 0)::bigint`;

export type ContestedRow = {
  step_id: string;
  collection_number_id: string;
  contested_at: Date;
  part_xaf: number | null;
  by_notices: readonly string[];
};

export const insertContested = setStatement<ContestedRow>(
  'insert_contested_steps',
  `insert into contested_steps (step_id, collection_number_id, contested_at, part_xaf, by_notices)
  select step_id, collection_number_id, contested_at, part_xaf, array(select json_array_elements_text(by_notices)::uuid)
  from json_to_recordset($1::json) as i (step_id uuid, collection_number_id uuid, contested_at timestamptz,
    part_xaf bigint, by_notices json)
  on conflict do nothing`,
);

/** Adds proven steps; the database refuses one that does not go on from its number's tip. */
export const insertSteps = setStatement<BookStepRow>(
  'insert_book_steps',
  `insert into book_steps (id, collection_number_id, ordinal, explains_id, kind, strength, before_xaf, after_xaf,
    notice_id, occurred_at, recipient, missing_since)
  select id, collection_number_id, ordinal, explains_id, kind, strength, before_xaf, after_xaf, notice_id, occurred_at,
    recipient, missing_since
  from json_to_recordset($1::json) as i (id uuid, collection_number_id uuid, ordinal bigint, explains_id uuid, kind text,
    strength text, before_xaf bigint, after_xaf bigint, notice_id uuid, occurred_at timestamptz, recipient text,
    missing_since timestamptz)`,
);

/** Notes which steps are of a time that the book had gone past. */
export const insertPassed = setStatement<PassedStepRow>(
  'insert_passed_steps',
  `insert into passed_steps (step_id, collection_number_id, before_xaf, after_xaf, balanced_by)
  select step_id, collection_number_id, before_xaf, after_xaf, balanced_by
  from json_to_recordset($1::json) as i (step_id uuid, collection_number_id uuid, before_xaf bigint, after_xaf bigint,
    balanced_by uuid)`,
);

export const insertExplanations = setStatement<BookExplanationRow>(
  'insert_book_explanations',
  `insert into book_explanations (step_id, meaning, explained_at)
  select step_id, meaning, explained_at
  from json_to_recordset($1::json) as i (step_id uuid, meaning text, explained_at timestamptz)`,
);

/** A step as a message tells of it. `position` is the caller's own numbering. */
type Told = {
  position: number;
  environment: string;
  scope_id: string;
  operator: string;
  operator_transaction_id: string | null;
  collection_number_id: string;
  /** Between which balances it may be, by each of its readings; none of a witness, or where none is printed. */
  moves: { before_xaf: number; until_xaf: number; after_xaf: number }[];
  occurred_at: Date;
  /** The notice whose words tell of it. */
  notice_id: string;
};

export type KnownStep = {
  position: number;
  step_id: string;
  is_same: boolean;
  /** A credit tells of it; not of one that waits for a reading. */
  is_credit: boolean;
  /** What a message told of it, and nobody else; null where a witness did. */
  told_kind: BookStepRow['kind'] | null;
  /** What it moved; null for what was proven before there were books. */
  moved_xaf: number | null;
  /** What came to another of our numbers by it, negative for what left; null where it is of the same number. */
  elsewhere_xaf: number | null;
  /** Who got it, as its message prints him; null where that names nobody. */
  person: string | null;
  /** The text that first told of it. */
  words: string | null;
  /** What that says of a customer's money; null of other steps. */
  paid: { payer?: string | null; motif?: string | null; occurred_at?: string } | null;
};

/** Whom a claim names as the payer: who hands an agent his money pays without a name. */
export const payerTold = (claim: string): string =>
  `(case when ${claim}.told -> 'readings' -> 0 ->> 'payer_is_agent' is distinct from 'true' then ${claim}.told -> 'readings' -> 0 ->> 'payer' end)`;

/** One that is pending has none yet. */
const HAS_CREDIT = `(select true from credits c where c.id = s.id) is not null`;

const TOLD_KIND = `case when s.strength <> 'WITNESSED' then s.kind end`;
const WORDS = `(select w.body from notices w where w.id = s.notice_id)`;
const PAID = `coalesce(
        (select json_build_object('payer', c.payer, 'motif', c.motif, 'occurred_at', c.occurred_at) from credits c where c.id = s.id),
        (select json_build_object('payer', ${payerTold('c')}, 'motif', c.told -> 'readings' -> 0 ->> 'motif', 'occurred_at', c.occurred_at)
          from book_claims c where c.notice_id = s.notice_id and s.kind in ('CREDIT', 'CASH_IN')))`;

/** What is known of the step `s` that a message of the same number tells of again. */
const TOLD_AGAIN = `s.id, true, s.kind in ('CREDIT', 'CASH_IN') and ${HAS_CREDIT}, ${TOLD_KIND}, abs(s.after_xaf - s.before_xaf), null, s.recipient, ${WORDS}, ${PAID}`;

/** Whether the step `s` lies between two balances between which the message `i` may be. */
const BETWEEN_THE_SAME = `exists (select from json_to_recordset(i.moves) as m (before_xaf bigint, until_xaf bigint, after_xaf bigint)
        where s.before_xaf between m.before_xaf and m.until_xaf and m.after_xaf = s.after_xaf)`;

const withoutBlanks = (body: string): string => `btrim(regexp_replace(${body}, '\\s+', ' ', 'g'))`;

/** Whether the notices `n` and `m` have the same words from the same sender. Two ways from one phone may differ in blanks. */
const SAME_WORDS = `(n.sender is not distinct from m.sender
                and ${withoutBlanks('n.body')} = ${withoutBlanks('m.body')})`;

/** Without an id, so many of a number's latest steps are looked at. */
const LATEST_STEPS = 300;

/**
 * The proven steps that messages tell of again: by transaction id, else by the same balances at the same time, or by the
 * same words, since these name the same payer; not where the balance has come back to where the step began. A step whose
 * words nobody knew has no id: once they are taught, the same words with the same id tell of it.
 * Not `is_same`: the step has the same id and other balances (a witness needs none). What was proven before there were
 * books has no balances and is the same by its id.
 */
export const findKnownSteps = setStatement<Told, KnownStep>(
  'find_known_steps',
  `select i.position, k.step_id, k.is_same, k.is_credit, k.told_kind, k.moved_xaf, k.elsewhere_xaf, k.person, k.words, k.paid
  from json_to_recordset($1::json) as i (position int, environment text, scope_id uuid, operator text,
    operator_transaction_id text, collection_number_id uuid, moves json, occurred_at timestamptz, notice_id uuid)
  cross join lateral (
    (select x.step_id, coalesce(s.collection_number_id = i.collection_number_id
          and (${BETWEEN_THE_SAME} or s.strength = 'WITNESSED' or json_array_length(i.moves) = 0), true)
        as is_same, coalesce(s.kind in ('CREDIT', 'CASH_IN'), true) and (s.id is null or ${HAS_CREDIT}) as is_credit,
        ${TOLD_KIND} as told_kind,
        abs(s.after_xaf - s.before_xaf) as moved_xaf,
        case when s.collection_number_id <> i.collection_number_id then s.after_xaf - s.before_xaf end as elsewhere_xaf,
        s.recipient as person, ${WORDS} as words, ${PAID} as paid
      from transaction_identities x left join book_steps s on s.id = x.step_id
      where x.operator_transaction_id = i.operator_transaction_id and x.operator = i.operator
        and x.environment = i.environment and x.scope_id = i.scope_id limit 1)
    union all
    (select ${TOLD_AGAIN}
      from books b join book_steps s on s.collection_number_id = b.collection_number_id
        and s.ordinal > b.last_ordinal - ${LATEST_STEPS}
      where i.operator_transaction_id is null and b.collection_number_id = i.collection_number_id
        and (${BETWEEN_THE_SAME} and s.occurred_at = i.occurred_at
          or s.after_xaf in (select m.after_xaf from json_to_recordset(i.moves) as m (after_xaf bigint)) and s.before_xaf is distinct from b.tip_xaf
            and s.occurred_at > i.occurred_at - interval '${SAID_AGAIN_HOURS} hours' and exists (
              select from notices n join notices m on m.id = i.notice_id
              where n.id = s.notice_id and ${SAME_WORDS})) limit 1)
    union all
    (select ${TOLD_AGAIN}
      from book_steps s
      where i.operator_transaction_id is not null and s.collection_number_id = i.collection_number_id and s.kind = 'UNREAD'
        and s.after_xaf in (select m.after_xaf from json_to_recordset(i.moves) as m (after_xaf bigint))
        and s.occurred_at > i.occurred_at - interval '${SAID_AGAIN_HOURS} hours' and exists (
          select from notices n join notices m on m.id = i.notice_id
          where n.id = s.notice_id and ${SAME_WORDS}) limit 1)
    limit 1) k`,
);

export type PastStep = Pick<
  BookStepRow,
  'id' | 'collection_number_id' | 'kind' | 'strength' | 'before_xaf' | 'after_xaf'
> & {
  is_pending: boolean;
  is_contested: boolean;
  /** It came since the last reading. */
  is_unread: boolean;
  /** It was booked a moment ago: its message or reading came since, or that of a step before it. */
  is_recent: boolean;
};

/** More steps than this since the last reading have long asked for the next one. */
export const UNREAD_STEPS = 5000;
/** More steps than this in a few minutes are more than anybody can read between. */
const RECENT_STEPS = 500;

/**
 * The steps of locked books that have moved them since their last reading, or since a moment, the latest first. The
 * moment is held against the arrival of their messages: what a message prints its sender chooses.
 */
export const loadPastSteps = setStatement<{ collection_number_id: string; since: Date }, PastStep>(
  'load_past_steps',
  `select s.id, s.collection_number_id, s.kind, s.strength, s.before_xaf, s.after_xaf, exists (
      select from book_claims c where c.notice_id = s.notice_id and c.state = 'PENDING') as is_pending,
    (select true from contested_steps k where k.step_id = s.id) is not null as is_contested,
    s.ordinal > b.anchored_ordinal as is_unread, coalesce(s.ordinal >= r.first_ordinal, false) as is_recent
  from json_to_recordset($1::json) as i (collection_number_id uuid, since timestamptz)
  join books b on b.collection_number_id = i.collection_number_id
  cross join lateral (
    select min(t.ordinal) as first_ordinal from book_steps t left join notices n on n.id = t.notice_id
    where t.collection_number_id = b.collection_number_id and t.ordinal > b.last_ordinal - ${RECENT_STEPS}
      and t.kind <> 'OPENING'
      and coalesce(n.created_at, t.occurred_at + interval '${READING_MS} milliseconds') >= i.since) r
  join book_steps s on s.collection_number_id = b.collection_number_id and s.kind <> 'OPENING'
    and s.ordinal > greatest(least(b.anchored_ordinal, coalesce(r.first_ordinal - 1, b.last_ordinal)), b.last_ordinal - ${UNREAD_STEPS})
  order by s.collection_number_id, s.ordinal desc`,
);
