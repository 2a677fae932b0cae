import { OF_STATED } from '../../domain/credit.ts';
import { FROM_THERE_TAKEN } from '../alerts.ts';
import { SUSPECTED, UNEXPLAINED } from '../book/doubts.ts';
import { MEANS_ITS_STEP, ordinalOf } from '../stated.ts';
import { idStatement } from '../statement.ts';

/** Parts that points join to one transaction id (`MP260627.1644.B72794`), and one more. */
const MOST_PARTS = 4;

/** What may be a transaction id in the text `w`, also where a point joins it to another word: an index finds who has it or states it, at any number of payments. */
const IDS_PRINTED = `array(select f.as_kept || array_to_string(p.parts[b.at:b.at + e.more], '.')
            from regexp_matches(upper(normalize(w.body, NFKC)), '[A-Z0-9]+(?:[.][A-Z0-9]+)*', 'g') t (found)
            cross join lateral (select string_to_array(t.found[1], '.') as parts) p
            cross join lateral generate_series(1, cardinality(p.parts)) b (at)
            cross join generate_series(0, ${MOST_PARTS - 1}) e (more)
            cross join (values (''), ('${OF_STATED}')) f (as_kept))`;

/**
 * The credits that words name which nobody knows, by which no more left the SIM that was paid, while nobody has said what that was: the
 * operator may take a payment back in a wording that no template takes. Its figures have a place in the book, so whoever forged them
 * had to know the balance, as for a reversal; what waits for a place is not meant.
 */
const LEFT_UNREAD = leftUnread('c.id', `${UNEXPLAINED} and s.before_xaf - s.after_xaf <= c.amount_xaf`);

/** What words that nobody knows name, by which money left the SIM that was paid; of those steps that fulfil `which`. */
function leftUnread(what: string, which: string): string {
  return `select ${what} from book_steps s join notices w on w.id = s.notice_id
          join transaction_identities k on k.operator_transaction_id = any (${IDS_PRINTED}) and k.environment = 'live'
          join credits c on c.id = k.step_id and c.collection_number_id = s.collection_number_id
          where s.kind = 'UNREAD' and s.after_xaf < s.before_xaf and ${which} and ${MEANS_ITS_STEP}
            and (c.operator_transaction_id is not null or (select ${ordinalOf('p')} <= ${ordinalOf('s')} from book_steps p where p.id = c.id))`;
}

/**
 * The credits that are named so by these steps: who says what such a step was lets its merchant be paid out, or
 * give the payment back. That waits also where more has left than the payment brought, as with the operator's fee.
 */
export const findHeldUnread = idStatement<{ step_id: string; credit_id: string }>(
  'find_credits_held_unread',
  `${leftUnread('distinct s.id as step_id, c.id as credit_id', 's.id = any ($1::uuid[])')}
  order by step_id, credit_id`,
);

/** The credits that the operator has called undone, while nobody has looked into that, and took no more off the SIM that was paid. */
const OPEN_REVERSALS = `select c.id from staff_alerts a join credits c on c.id = a.credit_id
          where a.kind = 'reversal' and a.closed_at is null
            and (c.environment = 'test'
              or exists (select from ${FROM_THERE_TAKEN} where s.before_xaf - s.after_xaf <= c.amount_xaf))`;

/**
 * Those that may never have come: what a short reading suspects, until a person closes that or two say what it was, and what two people
 * have written off. Whoever forged them would else be paid out what was found forged. What is only contested is not meant: anybody can
 * send a message that contests a payment.
 */
const NEVER_CAME = `select s.id from books b join book_steps s on s.collection_number_id = b.collection_number_id
          where b.suspected_at is not null and ${SUSPECTED}
        union all
        select e.step_id from book_explanations e where e.meaning = 'write_off'`;

/**
 * The transactions that staff have asked the operator to send back, while it has not answered or nobody knows what it did. Nothing is set
 * aside for them, as it is for what merchants give back themselves.
 */
export const GOING_BACK = `select f.transaction_id from rail_refunds f
          where f.state in ('ASKED', 'UNKNOWN') and not exists (
            select from refunds r where r.transaction_id = f.transaction_id and r.via = 'rail' and r.state <> 'FAILED')`;

/**
 * Whether the transfer `t` brought a payment, or a whole set, as settlements gave it back before migration 0086. What a settlement moved
 * to the reserve or out of it did not, nor what was paid after all and came back: of neither may the next one wait.
 */
export const BRINGS_PAYMENTS = `(t.cause not in ('RESERVE_KEPT', 'RESERVE_RELEASED', 'SETTLEMENT_PAID_LATE')
          and (t.cause <> 'SETTLEMENT_SENT_BACK' or gives_set_back(t.cause, t.cause_id)))`;

/**
 * What the operator has called undone and nobody has looked into yet, or may have in words that nobody knows, what may never have come, or
 * is being sent back, as one array of ids: the credits, the sessions and transactions that they paid, or what people have corrected them to; and the refunds of these, since what doesn't
 * go comes back, and the settlements that they are in. What those give back are the transfers of their sets, and the honest ones among
 * them don't wait. A set that only gave such money up, or had it corrected away to another merchant, is none of these. Only a reversal that took no more off the SIM that was paid counts: whoever knows an id and the balance of another SIM
 * could hold all that its merchant is paid out. Few are open at a time.
 */
export const UNDONE = `array(
      with recursive undone (id) as (
        (select v.id from (${OPEN_REVERSALS} union all ${LEFT_UNREAD} union all ${NEVER_CAME}) d join credits c on c.id = d.id
          cross join lateral (values (c.id), (c.matched_session_id), (c.matched_transaction_id)) v (id)
        where v.id is not null
        union all ${GOING_BACK})
        union
        select x.id from undone n cross join lateral (
          select t.settlement_id as id from settlement_transfers t where t.cause_id = n.id and t.amount_xaf > 0 and ${BRINGS_PAYMENTS}
            and not exists (select from ledger_transfers l where l.cause = 'CORRECTION' and l.corrects_cause_id = n.id)
          union all select f.id from refunds f where f.payment_id = n.id
          union all select l.cause_id from ledger_transfers l where l.cause = 'CORRECTION' and l.corrects_cause_id = n.id) x)
      select n.id from undone n where not exists (
        select from ledger_transfers l where l.cause = 'CORRECTION' and l.corrects_cause_id = n.id))`;
