import { statement } from '../statement.ts';
import type { LedgerProblem } from './check.ts';

/**
 * The rows of `table` whose events are not those of what became of them: as many as were counted, without a gap, and the last of
 * them that of its status. `types`: the type by status; what isn't named tells of nothing.
 */
const withOtherEvents = (table: string, types: Record<string, string>): string => `
    select r.id from ${table} r left join events e on e.object_id = r.id
    group by r.id
    having count(e.id) <> r.event_sequence
      or max(e.type) filter (where e.sequence = r.event_sequence) is distinct from case r.status ${Object.entries(
        types,
      )
        .map(([status, type]) => `when '${status}' then '${type}'`)
        .join(' ')} end`;

const SESSIONS = withOtherEvents('payment_sessions', {
  SUCCESS: 'payment_session.succeeded',
  UNDER_REVIEW: 'payment_session.under_review',
  EXPIRED: 'payment_session.expired',
});
const TRANSACTIONS = withOtherEvents('transactions', {
  SUCCESS: 'transaction.success',
  REFUNDED: 'transaction.success',
  FAILED: 'transaction.failed',
  TIMEOUT: 'transaction.timeout',
});

/**
 * What should still wait, and is told of nowhere: messages that nobody has read and that are in no inbox, events that were never
 * written, deliveries that are never due. Up to `limit` problems.
 */
export const findWaitingProblems = statement<{ limit: number }, LedgerProblem>(
  'find_waiting_problems',
  `select * from (
    select 'a message that nobody has read, and that does not wait to be read' as problem, n.id::text as subject
    from notices n
    where not exists (select from notice_readings r where r.notice_id = n.id)
      and not exists (select from notice_inbox b where b.notice_id = n.id)
    union all
    select 'a session whose events are not those of its status', s.id::text from (${SESSIONS}) s
    union all
    select 'a transaction whose events are not those of its status', x.id::text from (${TRANSACTIONS}) x
    union all
    select 'a delivery of an event that waits, and is never due', v.id::text
    from webhook_deliveries v
    where v.state = 'PENDING' and not exists (select from webhook_due w where w.delivery_id = v.id)
  ) problems limit $limit`,
);
