import { NOBODY } from '../../domain/credit/credit.ts';
import { type Decision, ENGINE_VERSION } from '../../domain/matching/case.ts';
import { decide } from '../../domain/matching/decide.ts';
import { pageDecisions, type StoredDecision } from '../../store/credits/explain.ts';
import type { Services } from '../services.ts';

export type ReplayDifference = {
  decision_id: string;
  credit_id: string;
  engine_version: number;
  /** It was decided by earlier rules, which have changed on purpose: no sign of a fault. */
  is_of_earlier_rules: boolean;
  stored: { rule: string; verdict: string; session_ids: string[] };
  now: { rule: string; verdict: string; session_ids: string[] };
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
  const now: Decision = decide(row.decision_case);
  const brief = ({ rule, verdict, session_ids }: Pick<Decision, 'rule' | 'verdict' | 'session_ids'>) => ({
    rule,
    verdict,
    session_ids,
  });
  const stored = { rule: RENAMED[row.rule] ?? row.rule, verdict: row.verdict, session_ids: row.session_ids };
  if (JSON.stringify(stored) === JSON.stringify(brief(now))) return [];
  return [
    {
      decision_id: row.id,
      credit_id: row.credit_id,
      engine_version: row.engine_version,
      is_of_earlier_rules: row.engine_version < ENGINE_VERSION,
      stored,
      now: brief(now),
    },
  ];
}
