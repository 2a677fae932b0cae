import type { DecidedAlone } from '../../domain/review/number-alone.ts';
import { payeeOfCredit } from '../ledger/corrections.ts';
import { ordinalOf } from '../stated.ts';
import { idStatement, setStatement, statement } from '../statement.ts';
import type { LockedBook } from './book-state.ts';
import { CONTESTED_SUM, IS_MISSING, LEFT_SUM, SINCE_TWO, SUSPECTED } from './doubts.ts';

/** Writes what is known of locked books beside their tips, which only steps move. */
export const noteBooks = setStatement<Omit<LockedBook, 'tip_xaf' | 'last_ordinal' | 'is_disproven'>>(
  'note_books',
  `update books b
  set unanchored_xaf = i.unanchored_xaf, unvouched_xaf = i.unvouched_xaf, suspected_at = i.suspected_at,
    suspected_from = i.suspected_from, bound_since = i.bound_since,
    anchored_at = i.anchored_at, went_on_at = greatest(b.went_on_at, i.went_on_at), anchored_ordinal = i.anchored_ordinal
  from json_to_recordset($1::json) as i (collection_number_id uuid, unanchored_xaf bigint, unvouched_xaf bigint, suspected_at timestamptz,
    suspected_from bigint, bound_since timestamptz, anchored_at timestamptz, went_on_at timestamptz, anchored_ordinal bigint)
  where b.collection_number_id = i.collection_number_id`,
);

/**
 * Frees the bound of what the last reading did not vouch for, as far as people have explained since what was in doubt. Lock
 * the books first.
 */
export const vouchExplained = idStatement(
  'vouch_explained',
  `update books b set unvouched_xaf = o.unvouched_xaf, unanchored_xaf = b.unanchored_xaf - b.unvouched_xaf + o.unvouched_xaf
  from (
    select b.collection_number_id, least(b.unvouched_xaf, ${LEFT_SUM} + ${CONTESTED_SUM}) as unvouched_xaf
    from books b where b.collection_number_id = any ($1::uuid[])) o
  where b.collection_number_id = o.collection_number_id and b.unvouched_xaf > o.unvouched_xaf`,
);

/**
 * Notes that the gateways of numbers are asked for their inbox, of those that nobody has asked since `before`: of two that look at
 * once one asks. A book that somebody holds is left for the next look: to wait for it would hold the others, and
 * nothing would settle there.
 * @returns them
 */
export const noteAsked = statement<
  { collection_number_ids: readonly string[]; asked_at: Date; before: Date },
  { collection_number_id: string }
>(
  'note_books_asked',
  `with due as (
    select b.collection_number_id from books b
    where b.collection_number_id = any ($collection_number_ids::uuid[]) and (b.asked_at is null or b.asked_at <= $before)
    order by b.collection_number_id for update skip locked)
  update books b set asked_at = $asked_at from due where b.collection_number_id = due.collection_number_id
  returning b.collection_number_id`,
);

/**
 * Notes that they have been asked, as of now, where nobody else has begun to ask since `asked_at`. A book that somebody holds is
 * left out, as above.
 */
export const noteAnswered = statement<{
  collection_number_ids: readonly string[];
  asked_at: Date;
  now: Date;
}>(
  'note_books_answered',
  `with asked as (
    select b.collection_number_id from books b
    where b.collection_number_id = any ($collection_number_ids::uuid[]) and b.asked_at = $asked_at
    order by b.collection_number_id for update skip locked)
  update books b set asked_at = $now from asked where b.collection_number_id = asked.collection_number_id`,
);

/** Notes, with what people say, that what waits on these numbers is to go on by it. */
export const markGoOn = statement<{ collection_number_ids: readonly string[]; now: Date }>(
  'mark_books_go_on',
  `update books set go_on_due_at = coalesce(go_on_due_at, $now::timestamptz) where collection_number_id = any ($collection_number_ids::uuid[])`,
);

/** It has gone on as far as it could. */
export const unmarkGoOn = idStatement(
  'unmark_books_go_on',
  'update books set go_on_due_at = null where collection_number_id = any ($1::uuid[]) and go_on_due_at is not null',
);

/** The numbers on which what waits should have gone on before that moment. */
export const findGoOnDue = statement<{ before: Date }, { collection_number_id: string }>(
  'find_books_go_on_due',
  'select collection_number_id from books where go_on_due_at <= $before order by collection_number_id',
);

/** Numbers where that failed are tried again then. */
export const putGoOnOff = statement<{ collection_number_ids: readonly string[]; until: Date }>(
  'put_books_go_on_off',
  `update books set go_on_due_at = $until::timestamptz
  where collection_number_id = any ($collection_number_ids::uuid[]) and go_on_due_at is not null`,
);

/** Whoever forges a debit has forged money before it: what came up to so long before the debit is suspected too. */
const TOLD_BEFORE = '1 day';

/**
 * Suspects the numbers of these books, of which a step was found false: nothing but a witness settles there until a person has
 * looked; what somebody said of less counts no more, so each time is later than the one before, whatever the clock
 * says. Every step is suspected behind the last one that a reading vouched for, and earlier ones too:
 * @param step_ids these steps and all that came after them, even where a reading has come since
 * @param debit_ids debits that were never made, with all that came shortly before them and after
 */
export const suspectBooks = statement<{
  collection_number_ids: readonly string[];
  step_ids: readonly string[];
  debit_ids: readonly string[];
  now: Date;
}>(
  'suspect_books',
  `update books b set is_disproven = true,
    suspected_at = greatest($now::timestamptz, b.suspected_at + interval '1 millisecond'),
    suspected_from = least(coalesce(b.suspected_from, b.anchored_ordinal), (
      select min(${ordinalOf('s')}) - 1 from book_steps s
      where s.id = any ($step_ids::uuid[]) and s.collection_number_id = b.collection_number_id), (
      select min(s.ordinal) - 1 from book_steps d join book_steps s on s.collection_number_id = d.collection_number_id
        and s.ordinal <= ${ordinalOf('d')} and s.occurred_at >= d.occurred_at - interval '${TOLD_BEFORE}'
      where d.id = any ($debit_ids::uuid[]) and d.collection_number_id = b.collection_number_id))
  where b.collection_number_id = any ($collection_number_ids::uuid[])`,
);

/**
 * A person has looked at what was suspected; its chain is believed again. Who had called a step there paid and did not
 * know of what was found last has said nothing of it any more, and what tells when that was goes with this: so that word
 * is withdrawn.
 */
export const clearSuspicion = statement<{ collection_number_ids: readonly string[]; now: Date }>(
  'clear_book_suspicion',
  `with called as materialized (
    select p.id, p.subject_id, (p.terms ->> 'found_at')::timestamptz as found_at from staff_proposals p
    where p.settled_at is null and p.action = 'book.explain' and p.terms ->> 'meaning' = 'credit'),
  withdrawn as (
    update staff_proposals p set outcome = 'WITHDRAWN', settled_by = 'chari', settled_at = $now
    from called c join book_steps s on s.id = c.subject_id::uuid join books b on b.collection_number_id = s.collection_number_id
    where p.id = c.id and p.settled_at is null and b.suspected_at is not null
      and c.found_at is distinct from date_trunc('milliseconds', b.suspected_at)
      and b.collection_number_id = any ($collection_number_ids::uuid[]))
  update books set suspected_at = null, suspected_from = null, is_disproven = false
  where collection_number_id = any ($collection_number_ids::uuid[])`,
);

/** No more steps than this are looked at for what was typed in: long before so many, staff have been asked for the next balance. */
const STEPS_MAX = 5000;

/** What one person has decided alone about numbers. */
export const loadDecidedAlone = idStatement<DecidedAlone & { collection_number_id: string }>(
  'load_decided_alone',
  `select b.collection_number_id, coalesce(m.moved_xaf, 0)::bigint as moved_xaf,
    coalesce(m.freed_xaf, 0)::bigint as freed_xaf, coalesce(t.typed_xaf, 0)::bigint as typed_xaf
  from books b
  cross join lateral (select ${SINCE_TWO} as at offset 0) two
  cross join lateral (
    select sum((a.detail ->> 'moved_xaf')::bigint + coalesce((a.detail ->> 'listed_xaf')::bigint, 0)) as moved_xaf,
      sum((a.detail ->> 'freed_xaf')::bigint) as freed_xaf
    from staff_actions a
    where a.subject_id = b.collection_number_id::text and a.action in ('feed.anchor', 'statement.settle')
      and a.at > two.at) m
  cross join lateral (
    select sum(s.after_xaf - s.before_xaf) as typed_xaf
    from (
      (select x.notice_id, x.before_xaf, x.after_xaf from book_steps x
      where x.collection_number_id = b.collection_number_id and x.ordinal is not null
      order by x.ordinal desc limit ${STEPS_MAX})
      union all
      (select f.notice_id, f.before_xaf, f.after_xaf
      from book_steps g join book_steps f on f.explains_id = g.id
      where g.collection_number_id = b.collection_number_id and g.kind = 'UNEXPLAINED'
      order by g.ordinal desc limit ${STEPS_MAX})) s
    cross join lateral (
      select from notices n
      where n.id = s.notice_id and n.source = 'MANUAL_SMS' and n.created_at >= two.at
      limit 1) typed
    where s.after_xaf > s.before_xaf) t
  where b.collection_number_id = any ($1::uuid[])`,
);

/** What the latest balance of numbers would have moved that somebody named and another person had to agree to. */
export const loadProposedReadings = idStatement<{ collection_number_id: string; moved_xaf: number | null }>(
  'load_proposed_readings',
  `select i.id as collection_number_id, (
    select (a.detail ->> 'moved_xaf')::bigint from staff_actions a
    where a.subject_id = i.id || '/anchor' and a.action = 'feed.anchor.proposed' order by a.at desc, a.id desc limit 1) as moved_xaf
  from unnest($1::uuid[]) as i (id)`,
);

/** What is suspected of numbers that hold less than their book and has been paid to merchants, by number and merchant. */
export const loadSuspectedPayments = idStatement<{
  collection_number_id: string;
  merchant_id: string;
  suspected_xaf: number;
}>(
  'load_suspected_payments',
  `select s.collection_number_id, p.merchant_id, sum(c.amount_xaf)::bigint as suspected_xaf
  from books b join book_steps s on s.collection_number_id = b.collection_number_id
  join credits c on c.id = s.id
  cross join lateral (select ${payeeOfCredit('s.id')} as merchant_id) p
  where b.collection_number_id = any ($1::uuid[]) and b.suspected_at is not null and ${SUSPECTED} and p.merchant_id is not null
  group by s.collection_number_id, p.merchant_id`,
);

/**
 * What closing would free on numbers that hold less than their book and nobody has been paid yet. What waits there for a reading, booked before
 * what a reading found missing and nobody has explained: it may be that, and once the number is believed again the next reading settles
 * it. And what is suspected and lies in the cases of reviews: once nothing doubts it any more, one person confirms each of them.
 */
export const loadWaitingSuspected = idStatement<{ collection_number_id: string; waiting_xaf: number }>(
  'load_waiting_suspected',
  `select w.collection_number_id, sum(w.waits_xaf)::bigint as waiting_xaf
  from (
    select b.collection_number_id, s.id, s.after_xaf - s.before_xaf as waits_xaf
    from books b join book_claims c on c.collection_number_id = b.collection_number_id and c.state = 'PENDING'
    join book_steps s on s.notice_id = c.notice_id
    where b.collection_number_id = any ($1::uuid[]) and b.suspected_at is not null and exists (
      select from book_steps g where g.collection_number_id = b.collection_number_id and ${IS_MISSING} and ${ordinalOf('s')} < g.ordinal)
    union
    select b.collection_number_id, s.id, c.amount_xaf
    from books b join book_steps s on s.collection_number_id = b.collection_number_id
    join credits c on c.id = s.id and c.state = 'REVIEW'
    where b.collection_number_id = any ($1::uuid[]) and b.suspected_at is not null and ${SUSPECTED}) w
  group by w.collection_number_id`,
);
