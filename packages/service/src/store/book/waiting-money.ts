import { MATCHING_POLICY } from '../../domain/matching/case.ts';
import { IS_UNDATED, TICKETS, TOLD_TICKETS } from '../../domain/matching/stored.ts';
import { isReversed } from '../alerts.ts';
import { isSamePhone, isWholePhone } from './phones.ts';

// Money that is in the book and waits for people, and may be what a session or transaction waits for all the same.

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
export const SKEW = `${MATCHING_POLICY.skew_ms} milliseconds`;

/** What the session `session`, or the transaction, waits for on the number `number`, and when; each an expression of the statement. */
type Owed = Record<'number' | 'amount' | 'made' | 'until' | 'payer', string> & Owner;
export type Owner = Partial<Record<'session' | 'transaction', string>>;

/** From where money in these states comes, as `p`, of just the sum `amount` on the number `number`, that names no other payer than `payer`. */
const ofItsSum = (states: string, { number, amount, made, payer }: Owed): string => `from credits p
        where p.environment = 'live' and p.state in (${states}) and p.kind <> 'UNREAD' and p.created_at >= ${made}
          and p.collection_number_id = ${number} and p.amount_xaf = ${amount}
          and (${payer} is null or not ${isWholePhone('p.payer')} or ${isSamePhone('p.payer', payer)}) is not false`;

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
          and case when p.reason = 'too_many' then p.occurred_at between ${owed.made} - interval '${SKEW}' and ${owed.until}
            else p.received_at between ${owed.made} - interval '${PHONE_BEHIND}' and ${owed.until} and p.occurred_at < ${owed.made}
              and ${PRINTS_NO_TIME} end`;

/** From where money in suspense comes, as `p`, that moved in the time of a session or transaction which the decision names (`listed`), and is so. */
const ofListed = (listed: string, { made, until }: Owed, is: string): string => `from decisions d
        cross join lateral (select * from credits x where x.id = d.credit_id limit 1) p
        where ${listed} and d.verdict = 'SUSPENSE' and p.environment = 'live' and p.state = 'SUSPENSE'
          and p.occurred_at between ${made} - interval '${SKEW}' and ${until} and (${is})`;

/** Whether that money was paid to another number than that of who is named: of his sum, with his ticket or by the payer that he has declared. */
const isOnAnother = ({ number, amount, payer }: Owed): string => `d.rule <> 'own_number'
          and p.collection_number_id <> ${number} and p.amount_xaf = ${amount}
          and (d.rule in ('ticket_of_another_number', 'payer_of_another_number')
            or ${isWholePhone('p.payer')} and ${isSamePhone('p.payer', payer)})`;

/**
 * Whether his payer sent it to his number, of another sum: of just what another merchant had asked of him, who has ended or was paid. Who asks a
 * phone for the price less a fee, and gives that up, would else have the order expire beside it. Its page doesn't tell of that money: it is
 * too little, too much, or for that other merchant.
 */
const isSlip = ({ number, amount, payer }: Owed): string => `d.rule in ('second_payment', 'session_closed')
          and p.collection_number_id = ${number} and p.amount_xaf <> ${amount}
          and ${isWholePhone('p.payer')} and ${isSamePhone('p.payer', payer)}`;

/** Of which merchant that session or transaction is. */
const merchantOf = ({ session, transaction }: Owner): string => {
  const of = (owners: string, id: string) => `(select x.merchant_id from ${owners} x where x.id = ${id})`;
  const each = [
    ...(session === undefined ? [] : [of('payment_sessions', session)]),
    ...(transaction === undefined ? [] : [of('transactions', transaction)]),
  ];
  return `coalesce(${each.join(', ')})`;
};

/**
 * Whether that is in its time, but its words have the ticket of an order at the same merchant that has ended, or that people look at:
 * who begins again may quote the ticket of the attempt before, and writes it in whatever way. Where that order was given this number, the money lies in its case. Not where it names another
 * than `payer`. Who wants to keep a session by it pays its price. Its page doesn't tell of that money: it may be late money of that other
 * order, and who hasn't paid yet would be told to wait.
 */
const hasEndedTicket = (
  owed: Owed & { session: string },
): string => `p.occurred_at between ${owed.made} - interval '${SKEW}' and ${owed.until}
          and exists (select from (
              select x.rule, x.session_ids, x.decision_case from decisions x
              where x.credit_id = p.id and x.actor = 'ENGINE' limit 1) d
            cross join lateral unnest(d.session_ids) as i (id)
            cross join lateral (select * from payment_sessions x where x.id = i.id limit 1) o
            where d.rule in ('ticket_of_another_number', 'session_closed', 'second_payment', 'unmatched', 'amount_mismatch', 'joins_review')
              and o.status <> 'AWAITING_PAYMENT' and o.id is distinct from ${owed.session} and o.merchant_id = ${merchantOf(owed)}
              and o.ticket in (select json_array_elements_text(d.decision_case -> ${TICKETS})
                union all select json_array_elements_text(d.decision_case -> ${TOLD_TICKETS})))`;

/**
 * Whether in its message neither the operator nor the clock of the phone says truly when it moved: it came to us since then, prints no
 * time, and its phone dates it far back. A phone does so that was away, or that had no time of the network when the SMS came. Whose it is nobody else knows either.
 * Its page doesn't tell of that money: it may be older.
 */
const isDatedFarBack = (
  owed: Owed,
): string => `p.state = 'SUSPENSE' and p.reason in ('unmatched', 'unproven') and p.occurred_at < ${owed.made} - interval '${SKEW}'
          and (select n.created_at from book_steps u join notices n on n.id = u.notice_id where u.id = p.id) >= ${owed.made}
          and ${PRINTS_NO_TIME}`;

/** From where money comes, as `p`, that is what the session or transaction waits for on its number, and is one of the two. */
const untoldOf = (owed: Owed & { session: string }): string => `${ofItsSum("'REVIEW', 'SUSPENSE'", owed)}
          and (${isDatedFarBack(owed)} or ${hasEndedTicket(owed)})`;

/** That the decision `d` lists this session, or this transaction. */
const listsSession = (id: string): string => `d.session_ids && array[${id}]`;
const listsTransaction = (id: string): string =>
  `d.transaction_ids && array[${id}] and d.transaction_ids <> '{}'`;

const notReversed = (columns: string, from: string): string =>
  `select ${columns} ${from} and not ${isReversed('p.id')}`;

/** From where money that is so comes, of the decisions that list that session, or that transaction: each is looked for once. */
const listing = (owed: Owed, is: string): string[] => [
  ...(owed.session === undefined ? [] : [ofListed(listsSession(owed.session), owed, is)]),
  ...(owed.transaction === undefined ? [] : [ofListed(listsTransaction(owed.transaction), owed, is)]),
];

const allOf = (columns: string, from: readonly string[]): string =>
  from.map((one) => notReversed(columns, one)).join(' union all ');

/** `columns` of the credits `p` that wait for people and may be what is owed all the same. */
export const moneyToldOf = (columns: string, owed: Owed): string =>
  allOf(columns, [onItsNumber(owed), ...listing(owed, isOnAnother(owed))]);

/** The same, with those of which the page of the payment doesn't tell. */
export const waitingMoney = (columns: string, owed: Owed & { session: string }): string =>
  allOf(columns, [
    onItsNumber(owed),
    ...listing(owed, `${isOnAnother(owed)} or ${isSlip(owed)}`),
    untoldOf(owed),
  ]);
