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
 * locked, so a missing one is a bug of the caller.
 */
export const moveSessions = setStatement<SessionMove, { id: string }>(
  'move_sessions',
  `with input as materialized (
    select * from json_to_recordset($1::json) as i (
      session_id uuid, from_status text, to_status text, review_reason text, event_sequence int,
      closed_at timestamptz, quarantine_until timestamptz)
  ), moved as (
    update payment_sessions s
    set status = i.to_status, review_reason = coalesce(i.review_reason, s.review_reason),
      event_sequence = i.event_sequence, closed_at = i.closed_at
    from input i where s.id = i.session_id and s.status = i.from_status
    returning s.id
  ), quarantined as (
    update collection_holds h set state = 'QUARANTINE', due_at = i.quarantine_until
    from input i where h.session_id = i.session_id
  )
  select id from moved`,
);
