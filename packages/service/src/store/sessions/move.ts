import { setStatement } from '../statement.ts';

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
 * Moves sessions and puts their holds into quarantine. Returns the ids that moved; the caller has them
 * locked, so a missing one is a bug of the caller. Each row is looked up by its id and changed where it lies:
 * a join of the tables themselves could become one that reads them whole.
 */
export const moveSessions = setStatement<SessionMove, { id: string }>(
  'move_sessions',
  `with input as materialized (
    select * from json_to_recordset($1::json) as i (session_id uuid, from_status text, to_status text,
      review_reason text, event_sequence int, closed_at timestamptz, quarantine_until timestamptz)
  ), quarantined as (
    update collection_holds h set state = 'QUARANTINE', due_at = p.quarantine_until
    from (
      select i.quarantine_until, x.ctid as place from input i
      cross join lateral (select ctid from collection_holds where owner_id = i.session_id limit 1) x) p
    where h.ctid = p.place
  )
  update payment_sessions s
  set status = p.to_status, review_reason = coalesce(p.review_reason, s.review_reason),
    event_sequence = p.event_sequence, closed_at = p.closed_at
  from (
    select i.*, x.ctid as place from input i
    cross join lateral (select ctid from payment_sessions where id = i.session_id limit 1) x) p
  where s.ctid = p.place and s.status = p.from_status
  returning s.id`,
);
