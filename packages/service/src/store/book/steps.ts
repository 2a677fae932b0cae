import { READING_MS } from '../../domain/movement/clocks.ts';
import { MINUTE_MS } from '../../domain/time.ts';
import type { BookExplanationRow, BookStepRow, ContestedStepRow, PassedStepRow } from '../rows.generated.ts';
import { epochMs, setStatement } from '../statement.ts';

export const insertContested = setStatement<ContestedStepRow>(
  'insert_contested_steps',
  `insert into contested_steps (step_id, collection_number_id, contested_at, part_xaf, by_notices)
  select step_id, collection_number_id, contested_at, part_xaf, by_notices
  from json_to_recordset($1::json) as i (step_id uuid, collection_number_id uuid, contested_at timestamptz,
    part_xaf bigint, by_notices uuid[])
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

/** What a step was; the database adds of which number it is. */
export type StepExplanation = Omit<BookExplanationRow, 'collection_number_id'>;

export const insertExplanations = setStatement<StepExplanation>(
  'insert_book_explanations',
  `insert into book_explanations (step_id, meaning, explained_at)
  select step_id, meaning, explained_at
  from json_to_recordset($1::json) as i (step_id uuid, meaning text, explained_at timestamptz)`,
);

export type PastStep = Pick<
  BookStepRow,
  'id' | 'collection_number_id' | 'kind' | 'strength' | 'before_xaf' | 'after_xaf'
> & {
  is_pending: boolean;
  is_contested: boolean;
  /** It came since the last reading. */
  is_unread: boolean;
  /** It was booked since the moment that was asked for: its message or reading came since, or that of a step before it did. */
  is_recent: boolean;
};

/** Of the steps behind another one so many are read, since the message of the next may have come last. */
const GONE_ON_READ = 4;

/** The messages that go on from the step `s`, or from a gap that it found (`Heard`). */
export const GONE_ON = `(select json_agg(json_build_object(
            'came_ms', ${epochMs('w.created_at')},
            'printed_ms', case when y.precision_ms <= ${MINUTE_MS}
              then ${epochMs('y.occurred_at')} + y.precision_ms end))
          from book_steps x join notices w on w.id = x.notice_id
          left join book_claims y on y.notice_id = x.notice_id
          where x.collection_number_id = s.collection_number_id and x.strength = 'CHAINED'
            and x.ordinal between s.ordinal + 1 and s.ordinal + ${GONE_ON_READ})`;

/** No more steps since the last reading are looked at: long before so many, staff have been asked for the next reading. */
export const UNREAD_STEPS = 5000;
/** No more steps of the last minutes are looked at: between more than these nobody can have read a balance. */
const RECENT_STEPS = 500;

/**
 * The steps that have moved locked books since their last reading, or since a moment, the latest first. The moment is compared
 * with when their messages came to us: the time that a message prints is chosen by whoever wrote it.
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
  cross join lateral (
    select * from book_steps t where t.collection_number_id = b.collection_number_id and t.kind <> 'OPENING'
      and t.ordinal > greatest(least(b.anchored_ordinal, coalesce(r.first_ordinal - 1, b.last_ordinal)), b.last_ordinal - ${UNREAD_STEPS})
    offset 0) s
  order by s.collection_number_id, s.ordinal desc`,
);
