import type { PoolClient } from 'pg';
import { reserveTransfers, settlementReservedTransfer } from '../../domain/ledger/settlement.ts';
import type { Environment } from '../../domain/operator.ts';
import { judgeDraft, type NoDraftReason, PASSING_REASONS } from '../../domain/settlement/judge.ts';
import { settlementReference } from '../../domain/settlement/settlement.ts';
import { cutoffOf, defaultTerms, nextDay, type SettlementTerms } from '../../domain/settlement/terms.ts';
import { HOUR_MS, later, localDay } from '../../domain/time.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { lockPayables } from '../../store/ledger/payables.ts';
import {
  insertSettlements,
  loadSettlementStandings,
  type NewSettlement,
} from '../../store/settlements/draft.ts';
import { lockTerms, noteDrafted, type TermsRow } from '../../store/settlements/terms.ts';
import { postTransfers } from '../outcome/post-transfers.ts';
import type { Services } from '../services.ts';

export type DraftSettlement = {
  merchant_id: string;
  environment: Environment;
  /** Who asks; null: its day has come. */
  by: string | null;
};

export type DraftOutcome =
  | {
      kind: 'drafted';
      settlement_id: string;
      reference: string;
      amount_xaf: number;
      transfers: number;
      /** What is due as well, and above what one transfer carries: the next draft takes it. */
      rest_xaf: number;
    }
  | { kind: 'no_draft'; reason: NoDraftReason; due_xaf: number }
  /** Another process has drafted it today. */
  | { kind: 'not_due' }
  | { kind: 'not_found' };

const keyOf = ({ merchant_id, environment }: Pick<DraftSettlement, 'merchant_id' | 'environment'>): string =>
  `${merchant_id} ${environment}`;

/**
 * Drafts settlements, each merchant and environment once.
 * @returns an outcome per command, in order
 */
export function draftSettlements(
  services: Services,
  commands: readonly DraftSettlement[],
): Promise<DraftOutcome[]> {
  return atomically(services.pool, (client) => draftWith(services, client, commands, services.now()));
}

/**
 * Drafts settlements in the caller's transaction. Locks the terms, then the PAYABLE of each; payments go on meanwhile,
 * and what they bring after the cut is in the next one.
 */
export async function draftWith(
  services: Services,
  client: PoolClient,
  commands: readonly DraftSettlement[],
  now: Date,
): Promise<DraftOutcome[]> {
  const set = new Map((await lockTerms(client, commands)).map((row) => [keyOf(row), row]));
  const today = localDay(now);
  const asked = commands.filter((one) => one.by !== null || isDue(set.get(keyOf(one)), today));
  const standings = await standingsOf(services, client, asked, set, now);
  const judged = asked.map((one) => {
    const known = standings.get(keyOf(one));
    if (known === undefined) return { one, known: null, judgement: null };
    const { payout_account_id, ...standing } = known;
    const has_payout_account = payout_account_id !== null;
    return { one, known, judgement: judgeDraft({ ...standing, has_payout_account }, termsOf(set, one)) };
  });
  const drafts = judged.flatMap(({ one, known, judgement }) =>
    known === null || judgement?.kind !== 'draft'
      ? []
      : [{ row: newSettlement(services, one, known, now), ...judgement }],
  );
  const written = await writeDrafts(client, drafts, now);
  await noteDays(client, judged, set, written, now);
  const outcomes = new Map(
    judged.map(({ one, judgement }): [string, DraftOutcome] => {
      if (judgement === null) return [keyOf(one), { kind: 'not_found' }];
      const drafted = written.get(keyOf(one));
      return [
        keyOf(one),
        judgement.kind === 'no_draft' || drafted === undefined ? (judgement as DraftOutcome) : drafted,
      ];
    }),
  );
  return commands.map((one) => outcomes.get(keyOf(one)) ?? { kind: 'not_due' });
}

const isDue = (terms: TermsRow | undefined, today: string): boolean =>
  terms?.next_on != null && terms.next_on <= today;

const termsOf = (set: ReadonlyMap<string, SettlementTerms>, one: DraftSettlement): SettlementTerms =>
  set.get(keyOf(one)) ?? defaultTerms(one.environment);

type Known = Awaited<ReturnType<typeof loadSettlementStandings>>[number] & { until: Date };

/** Locks the PAYABLE of each, and reads what stands there; a merchant that doesn't exist is missing. */
async function standingsOf(
  services: Services,
  client: PoolClient,
  asked: readonly DraftSettlement[],
  set: ReadonlyMap<string, SettlementTerms>,
  now: Date,
): Promise<Map<string, Known>> {
  const { transfer_max_xaf } = services.policy;
  const locked = await lockPayables(client, asked);
  const cut = locked.map((one) => ({
    ...one,
    until: cutoffOf(termsOf(set, { ...one, by: null }), now),
    now,
    transfer_max_xaf,
  }));
  const standings = new Map((await loadSettlementStandings(client, cut)).map((row) => [row.account_id, row]));
  return new Map(
    cut.flatMap((one): [string, Known][] => {
      const standing = standings.get(one.account_id);
      return standing === undefined ? [] : [[keyOf(one), { ...standing, until: one.until }]];
    }),
  );
}

function newSettlement(
  services: Services,
  { merchant_id, environment, by }: DraftSettlement,
  { account_id, payout_account_id, until, undone, limit_xaf }: Known,
  now: Date,
): NewSettlement {
  const id = services.newId();
  return {
    id,
    merchant_id,
    environment,
    account_id,
    reference: settlementReference(id, now),
    payout_account_id,
    until,
    undone,
    limit_xaf,
    drafted_by: by ?? 'schedule',
    created_at: now,
  };
}

/** Books the transfers of the reserve first, so that they are in the set; then writes the set, and sets its sum aside. */
async function writeDrafts(
  client: PoolClient,
  drafts: readonly { row: NewSettlement; keep_xaf: number; amount_xaf: number }[],
  now: Date,
): Promise<Map<string, DraftOutcome>> {
  await postTransfers(
    client,
    drafts.flatMap(({ row, keep_xaf }) => reserveTransfers(row, keep_xaf)),
    now,
  );
  const sums = new Map(
    (
      await insertSettlements(
        client,
        drafts.map(({ row }) => row),
      )
    ).map((one) => [one.id, one]),
  );
  if (sums.size !== drafts.length) throw new Error('bug: a settlement was drafted of nothing');
  const written = drafts.map(({ row, amount_xaf: due_xaf }) => {
    const { amount_xaf, transfers } = sums.get(row.id) as { amount_xaf: number; transfers: number };
    return { ...row, amount_xaf, transfers, rest_xaf: Math.max(0, due_xaf - amount_xaf) };
  });
  await postTransfers(client, written.map(settlementReservedTransfer), now);
  return new Map(
    written.map((one): [string, DraftOutcome] => {
      const { id: settlement_id, reference, amount_xaf, transfers, rest_xaf } = one;
      return [keyOf(one), { kind: 'drafted', settlement_id, reference, amount_xaf, transfers, rest_xaf }];
    }),
  );
}

/** After so long one is looked at again whose day waits until it is no longer held or frozen. */
const LOOKED_AT_AGAIN_MS = HOUR_MS;

/**
 * Notes the next day of the schedule, also where nothing was drafted. A draft that left a rest stays due for the next round, and
 * one that was held or frozen is due until it may be made.
 */
async function noteDays(
  client: PoolClient,
  judged: readonly { one: DraftSettlement; judgement: ReturnType<typeof judgeDraft> | null }[],
  set: ReadonlyMap<string, TermsRow>,
  written: ReadonlyMap<string, DraftOutcome>,
  now: Date,
): Promise<void> {
  const today = localDay(now);
  const rows = judged.flatMap(({ one, judgement }) => {
    const terms = set.get(keyOf(one));
    if (terms === undefined || judgement === null) return [];
    const last_outcome = judgement.kind === 'draft' ? 'drafted' : judgement.reason;
    const drafted = written.get(keyOf(one));
    const has_rest = drafted?.kind === 'drafted' && drafted.rest_xaf > 0;
    const waits = PASSING_REASONS.has(last_outcome);
    const next_on = one.by === null && !has_rest && !waits ? nextDay(terms, today) : terms.next_on;
    const retry_at = waits ? later(now, LOOKED_AT_AGAIN_MS) : null;
    const { merchant_id, environment } = one;
    return [{ merchant_id, environment, next_on, last_outcome, last_at: now, retry_at }];
  });
  await noteDrafted(client, rows);
}
