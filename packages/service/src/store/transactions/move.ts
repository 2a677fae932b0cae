import type { Database } from '../statement.ts';

/** A change of status. The expected status is part of it: a row that moved meanwhile is not touched. */
export type TransactionMove = {
  transaction_id: string;
  from_status: string;
  to_status: string;
  event_sequence: number;
  updated_at: Date;
  confirmed_at: Date | null;
  /** When its hold, if it has one, leaves quarantine; null while it goes on waiting. */
  quarantine_until: Date | null;
};

const TEXT = `with quarantined as (
    update collection_holds h
    set state = 'QUARANTINE', due_at = ($2::jsonb -> h.owner_id::text ->> 'quarantine_until')::timestamptz
    where h.owner_id = any ($1::uuid[]) and $2::jsonb -> h.owner_id::text ->> 'quarantine_until' is not null
  )
  update transactions t
  set status = $2::jsonb -> t.id::text ->> 'to_status',
    event_sequence = ($2::jsonb -> t.id::text ->> 'event_sequence')::int,
    updated_at = ($2::jsonb -> t.id::text ->> 'updated_at')::timestamptz,
    confirmed_at = ($2::jsonb -> t.id::text ->> 'confirmed_at')::timestamptz
  where t.id = any ($1::uuid[]) and t.status = $2::jsonb -> t.id::text ->> 'from_status'
  returning t.id`;

/** Moves transactions that the caller has locked; returns the ids that moved. Looked up by id, not joined. */
export async function moveTransactions(
  database: Database,
  moves: readonly TransactionMove[],
): Promise<{ id: string }[]> {
  if (moves.length === 0) return [];
  const byId = Object.fromEntries(moves.map((move) => [move.transaction_id, move]));
  const values = [`{${Object.keys(byId).join(',')}}`, JSON.stringify(byId)];
  return (await database.query<{ id: string }>({ name: 'move_transactions', text: TEXT, values })).rows;
}
