import { CLAIM_DAYS } from '../../domain/movement/clocks.ts';
import { isSamePhone, isWholePhone } from './phones.ts';
import { moneyToldOf, type Owner, unreadMoney } from './waiting-money.ts';

/** What was paid to a session may seem to be from so long before it: the clocks of two phones, and the minute that is printed. */
const SEEMS_BEFORE = '3 minutes';

/** A text that tells of more sums than this stops no page from saying where to pay. */
const SUMS_SHOWN = 2;

/** Whether each reading of the claim `c` names wholly another phone than `payer`. An agent's is nobody's. */
const namesAnother = (payer: string): string => `(json_array_length(c.told -> 'readings') > 0 and not exists (
            select from json_array_elements(c.told -> 'readings') r
            where (${isWholePhone("r ->> 'payer'")} and not ${isSamePhone("r ->> 'payer'", payer)}
              and r ->> 'payer_is_agent' <> 'true') is not true))`;

/**
 * From where claims come, as `c`, that may be the payment of the row `of`. One that was refuted since, or as it came, is one of them: else a
 * page would tell at once, by which message is still waited for, where the book stands and what it misses. Each state has an index.
 * What is held for a sender on no list is none: it is held only where it begins at the book's balance.
 */
const claimOf = (of: string): string => `select from (
          select * from book_claims where state in ('CLAIMED', 'REFUTED')
          union all select * from book_claims where state = 'PENDING') c
        where c.collection_number_id = ${of}.collection_number_id
          and ${of}.amount_xaf = any (c.amounts_xaf) and cardinality(c.amounts_xaf) <= ${SUMS_SHOWN}
          and c.arrived_at >= ${of}.created_at and c.occurred_at between ${of}.created_at - interval '${SEEMS_BEFORE}' and ${of}.expires_at
          and c.told -> 'held' is null`;

/**
 * What tells of the payment that the row `of` waits for and is not proven, or understood by nobody (`Checked`). By one forged message
 * nobody who has declared his phone is told not to pay.
 */
const checked = (of: string, is_open: string, owner: Owner, payer: string, once_ended = 'null'): string => {
  const claim = claimOf(of);
  return `(case when not (${of}.${is_open}) then ${once_ended}
      when exists (${claim} and not ${namesAnother(`${of}.${payer}`)})
      or exists (${unreadMoney({
        number: `${of}.collection_number_id`,
        amount: `${of}.amount_xaf`,
        made: `${of}.created_at`,
        between: `${of}.created_at - interval '${SEEMS_BEFORE}' and ${of}.expires_at`,
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

/**
 * What tells of the payment of the session `s`, which has ended, and is not proven: a claim that names wholly the phone which was
 * declared, or that has the transaction id of which a payer has told on its page. So one forged message says nothing on the page of a
 * session that has declared nobody.
 */
const CHECKED_ONCE_ENDED = `case when s.status in ('EXPIRED', 'CANCELLED') and exists (${claimOf('s')}
          and c.arrived_at < s.closed_at + interval '${CLAIM_DAYS} days'
          and (exists (select from json_array_elements(c.told -> 'readings') r
              where ${isWholePhone("r ->> 'payer'")} and ${isSamePhone("r ->> 'payer'", 's.customer_phone')}
                and r ->> 'payer_is_agent' is distinct from 'true')
            or exists (select from payer_claims p
              where p.session_id = s.id and p.operator_transaction_id = c.told ->> 'operator_transaction_id'))) then 'own' end`;

/** The same of the session `s`. */
export const CHECKED = checked(
  's',
  `status = 'AWAITING_PAYMENT'`,
  { session: 's.id' },
  'customer_phone',
  CHECKED_ONCE_ENDED,
);
/** The same of the transaction `t`. */
export const TRANSACTION_CHECKED = checked(
  't',
  `status in ('PENDING', 'PROCESSING', 'WAITING_SMS')`,
  { transaction: 't.id' },
  'phone_number',
);
