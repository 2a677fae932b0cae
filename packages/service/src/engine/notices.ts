import type { PoolClient } from 'pg';
import type { Environment, Operator } from '../domain/operator.ts';
import { atomically } from '../store/connect/atomically.ts';
import { insertNotices, type NoticeSource } from '../store/notices/inbox.ts';
import { type ListedNotice, listNoticeRows, listUnparsedRows } from '../store/notices/readings.ts';
import type { Services } from './services.ts';

/** A notice as it arrives; `body` is kept to the letter before anybody reads it. */
export type RawNotice = {
  environment: Environment;
  /** In test, the merchant whose sandbox this is; null in live. */
  merchant_id: string | null;
  operator: Operator;
  /** `+235` and 8 digits: the number whose SIM saw it, from configuration, never from the text. */
  collection_number: string;
  source: NoticeSource;
  sender: string | null;
  body: string;
  received_at: Date;
};

export type ReceiveOutcome = { kind: 'kept'; notice_id: string } | { kind: 'unknown_collection_number' };

/** Keeps raw notices in the caller's transaction. */
export async function keepNotices(
  services: Services,
  client: PoolClient,
  notices: readonly RawNotice[],
): Promise<ReceiveOutcome[]> {
  const created_at = services.now();
  const rows = notices.map((notice) => ({ ...notice, id: services.newId(), created_at }));
  const ids = new Set((await insertNotices(client, rows)).map((row) => row.id));
  return rows.map(({ id }) =>
    ids.has(id) ? { kind: 'kept', notice_id: id } : { kind: 'unknown_collection_number' },
  );
}

/**
 * Keeps raw notices, in a transaction of its own: from here on nothing that happens while reading or
 * deciding can lose them, and the sweeper finds those whose reading never came.
 */
export function receiveNotices(services: Services, notices: RawNotice[]): Promise<ReceiveOutcome[]> {
  return atomically(services.pool, (client) => keepNotices(services, client, notices));
}

/** Kept notices, newest first; `unparsed` shows those of one environment that no template understands or no allow-list trusts. */
export function listNotices(
  services: Services,
  options:
    | { unparsed: true; environment: Environment; limit: number }
    | { unparsed: false; environment: Environment | null; limit: number },
): Promise<ListedNotice[]> {
  const { environment, limit } = options;
  return options.unparsed
    ? listUnparsedRows(services.pool, { environment: options.environment, limit })
    : listNoticeRows(services.pool, { environment, limit });
}
