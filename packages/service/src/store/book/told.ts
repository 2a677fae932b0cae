import { NEAR_LOW_XAF } from '../../domain/doubt/guesses.ts';
import { CLAIM_DAYS } from '../../domain/movement/clocks.ts';
import { LOW_XAF } from '../../domain/movement/move.ts';

/** Whether the claim `x` may be later than a moment. A message that prints a time in the future counts as of its arrival. */
export const fallsAfter = (moment: string): string =>
  `least(x.occurred_at, x.arrived_at) + make_interval(secs => x.precision_ms / 1000.0) > ${moment}`;

/** Whether the claim `x` may still go on from the tip of its book `b`. */
export const MAY_GO_ON = fallsAfter(`coalesce(b.went_on_at, '-infinity')`);

/** Whether the claim `x` begins where its book `b` stands and came since it went on: a clock that is behind makes it seem older. */
export const IS_AT_THE_TIP = `(b.tip_xaf = any (x.begins_xaf) and x.arrived_at > b.went_on_at)`;

/**
 * Whether the claim `x` casts no doubt on where its book stands: it is money only if the balance that it prints is none of
 * airtime, and then the next payment says so.
 */
export const MAY_BE_AIRTIME = `coalesce(x.told -> 'readings' -> 0 ->> 'doubts', '') like '%airtime_balance%'`;

/** Whether somebody has waited on the number of the claim `x`, since before it came, for just a sum that it may have brought. */
export const IS_AWAITED = `exists (
      select from collection_holds h
      where h.collection_number_id = x.collection_number_id and h.amount_xaf = any (x.amounts_xaf) and h.state = 'OPEN'
        and x.arrived_at >= (select y.created_at from payment_sessions y where y.id = h.session_id
          union all select y.created_at from transactions y where y.id = h.transaction_id))`;

/** Whether the claim `x` tells of airtime alone. One that fitted nowhere was refuted at once, and may still fill a gap. */
export const IS_IDLE = `not exists (select from json_array_elements(x.told -> 'moves') m where m ->> 'kind' <> 'AIRTIME')`;

/** Whether a reading of the claim `x` is a customer's money. */
const MAY_PAY = `exists (select from json_array_elements(x.told -> 'moves') m where m ->> 'kind' in ('CREDIT', 'CASH_IN'))`;

/**
 * Whether the claim `x` prints a balance. One that prints none guesses at none: ten thousand of them would hide those that do. In the very
 * words of the index `book_claims_balances`, so that they aren't even read.
 */
export const PRINTS_A_BALANCE = `(x.begins_xaf <> '{}' or x.ends_xaf <> '{}')`;

/**
 * Whether the book `b` stands below `NEAR_LOW_XAF`, or has since its last reading: there any message may be the lucky guess
 * that lifted it. Looked up once a book and not once a message (`offset 0` keeps it whole), and only where a claim of the
 * last days is low, or was and has its place since.
 */
export const STOOD_LOW = `(select b.tip_xaf < ${NEAR_LOW_XAF} or ((exists (
        select from book_claims x where x.collection_number_id = b.collection_number_id and x.state in ('CLAIMED', 'REFUTED')
          and ${PRINTS_A_BALANCE} and x.arrived_at > b.anchored_at - interval '${CLAIM_DAYS} days' and ${LOW_XAF} > any (x.begins_xaf))
        or exists (select from book_claims x where x.collection_number_id = b.collection_number_id and x.state = 'PROVEN'
          and x.settled_at > b.anchored_at - interval '1 hour' and ${LOW_XAF} > any (x.begins_xaf)))
      and exists (select from book_steps s where s.collection_number_id = b.collection_number_id
        and s.ordinal >= b.anchored_ordinal and s.after_xaf < ${NEAR_LOW_XAF})) as is_low offset 0) stood`;

/** Whether the claim `x` may be a guess at a book that holds far more than `LOW_XAF`: it reaches that, or brings money. */
export const IS_NOT_LOW = `(${LOW_XAF} <= any (x.begins_xaf) or ${LOW_XAF} <= any (x.ends_xaf) or ${MAY_PAY})`;

/** The sums that may have left by the claim `x`, and to whom, one for each of its readings that tells of money that left. */
export const TOLD_OUT = `select (m ->> 'amount_xaf')::bigint as amount_xaf, m ->> 'recipient' as recipient from json_array_elements(x.told -> 'moves') m
      where m ->> 'kind' = 'DEBIT' or (m ->> 'kind' = 'UNREAD' and (m ->> 'after_xaf')::bigint < (m ->> 'before_xaf')::bigint)`;
