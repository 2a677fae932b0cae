import { CLOCKS_DIFFER, mayBeOfSum } from './left.ts';
import { TOLD_OUT } from './told.ts';

/** What a person is to send, or has said to have sent, and no SIM has told of: since when it may have left, from which SIM, how much. */
const UNDER_WAY = `(
      select r.created_at as since, r.collection_number_id as number_id, r.amount_xaf from refunds r
      where r.environment = 'live' and r.via = 'sim' and r.state in ('PENDING', 'SENDING', 'UNKNOWN')
      union all
      select s.created_at, l.owner_id, s.amount_xaf from settlements s
      left join ledger_accounts l on l.id = s.from_account_id and l.kind = 'FLOAT'
      where s.environment = 'live' and s.state in ('SENDING', 'UNKNOWN')
      union all
      select coalesce(c.occurred_at, a.announced_at), a.collection_number_id, a.amount_xaf from announced_debits a
      left join credits c on c.id = a.cause_id
      where a.kind = 'refund' and a.step_id is null)`;

/**
 * So many messages of a number are looked at, the newest: one SMS a second of anybody's is 600,000 of them in a week, none of which ages,
 * and each page of the desk looks.
 */
const LOOKED_AT_MOST = 1000;

/**
 * A query of the messages of a number that came before `claims_since`, wait for their place all the same, and tell of money out that may
 * be something under way. Nothing goes on to them any more, and they keep that from being called not sent until people disown them: so
 * they stay on the lists. What is under way is mostly younger than any of them, and then none is read.
 */
export const heldUpBy = (
  number_id: string,
  claims_since: string,
): string => `select x.notice_id, x.arrived_at from (
        select c.notice_id, c.collection_number_id, c.arrived_at, c.told from book_claims c
        where c.collection_number_id = ${number_id} and c.state = 'CLAIMED' and c.arrived_at <= ${claims_since}
          and c.arrived_at >= (select min(u.since) from ${UNDER_WAY} u) - ${CLOCKS_DIFFER}
        order by c.arrived_at desc limit ${LOOKED_AT_MOST}) x
      where exists (
          select from ${UNDER_WAY} u cross join lateral (${TOLD_OUT}) t
          where x.arrived_at >= u.since - ${CLOCKS_DIFFER} and t.amount_xaf >= u.amount_xaf
            and (u.number_id = x.collection_number_id or ${mayBeOfSum('t.amount_xaf', 'u.amount_xaf')}))`;
