import { OF_UNDONE } from '../../domain/credit.ts';
import { READING_MS } from '../../domain/movement/clocks.ts';
import { IDS_OF_CREDIT, IDS_OF_CREDIT_ALONE, ordinalOf, stepsStating } from '../stated.ts';
import { nationalOf } from './phones.ts';

/**
 * What the step `s` put on UNEXPLAINED: what it moved but for the operator's fee, which is booked at once. Below zero where
 * money left.
 */
export const STANDS = stands('s');

/** The same of the step of that alias. */
export function stands(s: string): string {
  return `(${s}.after_xaf - ${s}.before_xaf + coalesce((
      select t.amount_xaf from ledger_transfers t where t.cause_id = ${s}.id and t.cause = 'STEP_FEE'), 0))::bigint`;
}

/**
 * Whether nobody has said what the step of that alias was. It is no `not exists`: of that PostgreSQL may make
 * a join with all that was ever explained. This can only be a look-up by the primary key for each step.
 */
export const isUnsaid = (step: string): string =>
  `(select true from book_explanations e where e.step_id = ${step}.id) is null`;

/** Whether the step `s` is one that a person has to explain, and nobody has. */
export const UNEXPLAINED = `(s.kind in ('UNEXPLAINED', 'DEBIT', 'REVERSAL', 'AIRTIME') or (s.kind = 'UNREAD' and s.after_xaf < s.before_xaf))
      and ${isUnsaid('s')}`;

const outflowOf = (which: string): string => `coalesce((
      select sum(s.before_xaf - s.after_xaf) from book_steps s
      where s.collection_number_id = b.collection_number_id
        and s.before_xaf > s.after_xaf and ${which}), 0)::bigint`;

/** What has left the number of the book `b` by steps that nobody has explained. */
export const OUTFLOW = outflowOf(UNEXPLAINED);

/**
 * Whether the row `k` of contested_steps still counts: while a message that it names has no place in the book and may be
 * true, and always where it names none because they were too many.
 */
export const MAY_BE_TRUE = `(k.by_notices = '{}' or exists (
      select from book_claims v where v.notice_id = any (k.by_notices) and v.state in ('CLAIMED', 'REFUTED')))`;

/** Whether people have agreed to a statement. Anybody can make a file: before that it says nothing of what is in the book. */
export const counts = (statement: string): string => `${statement}.state in ('AGREED', 'SETTLED')`;

/** Whether the entry `w` of the audit trail says that people agreed to a statement. */
export const isAgreementTo = (
  statement: string,
): string => `(w.subject_id = ${statement}.collection_number_id::text
      and w.at = ${statement}.agreed_at and w.action = 'statement.settle' and w.detail ->> 'statement_id' = ${statement}.id::text)`;

/** Whether two people have agreed to a statement: then that entry names who spoke first. */
export const isOfTwo = (statement: string): string =>
  `exists (select from staff_actions w where ${isAgreementTo(statement)} and w.detail ->> 'proposed_by' is not null)`;

const listed = (
  row = '',
  or = 'false',
): string => `exists (select from statement_findings f join statements t on t.id = f.statement_id ${row}
      where f.step_id = s.id and f.finding = 'SAME' and f.differs_in is null and t.state = 'SETTLED'
        and (s.after_xaf < s.before_xaf or ${or} or ${isOfTwo('t')}))`;

/**
 * Whether the operator's own statement lists the step `s`, as its message told of it. To one that lists money that came two people have
 * agreed: whoever forges may make a file as well, and one that brings nothing new counts by his word alone. He has to answer for
 * the debits that it lists, and for what is contested already (`loadListedDoubts`).
 */
export const LISTED = listed();

/**
 * The same, since the reading of contested step `k`, by a row that prints a balance: by id and sum alone the step could still have another
 * place in the book.
 */
const LISTED_TO_ITS_BALANCE = listed(
  'join statement_rows r on r.statement_id = f.statement_id and r.ordinal = f.ordinal and r.after_xaf is not null',
  't.agreed_at > k.contested_at',
);

/**
 * Whether the step `s` is contested: a reading found it so, nobody has explained it since or disowned the messages that
 * contest it, and no statement lists it with its balance. What a reading found missing counts only where it is contested
 * whole.
 */
export const CONTESTED = `(exists (
        select from contested_steps k where k.step_id = s.id
          and (k.part_xaf is null or s.kind <> 'UNEXPLAINED') and ${MAY_BE_TRUE} and not ${LISTED_TO_ITS_BALANCE})
      and ${isUnsaid('s')})`;

/** Whether the step `s` brought money that may be false, since its number is suspected, and nobody has said what it was. */
export const SUSPECTED = `(s.strength = 'CHAINED' and s.after_xaf > s.before_xaf
      and ${ordinalOf('s')} > (select coalesce(q.suspected_from, q.anchored_ordinal) from books q
        where q.collection_number_id = s.collection_number_id and q.suspected_at is not null)
      and ${isUnsaid('s')})`;

/** Whether a reading found less than the book had by the step `g`, and nobody has said what it was. */
export const IS_MISSING = `(g.kind = 'UNEXPLAINED' and g.strength = 'ANCHORED' and g.after_xaf < g.before_xaf
      and ${isUnsaid('g')})`;

/**
 * Whether the claim `c` is that of a credit `s` that a reading settled when or after another found the step `g` missing, though it was
 * booked before: it waited then, and may be what is missing. Nobody has said whether it came, and no list of two people has it.
 */
export const SETTLED_SINCE = `(c.state = 'PROVEN' and c.settled_at >= g.occurred_at + interval '${READING_MS} milliseconds'
      and s.kind in ('CREDIT', 'CASH_IN') and s.strength = 'CHAINED' and ${ordinalOf('s')} < g.ordinal
      and ${isUnsaid('s')} and not ${LISTED})`;

/** What those reversals `x` that fulfil `which` took back on the number of the step `s`, up to that step and with it. */
const takenBack = (which: string): string => `(select sum(e.before_xaf - e.after_xaf) from notice_reversals x
          join book_steps e on e.notice_id = x.notice_id and e.collection_number_id = s.collection_number_id and ${ordinalOf('e')} <= ${ordinalOf('s')}
          where ${which})`;

/** What came to the number of the step `s` by the payment whose id a reversal names, or that stated it before. `reversal`: its alias. */
const takenBy = (
  reversal: string,
): string => `select p.id, p.strength, p.after_xaf - p.before_xaf as came_xaf from transaction_identities k
          join book_steps p on p.id = k.step_id and p.collection_number_id = s.collection_number_id
          where k.environment = ${reversal}.environment and k.scope_id = ${reversal}.scope_id and k.operator = ${reversal}.operator
            and k.operator_transaction_id = ${reversal}.operator_transaction_id
          union all
          select p.id, p.strength, p.after_xaf - p.before_xaf from ${stepsStating(reversal)}
            and p.collection_number_id = s.collection_number_id and ${ordinalOf('p')} < ${ordinalOf('s')}`;

/**
 * Whether the step `s` takes back, whole or in part, a payment to its number that our books know: the one whose id the
 * reversal names, else one that a reading found missing and people called a payment. All that is taken back may not be more
 * than what came.
 */
export const TAKES_BACK = `exists (select from notice_reversals v left join lateral (${takenBy('v')}) p on true
      where v.notice_id = s.notice_id and case when p.came_xaf is not null
        then p.came_xaf >= ${takenBack('x.operator_transaction_id = v.operator_transaction_id')}
        else (select sum(p.after_xaf - p.before_xaf) from book_steps p join book_explanations w on w.step_id = p.id and w.meaning = 'credit'
            where p.collection_number_id = s.collection_number_id and p.kind = 'UNEXPLAINED' and p.strength = 'ANCHORED' and p.ordinal <= ${ordinalOf('s')})
          >= ${takenBack(`not exists (${takenBy('x')})`)} end)`;

/**
 * The same of a payment that has paid nobody, that a witness proved, or that a list of two people has: whoever forges a payment may forge
 * as well that it was taken back.
 */
export const TAKES_BACK_WHAT_CAME = `(${TAKES_BACK} and not exists (select from notice_reversals v cross join lateral (${takenBy('v')}) p
      join credits c on c.id = p.id and c.state in ('MATCHED', 'ASSIGNED', 'REFUNDED')
      where v.notice_id = s.notice_id and p.strength = 'CHAINED' and not exists (select from book_steps s where s.id = p.id and ${LISTED})))`;

/** What was forged counts against the bound for so long: whoever forged it may still be able to read every message. */
const FORGED_LASTS = '30 days';

/**
 * What messages forged on the number of the book `b`, by what two people have written off: credits that settled and were
 * never paid, and debits that were never made. Such a debit stands for as much money that never came, less what readings
 * found too much and people wrote off too. What the operator's statement lists was not forged, nor what takes back a payment
 * that we know and that messages alone have not made pay anybody.
 */
export const FORGED_SUM = forgedSum('b.anchored_at');

/** The same, as a reading at that moment finds it. Else what is kept waiting by it is kept for ever on a SIM that nobody has to read. */
function forgedSum(read_at: string): string {
  return `coalesce((
      select coalesce(sum(s.after_xaf - s.before_xaf) filter (where c.id is not null), 0)
        + greatest(0, sum(case when s.strength = 'ANCHORED' then least(0, s.before_xaf - s.after_xaf)
          when not ${TAKES_BACK_WHAT_CAME} then greatest(0, s.before_xaf - s.after_xaf) end))
      from book_explanations e
      join book_steps s on s.id = e.step_id and s.strength in ('CHAINED', 'ANCHORED')
      left join credits c on c.id = s.id
      where e.collection_number_id = b.collection_number_id and e.meaning = 'write_off' and not ${LISTED}
        and e.explained_at > ${read_at} - interval '${FORGED_LASTS}'), 0)::bigint`;
}

/** What readings found missing on the number of the book `b` and people have written off, while the number is suspected. */
export const SHORT_SUM = `coalesce((
      select sum(s.before_xaf - s.after_xaf) from book_explanations e join book_steps s on s.id = e.step_id
      where e.collection_number_id = b.collection_number_id and s.kind = 'UNEXPLAINED' and s.before_xaf > s.after_xaf
        and e.meaning = 'write_off' and b.suspected_at is not null and s.ordinal > b.suspected_from), 0)::bigint`;

/** What has left the number of the book `b` unexplained, with what was forged there and what readings found missing. */
export const LEFT_SUM = `(${OUTFLOW} + ${FORGED_SUM} + ${SHORT_SUM})`;
/** The same once the number is read at that moment. */
export const leftBy = (read_at: string): string => `(${OUTFLOW} + ${forgedSum(read_at)} + ${SHORT_SUM})`;

/** The same without what rows of a statement brought: who let them come had to answer for their sum. */
export const LEFT_BUT_FOR_ROWS = `(${outflowOf(`${UNEXPLAINED} and s.strength <> 'WITNESSED'`)}
    + ${FORGED_SUM} + ${SHORT_SUM})`;

/**
 * Whether the step `s` is money in words that nobody knows, of which nobody has said what it was, and which no reading vouches
 * for: its SIM has not been read since, or something has left there unexplained. It counts against no bound.
 */
export const UNREAD_AND_UNSEEN = `(s.kind = 'UNREAD' and s.strength = 'CHAINED' and s.after_xaf > s.before_xaf
      and exists (select from books b where b.collection_number_id = s.collection_number_id
        and (s.ordinal > b.anchored_ordinal or ${OUTFLOW} + ${FORGED_SUM} > 0))
      and ${isUnsaid('s')})`;

/**
 * Whether two people have said, at a moment or later, that the credit `c` was paid, or was not. What they said first
 * explains its step; the record has each time that they said since that it was paid.
 */
const isExplainedSince = (moment: string): string =>
  `(exists (select from book_explanations e where e.step_id = c.id and e.explained_at >= ${moment})
              or exists (select from staff_actions y
                where y.subject_id = c.id::text and y.action = 'book.explain' and y.at >= ${moment}))`;

/** Whether a message `v` without a place fulfils `which`, and people have not explained the credit `c` since it came. */
const isToldWithoutPlace = (which: string): string => `exists (select from book_claims v
            where ${which} and v.state in ('CLAIMED', 'REFUTED') and not ${isExplainedSince('v.arrived_at')})`;

/**
 * Whether a row `f` of the table `of` fulfils `which`, in a statement `t` that counts, and people have not explained the
 * credit `c` since that statement was settled.
 */
const isListed = (
  of: string,
  which: string,
): string => `exists (select from ${of} f join statements t on t.id = f.statement_id and ${counts('t')}
            where ${which} and not ${isExplainedSince("coalesce(t.settled_at, 'infinity')")})`;

/** A message that prints no time may come so much later than its money, and one that says it was taken back before its own. */
const COMES_WITHIN = '1 day';

/** Whether the text `w` prints the id of the credit `c`, or what it alone states instead, in whatever letters. */
const NAMES_IT = `exists (select from unnest(${IDS_OF_CREDIT_ALONE}) q (id)
          where position(q.id in upper(normalize(w.body, NFKC))) > 0)`;

/**
 * Whether the message `v` may be the credit's own: a list brought the credit `c`, no message was taken for its row's, and `v` leads between
 * its balances. A reversal in unknown words may do so too. So the words decide: that money came, or that it left. Where they say neither,
 * `v` is not its own where it may as well lead down from where the SIM is known to have been. What is filed as a row's own message is
 * asked the same (`mayTellOfAnother` in `engine/book/late-word.ts`).
 */
const MAY_BE_ITS_OWN = `exists (select from book_steps s where s.id = c.id and s.strength = 'WITNESSED'
                and s.before_xaf = any (v.begins_xaf) and s.after_xaf = any (v.ends_xaf)
                and exists (select from json_array_elements(v.told -> 'moves') m
                  where (m ->> 'before_xaf')::bigint = s.before_xaf and (m ->> 'after_xaf')::bigint = s.after_xaf)
                and not exists (select from notice_readings r where r.credit_id = c.id and r.outcome = 'DUPLICATE')
                and coalesce((v.told ->> 'is_receipt')::boolean, not exists (select from json_array_elements(v.told -> 'moves') m
                  join book_steps e on e.collection_number_id = v.collection_number_id and e.after_xaf = (m ->> 'before_xaf')::bigint
                    and e.occurred_at between s.occurred_at and v.arrived_at
                  where (m ->> 'before_xaf')::bigint > (m ->> 'after_xaf')::bigint)))`;

/** Whether the message `v` without a place, which no template takes, came to the SIM of the credit `c` and names it. */
const NAMES_IT_UNREAD = `v.collection_number_id = c.collection_number_id and v.arrived_at >= c.occurred_at - interval '${COMES_WITHIN}'
              and json_array_length(v.told -> 'readings') = 0 and v.told -> 'held' is null and v.told -> 'tried' is null
              and exists (select from notices w where w.id = v.notice_id and ${NAMES_IT})
              and not ${MAY_BE_ITS_OWN}`;

/** What people call a debit that they had sent, or that the operator kept: then it took no payment back. */
const SENT_OR_KEPT = `('refund', 'merchant_refund', 'settlement', 'sweep', 'fee')`;

/**
 * The steps `d` by which money left the SIM of the credit `c` in words that nobody knew and that name it, but for those that people have
 * found to be something else, and what they have said that each was (`e`). A reversal in a wording that no template takes reads so. Only
 * by its id: a stranger's debit of its sum holds nobody up. What was taught since is known by what it says.
 */
export const LEFT_UNREAD = `(select x.* from book_steps x
          where x.collection_number_id = c.collection_number_id and x.kind = 'UNREAD' and x.after_xaf < x.before_xaf
            and x.occurred_at >= c.occurred_at - interval '${COMES_WITHIN}' offset 0) d
          left join lateral (select e.step_id, e.meaning from book_explanations e where e.step_id = d.id offset 0) e on true
          where c.environment = 'live' and ${IDS_OF_CREDIT_ALONE} <> '{}'
            and (e.meaning is null or e.meaning not in ${SENT_OR_KEPT})
            and exists (select from notices w where w.id = d.notice_id and ${NAMES_IT})
            and not exists (select from notice_reversals w where w.notice_id = d.notice_id)`;

/**
 * Whether those steps hold the credit `c`: until two people have said what each of them was, and for good where all of it left by them, or
 * just the surplus that waits. What people write off then is the payment itself, which the operator has taken back.
 */
const IS_LEFT_UNREAD = `exists (select from ${LEFT_UNREAD}
          having count(*) > count(e.step_id) or sum(d.before_xaf - d.after_xaf) >= c.amount_xaf
            or c.surplus_xaf > 0 and c.surplus_refunded_at is null
              and (sum(d.before_xaf - d.after_xaf) = c.surplus_xaf or bool_or(d.before_xaf - d.after_xaf = c.surplus_xaf)))`;

/**
 * Whether such steps keep the credit `c` from paying anybody by itself as it settles: until two people have said what each was, and for
 * good where all of it left. Only those behind its own step: what has not come can't be taken back.
 */
export const LEFT_UNREAD_BEHIND = `exists (select from ${LEFT_UNREAD}
            and ${ordinalOf('d')} >= (select ${ordinalOf('s')} from book_steps s where s.id = c.id)
          having count(*) > count(e.step_id) or sum(d.before_xaf - d.after_xaf) >= c.amount_xaf)`;

/** Whether what says something of the credit `c` is of its number, where that only states an id: its payer may have written another's. */
const isOfItsNumber = (said: string): string =>
  `(c.operator_transaction_id is not null or ${said}.collection_number_id = c.collection_number_id)`;

/**
 * Whether a message without a place, or a statement, says that the credit `c` was taken back, never completed or is another's, or may say
 * so in words that nobody knows. It counts until two people have said since then whether the credit was paid, or have disowned the message.
 */
const SAID_OTHERWISE = `(c.environment = 'live' and (
          ${isToldWithoutPlace(`v.told ->> 'operator_transaction_id' = c.operator_transaction_id
              and exists (select from book_steps s where s.id = c.id and s.collection_number_id = v.collection_number_id and s.after_xaf = any (v.ends_xaf))`)}
          or ${isToldWithoutPlace(`v.told ->> 'operator_transaction_id' = any (array(select '${OF_UNDONE}' || q.id from unnest(${IDS_OF_CREDIT}) q (id))) and ${isOfItsNumber('v')}`)}
          or ${isToldWithoutPlace(`v.told -> 'readings' -> 0 ->> 'reversed_transaction_id' = any (${IDS_OF_CREDIT}) and ${isOfItsNumber('v')}`)}
          or (${IDS_OF_CREDIT_ALONE} <> '{}' and ${isToldWithoutPlace(NAMES_IT_UNREAD)})
          or ${isListed(
            'statement_rows',
            `f.linked_transaction_id = any (${IDS_OF_CREDIT}) and ${isOfItsNumber('t')} and f.is_completed and f.moved_xaf < 0
              and exists (select from collection_numbers n where n.id = t.collection_number_id and n.operator = c.operator)`,
          )}
          or ${isListed('statement_findings', `f.step_id = c.id and f.differs_in in ('payer', 'status')`)}))`;

/** Whether that is said of the credit of the step `s`. */
export const IS_SAID_OTHERWISE = `exists (select from credits c where c.id = s.id and ${SAID_OTHERWISE})`;

/**
 * Whether the credit `c` may have been taken back: a statement lists a debit of its sum since, to its payer as far as is
 * known, and nobody has explained that debit. Where a list has no column for what a row undoes, nothing else shows that a
 * payment was taken back.
 */
const MAY_BE_BACK = `exists (select from book_steps s join book_steps d on d.collection_number_id = s.collection_number_id
          and d.kind = 'DEBIT' and d.occurred_at >= s.occurred_at - interval '${COMES_WITHIN}' and d.before_xaf - d.after_xaf = s.after_xaf - s.before_xaf
        where s.id = c.id and ${isUnsaid('d')}
          and (d.strength = 'WITNESSED' or exists (select from statement_findings f join statements t on t.id = f.statement_id and ${counts('t')}
            where f.step_id = d.id and f.finding = 'SAME'))
          and (${nationalOf('d.recipient')} = ${nationalOf('c.payer')}) is not false)`;

/**
 * Whether nobody may send the credit `c` back, nor confirm anything by it: a reading casts doubt on it, or has yet to find
 * it, a message or a statement says otherwise, or people found that it was never paid.
 */
export const IS_DOUBTED = `(exists (select from book_steps s where s.id = c.id
          and (${CONTESTED} or ${SUSPECTED} or ${UNREAD_AND_UNSEEN}))
        or ${SAID_OTHERWISE} or ${MAY_BE_BACK} or ${IS_LEFT_UNREAD}
        or exists (select from book_explanations w where w.step_id = c.id and w.meaning = 'write_off'))`;

/** What contested credits have settled on the number of the book `b`, each as far as it may be false (`part_xaf`, or all). */
export const CONTESTED_SUM = `coalesce((
      select sum(coalesce(k.part_xaf, s.after_xaf - s.before_xaf)) from contested_steps k join book_steps s on s.id = k.step_id
      where k.collection_number_id = b.collection_number_id and s.kind in ('CREDIT', 'CASH_IN') and ${CONTESTED}
        and not exists (select from book_claims c where c.notice_id = s.notice_id and c.state = 'PENDING')), 0)::bigint`;

/**
 * When two people last said what the SIM of the book `b` holds, or let a statement count there: what one person
 * has decided alone since then is added up. A reading that one person makes begins nothing anew.
 */
export const SINCE_TWO = `coalesce((
      select max(x.at) from staff_actions x
      where x.subject_id = b.collection_number_id::text and x.action in ('feed.anchor', 'statement.settle')
        and x.detail ->> 'proposed_by' is not null), '-infinity')`;
