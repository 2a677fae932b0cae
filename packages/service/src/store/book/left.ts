import { CLOCKS_DIFFER_MS, READING_MS } from '../../domain/movement/clocks.ts';
import { HIDDEN_FEE } from '../../domain/movement/move.ts';
import { isUnsaid, STANDS, UNEXPLAINED } from './doubts.ts';
import { isSamePhone, isToPhone, isWholePhone, national } from './phones.ts';
import { TOLD_OUT } from './told.ts';

// The conditions below tell whether the book `b` of a SIM may hide a debit that staff have sent from it.

/** A step or a message of so long before the debit was sent may be it. */
export const CLOCKS_DIFFER = `interval '${CLOCKS_DIFFER_MS} milliseconds'`;

/** Whether somebody looked at the SIM after the debit was sent. The look was up to `READING_MS` before the balance was said. */
export const lookedAtSince = (sent_at: string): string =>
  `b.anchored_at - interval '${READING_MS} milliseconds' > ${sent_at}`;

/** Whether a reading found more or less than messages tell, and nobody knows why: the debit may hide there, beside others. */
export const isGapOpen = (sent_at: string): string => `exists (
      select from book_steps g
      where g.collection_number_id = b.collection_number_id and g.occurred_at > ${sent_at} - ${CLOCKS_DIFFER}
        and g.kind = 'UNEXPLAINED' and ${isUnsaid('g')})`;

/**
 * Whether a message may tell of a debit of that sum that the book has not as one: a message that waits for its place tells of it, or of
 * more, since it may hide the fee; or one in words that nobody knows was booked as money that came, and that money waits. Behind a lost
 * payment of twice its sum a debit reads so. `until`: up to when it may have come.
 */
export const mayTellOfDebit = (
  sent_at: string,
  amount_xaf: string,
  until = "'infinity'",
): string => `(exists (
      select from book_claims x cross join lateral (${TOLD_OUT}) t
      where x.collection_number_id = b.collection_number_id and x.arrived_at between ${sent_at} - ${CLOCKS_DIFFER} and ${until}
        and x.state = 'CLAIMED' and t.amount_xaf >= ${amount_xaf})
      or exists (
      select from credits u
      where u.collection_number_id = b.collection_number_id and u.environment = 'live' and u.state in ('REVIEW', 'SUSPENSE')
        and u.amount_xaf = ${amount_xaf} and u.kind = 'UNREAD' and u.received_at between ${sent_at} - ${CLOCKS_DIFFER} and ${until}))`;

/** Until when what was called failed may turn out to have left: what leaves later is another's. */
export const mayLeaveUntil = (ended_at: string): string => `${ended_at} + interval '30 days'`;

/** What people said was not sent: when it could leave at the earliest, until when it counts, how much it was, and to whom. */
type UnsentSum = { since: string; until: string; amount_xaf: string; phone: string };

/** Whether what left is that sum, or that sum and what the operator may take for it: a list may tell both in one. */
export const mayBeOfSum = (left_xaf: string, amount_xaf: string): string =>
  `${left_xaf} between ${amount_xaf} and ${amount_xaf} + greatest(${HIDDEN_FEE.least_xaf}, ceil(${amount_xaf} * ${HIDDEN_FEE.share}))`;

/** Whether a printed recipient is not certainly another phone. */
const mayBeTo = (recipient: string, phone: string): string =>
  `(${isWholePhone(recipient)} and not ${isSamePhone(recipient, phone)}) is not true`;

/** Whether the step `s` is a debit of that sum that does not certainly name another phone. */
const isItsDebit = ({
  amount_xaf,
  phone,
}: Pick<UnsentSum, 'amount_xaf' | 'phone'>): string => `${mayBeOfSum(`-${STANDS}`, amount_xaf)}
            and ${mayBeTo('s.recipient', phone)}`;

/** Whether the SIM of the book `b` has sent that sum to nobody else, and nobody has said what it was. */
export const leftByDebit = (unsent: UnsentSum): string => `exists (
      select from book_steps s
      where s.collection_number_id = b.collection_number_id and s.kind = 'DEBIT' and ${UNEXPLAINED}
        and s.occurred_at between ${unsent.since} - ${CLOCKS_DIFFER} and ${unsent.until} and ${isItsDebit(unsent)})`;

/**
 * Whether the SIM of the book `b` may have sent it after all: a debit of that sum, not certainly to another phone; as much or more
 * in unknown words, since it may hide a fee; a difference that a reading found, which may hide it beside others; or a message that
 * waits for its place. It counts until two people have said what it was.
 */
export const leftUnexplained = ({ since, until, amount_xaf, phone }: UnsentSum): string => `((
      select true from book_steps s
      where s.collection_number_id = b.collection_number_id and ${UNEXPLAINED}
        and s.occurred_at between ${since} - ${CLOCKS_DIFFER} and ${until}
        and case s.kind
          when 'DEBIT' then ${isItsDebit({ amount_xaf, phone })}
          when 'UNREAD' then -${STANDS} >= ${amount_xaf}
          when 'UNEXPLAINED' then true
          else false end limit 1) is not null
      or ${mayTellOfDebit(since, amount_xaf, until)})`;

/** Whether the step `s` is money that left, as far as anybody knows to nobody. */
export const IS_NAMELESS = `s.kind in ('DEBIT', 'UNEXPLAINED') and s.after_xaf < s.before_xaf and s.recipient is null`;

/** Whether the step `s` is money in words that nobody knows, whose text prints this phone. */
export const isUnreadTo = (phone: string): string => `s.kind = 'UNREAD' and exists (
              select from notices w where w.id = s.notice_id and position(${national(phone)} in w.body) > 0)`;

/**
 * Whether a SIM of ours has sent that sum to that phone in words that nobody knows, and nobody has said what it was. What it told of in
 * other words is met by what is announced there.
 */
export const leftUnread = (
  { since, until, amount_xaf, phone }: UnsentSum,
  number_id: string,
): string => `exists (
      select from book_steps s
      where s.collection_number_id = ${number_id} and ${isUnreadTo(phone)}
        and s.occurred_at between ${since} - ${CLOCKS_DIFFER} and ${until}
        and ${UNEXPLAINED} and ${mayBeOfSum(`-${STANDS}`, amount_xaf)})`;

/**
 * Whether the SIM of the book `b` may have sent that sum to that phone already, and nobody has said what left: by a debit, by words that
 * nobody knows, or by a message that waits for its place. Warn by it and refuse nothing: one SMS of anybody is enough for it.
 */
export const perhapsSent = (unsent: UnsentSum): string => `(${leftByDebit(unsent)}
    or ${leftUnread(unsent, 'b.collection_number_id')}
    or exists (
      select from book_claims x cross join lateral (${TOLD_OUT}) o
      where x.collection_number_id = b.collection_number_id and x.state = 'CLAIMED'
        and x.arrived_at between ${unsent.since} - ${CLOCKS_DIFFER} and ${unsent.until}
        and ${mayBeOfSum('o.amount_xaf', unsent.amount_xaf)} and ${mayBeTo('o.recipient', unsent.phone)}))`;

/** Whether the step `s` is money that left to this phone, by its message or by a text in words that nobody knows. */
const isSentTo = (phone: string): string =>
  `(s.kind = 'DEBIT' and ${isToPhone('s.recipient', phone)} or ${isUnreadTo(phone)})`;

/** A row where the SIM of the number `n` has sent that sum to that phone, and nobody has said what it was. */
export const stepTo = ({ since, until, amount_xaf, phone }: UnsentSum): string => `
        select from book_steps s
        where s.collection_number_id = n.id and ${isSentTo(phone)}
          and s.occurred_at between ${since} - ${CLOCKS_DIFFER} and ${until}
          and ${UNEXPLAINED} and ${mayBeOfSum(`-${STANDS}`, amount_xaf)} limit 1`;

/** What has left our SIMs since a moment by messages, in words that somebody knows or that nobody does, and nobody has said what it was. */
export const leftNumbers = (since: string): string => `
    select s.collection_number_id, n.msisdn, s.kind, s.recipient, s.notice_id, s.occurred_at, -${STANDS} as left_xaf
    from collection_numbers n cross join lateral (
      select s.* from book_steps s
      where s.collection_number_id = n.id and s.kind = 'DEBIT' and s.occurred_at >= ${since} - ${CLOCKS_DIFFER}
      union all
      select s.* from book_steps s
      where s.collection_number_id = n.id and s.kind = 'UNREAD' and s.occurred_at >= ${since} - ${CLOCKS_DIFFER}) s
    where n.environment = 'live' and ${UNEXPLAINED}`;

/** Whether that sum was sent to that phone by what left, a row `s` of `leftNumbers`. */
export const isSent = ({ since, amount_xaf, phone }: Omit<UnsentSum, 'until'>): string => `
      s.occurred_at >= ${since} - ${CLOCKS_DIFFER} and ${mayBeOfSum('s.left_xaf', amount_xaf)}
      and ${isSentTo(phone)}`;

/** What messages that wait for their place on these numbers say has left since a moment. */
export const toldNumbers = (numbers: string, since: string): string => `
    select x.collection_number_id, x.arrived_at, o.amount_xaf, o.recipient
    from book_claims x cross join lateral (${TOLD_OUT}) o
    where x.collection_number_id in (${numbers}) and x.state = 'CLAIMED' and x.arrived_at >= ${since} - ${CLOCKS_DIFFER}`;

/** Whether a row `t` of `toldNumbers` may be that sum to that phone. Warn by it and refuse nothing: one SMS of anybody is enough for it. */
export const mayBeTold = ({ since, amount_xaf, phone }: Omit<UnsentSum, 'until'>): string => `
      t.arrived_at >= ${since} - ${CLOCKS_DIFFER} and ${mayBeOfSum('t.amount_xaf', amount_xaf)}
      and ${mayBeTo('t.recipient', phone)}`;

/**
 * Whether any SIM of ours has sent that sum to that phone, and nobody has said what it was: it was sent from another than was said. Of
 * words that nobody knows the text tells the phone.
 * @param besides a number of ours that is not meant
 */
export const leftElsewhere = (unsent: UnsentSum, besides = 'null'): string => `exists (
      select from collection_numbers n cross join lateral (${stepTo(unsent)}) d
      where n.environment = 'live' and n.id is distinct from ${besides})`;

/**
 * Whether any SIM of ours of these operators has sent that sum and nothing tells to whom: by words that name nobody, or as a reading found
 * it gone. It was perhaps sent from another SIM than was said. Ask it only before something is called failed: until people have said what
 * that was.
 * @param operators one, or several with commas between them
 */
export const leftNameless = (
  { since, amount_xaf }: Pick<UnsentSum, 'since' | 'amount_xaf'>,
  operators: string,
): string => `exists (
      select from collection_numbers n cross join lateral (
        select from book_steps s
        where s.collection_number_id = n.id and ${IS_NAMELESS} and s.occurred_at >= ${since} - ${CLOCKS_DIFFER}
          and ${UNEXPLAINED} and ${mayBeOfSum(`-${STANDS}`, amount_xaf)} limit 1) d
      where n.environment = 'live' and n.operator in (${operators}))`;

/**
 * Whether a message that waits tells of that sum to that phone, on any SIM of ours. Ask it only before something is called failed: by one
 * SMS anybody could hold what a merchant is paid out.
 */
export const toldElsewhere = ({ since, amount_xaf, phone }: Omit<UnsentSum, 'until'>): string => `exists (
      select from collection_numbers n cross join lateral (
        select from book_claims x cross join lateral json_array_elements(x.told -> 'moves') m
        where x.collection_number_id = n.id and x.state = 'CLAIMED' and x.arrived_at >= ${since} - ${CLOCKS_DIFFER}
          and ${mayBeOfSum("(m ->> 'amount_xaf')::bigint", amount_xaf)} and ${isToPhone("(m ->> 'recipient')", phone)} limit 1) d
      where n.environment = 'live')`;

/**
 * To whom a sum of money was to be paid that somebody had asked for in the month before a moment: phones, as JSON. A sweep of such a sum
 * goes to our own wallet, and what went to one of these is none: one person announces it. `unpaid`: only what has been approved or asked
 * for and has not ended.
 */
export const payeesOf = (amount_xaf: string, moment: string, which: 'all' | 'unpaid' = 'all'): string => {
  const isMeant = (states: string) =>
    `f.environment = 'live' and f.amount_xaf = ${amount_xaf} and f.created_at > ${moment} - interval '30 days'
          ${which === 'all' ? '' : `and f.state in (${states})`}`;
  return `(select json_agg(distinct ${national('p.phone')}) from (
        select t.msisdn as phone from settlements f join payout_accounts t on t.id = f.payout_account_id
        where ${isMeant("'APPROVED', 'SENDING', 'UNKNOWN'")}
        union all select f.to_phone from refunds f where ${isMeant("'PENDING', 'SENDING', 'UNKNOWN'")}) p
      where p.phone is not null)`;
};
