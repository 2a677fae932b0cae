import { LOOKED_BEFORE_MS } from '../../domain/movement/clocks.ts';
import { PHONE_PRECISION_MS } from '../../domain/movement/move.ts';
import { CONTESTED, UNEXPLAINED } from '../book/doubts.ts';
import { mayBeOfSum } from '../book/left.ts';
import { UNREAD_STEPS } from '../book/steps.ts';
import { PHONE_BEHIND, SKEW, unreadMoney, waitingMoney } from '../book/waiting-money.ts';

// What a hold whose time is over waits for, a day at most: each says of the hold `h` whether something may still be its payment.

/** When the session or transaction was made that owns this hold. */
const madeOf = (
  hold: string,
): string => `(select y.created_at from payment_sessions y where y.id = ${hold}.session_id
          union all select y.created_at from transactions y where y.id = ${hold}.transaction_id)`;

/** The same of the hold `h`. */
export const MADE_OF_HOLD = madeOf('h');

/**
 * Whether the claim `c` may be the payment of the hold `h`, by number, amount and time. What had come to us before the
 * hold's owner was made, by our own clock, is not for it. A time that a message prints is by another's clock: it may be two
 * minutes off, and no money moved after its message had come.
 */
const MAY_PAY_HOLD = `c.collection_number_id = h.collection_number_id and h.amount_xaf = any (c.amounts_xaf)
        and least(c.occurred_at, c.arrived_at) <= h.due_at and c.arrived_at >= ${MADE_OF_HOLD}`;
const PAYS_HOLD = `${MAY_PAY_HOLD}
        and c.occurred_at + make_interval(secs => c.precision_ms / 1000) >= ${MADE_OF_HOLD} - interval '${SKEW}'`;

/**
 * The same where only the clock of a phone says when the money of the claim `c` moved. One that was away, or had no time of the
 * network, dates it before the session that it pays was made.
 */
const MAY_BE_DATED_BACK = `${MAY_PAY_HOLD} and c.precision_ms = ${PHONE_PRECISION_MS}`;

/**
 * Whether the message of a sweep that staff announced since the hold `h` was made leads to where the book `b` has stood lately, and no
 * step is made of it: then what came before that sweep is missing, though a reading found all that the book has.
 */
const SWEEP_OF_HOLD = `exists (select from announced_debits a
            join book_claims y on y.collection_number_id = a.collection_number_id and y.state in ('CLAIMED', 'REFUTED')
            join book_steps s on s.collection_number_id = y.collection_number_id and s.after_xaf = any (y.ends_xaf)
            where a.collection_number_id = h.collection_number_id and a.step_id is null and a.announced_at >= ${MADE_OF_HOLD}
              and s.ordinal > b.last_ordinal - ${UNREAD_STEPS} and y.arrived_at >= c.arrived_at
              and exists (select from json_array_elements(y.told -> 'moves') m
                where m ->> 'kind' = 'DEBIT' and (m ->> 'amount_xaf')::bigint = a.amount_xaf))`;

/** Whether the step `s` is a difference that a reading of the SIM found. */
const isFound = (s: string): string => `${s}.kind = 'UNEXPLAINED' and ${s}.strength = 'ANCHORED'`;

/**
 * Whether the refuted claim `c` begins where the book stood before a reading that was short, or above, and ends no higher than a later
 * reading found the SIM: then the first was mistyped, and the claim may be true, whatever people have said since of the two differences.
 */
const BEHIND_SLIP = `exists (select from book_steps s join book_steps y on y.collection_number_id = s.collection_number_id
              and y.ordinal > s.ordinal and ${isFound('y')} and y.after_xaf > s.before_xaf
            where s.collection_number_id = c.collection_number_id and ${isFound('s')} and s.after_xaf < s.before_xaf
              and s.occurred_at >= c.arrived_at and c.settled_at >= s.occurred_at
              and exists (select from json_array_elements(c.told -> 'moves') m
                where (m ->> 'before_xaf')::bigint >= s.before_xaf and (m ->> 'after_xaf')::bigint <= y.after_xaf))`;

/** Whether two people have said that the step `s`, of which a message told, never was. */
const IS_FALSE = `(s.notice_id is not null
              and exists (select from book_explanations e where e.step_id = s.id and e.meaning = 'write_off'))`;

/**
 * The claims that would pay the hold `h` if they were proven. Refuted ones count too where they tell of another way, since a
 * forged step may have taken the place of a true one. A claim that came since the last look at the SIM does so where it
 * begins or ends at a balance at which the book stood since; of earlier ones the reading has said whether they contest a
 * step, and it does so also once people have said that this step never was: then the other way is the likelier one. So it does
 * before a sweep that staff have announced, and behind a balance that was mistyped too low. Any other refuted claim leads past
 * nothing, and a session that waited for one would tell its merchant what the SIM holds.
 */
export const CLAIM_OF_HOLD = `select from book_claims c where c.state in ('CLAIMED', 'PENDING') and ${PAYS_HOLD}
      union all
      select from book_claims c where c.state in ('CLAIMED', 'PENDING') and ${MAY_BE_DATED_BACK}
      union all
      select from book_claims c join books b on b.collection_number_id = c.collection_number_id
        where c.state = 'REFUTED' and ${PAYS_HOLD} and (
          c.arrived_at >= coalesce(b.anchored_at, '-infinity') - interval '${LOOKED_BEFORE_MS} milliseconds' and exists (
            select from book_steps s where s.collection_number_id = c.collection_number_id
              and s.ordinal > greatest(b.anchored_ordinal, b.last_ordinal - ${UNREAD_STEPS})
              and array[s.before_xaf, s.after_xaf] && (c.begins_xaf || c.ends_xaf))
          or exists (select from contested_steps k join book_steps s on s.id = k.step_id
            where k.collection_number_id = c.collection_number_id and (
              (k.by_notices = '{}' or c.notice_id = any (k.by_notices)) and ${CONTESTED}
              or c.notice_id = any (k.by_notices) and ${IS_FALSE}))
          or ${SWEEP_OF_HOLD} or ${BEHIND_SLIP})`;

/**
 * Whether another owner than those in `but` waits for this sum on the number of the hold `h`. Hosts and guests have an index
 * each.
 */
const isAsked = (sum_xaf: string, but: string, and = 'true'): string =>
  ['not x.is_guest', 'x.is_guest']
    .map(
      (which) => `exists (select from collection_holds x where x.collection_number_id = h.collection_number_id
            and x.amount_xaf = ${sum_xaf} and ${which} and x.owner_id not in (${but}) and ${and})`,
    )
    .join(' or ');
/** Whether the owner of the hold `x` is no session that has been paid. */
const IS_UNPAID = `(select p.status from payment_sessions p where p.id = x.session_id) is distinct from 'SUCCESS'`;
const isOfAnother = (sum_xaf: string): string => `(${isAsked(sum_xaf, 'h.owner_id')})`;
/**
 * The same of two others together. It reads each hold of the number: don't ask it for each message, since anybody can send
 * many.
 */
const isOfTwoOthers = (sum_xaf: string): string => `exists (
            select from collection_holds o where o.collection_number_id = h.collection_number_id and o.owner_id <> h.owner_id
              and o.amount_xaf < ${sum_xaf} and (${isAsked(`${sum_xaf} - o.amount_xaf`, 'h.owner_id, o.owner_id')}))`;

/** Whether money of this sum left by a debit that staff had announced on the number of the hold `h`, with what may be its fee. */
const isAnnounced = (sum_xaf: string, by: string): string => `exists (
            select from announced_debits a where a.collection_number_id = h.collection_number_id and a.step_id is null
              and a.announced_at <= ${by} and ${mayBeOfSum(sum_xaf, 'a.amount_xaf')})`;

/** What is missing between the tip and the start of the movement `m` of a claim, besides the payment of the hold `h`. */
const MISSING_BEFORE = `((m ->> 'before_xaf')::bigint - b.tip_xaf - h.amount_xaf)`;

/**
 * Among so many unpaid holds of a number two may be missing together. Of more, whoever has them could tell by the two that wait, of hundreds
 * of pairs, what is missing before a message of his, and so what the SIM holds. Of so many he learns no more than by thirty alone.
 */
const PAIRED_MOST = 6;
const MAY_BE_PAIRED = `(select count(*) <= ${PAIRED_MOST} as is_few from (
        select from collection_holds x where x.collection_number_id = h.collection_number_id and ${IS_UNPAID}
        limit ${PAIRED_MOST + 1}) x offset 0)`;
const isPaired = (sum_xaf: string): string =>
  `(pair.is_few and (${isAsked(sum_xaf, 'h.owner_id', `${IS_UNPAID} and c.arrived_at >= ${madeOf('x')}`)}))`;

/**
 * The claims on a hold's number before which just its payment is missing: alone, together with a payment that somebody else was
 * asked for, or with an announced debit. What is missing had moved before the claim came, so nobody waits for it who asked later: one
 * forged message would tell the balance by as many sessions as somebody makes after it.
 */
export const GAP_OF_HOLD = `select from books b cross join lateral ${MAY_BE_PAIRED} pair
      join book_claims c on c.collection_number_id = b.collection_number_id
      where b.collection_number_id = h.collection_number_id and c.state = 'CLAIMED' and least(c.occurred_at, c.arrived_at) <= h.due_at
        and c.arrived_at >= ${MADE_OF_HOLD}
        and exists (select from json_array_elements(c.told -> 'moves') m
          where ${MISSING_BEFORE} = 0 or ${MISSING_BEFORE} > 0 and ${isPaired(MISSING_BEFORE)}
            or ${MISSING_BEFORE} < 0 and ${isAnnounced(`-${MISSING_BEFORE}`, 'c.arrived_at')})`;

/** What the step `s`, which a reading found missing, comes to besides the payment of the hold `h`. */
const MISSING_BESIDE = '(s.after_xaf - s.before_xaf - h.amount_xaf)';

/** Whether the step `s` is a payment of which no message came, by what people have said, and nobody has said whose. */
const IS_NOBODYS = `exists (select from credits p where p.id = s.id and p.state = 'SUSPENSE')`;

/**
 * What readings found missing on a hold's number that may be just its payment, alone or with others, and of which nobody has
 * said yet what it was, or whose.
 */
export const MISSING_OF_HOLD = `select from book_steps s where s.collection_number_id = h.collection_number_id
        and ${isFound('s')}
        and s.occurred_at >= ${MADE_OF_HOLD} - interval '${SKEW}' and coalesce(s.missing_since, '-infinity') <= h.due_at
        and (${UNEXPLAINED} or ${IS_NOBODYS})
        and (${MISSING_BESIDE} = 0 or ${MISSING_BESIDE} > 0 and (${isOfAnother(MISSING_BESIDE)} or ${isOfTwoOthers(MISSING_BESIDE)})
          or ${MISSING_BESIDE} < 0 and ${isAnnounced(`-${MISSING_BESIDE}`, 's.occurred_at')})`;

/**
 * What came on a hold's number in words that nobody knows, and is just its sum: it may be its payment until staff have decided
 * whose it is. Nobody can read the time in such words, so the clock of their phone dates them, and `PHONE_BEHIND` is allowed as
 * for a claim that prints no time.
 */
export const MONEY_OF_HOLD = `${unreadMoney({
  number: 'h.collection_number_id',
  amount: 'h.amount_xaf',
  made: MADE_OF_HOLD,
  between: `${MADE_OF_HOLD} - interval '${PHONE_BEHIND}' and h.due_at`,
})}
      union all
      ${waitingMoney('', {
        session: 'h.session_id',
        transaction: 'h.transaction_id',
        number: 'h.collection_number_id',
        amount: 'h.amount_xaf',
        made: MADE_OF_HOLD,
        until: 'h.due_at',
        payer: 'h.customer_phone',
      })}`;
