import {
  leftByDebit,
  leftElsewhere,
  leftNameless,
  leftUnexplained,
  mayLeaveUntil,
  perhapsSent,
  toldElsewhere,
} from '../book/left.ts';

const UNSENT = {
  since: 'coalesce(f.sent_at, f.created_at)',
  until: `coalesce(${mayLeaveUntil('f.ended_at')}, 'infinity')`,
  amount_xaf: 'f.amount_xaf',
  phone: 'f.to_phone',
} as const;
/** From any SIM it may have left since it was asked for: somebody had the list, whoever said later from where it was sent. */
const ASKED = { ...UNSENT, since: 'f.created_at' } as const;
export const leftBesides = (number_id: string): string => leftElsewhere(ASKED, number_id);
/** Whether the SIM of the book `b` may have sent the refund `f` before anybody said so. */
export const PERHAPS_SENT = perhapsSent(ASKED);
export const LEFT_ELSEWHERE = leftBesides('null');
/** By whose network the payment of the refund `f` was asked for. */
export const ASKED_BY = `coalesce(
        (select p.operator from payment_sessions p where p.id = f.payment_session_id),
        (select p.operator from transactions p where p.id = f.transaction_id))`;
/**
 * By whose network it came: that of the SIM which its money came to, since people may have given the money to what was to be paid by the
 * other. Whoever is named there as its payer is reached by it alone; the phone that was declared may be of the one that was asked for. What
 * a rail took has no such credit.
 */
export const CAME_BY = `coalesce(
        (select c.operator from credits c where c.matched_session_id = f.payment_session_id),
        (select c.operator from credits c where c.matched_transaction_id = f.transaction_id),
        ${ASKED_BY})`;
/** The same by a message that waits, or to nobody knows whom. */
export const TOLD_ELSEWHERE = `(${toldElsewhere(ASKED)}
      or ${leftNameless(ASKED, `${CAME_BY}, ${ASKED_BY}`)})`;
/** Whether the refund `f`, of the SIM of the book `b`, may have left though nobody has said so, or people said that it has not. */
export const LEFT = `(${leftUnexplained(UNSENT)} or ${LEFT_ELSEWHERE})`;

/**
 * Whether a debit that nobody has explained is the refund `f`, of the SIM of the book `b`, as far as its sum and its phone tell: of its
 * own SIM or any other.
 */
export const LEFT_BY_DEBIT = `(${leftByDebit(UNSENT)} or ${LEFT_ELSEWHERE})`;

/**
 * The refunds of the merchant `m` that people called failed, and that a debit nobody has explained is, as far as its sum and its phone
 * tell: their sum is the merchant's again, and its payer has it. What may only hide one, such as a message that waits, is not
 * meant: by one SMS anybody could hold all that a merchant is paid out. One that no SIM was named for, a part of what a rail took, has no
 * book, and any SIM may have sent it.
 */
export const LEFT_REFUNDS = `from refunds f left join books b on b.collection_number_id = f.collection_number_id
      where f.merchant_id = m.id and f.environment = 'live' and f.state = 'FAILED' and f.via = 'sim'
        and ${LEFT_BY_DEBIT}`;
