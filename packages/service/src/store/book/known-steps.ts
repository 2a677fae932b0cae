import { SAID_AGAIN_HOURS } from '../../domain/movement/clocks.ts';
import type { BookStepRow } from '../rows.generated.ts';
import { setStatement } from '../statement.ts';
import { IS_DISOWNED } from './counted.ts';
import { isUnsaid } from './doubts.ts';

/** A step as a message tells of it. `position` is the caller's own numbering. */
type ToldStep = {
  position: number;
  environment: string;
  scope_id: string;
  operator: string;
  operator_transaction_id: string | null;
  collection_number_id: string;
  /** By each reading, where it began (`before_xaf` to `until_xaf`) and ended; none of a witness, or without a balance. */
  moves: { before_xaf: number; until_xaf: number; after_xaf: number }[];
  occurred_at: Date;
  /** The notice whose words tell of it. */
  notice_id: string;
};

export type KnownStep = {
  position: number;
  step_id: string;
  is_same: boolean;
  /** It has its credit; one that waits for a reading has none yet. */
  is_credit: boolean;
  /** Its kind, as a message told of it; null where a witness did. */
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

/**
 * The payer whom a claim names; null for an agent's number: whoever pays through an agent stays nameless. `payerTold` in
 * engine/book/credit-told.ts says the same of a message that is read.
 */
export const payerTold = (claim: string): string =>
  `(case when ${claim}.told -> 'readings' -> 0 ->> 'payer_is_agent' is distinct from 'true' then ${claim}.told -> 'readings' -> 0 ->> 'payer' end)`;

/** Whether the step `s` has its credit: a pending one has none yet. */
const HAS_CREDIT = `(select true from credits c where c.id = s.id) is not null`;

const TOLD_KIND = `case when s.strength <> 'WITNESSED' then s.kind end`;
const WORDS = `(select w.body from notices w where w.id = s.notice_id)`;
const PAID = `coalesce(
        (select json_build_object('payer', c.payer, 'motif', c.motif, 'occurred_at', c.occurred_at) from credits c where c.id = s.id),
        (select json_build_object('payer', ${payerTold('c')}, 'motif', c.told -> 'readings' -> 0 ->> 'motif', 'occurred_at', c.occurred_at)
          from book_claims c where c.notice_id = s.notice_id and s.kind in ('CREDIT', 'CASH_IN')))`;

/** What is known of the step `s` that a message of the same number tells of again. */
const TOLD_AGAIN = `s.id, true, s.kind in ('CREDIT', 'CASH_IN') and ${HAS_CREDIT}, ${TOLD_KIND}, abs(s.after_xaf - s.before_xaf), null, s.recipient, ${WORDS}, ${PAID}`;

/** Whether the step `s` began and ended where the message `i` did, by one of its readings. */
const BETWEEN_THE_SAME = `exists (select from json_to_recordset(i.moves) as m (before_xaf bigint, until_xaf bigint, after_xaf bigint)
        where s.before_xaf between m.before_xaf and m.until_xaf and m.after_xaf = s.after_xaf)`;

/**
 * What `\s` is in JavaScript, by which the digest of a message's words is made: PostgreSQL knows other
 * blanks.
 */
const BLANKS = '[\\t\\n\\v\\f\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]+';
const withoutBlanks = (body: string): string => `btrim(regexp_replace(${body}, '${BLANKS}', ' ', 'g'))`;

/** Whether the notices `n` and `m` have the same words from the same sender. Two ways from one phone may differ in blanks. */
const SAME_WORDS = `(n.sender is not distinct from m.sender
                and ${withoutBlanks('n.body')} = ${withoutBlanks('m.body')})`;

/** For a message without an id so many of its number's latest steps are looked at, and what fills gaps there. */
const LATEST_STEPS = 300;

/**
 * Whether a reading has found just what the step `s` moved missing once more: then the same words tell of
 * that.
 */
const IS_MISSING_AGAIN = `exists (select from book_steps o
              where o.collection_number_id = b.collection_number_id and o.kind = 'UNEXPLAINED'
                and o.ordinal > b.last_ordinal - ${LATEST_STEPS}
                and o.before_xaf = s.before_xaf and o.after_xaf = s.after_xaf and ${isUnsaid('o')})`;

/** Steps `s` of the book `b` of which a message `i` without an id tells again. `steps`: which are looked at. */
const toldWithoutId = (steps: string): string => `select ${TOLD_AGAIN}
      from books b join ${steps}
      where i.operator_transaction_id is null and b.collection_number_id = i.collection_number_id
        and (${BETWEEN_THE_SAME} and s.occurred_at = i.occurred_at
          or s.after_xaf in (select m.after_xaf from json_to_recordset(i.moves) as m (after_xaf bigint))
            and s.before_xaf is distinct from b.tip_xaf
            and s.occurred_at > i.occurred_at - interval '${SAID_AGAIN_HOURS} hours' and exists (
              select from notices n join notices m on m.id = i.notice_id
              where n.id = s.notice_id and ${SAME_WORDS}) and not ${IS_MISSING_AGAIN})`;

/**
 * The proven steps that messages tell of again. A message with a transaction id is known by it; one without
 * by the same balances at the same time, or by the same words, which name the same payer. One by whose
 * words money was seen to leave before they were taught is known by itself. The words say nothing where the
 * balance has come back to where the step began, or a reading found as much missing there: they may tell of
 * a second payment. A step in unknown words has no id; once its wording is taught, a message with an id is
 * known by the words of that step. `is_same` is false where the step has the same id and other balances; of
 * a witness, and of a message that prints none, whoever asks compares the sum (`isOtherSum`). What was proven
 * before there were books has no balances, and is the same by its id.
 */
export const findKnownSteps = setStatement<ToldStep, KnownStep>(
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
      from book_steps s where s.notice_id = i.notice_id and s.kind = 'UNREAD' and s.after_xaf < s.before_xaf limit 1)
    union all
    (${toldWithoutId(`book_steps s on s.collection_number_id = b.collection_number_id
        and s.ordinal > b.last_ordinal - ${LATEST_STEPS}`)} limit 1)
    union all
    (${toldWithoutId(`book_steps g on g.collection_number_id = b.collection_number_id
        and g.kind = 'UNEXPLAINED' and g.ordinal > b.last_ordinal - ${LATEST_STEPS}
      join book_steps s on s.explains_id = g.id`)} limit 1)
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

/** When the phone got the notice of that alias, as its claim has it where it prints no time. */
const gotAt = (notice: string): string => `least(${notice}.received_at, ${notice}.created_at)`;

/** How far apart the phone may have got a message and a copy of it. */
const SAID_AGAIN = `interval '${SAID_AGAIN_HOURS} hours'`;

/**
 * Those of some notices that are copies of a message which two people have disowned. They joined it while
 * it waited, so they have neither a claim of their own nor a step, and nobody can disown them. What was
 * disowned is looked up once for all of them, not once for each.
 * @param notices `words`: the digest of sender and words by which copies join, as claims keep it
 */
export const findDisownedCopies = setStatement<{ notice_id: string; words: string }, { notice_id: string }>(
  'find_disowned_copies',
  `with i as materialized (
    select n.id as notice_id, i.words, n.collection_number_id, n.sender, ${withoutBlanks('n.body')} as body,
      ${gotAt('n')} as got_at
    from json_to_recordset($1::json) as i (notice_id uuid, words text)
    cross join lateral (select * from notices x where x.id = i.notice_id limit 1) n
    where not exists (select from book_claims o where o.notice_id = i.notice_id)
      and not exists (select from book_steps s where s.notice_id = i.notice_id)),
  gone as materialized (
    select x.notice_id, x.collection_number_id, x.told ->> 'words' as words, m.sender, ${gotAt('m')} as got_at,
      case when x.told ->> 'words' is null then ${withoutBlanks('m.body')} end as body
    from (
      select collection_number_id, min(got_at) - ${SAID_AGAIN} as since, max(got_at) + ${SAID_AGAIN} as until
      from i group by collection_number_id) f
    join book_claims x on x.collection_number_id = f.collection_number_id and x.state = 'VOIDED'
      and x.settled_at > f.since
    cross join lateral (select * from notices n where n.id = x.notice_id limit 1) m
    where ${gotAt('m')} between f.since and f.until and ${IS_DISOWNED})
  select i.notice_id from i join gone x on x.collection_number_id = i.collection_number_id and x.words = i.words
  where x.got_at between i.got_at - ${SAID_AGAIN} and i.got_at + ${SAID_AGAIN}
  union
  select i.notice_id from i join gone x on x.collection_number_id = i.collection_number_id and x.body = i.body
  where x.got_at between i.got_at - ${SAID_AGAIN} and i.got_at + ${SAID_AGAIN}
    and x.sender is not distinct from i.sender`,
);
