import { isUuid } from '../../domain/keys.ts';
import type { Caller } from '../../domain/session/commands.ts';
import { payoutOf } from '../../domain/settlement/payout-account.ts';
import type { SettlementLine, ShownSettlement } from '../../domain/settlement/settlement.ts';
import {
  findSettlementReferences,
  loadSettlementProofs,
  loadSettlements,
  loadTotals,
  type ProofRow,
  type StoredSettlement,
  selectOpenSettlements,
  selectSendableSettlements,
  selectSettlementLines,
  selectSettlementPages,
} from '../../store/settlements/settlements.ts';
import { findHandedOut } from '../../store/settlements/watch.ts';
import type { Database } from '../../store/statement.ts';
import { type ListPage, NEWEST, pageOf } from '../page.ts';
import type { Services, WithPool } from '../services.ts';

/** A settlement with who gets it and what it is sent from, as whoever sends it needs it. */
export type SettlementDetail = StoredSettlement & ShownSettlement;

/** Settlements with their totals and where they go. */
export async function shown<Row extends StoredSettlement>(
  database: Database,
  rows: readonly Row[],
): Promise<(Row & ShownSettlement)[]> {
  const totals = Map.groupBy(
    await loadTotals(
      database,
      rows.map(({ id }) => id),
    ),
    (one) => one.settlement_id,
  );
  return rows.map((row) => ({ ...row, destination: payoutOf(row), totals: totals.get(row.id) ?? [] }));
}

export type SettlementAsked = Caller & { settlement_id: string };

/** The settlements asked for; null where that merchant and environment has none such. */
export async function retrieveSettlements(
  services: WithPool,
  asked: readonly SettlementAsked[],
): Promise<(SettlementDetail | null)[]> {
  const found = await loadDetails(
    services,
    asked.map(({ settlement_id }) => settlement_id),
  );
  return asked.map(({ settlement_id, merchant_id, environment }) => {
    const one = found.get(settlement_id);
    return one?.merchant_id === merchant_id && one.environment === environment ? one : null;
  });
}

/**
 * The ids of settlements by what staff have of them: the id, or the reference as it stands in a bank's list, in any letters. Null where there is none
 * such reference; an id is not looked up.
 */
export async function settlementIds(
  services: WithPool,
  names: readonly string[],
): Promise<(string | null)[]> {
  const references = names.map((name) => name.replaceAll(/\s/g, '').toUpperCase());
  const found = await findSettlementReferences(
    services.pool,
    references.map((reference) => ({ reference })),
  );
  const ids = new Map(found.map(({ reference, id }) => [reference, id]));
  return names.map((name, at) =>
    isUuid(name.trim()) ? name.trim().toLowerCase() : (ids.get(references[at] ?? '') ?? null),
  );
}

/** Settlements by id, whosever they are: for staff. */
export async function loadDetails(
  services: WithPool,
  ids: readonly string[],
): Promise<Map<string, SettlementDetail>> {
  const rows = await loadSettlements(services.pool, [...new Set(ids)].filter(isUuid));
  return new Map((await shown(services.pool, rows)).map((one) => [one.id, one]));
}

export type SettlementsQuery = Caller & { cursor: string | null; limit: number };

/** Pages of merchants' settlements, newest first. */
export async function listSettlements(
  services: WithPool,
  queries: readonly SettlementsQuery[],
): Promise<ListPage<SettlementDetail>[]> {
  const found = await selectSettlementPages(
    services.pool,
    queries.map(({ merchant_id, environment, cursor, limit }, position) => ({
      position,
      merchant_id,
      environment,
      before: cursor ?? NEWEST,
      limit: limit + 1,
    })),
  );
  const by_query = Map.groupBy(await shown(services.pool, found), ({ position }) => position);
  return queries.map(({ limit }, position) => pageOf(by_query.get(position) ?? [], limit));
}

export type LinesQuery = SettlementAsked & { after: number; limit: number };
export type LinesPage = { rows: SettlementLine[]; next: number | null };

/** Pages of the transfers of settlements, in their order; null where that merchant has no such settlement. */
export async function listSettlementLines(
  services: WithPool,
  queries: readonly LinesQuery[],
): Promise<(LinesPage | null)[]> {
  const own = await retrieveSettlements(services, queries);
  const asked = queries.flatMap(({ settlement_id, after, limit }, position) =>
    own[position] == null ? [] : [{ position, settlement_id, after, limit: limit + 1 }],
  );
  const found = Map.groupBy(await selectSettlementLines(services.pool, asked), ({ position }) => position);
  return queries.map(({ limit }, position) => {
    if (own[position] == null) return null;
    const rows = found.get(position) ?? [];
    const page = rows.slice(0, limit);
    return { rows: page, next: rows.length > limit ? (page.at(-1)?.line ?? null) : null };
  });
}

/** The states of what is under way, first those of which somebody has to find out what became of it. */
export const OPEN_STATES = ['UNKNOWN', 'SENDING', 'APPROVED', 'DRAFT'] as const;
export type OpenState = (typeof OPEN_STATES)[number];

/** `may_have_left`: it waits to be sent, and a SIM of ours may have sent it already: it is on no list. */
export type OpenSettlement = SettlementDetail & { may_have_left: boolean };

/**
 * What waits for people in live, of one state, the oldest first; `after`: behind the one of this id. `has_more`: whether others follow.
 */
export async function listOpenSettlements(
  services: WithPool,
  { state, after, limit }: { state: OpenState; after: string | null; limit: number },
): Promise<{ rows: OpenSettlement[]; has_more: boolean }> {
  const rows = await selectOpenSettlements(services.pool, { state, after, limit: limit + 1 });
  return { rows: await shown(services.pool, rows.slice(0, limit)), has_more: rows.length > limit };
}

/** `is_cancelling`: one person wants to take it back. */
export type SendableSettlement = SettlementDetail & { is_cancelling: boolean };

/**
 * What is approved in live and would be sent if somebody said so now, as far as no SIM of ours may have sent it, the oldest first;
 * `kind`: to such accounts only. `on_order`: only what stands on an order that somebody has taken to a bank, or only what does not, and
 * what nobody wants to take back.
 */
export async function listSendableSettlements(
  services: Pick<Services, 'now'> & { pool: Database },
  asked: { kind: 'bank' | null; on_order: boolean; limit: number },
): Promise<SendableSettlement[]> {
  const rows = await selectSendableSettlements(services.pool, { now: services.now(), ...asked });
  return shown(services.pool, rows);
}

/**
 * When the last file was taken on which a settlement stands that people took back, an order to a bank or a list: a row may show that it
 * was paid all the same. Null of any other.
 */
export async function handedOutAt(
  services: WithPool,
  { id, state }: Pick<SettlementDetail, 'id' | 'state'>,
): Promise<Date | null> {
  if (state !== 'CANCELLED') return null;
  const [found] = await findHandedOut(services.pool, [id]);
  return found?.taken_at ?? null;
}

/** What was said about a settlement, the first word first. */
export function proofsOf(services: WithPool, settlement_id: string): Promise<ProofRow[]> {
  return loadSettlementProofs(services.pool, [settlement_id]);
}
