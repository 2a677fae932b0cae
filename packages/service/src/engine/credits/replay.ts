import { NOBODY } from '../../domain/credit.ts';
import { ENGINE_VERSION, idsOf } from '../../domain/matching/case.ts';
import { decide } from '../../domain/matching/decide.ts';
import { readCase } from '../../domain/matching/stored.ts';
import { pageDecisions, type StoredDecision } from '../../store/credits/explain.ts';
import type { Services } from '../services.ts';

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
  const rows = await pageDecisions(services.pool, options.after ?? NOBODY, options.limit);
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
