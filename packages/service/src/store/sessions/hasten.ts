import { setStatement } from '../statement.ts';

/**
 * Moves the deadlines of test sessions into the past, as if the time had gone by: `expires_at` to the first
 * millisecond after creation, and with `past_grace` the sweeper's look at it to `now`. The sandbox's only.
 */
export const hastenSessions = setStatement<{ session_id: string; now: Date; past_grace: boolean }>(
  'hasten_sessions',
  `with input as materialized (
    select * from json_to_recordset($1::json) as i (session_id uuid, now timestamptz, past_grace boolean)
  ), hastened as (
    update payment_sessions s set expires_at = s.created_at + interval '1 millisecond'
    from input i
    where s.id = i.session_id and s.environment = 'test' and s.status = 'AWAITING_PAYMENT'
    returning s.id
  )
  update collection_holds h set due_at = i.now
  from input i join hastened s on s.id = i.session_id
  where h.owner_id = i.session_id and i.past_grace`,
);
