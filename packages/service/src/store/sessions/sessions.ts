import { NOBODY } from '../../domain/credit.ts';
import { PAID_COUNTED_MAX } from '../../domain/reservation/allowance.ts';
import type { KeptNumbers, Kin } from '../../domain/reservation/beside.ts';
import type { PaymentSession } from '../../domain/session/session.ts';
import { CHECKED } from '../book/checked.ts';
import { feedStatusOf } from '../feeds/incidents.ts';
import { IS_ASSIGNABLE, isOnAssignable } from '../numbers/pool.ts';
import { takenBack } from '../payments/undone.ts';
import type { PaymentSessionRow } from '../rows.generated.ts';
import { withdrawnAbout } from '../staff/record.ts';
import { type Database, idStatement, recordsByIdJson, setStatement, statement } from '../statement.ts';

/** The columns of `payment_sessions` that make a PaymentSession; `metadata` is stored and never read back. */
export const SESSION_COLUMNS = `s.id, s.merchant_id, s.environment, s.reference, s.ticket, s.amount_xaf, s.operator,
  s.status, s.review_reason, s.event_sequence, s.collection_number_id, s.assigned_collection_number,
  s.customer_phone, s.description, s.created_at, s.expires_at, s.closed_at`;

/** What is read back: all but `metadata`, which is stored and never returned. */
type StoredSession = Omit<PaymentSessionRow, 'metadata'> &
  Pick<PaymentSession, 'checked' | 'is_reversed' | 'is_unheard'>;

/** Sessions by id as they are at `now`, filtered by merchant and environment: another's is as absent as one that never was. */
export const loadSessions = setStatement<
  { session_id: string; merchant_id: string; environment: string; now: Date },
  StoredSession
>(
  'load_sessions',
  `select ${SESSION_COLUMNS}, ${CHECKED} as checked,
    case when s.status = 'SUCCESS' then ${takenBack('matched_session_id', 's.id')} else false end as is_reversed,
    ${feedStatusOf('s', 's.closed_at', 'i.now')} = 'SILENT' as is_unheard
  from json_to_recordset($1::json) as i (session_id uuid, merchant_id uuid, environment text, now timestamptz)
  cross join lateral (
    select * from payment_sessions p
    where p.id = i.session_id and p.merchant_id = i.merchant_id and p.environment = i.environment
    limit 1) s`,
);

/**
 * Locks sessions in id order, so that no two batches wait for each other in a circle, and reads them. Whoever writes a row
 * that only names a session doesn't wait for this: a reversal adds to a session's case while it holds the credit.
 */
export const lockSessions = idStatement<StoredSession>(
  'lock_sessions',
  `select ${SESSION_COLUMNS} from payment_sessions s where s.id = any ($1::uuid[]) order by s.id for no key update`,
);

/** Like `lockSessions`, but leaves out those that another transaction is working on. */
export const lockIdleSessions = idStatement<StoredSession>(
  'lock_idle_sessions',
  `select ${SESSION_COLUMNS} from payment_sessions s where s.id = any ($1::uuid[])
  order by s.id for update skip locked`,
);

/** Sessions by id, whoever they belong to; nothing is locked. */
export const loadSessionsById = idStatement<StoredSession>(
  'load_sessions_by_id',
  `select ${SESSION_COLUMNS} from payment_sessions s where s.id = any ($1::uuid[])`,
);

/** A session's change of status. The expected status is part of it: a row that moved meanwhile is not touched. */
export type SessionMove = {
  session_id: string;
  from_status: string;
  to_status: string;
  review_reason: string | null;
  event_sequence: number;
  closed_at: Date;
  /** When its hold leaves quarantine. */
  quarantine_until: Date;
};

/**
 * The status is asked for as a truth, which no index knows: the one of a merchant's sessions by status, read from its beginning, seems
 * as good as the primary key before there are statistics.
 * @param said a value of the move of the session with this id
 */
const moving = (said: (id: string, name: keyof SessionMove) => string): string => `with moved as (
    update payment_sessions s
    set status = ${said('s.id', 'to_status')},
      review_reason = coalesce(${said('s.id', 'review_reason')}, s.review_reason),
      event_sequence = (${said('s.id', 'event_sequence')})::int,
      closed_at = (${said('s.id', 'closed_at')})::timestamptz
    where s.id = any ($session_ids::uuid[]) and (s.status = ${said('s.id', 'from_status')}) is true
    returning s.id
  ), quarantined as (
    update collection_holds h
    set state = 'QUARANTINE', due_at = (${said('h.owner_id', 'quarantine_until')})::timestamptz
    where h.owner_id = any ($session_ids::uuid[])
  ), ${withdrawnAbout('$session_ids', `(${said('p.subject_id', 'closed_at')})::timestamptz`)}
  select id from moved`;

const moveSessionsById = statement<{ session_ids: string[]; moves: string }, { id: string }>(
  'move_sessions',
  moving((id, name) => `$moves::jsonb -> ${id}::text ->> '${name}'`),
);

type Alike = Omit<SessionMove, 'session_id'>;
const moveSessionsAlike = statement<Alike & { session_ids: string[] }, { id: string }>(
  'move_sessions_alike',
  moving((_id, name) => `$${name}`),
);

/**
 * Moves sessions and puts their holds into quarantine. Returns the ids that moved; the caller has them locked, so a missing one
 * is a bug of the caller. Nearly always all of them move alike, by values that are said once. Otherwise the new values are
 * looked up by id in one JSON object, not joined: an update by primary key has one plan only.
 */
export async function moveSessions(
  database: Database,
  moves: readonly SessionMove[],
): Promise<{ id: string }[]> {
  const [first, ...others] = moves;
  if (first === undefined) return [];
  const idOf = ({ session_id }: SessionMove) => session_id;
  const session_ids = moves.map(idOf);
  if (!others.every((other) => isAlike(first, other)))
    return moveSessionsById(database, { session_ids, moves: recordsByIdJson(moves, idOf) });
  const { session_id: _id, ...alike } = first;
  return moveSessionsAlike(database, { session_ids, ...alike });
}

const isAlike = (one: SessionMove, other: SessionMove): boolean =>
  one.from_status === other.from_status &&
  one.to_status === other.to_status &&
  one.review_reason === other.review_reason &&
  one.event_sequence === other.event_sequence &&
  +one.closed_at === +other.closed_at &&
  +one.quarantine_until === +other.quarantine_until;

export type AllowanceStandingRow = {
  standing: number;
  /** What staff have set; null: what it has earned. */
  set_sessions: number | null;
  paid_count: number;
  next_free_at: Date | null;
  /** The same of the places that links may have. */
  next_link_free_at: Date | null;
  /** One for each hold, in one order; null without any. Arrays, since a busy merchant has thousands. */
  slots: number[] | null;
  amounts_xaf: number[] | null;
  shares: (number | null)[] | null;
  /** The amounts of those that are open and declare nobody. */
  silent_xaf: number[] | null;
};

/**
 * What merchants hold of an operator's live numbers, and what their allowance follows from.
 * @param input `standing` is the caller's own numbering; `quarantine_minutes`: for how long a hold that is open now stays in
 *   quarantine once it is due, which is not before now: one that waits for a message is open beyond its time
 */
export const loadAllowanceStandings = setStatement<
  {
    standing: number;
    merchant_id: string;
    operator: string;
    paid_since: Date;
    now: Date;
    quarantine_minutes: number;
  },
  AllowanceStandingRow
>(
  'load_allowance_standings',
  `select i.standing, a.sessions as set_sessions, p.paid_count, h.next_free_at, h.next_link_free_at, h.slots, h.amounts_xaf, h.shares, h.silent_xaf
  from json_to_recordset($1::json) as i
    (standing int, merchant_id uuid, operator text, paid_since timestamptz, now timestamptz,
      quarantine_minutes int)
  left join lateral (
    select m.sessions from merchant_allowances m
    where m.merchant_id = i.merchant_id and m.operator = i.operator offset 0) a on true
  cross join lateral (
    select count(*)::int as paid_count from (
      (select from payment_sessions s
      where s.merchant_id = i.merchant_id and s.operator = i.operator and s.closed_at > i.paid_since
        and s.environment = 'live' and s.status = 'SUCCESS'
      limit ${PAID_COUNTED_MAX})
      union all
      (select from transactions t
      where t.merchant_id = i.merchant_id and t.operator = i.operator and t.confirmed_at > i.paid_since
        and t.environment = 'live' and t.status = 'SUCCESS' and t.collection_number_id is not null
      limit ${PAID_COUNTED_MAX}) limit ${PAID_COUNTED_MAX}) paid) p
  cross join lateral (
    select array_to_json(array_agg(c.allowance_slot) filter (where c.allowance_slot is not null)) as slots,
      array_to_json(array_agg(c.amount_xaf)) as amounts_xaf, array_to_json(array_agg(c.amount_share)) as shares,
      array_to_json(array_agg(c.amount_xaf) filter (where c.customer_phone is null and c.state = 'OPEN')) as silent_xaf,
      min(c.free_at) filter (where c.allowance_slot is not null) as next_free_at,
      min(c.free_at) filter (where c.allowance_slot % 2 = 0) as next_link_free_at
    from (select *, case state when 'OPEN' then greatest(due_at, i.now) + make_interval(mins => i.quarantine_minutes)
        else due_at end as free_at from collection_holds) c
    where c.merchant_id = i.merchant_id and c.operator = i.operator and (c.allowance_slot is not null or c.amount_share is not null)) h`,
);

/** On how many numbers that may be assigned a merchant keeps an amount, by both kinds of session, and on how many anybody does. */
export type KeptKin = KeptNumbers & { taken: number };

export type ShareRow = {
  search: number;
  is_alone: boolean;
  on_full: number;
  on_away: number;
  /** Of each of `kin`, in their order. */
  kin: KeptKin[] | null;
};

/**
 * Whether the hold `h` keeps a number that may be assigned from who declares nobody and asks for `k.amount_xaf`: it is of this amount, or
 * is open, declares nobody, and its amount is easily mistaken for it. The numbers are read once, and hashed.
 */
const KEEPS_KIN = `h.operator = i.operator and h.amount_xaf = any (k.amount_xaf || k.like_xaf) and h.amount_share is not null
          and (h.amount_xaf = k.amount_xaf or (h.customer_phone is null and h.state = 'OPEN'))
          and (h.collection_number_id in (
            select n.id from collection_numbers n where n.scope_id = '${NOBODY}' and n.environment = 'live' and ${IS_ASSIGNABLE})) is true`;

/**
 * Who holds numbers for the amount of each search: whether no other merchant holds one that may be assigned, on how many of `full_ids`
 * its own merchant does, and on how many others that may not be assigned, since they are silent or paused: nobody is kept from a
 * number by these until they may be again.
 * @param input `kin`: for who declares nobody, the amounts of which he would keep his number; what is kept on `full_ids` counts for none
 */
export const findShares = setStatement<
  {
    search: number;
    merchant_id: string;
    operator: string;
    amount_xaf: number;
    full_ids: string[];
    kin: Kin[];
  },
  ShareRow
>(
  'find_shares',
  `select i.search,
    (select true from collection_holds h
      where h.operator = i.operator and h.amount_xaf = i.amount_xaf and h.amount_share is not null
        and h.merchant_id <> i.merchant_id and ${isOnAssignable('h')} limit 1) is null as is_alone,
    own.on_full, own.on_away,
    (select json_agg(x.kept order by k.position)
      from rows from (json_to_recordset(i.kin) as (amount_xaf int, like_xaf int[])) with ordinality as k (amount_xaf, like_xaf, position)
      cross join lateral (
        select json_build_object('taken', count(distinct h.collection_number_id),
          'own', count(distinct h.collection_number_id) filter (where h.merchant_id = i.merchant_id and h.amount_xaf = k.amount_xaf),
          'beside', count(distinct h.collection_number_id) filter (where h.merchant_id = i.merchant_id and h.amount_xaf <> k.amount_xaf)) as kept
        from collection_holds h where ${KEEPS_KIN} and h.collection_number_id <> all (i.full_ids)) x) as kin
  from json_to_recordset($1::json) as i
    (search int, merchant_id uuid, operator text, amount_xaf int, full_ids uuid[], kin json)
  cross join lateral (
    select count(*) filter (where h.is_full)::int as on_full,
      count(*) filter (where not h.is_full and not ${isOnAssignable('h')})::int as on_away
    from (select o.collection_number_id, o.collection_number_id = any (i.full_ids) as is_full from collection_holds o
      where o.operator = i.operator and o.amount_xaf = i.amount_xaf and o.amount_share is not null
        and o.merchant_id = i.merchant_id) h) own`,
);
