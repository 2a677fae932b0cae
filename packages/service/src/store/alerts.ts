import { NOBODY, OF_UNDONE } from '../domain/credit.ts';
import { FOR_A_MERCHANT } from '../domain/ledger/step.ts';
import { payeeOfCredit } from './ledger/corrections.ts';
import type { CreditRow, NoticeReversalRow, StaffAlertRow } from './rows.generated.ts';
import { IDS_OF_CREDIT, ordinalOf, stepsStating } from './stated.ts';
import { idStatement, setStatement, statement } from './statement.ts';

export type NewAlert = Pick<
  StaffAlertRow,
  'id' | 'environment' | 'kind' | 'subject' | 'notice_id' | 'credit_id' | 'detail' | 'opened_at'
>;

/** Whether the operator has called the credit of this id undone, and nobody has looked into that yet. */
export const isReversed = (credit_id: string): string => `exists (
      select from staff_alerts a where a.kind = 'reversal' and a.subject = ${credit_id}::text and a.closed_at is null)`;

/** Whether the reversal `x` of a message names the credit `c`. */
export const REVERSES = `x.operator_transaction_id = any (${IDS_OF_CREDIT}) and x.operator = c.operator
          and x.environment = c.environment and x.scope_id = coalesce(c.merchant_id, '${NOBODY}')`;

/**
 * The steps `s` by which the credit `c` left the SIM that it came to, and what people have said that each was (`e`). What another SIM
 * tells of it has taken nothing from there; nor, where it only states an id, what stands before it. It begins with the few messages that
 * name it, also in a plan that was made while there were few steps.
 */
export const FROM_THERE_TAKEN = `(select x.notice_id, x.operator_transaction_id from notice_reversals x where ${REVERSES} offset 0) x
        join lateral (select s.* from book_steps s where s.notice_id = x.notice_id offset 0) s
          on s.collection_number_id = c.collection_number_id and s.after_xaf < s.before_xaf
            and (c.operator_transaction_id is not null or ${ordinalOf('s')} > (select ${ordinalOf('o')} from book_steps o where o.id = c.id))
        left join lateral (select e.step_id, e.meaning from book_explanations e where e.step_id = s.id offset 0) e on true`;

const TAKEN_XAF = '(s.before_xaf - s.after_xaf)';

/**
 * Whether it took the credit back, as far as people say: a merchant's refund of the paid part may be as much as what was
 * left over.
 */
const OWN = `(e.meaning in (${FOR_A_MERCHANT.map((one) => `'${one}'`).join(', ')})) is not true`;

/**
 * Whether the operator has taken back the credit `c`. For good where all of it left the SIM that was paid, or just the surplus that
 * waits: a payer's page that calls it paid again, once the alert is closed, would be a receipt for money that is gone. Until somebody
 * has looked into it where another SIM told so, and until two people have said besides what it was where only a part left: else one forged
 * franc would hold a payment for ever. All who ask whether a payment is there ask this.
 */
export const TAKEN_BACK = `(${isReversed('c.id')}
      or c.environment = 'test' and (select true from notice_reversals x where ${REVERSES} limit 1) is not null
      or c.environment = 'live' and exists (select from ${FROM_THERE_TAKEN}
        having count(*) > count(e.step_id) or sum(${TAKEN_XAF}) >= c.amount_xaf
          or c.surplus_xaf > 0 and c.surplus_refunded_at is null
            and (sum(${TAKEN_XAF}) filter (where ${OWN}) = c.surplus_xaf
              or bool_or(${OWN} and ${TAKEN_XAF} = c.surplus_xaf))))`;

/**
 * Opens alerts; `input` has each (kind, subject) once. An alert that is open already counts once more instead. A wording or a
 * sender that was alerted within the hour is left out, so that not every message that tells of it locks its row; where staff have
 * closed that alert since, another sender opens one. Each time is later than the one before, whatever the clock of
 * the process says, so that who has seen the earlier one closes nothing that they haven't seen. What an operator says of a payment is told once, since it says it at each enquiry.
 */
export const insertAlerts = setStatement<NewAlert>(
  'insert_staff_alerts',
  `insert into staff_alerts as a
    (id, environment, kind, subject, notice_id, credit_id, detail, opened_at, last_at)
  select id, environment, kind, subject, notice_id, credit_id, detail, opened_at, opened_at
  from json_to_recordset($1::json) as i (id uuid, environment text, kind text, subject text, notice_id uuid,
    credit_id uuid, detail json, opened_at timestamptz)
  where (i.kind not in ('wording', 'unlisted_sender') or not exists (
    select from staff_alerts x
    where x.kind = i.kind and x.subject = i.subject and x.last_at > i.opened_at - interval '1 hour'
      and (x.closed_at is null or i.detail ->> 'sender' is not distinct from x.detail ->> 'sender')))
    and (i.kind <> 'paid_otherwise' or not exists (
      select from staff_alerts x where x.kind = i.kind and x.subject = i.subject))
  order by i.kind, i.subject
  on conflict (kind, subject) where closed_at is null
  do update set times = a.times + 1, last_at = greatest(a.last_at + interval '1 millisecond', excluded.last_at), notice_id = excluded.notice_id,
    detail = excluded.detail`,
);

export type ListedAlert = StaffAlertRow & {
  /** The raw text that raised it last; null when the row names no notice. */
  body: string | null;
  msisdn: string | null;
  /** The credit's state by now, and whose payment it is. */
  credit_state: string | null;
  matched_session_id: string | null;
  matched_transaction_id: string | null;
};

const COLUMNS = `a.id, a.environment, a.kind, a.subject, a.notice_id, a.credit_id, a.detail, a.opened_at,
  a.times, a.last_at, a.closed_at, a.closed_by, a.note, n.body, n.msisdn, c.state as credit_state,
  c.matched_session_id, c.matched_transaction_id`;
const BESIDE = `left join lateral (
    select x.body, m.msisdn from notices x join collection_numbers m on m.id = x.collection_number_id
    where x.id = a.notice_id limit 1) n on true
  left join lateral (
    select x.state, x.matched_session_id, x.matched_transaction_id from credits x where x.id = a.credit_id limit 1) c on true`;

/** Alerts of one environment, the newest first. `open`: only open ones. */
export const listAlertRows = statement<{ environment: string; open: boolean; limit: number }, ListedAlert>(
  'list_staff_alerts',
  `select ${COLUMNS} from staff_alerts a ${BESIDE}
  where a.environment = $environment and (not $open::boolean or a.closed_at is null) order by a.id desc limit $limit`,
);

/** Alerts by id, open or not. */
export const findAlerts = idStatement<ListedAlert>(
  'find_staff_alerts',
  `select ${COLUMNS} from staff_alerts a ${BESIDE} where a.id = any ($1::uuid[])`,
);

/** An alert, and the credit that it is about with the merchant whose payment that is, or to whom people have given it. */
export type LockedAlert = StaffAlertRow & { credit_xaf: number | null; merchant_id: string | null };

/** Locks alerts in order of id. */
export const lockAlerts = idStatement<LockedAlert>(
  'lock_staff_alerts',
  `select a.id, a.environment, a.kind, a.subject, a.notice_id, a.credit_id, a.detail, a.opened_at, a.times, a.last_at, a.closed_at,
    a.closed_by, a.note, (select c.amount_xaf from credits c where c.id = a.credit_id) as credit_xaf,
    ${payeeOfCredit('a.credit_id')} as merchant_id
  from staff_alerts a where a.id = any ($1::uuid[]) order by a.id for update of a`,
);

export const closeAlertRows = setStatement<{ id: string; closed_at: Date; closed_by: string; note: string }>(
  'close_staff_alerts',
  `update staff_alerts a set closed_at = i.closed_at, closed_by = i.closed_by, note = i.note
  from json_to_recordset($1::json) as i (id uuid, closed_at timestamptz, closed_by text, note text)
  where a.id = i.id and a.closed_at is null`,
);

/** Closes what is open about some subjects, by a decision that answers it. */
export const answerAlertRows = setStatement<
  Pick<NewAlert, 'kind' | 'subject'> & { closed_at: Date; closed_by: string; note: string }
>(
  'answer_staff_alerts',
  `update staff_alerts a set closed_at = i.closed_at, closed_by = i.closed_by, note = i.note
  from json_to_recordset($1::json) as i (kind text, subject text, closed_at timestamptz, closed_by text, note text)
  where a.kind = i.kind and a.subject = i.subject and a.closed_at is null`,
);

/** What a notice calls undone. */
export type ToldReversal = NoticeReversalRow & {
  /** The step that was known before, of which it tells again; null where it is the first to tell. */
  step_id: string | null;
  /** Its own id, or what stands for one (`OF_UNDONE`). */
  told_as: string;
  /** It is the row of a statement, to which people have agreed. */
  is_row: boolean;
  /** The sum that it tells, null where it tells none, and the fee that it tells beside. */
  told_xaf: number | null;
  fee_xaf: number;
};

/** Whether money left by the step `s`, as much as the notice `i` tells, with the operator's fee or without it. */
const LEFT_AS_TOLD = `s.after_xaf < s.before_xaf
        and (i.told_xaf is null or i.told_xaf in (s.before_xaf - s.after_xaf, s.before_xaf - s.after_xaf - i.fee_xaf,
          s.before_xaf - s.after_xaf - (select t.amount_xaf from ledger_transfers t where t.cause_id = s.id and t.cause = 'STEP_FEE')))`;

/**
 * Keeps which transactions the operator called undone, so that a credit of one that comes only later is doubted. A notice that tells
 * again of a step is kept only where none that told of that step said what it undoes: neither the first, nor one of the same id of that
 * number; and a message only where as much left by that step as it tells. Returns those kept.
 */
export const insertReversals = setStatement<ToldReversal, { notice_id: string }>(
  'insert_notice_reversals',
  `insert into notice_reversals (notice_id, environment, scope_id, operator, operator_transaction_id)
  select notice_id, environment, scope_id, operator, operator_transaction_id
  from json_to_recordset($1::json) as i
    (notice_id uuid, environment text, scope_id uuid, operator text, operator_transaction_id text, step_id uuid, told_as text,
      is_row boolean, told_xaf bigint, fee_xaf bigint)
  where i.step_id is null or exists (
      select from book_steps s where s.id = i.step_id and (i.is_row or ${LEFT_AS_TOLD})
        and not exists (select from notice_reversals x where x.notice_id = s.notice_id))
    and not exists (
      select from notice_reversals x join notices o on o.id = x.notice_id join notices n on n.id = i.notice_id
        join notice_readings r on r.notice_id = x.notice_id
      where x.operator_transaction_id = i.operator_transaction_id and x.operator = i.operator
        and x.environment = i.environment and x.scope_id = i.scope_id and o.collection_number_id = n.collection_number_id
        and coalesce(r.reading ->> 'operator_transaction_id', '${OF_UNDONE}' || x.operator_transaction_id) = i.told_as)
  on conflict (notice_id) do nothing returning notice_id`,
);

/**
 * The credits of transactions that the operator called undone, locked against decisions of staff until the commit: whoever
 * decides such a credit has done so before, or sees the alert. A payment that only states the id is meant on its own SIM alone, and not
 * by what stands before it there. `position` is the caller's own numbering.
 */
export const lockReversed = setStatement<
  NoticeReversalRow & { position: number },
  Pick<CreditRow, 'amount_xaf' | 'state' | 'matched_session_id' | 'matched_transaction_id'> & {
    position: number;
    credit_id: string;
  }
>(
  'lock_reversed_credits',
  `with named as materialized (
    select i.position, x.credit_id
    from json_to_recordset($1::json) as i
      (position int, notice_id uuid, environment text, scope_id uuid, operator text, operator_transaction_id text)
    cross join lateral (
      (select k.step_id as credit_id from transaction_identities k
      where k.operator_transaction_id = i.operator_transaction_id and k.operator = i.operator
        and k.environment = i.environment and k.scope_id = i.scope_id
      limit 1)
      union all
      select p.id from ${stepsStating('i')} and i.environment = 'live'
        and p.collection_number_id = (select n.collection_number_id from notices n where n.id = i.notice_id)
        and (select ${ordinalOf('b')} < ${ordinalOf('p')} from book_steps b where b.notice_id = i.notice_id) is not true) x
  ), locked as materialized (
    select c.id, c.amount_xaf, c.state, c.matched_session_id, c.matched_transaction_id from credits c
    where c.id = any (array(select credit_id from named)) order by c.id for share
  )
  select n.position, n.credit_id, l.amount_xaf, l.state, l.matched_session_id, l.matched_transaction_id
  from named n join locked l on l.id = n.credit_id`,
);

/** Puts credits into the case files of the sessions they paid, where they are in none yet. */
export const addToCases = setStatement<{
  session_id: string;
  credit_id: string;
  reason: string;
  opened_at: Date;
}>(
  'add_to_review_cases',
  `insert into review_cases (session_id, credit_id, reason, opened_at)
  select distinct on (session_id, credit_id) session_id, credit_id, reason, opened_at
  from json_to_recordset($1::json) as i (session_id uuid, credit_id uuid, reason text, opened_at timestamptz)
  order by session_id, credit_id
  on conflict (session_id, credit_id) do nothing`,
);
