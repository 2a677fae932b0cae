import type { PaymentSessionRow } from '../rows.generated.ts';
import { idStatement, setStatement } from '../statement.ts';
import { SESSION_COLUMNS } from './columns.ts';

/** What is read back: all but `metadata`, which is stored and never returned. */
type SessionRow = Omit<PaymentSessionRow, 'metadata'> & { is_checked?: boolean };

/** Sessions by id, filtered by merchant and environment: another's is as absent as one that never was. */
export const loadSessions = setStatement<
  { session_id: string; merchant_id: string; environment: string },
  SessionRow
>(
  'load_sessions',
  `select ${SESSION_COLUMNS}, (s.status = 'AWAITING_PAYMENT' and exists (
    select from book_claims c
    where c.collection_number_id = s.collection_number_id and c.state in ('CLAIMED', 'PENDING')
      and s.amount_xaf = any (c.amounts_xaf)
      and c.occurred_at between s.created_at - interval '3 minutes' and s.expires_at)) as is_checked
  from json_to_recordset($1::json) as i (session_id uuid, merchant_id uuid, environment text)
  cross join lateral (
    select * from payment_sessions p
    where p.id = i.session_id and p.merchant_id = i.merchant_id and p.environment = i.environment
    limit 1) s`,
);

/** Locks sessions in id order, so that no two batches wait for each other in a circle, and reads them. */
export const lockSessions = idStatement<SessionRow>(
  'lock_sessions',
  `select ${SESSION_COLUMNS} from payment_sessions s where s.id = any ($1::uuid[]) order by s.id for update`,
);

/** Like `lockSessions`, but leaves out those that another transaction is working on. */
export const lockIdleSessions = idStatement<SessionRow>(
  'lock_idle_sessions',
  `select ${SESSION_COLUMNS} from payment_sessions s where s.id = any ($1::uuid[])
  order by s.id for update skip locked`,
);

/** Sessions by id, whoever they belong to; nothing is locked. */
export const loadSessionsById = idStatement<SessionRow>(
  'load_sessions_by_id',
  `select ${SESSION_COLUMNS} from payment_sessions s where s.id = any ($1::uuid[])`,
);
