import type { PoolClient } from 'pg';
import type { IncidentKind } from '../../domain/feed/incident.ts';
import { idStatement, setStatement } from '../statement.ts';

export type LockedTip = {
  collection_number_id: string;
  balance_xaf: number | null;
  chained_until: Date | null;
  open_kinds: IncidentKind[];
};

const lockRows = idStatement<Omit<LockedTip, 'open_kinds'>>(
  'lock_feed_tips',
  `select t.collection_number_id, t.balance_xaf, t.chained_until
  from feed_tips t where t.collection_number_id = any ($1::uuid[])
  order by t.collection_number_id for update of t`,
);

const loadOpenKinds = idStatement<{ collection_number_id: string; open_kinds: IncidentKind[] }>(
  'load_open_incident_kinds',
  `select f.collection_number_id, array_agg(f.kind) as open_kinds from feed_incidents f
  where f.collection_number_id = any ($1::uuid[]) and f.closed_at is null
  group by f.collection_number_id`,
);

/**
 * Locks the trusted balances of numbers, in order; one that has no row yet is missing in the answer. What is
 * open is asked by a second statement: the first sees what was committed before it waited for the lock, and
 * an incident that the other opened would stay open for good.
 */
export async function lockTips(client: PoolClient, numbers: readonly string[]): Promise<LockedTip[]> {
  const [rows, open] = await Promise.all([lockRows(client, numbers), loadOpenKinds(client, numbers)]);
  const kinds = new Map(open.map((one) => [one.collection_number_id, one.open_kinds]));
  return rows.map((row) => ({ ...row, open_kinds: kinds.get(row.collection_number_id) ?? [] }));
}

/** Makes the rows that are missing; the balance stays unknown until staff say it. */
export const makeTips = idStatement(
  'make_feed_tips',
  `insert into feed_tips (collection_number_id)
  select id from unnest($1::uuid[]) as i (id) order by id on conflict do nothing`,
);

/** Moves locked tips. */
export const moveTips = setStatement<{
  collection_number_id: string;
  balance_xaf: number;
  chained_until: Date;
}>(
  'move_feed_tips',
  `update feed_tips t set balance_xaf = i.balance_xaf, chained_until = i.chained_until
  from json_to_recordset($1::json) as i (collection_number_id uuid, balance_xaf bigint, chained_until timestamptz)
  where t.collection_number_id = i.collection_number_id`,
);
