import type { FeedEdgeRow } from '../rows.generated.ts';
import { idStatement, setStatement } from '../statement.ts';

export type NewEdge = Omit<FeedEdgeRow, 'id'>;

/** A late message may still find its place this long after. */
const LOOSE_DAYS = 7;
const LOOSE_MAX = 200;

export const insertEdges = setStatement<NewEdge>(
  'insert_feed_edges',
  `insert into feed_edges (collection_number_id, notice_id, kind, operator_transaction_id, before_xaf, after_xaf,
    occurred_at, precision_ms, arrived_at, state, session_ids)
  select collection_number_id, notice_id, kind, operator_transaction_id, before_xaf, after_xaf, occurred_at,
    precision_ms, arrived_at, state, array(select json_array_elements_text(session_ids)::uuid)
  from json_to_recordset($1::json) as i (collection_number_id uuid, notice_id uuid, kind text,
    operator_transaction_id text, before_xaf bigint, after_xaf bigint, occurred_at timestamptz, precision_ms int,
    arrived_at timestamptz, state text, session_ids json)`,
);

export type LooseRow = FeedEdgeRow & { state: 'FLOATING' | 'FOREIGN' | 'HOLE' };

/** What has no place in the chain of each number, and the holes in it: the newest of a week. */
export const loadLooseEdges = setStatement<{ collection_number_id: string; now: Date }, LooseRow>(
  'load_loose_feed_edges',
  `select e.*
  from json_to_recordset($1::json) as i (collection_number_id uuid, now timestamptz)
  cross join lateral (
    select * from feed_edges x
    where x.collection_number_id = i.collection_number_id and x.state in ('FLOATING', 'FOREIGN', 'HOLE')
      and x.arrived_at > i.now - interval '${LOOSE_DAYS} days'
    order by x.id desc limit ${LOOSE_MAX}) e`,
);

/**
 * Which messages have been told of before: the same step of the same transaction, or, without a transaction,
 * at the same time. An enquiry is known when the number has stood at that balance.
 */
export const findKnownEdges = setStatement<
  {
    position: number;
    collection_number_id: string;
    operator_transaction_id: string | null;
    before_xaf: number;
    after_xaf: number;
    occurred_at: Date;
  },
  { position: number; is_chained: boolean }
>(
  'find_known_feed_edges',
  `select i.position, k.is_chained
  from json_to_recordset($1::json) as i (position int, collection_number_id uuid, operator_transaction_id text,
    before_xaf bigint, after_xaf bigint, occurred_at timestamptz)
  cross join lateral (
    select bool_or(x.state = 'CHAINED') as is_chained from feed_edges x
    where x.collection_number_id = i.collection_number_id and x.after_xaf = i.after_xaf
      and case when i.before_xaf = i.after_xaf then x.state = 'CHAINED'
        else x.before_xaf = i.before_xaf and x.notice_id is not null
          and case when i.operator_transaction_id is null
            then x.operator_transaction_id is null and x.occurred_at = i.occurred_at
            else x.operator_transaction_id = i.operator_transaction_id end end) k
  where k.is_chained is not null`,
);

/** Gives edges without a place the state that they turned out to have. */
export const settleEdges = setStatement<{ notice_id: string; state: 'CHAINED' | 'FOREIGN' }>(
  'settle_feed_edges',
  `update feed_edges e set state = i.state
  from json_to_recordset($1::json) as i (notice_id uuid, state text)
  where e.notice_id = i.notice_id`,
);

/** Holes that a late message has filled, in part or whole. */
export const fillHoles = setStatement<{ id: number; before_xaf: number; after_xaf: number }>(
  'fill_feed_holes',
  `update feed_edges e set before_xaf = i.before_xaf, after_xaf = i.after_xaf,
    state = case when i.before_xaf = i.after_xaf then 'FILLED' else e.state end
  from json_to_recordset($1::json) as i (id bigint, before_xaf bigint, after_xaf bigint)
  where e.id = i.id`,
);

/** By staff: what floats on these numbers is not theirs. Returns the edges. */
export const disownFloating = idStatement<{ id: number; collection_number_id: string }>(
  'disown_floating_feed_edges',
  `update feed_edges set state = 'FOREIGN'
  where collection_number_id = any ($1::uuid[]) and state = 'FLOATING'
  returning id, collection_number_id`,
);

/** Sessions that wait for a payment on the numbers, or stopped waiting without one a moment ago. */
export const loadOutstanding = idStatement<{
  collection_number_id: string;
  session_id: string;
  amount_xaf: number;
}>(
  'load_outstanding_holds',
  `select h.collection_number_id, h.owner_id as session_id, h.amount_xaf
  from collection_holds h
  cross join lateral (
    select x.status from payment_sessions x where x.id = h.session_id
    union all select x.status from transactions x where x.id = h.transaction_id) s
  where h.collection_number_id = any ($1::uuid[]) and s.status in
    ('AWAITING_PAYMENT', 'EXPIRED', 'CANCELLED', 'PENDING', 'PROCESSING', 'WAITING_SMS', 'TIMEOUT', 'FAILED')`,
);

/** The latest steps of a number, the newest first. */
export const loadLatestEdges = setStatement<{ collection_number_id: string }, FeedEdgeRow>(
  'load_latest_feed_edges',
  `select e.*
  from json_to_recordset($1::json) as i (collection_number_id uuid)
  cross join lateral (
    select * from feed_edges x where x.collection_number_id = i.collection_number_id
    order by x.id desc limit 20) e`,
);
