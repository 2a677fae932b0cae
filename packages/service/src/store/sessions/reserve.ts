import { NOBODY } from '../../domain/credit.ts';
import { waitsForOneOf } from '../numbers/pool.ts';
import { idStatement, setStatement, statement } from '../statement.ts';
import { byReference } from './references.ts';

/**
 * A reservation with the number proposed for it, and the session that will own it. `host_phone` is set when it
 * shares a (number, amount).
 */
export type ProposedSession = {
  owner_id: string;
  /** A transaction owns its reservation itself: it is written before it, and no session is made. */
  owner_kind: 'session' | 'transaction';
  merchant_id: string;
  environment: string;
  reference: string;
  /** Null for a transaction. */
  ticket: string | null;
  amount_xaf: number;
  operator: string;
  collection_number_id: string;
  assigned_collection_number: string;
  customer_phone: string | null;
  description: string | null;
  metadata: unknown;
  /** The link by which its payer asked for it. */
  link_id: string | null;
  created_at: Date;
  expires_at: Date;
  due_at: Date;
  host_phone: string | null;
  /** Refused where an open session that declares no payer has one of these amounts; null: never for that. */
  apart_from: number[] | null;
  /** Refused where any open session or transaction has one of these amounts, as far as this statement sees; null: never for that. */
  rather_apart: number[] | null;
  /** Live: the place of its merchant's allowance; null in test. */
  allowance_slot: number | null;
  /** Live: the place of its merchant's numbers for the amount; null for a guest on a number it holds already. */
  amount_share: number | null;
};

/** A proposal whose hold was taken; one that is not returned was refused. */
export type Reservation = { owner_id: string; made: boolean };

/**
 * The keys of the advisory locks of a reference, of a number for an amount and of a merchant's places; what they
 * are made of are columns of `i`.
 */
const REFERENCE_LOCK = `hashtextextended(
  'reference/' || i.merchant_id::text || '/' || i.environment || '/' || i.reference, 0)`;
const NUMBER_LOCK = 'hashtextextended(i.collection_number_id::text, i.amount_xaf)';
const SLOT_LOCK = `hashtextextended(i.merchant_id::text || '/' || i.operator, allowance_slot)`;
const SHARE_LOCK = `hashtextextended(i.merchant_id::text || '/' || i.operator || '/' || i.amount_xaf, amount_share)`;

/**
 * Takes the hold, and writes the session that owns it, for each proposal for which all unique indexes agree.
 * Not returned: number and amount (or the ticket) are taken, or the reference is, or in live a place of the merchant; propose
 * again. Returned but not `made`: somebody took the reference at this moment; give the hold back with `dropHolds` before the
 * transaction ends (outside one, the deferred foreign key fails the statement).
 *
 * Advisory locks are tried, never waited for: a proposal that another process is just writing counts as refused,
 * so no two batches can wait for each other's holds in a circle. So are those that `stays_apart` takes, and those of
 * references, which a batch writes in many rounds, in no order. The `case` keeps the planner from trying any of
 * them, as the cheapest part of the condition, for a reference that is used. Rows go in key order.
 *
 * The parts are put together by hashed subplans (`in`, kept from becoming a join by `is true`): the planner
 * believes them to be one row each, and as nested loops they took half the time of a batch of 256.
 */
export const reserveSessions = setStatement<ProposedSession, Reservation>(
  'reserve_sessions',
  `with input as materialized (
    select * from json_to_recordset($1::json) as i (
      owner_id uuid, owner_kind text, merchant_id uuid, environment text, reference text, ticket text, amount_xaf int,
      operator text, collection_number_id uuid, assigned_collection_number text, customer_phone text,
      description text, metadata json, created_at timestamptz, expires_at timestamptz, due_at timestamptz,
      host_phone text, apart_from int[], rather_apart int[], allowance_slot int, amount_share int, link_id uuid)
  ), held as (
    insert into collection_holds
      (owner_id, owner_kind, scope_id, collection_number_id, amount_xaf, customer_phone, is_guest, host_phone, ticket,
       due_at, merchant_id, operator, allowance_slot, amount_share)
    select owner_id, owner_kind, case environment when 'test' then merchant_id else '${NOBODY}' end, collection_number_id,
      amount_xaf, customer_phone, host_phone is not null, host_phone, ticket, due_at,
      case when allowance_slot is not null then merchant_id end,
      case when allowance_slot is not null then operator end, allowance_slot, amount_share
    from input i
    where case when i.owner_kind = 'transaction'
          or (select true from payment_sessions s where ${byReference('s')}) is null
            and pg_try_advisory_xact_lock(${REFERENCE_LOCK})
        then pg_try_advisory_xact_lock(${NUMBER_LOCK})
          and (allowance_slot is null or pg_try_advisory_xact_lock(${SLOT_LOCK}))
          and (amount_share is null or pg_try_advisory_xact_lock(${SHARE_LOCK}))
          and (i.apart_from is null or stays_apart(i.collection_number_id, i.amount_xaf, i.apart_from)) end
      and (i.rather_apart is null or not ${waitsForOneOf('i.collection_number_id', 'i.rather_apart')})
    order by collection_number_id, amount_xaf
    on conflict do nothing
    returning owner_id, owner_kind
  ), made as (
    insert into payment_sessions
      (id, merchant_id, environment, reference, ticket, amount_xaf, operator, status, collection_number_id,
       assigned_collection_number, customer_phone, description, metadata, created_at, expires_at, link_id)
    select owner_id, merchant_id, environment, reference, ticket, amount_xaf, operator, 'AWAITING_PAYMENT',
      collection_number_id, assigned_collection_number, customer_phone, description, metadata, created_at,
      expires_at, link_id
    from input where owner_kind = 'session' and (owner_id in (select owner_id from held)) is true
    order by merchant_id, environment, reference
    on conflict on constraint payment_sessions_reference do nothing
    returning id
  )
  select owner_id, owner_kind = 'transaction' or owner_id in (select id from made) as made from held`,
);

/**
 * Locks the first `wanted` of the places that nobody else is just taking, as `reserve_sessions` locks them:
 * batches that look for places at the same moment find different ones instead of refusing each other.
 * @param input `amount_xaf`: places of the numbers for that amount; null: places of the allowance
 */
export const lockPlaces = setStatement<
  {
    search: number;
    merchant_id: string;
    operator: string;
    amount_xaf: number | null;
    places: number[];
    wanted: number;
  },
  { search: number; place: number }
>(
  'lock_places',
  `select i.search, f.place
  from json_to_recordset($1::json) as i
    (search int, merchant_id uuid, operator text, amount_xaf int, places int[], wanted int)
  cross join lateral (
    select p.place from unnest(i.places) as p (place)
    where pg_try_advisory_xact_lock(hashtextextended(
      i.merchant_id::text || '/' || i.operator || coalesce('/' || i.amount_xaf, ''), p.place))
    limit i.wanted) f`,
);

type Reference = { merchant_id: string; environment: string; reference: string };

/**
 * Which references are used, and which of the others are this transaction's to use until it ends: nobody else is
 * just using them. One that was committed since this statement began is found by whoever writes it.
 */
export const tryReferences = setStatement<
  Reference & { search: number },
  { search: number; is_used: boolean; is_ours: boolean }
>(
  'try_references',
  `select i.search, (select true from payment_sessions s where ${byReference('s')}) is not null as is_used,
    pg_try_advisory_xact_lock(${REFERENCE_LOCK}) as is_ours
  from json_to_recordset($1::json) as i (search int, merchant_id uuid, environment text, reference text)`,
);

/** What somebody is just taking, until his transaction ends: a number for an amount, or a session's reference. */
export type Taken = { collection_number_id: string; amount_xaf: number } | Reference;

/**
 * Waits until nobody else is taking these, in one order whoever waits, and keeps others from taking them until the
 * transaction ends. Only for one that has taken nothing yet: else two may wait for each other.
 */
export const awaitTaken = setStatement<Taken>(
  'await_taken',
  `select pg_advisory_xact_lock(p.key) from (
    select distinct case when i.reference is null then ${NUMBER_LOCK} else ${REFERENCE_LOCK} end as key
    from json_to_recordset($1::json) as i
      (collection_number_id uuid, amount_xaf int, merchant_id uuid, environment text, reference text)
    order by key) p`,
);

/** How long the transaction waits for a lock from here on; then it fails. */
export const boundWaits = statement<{ longest: string }>(
  'bound_waits',
  `select set_config('lock_timeout', $longest, true)`,
);

/** Gives back holds whose owner could not be written. */
export const dropHolds = idStatement(
  'drop_holds',
  'delete from collection_holds where owner_id = any ($1::uuid[])',
);
