import { NOBODY } from '../../domain/credit/credit.ts';
import { idStatement, setStatement } from '../statement.ts';

/** A session with the number proposed for it. `host_phone` is set when it shares a (number, amount). */
export type ProposedSession = {
  session_id: string;
  merchant_id: string;
  environment: string;
  reference: string;
  ticket: string;
  amount_xaf: number;
  operator: string;
  collection_number_id: string;
  assigned_collection_number: string;
  customer_phone: string | null;
  description: string | null;
  metadata: unknown;
  created_at: Date;
  expires_at: Date;
  due_at: Date;
  host_phone: string | null;
  /** Refused where an open session that declares no payer has one of these amounts; null: never for that. */
  apart_from: number[] | null;
  /** The transaction that borrows the session, written before it; null for a session of a merchant's own. */
  transaction_id: string | null;
};

/** A proposal whose hold was taken; one that is not returned was refused. */
export type Reservation = { session_id: string; made: boolean };

/**
 * Takes the hold and writes the session, for each proposal for which both unique indexes agree.
 * Not returned: number and amount (or the ticket) are taken, or the reference is; propose again. Returned but
 * not `made`: somebody took the reference at this moment, give the hold back with `dropHolds` before the
 * transaction ends (outside one, the deferred foreign key fails the statement).
 *
 * The advisory lock is tried, never waited for: a proposal that another process is just writing counts as
 * refused, so no two batches can wait for each other's holds in a circle. Rows go in key order.
 *
 * The parts are put together by hashed subplans (`in`, kept from becoming a join by `is true`): the planner
 * believes them to be one row each, and as nested loops they took half the time of a batch of 256.
 */
export const reserveSessions = setStatement<ProposedSession, Reservation>(
  'reserve_sessions',
  `with input as materialized (
    select * from json_to_recordset($1::json) as i (
      session_id uuid, merchant_id uuid, environment text, reference text, ticket text, amount_xaf int,
      operator text, collection_number_id uuid, assigned_collection_number text, customer_phone text,
      description text, metadata json, created_at timestamptz, expires_at timestamptz, due_at timestamptz,
      host_phone text, apart_from int[], transaction_id uuid)
  ), held as (
    insert into collection_holds
      (session_id, scope_id, collection_number_id, amount_xaf, customer_phone, is_guest, host_phone, ticket, due_at)
    select session_id, case environment when 'test' then merchant_id else '${NOBODY}' end, collection_number_id,
      amount_xaf, customer_phone, host_phone is not null, host_phone, ticket, due_at
    from input i
    where pg_try_advisory_xact_lock(hashtextextended(collection_number_id::text, amount_xaf))
      and (select true from payment_sessions s
        where s.merchant_id = i.merchant_id and s.environment = i.environment and s.reference = i.reference
        limit 1) is null
      and (i.apart_from is null or (select true from collection_holds h
        where h.collection_number_id = i.collection_number_id and h.amount_xaf = any (i.apart_from)
          and not h.is_guest and h.customer_phone is null and h.state = 'OPEN'
        limit 1) is null)
    order by collection_number_id, amount_xaf
    on conflict do nothing
    returning session_id
  ), made as (
    insert into payment_sessions
      (id, merchant_id, environment, reference, ticket, amount_xaf, operator, status, collection_number_id,
       assigned_collection_number, customer_phone, description, metadata, created_at, expires_at,
       transaction_id)
    select session_id, merchant_id, environment, reference, ticket, amount_xaf, operator, 'AWAITING_PAYMENT',
      collection_number_id, assigned_collection_number, customer_phone, description, metadata, created_at,
      expires_at, transaction_id
    from input where (session_id in (select session_id from held)) is true
    order by merchant_id, environment, reference
    on conflict on constraint payment_sessions_reference do nothing
    returning id
  )
  select session_id, session_id in (select id from made) as made from held`,
);

/** Gives back holds whose session could not be written. */
export const dropHolds = idStatement(
  'drop_holds',
  'delete from collection_holds where session_id = any ($1::uuid[])',
);

/** Which session has a reference, for those that have one. */
export const findReferences = setStatement<
  { merchant_id: string; environment: string; reference: string },
  { id: string; merchant_id: string; environment: string; reference: string }
>(
  'find_references',
  `select s.id, s.merchant_id, s.environment, s.reference
  from json_to_recordset($1::json) as i (merchant_id uuid, environment text, reference text)
  cross join lateral (
    select * from payment_sessions p
    where p.merchant_id = i.merchant_id and p.environment = i.environment and p.reference = i.reference
    limit 1) s`,
);
