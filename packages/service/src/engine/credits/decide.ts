import type { PoolClient } from 'pg';
import { NOBODY, type ReadCredit } from '../../domain/credit.ts';
import { ENGINE_VERSION, idsOf } from '../../domain/matching/case.ts';
import { decide } from '../../domain/matching/decide.ts';
import { readCase } from '../../domain/matching/stored.ts';
import { pageDecisions, type StoredDecision } from '../../store/credits/explain.ts';
import { loadTransactionReviews } from '../../store/transactions/proofs.ts';
import { feesOf } from '../fees/schedules.ts';
import { noOutcome, type Outcome } from '../outcome/outcome.ts';
import type { Services } from '../services.ts';
import { applyDecision } from './apply.ts';
import { type Claims, caseOf, loadClaims } from './cases.ts';

/**
 * Decides credits that are known to be new, under lock; `writeOutcome` writes all that follows. What
 * nothing speaks against is decided first, so that a doubtful text can't put a session under review whose true
 * payment is in the same batch; then earlier money first. Each decision sees what the one before it changed.
 */
export async function decideCredits(
  services: Services,
  client: PoolClient,
  credits: readonly ReadCredit[],
  now: Date,
): Promise<Outcome> {
  const ordered = credits.toSorted(
    (a, b) =>
      Number(a.doubts.length > 0) - Number(b.doubts.length > 0) ||
      a.occurred_at.getTime() - b.occurred_at.getTime() ||
      (a.id < b.id ? -1 : 1),
  );
  const claims = await loadClaims(client, ordered);
  const reviews = await loadTransactionReviews(client, [...claims.transactions.keys()]);
  const outcome = noOutcome();
  const batch = {
    outcome,
    claims,
    fees: await feesOf(services).get(merchantsOf(claims), now, client),
    reviewed: new Set(reviews.filter((one) => one.state === 'OPEN').map((one) => one.transaction_id)),
    now,
  };
  ordered.forEach((credit, position) => {
    const decision_case = caseOf(credit, claims, position);
    applyDecision(services, batch, { credit, decision_case, decision: decide(decision_case) });
  });
  return outcome;
}

const merchantsOf = ({ sessions, transactions }: Claims): string[] => [
  ...new Set([...sessions.values(), ...transactions.values()].map((one) => one.merchant_id)),
];

type Brief = { rule: string; verdict: string; session_ids: string[]; transaction_ids: string[] };

export type ReplayDifference = {
  decision_id: string;
  credit_id: string;
  engine_version: number;
  /** It was decided by earlier rules, which have changed on purpose: no sign of a fault. */
  is_of_earlier_rules: boolean;
  stored: Brief;
  now: Brief;
};

/** Where the next page begins is `last`; null when there is no more. */
export type ReplayPage = { checked: number; differences: ReplayDifference[]; last: string | null };

/** Rules that have another name by now and decide as they did. */
const RENAMED: Readonly<Record<string, string>> = { low_confidence: 'unproven' };

/**
 * Runs the pure function again over stored cases and reports each verdict that would now be another. It
 * changes nothing.
 * @param after the `last` of the page before
 */
export async function replayCredits(
  services: Services,
  options: { after?: string | undefined; limit: number },
): Promise<ReplayPage> {
  const rows = await pageDecisions(services.pool, { after: options.after ?? NOBODY, limit: options.limit });
  const differences = rows.flatMap(differenceOf);
  const last = rows.length < options.limit ? null : (rows.at(-1)?.id ?? null);
  return { checked: rows.length, differences, last };
}

function differenceOf(row: StoredDecision): ReplayDifference[] {
  const { rule, verdict, claimants } = decide(readCase(row.decision_case));
  const now: Brief = {
    rule,
    verdict,
    session_ids: idsOf(claimants, 'session'),
    transaction_ids: idsOf(claimants, 'transaction'),
  };
  const stored: Brief = {
    rule: RENAMED[row.rule] ?? row.rule,
    verdict: row.verdict,
    session_ids: row.session_ids,
    transaction_ids: row.transaction_ids,
  };
  if (JSON.stringify(stored) === JSON.stringify(now)) return [];
  return [
    {
      decision_id: row.id,
      credit_id: row.credit_id,
      engine_version: row.engine_version,
      is_of_earlier_rules: row.engine_version < ENGINE_VERSION,
      stored,
      now,
    },
  ];
}
