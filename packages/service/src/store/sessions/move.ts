import type { Database } from '../statement.ts';

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

const TEXT = `with moved as (
    update payment_sessions s
    set status = $2::jsonb -> s.id::text ->> 'to_status',
      review_reason = coalesce($2::jsonb -> s.id::text ->> 'review_reason', s.review_reason),
      event_sequence = ($2::jsonb -> s.id::text ->> 'event_sequence')::int,
      closed_at = ($2::jsonb -> s.id::text ->> 'closed_at')::timestamptz
    where s.id = any ($1::uuid[]) and s.status = $2::jsonb -> s.id::text ->> 'from_status'
    returning s.id
  ), quarantined as (
    update collection_holds h
    set state = 'QUARANTINE', due_at = ($2::jsonb -> h.owner_id::text ->> 'quarantine_until')::timestamptz
    where h.owner_id = any ($1::uuid[])
  )
  select id from moved`;

/**
 * Moves sessions and puts their holds into quarantine. Returns the ids that moved; the caller has them
 * locked, so a missing one is a bug of the caller. The new values are looked up by id in one JSON object,
 * not joined: an update by primary key has one plan only.
 */
export async function moveSessions(
  database: Database,
  moves: readonly SessionMove[],
): Promise<{ id: string }[]> {
  if (moves.length === 0) return [];
  const byId = Object.fromEntries(moves.map((move) => [move.session_id, move]));
  const values = [`{${Object.keys(byId).join(',')}}`, JSON.stringify(byId)];
  return (await database.query<{ id: string }>({ name: 'move_sessions', text: TEXT, values })).rows;
}
