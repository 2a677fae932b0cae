import { LOW_XAF, NEAR_LOW_XAF } from '../../domain/book/guesses.ts';
import { CLAIM_DAYS } from '../../domain/book/policy.ts';
import { MATCHING_POLICY } from '../../domain/matching/case.ts';
import { IS_UNDATED, TICKETS } from '../../domain/matching/stored.ts';
import { isReversed } from '../alerts.ts';

/** Whether the claim `x` may be later than a moment. A message that prints a time in the future counts as of its arrival. */
export const fallsAfter = (moment: string): string =>
  `least(x.occurred_at, x.arrived_at) + make_interval(secs => x.precision_ms / 1000.0) > ${moment}`;

/** Whether the claim `x` may still go on from the tip of its book `b`. */
export const MAY_GO_ON = fallsAfter(`coalesce(b.went_on_at, '-infinity')`);

/** Whether the claim `x` begins where its book `b` stands and came since it went on: a clock that is behind makes it seem older. */
export const IS_AT_THE_TIP = `(b.tip_xaf = any (x.begins_xaf) and x.arrived_at > b.went_on_at)`;

/** Whether the claim `x` tells of airtime alone. One that fitted nowhere was refuted at once, and may still fill a gap. */
export const IS_IDLE = `not exists (select from json_array_elements(x.told -> 'moves') m where m ->> 'kind' <> 'AIRTIME')`;

/** Whether a reading of the claim `x` is a customer's money. */
const MAY_PAY = `exists (select from json_array_elements(x.told -> 'moves') m where m ->> 'kind' in ('CREDIT', 'CASH_IN'))`;

/**
 * Whether the book `b` stands below `NEAR_LOW_XAF`, or has since its last reading: there any message may be the lucky guess
 * that lifted it. Looked up once a book and not once a message (`offset 0` keeps it whole), and only where a claim of the
 * last days is low.
 */
export const STOOD_LOW = `(select b.tip_xaf < ${NEAR_LOW_XAF} or (exists (
        select from book_claims x where x.collection_number_id = b.collection_number_id and x.state in ('CLAIMED', 'REFUTED')
          and x.arrived_at > b.anchored_at - interval '${CLAIM_DAYS} days' and ${LOW_XAF} > any (x.begins_xaf))
      and exists (select from book_steps s where s.collection_number_id = b.collection_number_id
        and s.ordinal >= b.anchored_ordinal and s.after_xaf < ${NEAR_LOW_XAF})) as is_low offset 0) stood`;

/** Whether the claim `x` may be a guess at a book that holds far more than `LOW_XAF`: it reaches that, or brings money. */
export const IS_NOT_LOW = `(${LOW_XAF} <= any (x.begins_xaf) or ${LOW_XAF} <= any (x.ends_xaf) or ${MAY_PAY})`;

/** A text that tells of more sums than this stops no page from saying where to pay. */
const SUMS_SHOWN = 2;

/**
 * Money in words that nobody knows that may be a payment of `amount` on the number `number`: it came to us at `made` or later,
 * happened `between`, and nobody has said yet whose it is, or that it was never paid. Each is looked up by its id, so that the
 * plan begins at the few such steps. Where messages before it are missing, money that came may fit the book as if it had left: such
 * a step counts until somebody explains it.
 */
export const unreadMoney = ({
  number,
  amount,
  made,
  between,
}: Record<'number' | 'amount' | 'made' | 'between', string>): string => `select from book_steps u
        where u.kind = 'UNREAD' and u.collection_number_id = ${number} and abs(u.after_xaf - u.before_xaf) = ${amount}
          and u.occurred_at between ${between}
          and (select n.created_at from notices n where n.id = u.notice_id) >= ${made}
          and (u.after_xaf < u.before_xaf or (select p.state from credits p where p.id = u.id) = 'SUSPENSE')
          and (select true from book_explanations w where w.step_id = u.id
            and (u.after_xaf < u.before_xaf or w.meaning = 'write_off')) is null`;

/** How far the clock of a phone may be behind ours. It dates what prints no time. */
export const PHONE_BEHIND = '4 minutes';

/** How far an operator's clock may be ahead of ours, or behind. */
const CLOCKS_DIFFER = `${MATCHING_POLICY.skew_ms} milliseconds`;

/** What the session `session`, or the transaction, waits for on the number `number`, and when; each an expression of the statement. */
type Owed = Record<'number' | 'amount' | 'made' | 'until' | 'payer', string> & Owner;
type Owner = Partial<Record<'session' | 'transaction', string>>;

/** From where money in these states comes, as `p`, of just the sum `amount` on the number `number`, that names no other payer than `payer`. */
const ofItsSum = (states: string, { number, amount, made, payer }: Owed): string => `from credits p
        where p.environment = 'live' and p.state in (${states}) and p.kind <> 'UNREAD' and p.created_at >= ${made}
          and p.collection_number_id = ${number} and p.amount_xaf = ${amount}
          and (${payer} is null or p.payer !~ '^[0-9]{8,}$' or right(p.payer, 8) = right(${payer}, 8)) is not false`;

/** Whether the message of the credit `p` prints no time, as the engine decided. */
const PRINTS_NO_TIME = `(select d.decision_case ->> ${IS_UNDATED} = '1' from decisions d where d.credit_id = p.id and d.actor = 'ENGINE')`;

/**
 * From where money that waits for people comes, as `p`, that may be a payment of `amount` on the number `number` all the same. Not
 * where it names another than `payer`. Either more sessions have declared its payer than one decision touches, so that it touched
 * nobody; or it counts as older than `made`, though its message prints no time and came to us between then and `until`, since an
 * earlier one goes on from it: that one may be forged by somebody who knew the next price. What was decided of each is looked up by
 * its id, so that no plan begins at all decisions.
 */
const onItsNumber = (owed: Owed): string => `${ofItsSum("'REVIEW', 'SUSPENSE'", owed)}
          and case when p.reason = 'too_many' then p.occurred_at between ${owed.made} - interval '${CLOCKS_DIFFER}' and ${owed.until}
            else p.received_at between ${owed.made} - interval '${PHONE_BEHIND}' and ${owed.until} and p.occurred_at < ${owed.made}
              and ${PRINTS_NO_TIME} end`;

/**
 * From where money in suspense comes, as `p`, that was paid to another number than that of a session or transaction which the
 * decision names (`listed`): of its sum, in its time, with its ticket or by the payer that it has declared.
 */
const onAnother = (listed: string, { number, amount, made, until, payer }: Owed): string => `from decisions d
        cross join lateral (select * from credits x where x.id = d.credit_id limit 1) p
        where ${listed} and d.verdict = 'SUSPENSE' and p.environment = 'live' and p.state = 'SUSPENSE'
          and d.rule <> 'own_number' and p.collection_number_id <> ${number} and p.amount_xaf = ${amount}
          and p.occurred_at between ${made} - interval '${CLOCKS_DIFFER}' and ${until}
          and (d.rule in ('ticket_of_another_number', 'payer_of_another_number')
            or p.payer ~ '^[0-9]{8,}$' and right(p.payer, 8) = right(${payer}, 8))`;

/**
 * From where money in suspense comes, as `p`, that is what the session waits for on its number, in its time, but quotes the ticket
 * of an order at the same merchant that has ended: who begins again may quote the ticket of the attempt before. Not where it names
 * another than `payer`. Who wants to keep a session by it pays its price. Its page doesn't tell of that money: it may be late money
 * of that other order, and who hasn't paid yet would be told to wait.
 */
const withEndedTicket = (owed: Owed): string => `${ofItsSum("'SUSPENSE'", owed)}
          and p.occurred_at between ${owed.made} - interval '${CLOCKS_DIFFER}' and ${owed.until}
          and exists (select from (
              select x.rule, x.session_ids, x.decision_case from decisions x
              where x.credit_id = p.id and x.actor = 'ENGINE' limit 1) d
            cross join lateral unnest(d.session_ids) as i (id)
            cross join lateral (select * from payment_sessions x where x.id = i.id limit 1) o
            where d.rule in ('ticket_of_another_number', 'session_closed', 'second_payment', 'unmatched')
              and o.status not in ('AWAITING_PAYMENT', 'UNDER_REVIEW')
              and o.merchant_id = (select x.merchant_id from payment_sessions x where x.id = ${owed.session})
              and o.ticket in (select json_array_elements_text(d.decision_case -> ${TICKETS})))`;

/**
 * From where money comes, as `p`, that is what the session or transaction waits for on its number, and in whose message neither the
 * operator nor the clock of the phone says truly when it moved: it came to us since then, prints no time, and its phone dates it far
 * back. A phone does so that was away, or that had no time of the network when the SMS came. Whose it is nobody else knows either.
 * Its page doesn't tell of that money: it may be older.
 */
const datedFarBack = (owed: Owed): string => `${ofItsSum("'SUSPENSE'", owed)}
          and p.reason in ('unmatched', 'unproven') and p.occurred_at < ${owed.made} - interval '${CLOCKS_DIFFER}'
          and (select n.created_at from book_steps u join notices n on n.id = u.notice_id where u.id = p.id) >= ${owed.made}
          and ${PRINTS_NO_TIME}`;

/** That the decision `d` lists this session, or this transaction. */
const listsSession = (id: string): string => `d.session_ids && array[${id}]`;
const listsTransaction = (id: string): string =>
  `d.transaction_ids && array[${id}] and d.transaction_ids <> '{}'`;

const notReversed = (columns: string, from: string): string =>
  `select ${columns} ${from} and not ${isReversed('p.id')}`;

/** `columns` of the credits `p` that wait for people and may be what is owed all the same. */
const moneyToldOf = (columns: string, owed: Owed): string =>
  [
    onItsNumber(owed),
    ...(owed.session === undefined ? [] : [onAnother(listsSession(owed.session), owed)]),
    ...(owed.transaction === undefined ? [] : [onAnother(listsTransaction(owed.transaction), owed)]),
  ]
    .map((from) => notReversed(columns, from))
    .join(' union all ');

/** The same, with those of which the page of the payment doesn't tell. */
export const waitingMoney = (columns: string, owed: Owed & { session: string }): string =>
  [
    moneyToldOf(columns, owed),
    ...[withEndedTicket(owed), datedFarBack(owed)].map((from) => notReversed(columns, from)),
  ].join(' union all ');

/** Whether each reading of the claim `c` names wholly another phone than `payer`. An agent's is nobody's. */
const namesAnother = (payer: string): string => `(json_array_length(c.told -> 'readings') > 0 and not exists (
            select from json_array_elements(c.told -> 'readings') r
            where (r ->> 'payer' ~ '^[0-9]{8,}$' and right(r ->> 'payer', 8) <> right(${payer}, 8)
              and r ->> 'payer_is_agent' <> 'true') is not true))`;

/**
 * What tells of the payment that the row `of` waits for and is not proven, or understood by nobody (`Checked`). By one forged message
 * nobody who has declared his phone is told not to pay.
 */
const checked = (of: string, is_open: string, owner: Owner, payer: string): string => {
  const claim = `select from book_claims c
        where c.collection_number_id = ${of}.collection_number_id and c.state in ('CLAIMED', 'PENDING')
          and ${of}.amount_xaf = any (c.amounts_xaf) and cardinality(c.amounts_xaf) <= ${SUMS_SHOWN}
          and c.arrived_at >= ${of}.created_at and c.occurred_at between ${of}.created_at - interval '3 minutes' and ${of}.expires_at`;
  return `(case when not (${of}.${is_open}) then null
      when exists (${claim} and not ${namesAnother(`${of}.${payer}`)})
      or exists (${unreadMoney({
        number: `${of}.collection_number_id`,
        amount: `${of}.amount_xaf`,
        made: `${of}.created_at`,
        between: `${of}.created_at - interval '3 minutes' and ${of}.expires_at`,
      })})
      or exists (${moneyToldOf('', {
        ...owner,
        number: `${of}.collection_number_id`,
        amount: `${of}.amount_xaf`,
        made: `${of}.created_at`,
        until: `${of}.expires_at`,
        payer: `${of}.${payer}`,
      })}) then 'own'
      when exists (${claim}) then 'other_phone' end)`;
};

/** The same of the session `s`. */
export const CHECKED = checked('s', `status = 'AWAITING_PAYMENT'`, { session: 's.id' }, 'customer_phone');
/** The same of the transaction `t`. */
export const TRANSACTION_CHECKED = checked(
  't',
  `status in ('PENDING', 'PROCESSING', 'WAITING_SMS')`,
  { transaction: 't.id' },
  'phone_number',
);

/** The sums that may have left by the claim `x`, one for each of its readings that tells of money that left. */
export const TOLD_OUT = `select (m ->> 'amount_xaf')::bigint as amount_xaf from json_array_elements(x.told -> 'moves') m
      where m ->> 'kind' = 'DEBIT' or (m ->> 'kind' = 'UNREAD' and (m ->> 'after_xaf')::bigint < (m ->> 'before_xaf')::bigint)`;
