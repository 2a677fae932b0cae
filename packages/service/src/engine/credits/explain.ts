import { NOBODY } from '../../domain/credit.ts';
import { type Claimant, ENGINE_VERSION, idsOf } from '../../domain/matching/case.ts';
import { decide } from '../../domain/matching/rules.ts';
import { readCase } from '../../domain/matching/stored.ts';
import {
  loadCredits,
  loadDecisions,
  loadWitnesses,
  pageDecisions,
  type StaffDecision,
  type StoredCredit,
  type StoredDecision,
  type Witness,
} from '../../store/credits/explain.ts';
import type { Services } from '../services.ts';

export type Explanation = {
  credit: StoredCredit;
  witnesses: Witness[];
  decisions: (StoredDecision | StaffDecision)[];
  /** The same for a person to read. */
  lines: string[];
};

/**
 * Why a credit went where it went: its witnesses, each decision with its rule, reason and candidates.
 * @returns null for an id that is no credit
 */
export async function explainCredit(services: Services, credit_id: string): Promise<Explanation | null> {
  const input = [{ credit_id }];
  const [credit] = await loadCredits(services.pool, input);
  if (credit === undefined) return null;
  const witnesses = await loadWitnesses(services.pool, input);
  const decisions = await loadDecisions(services.pool, input);
  const lines = [...creditLines(credit), ...witnesses.map(witnessLine), ...decisions.flatMap(decisionLines)];
  return { credit, witnesses, decisions, lines };
}

function creditLines(credit: StoredCredit): string[] {
  return [
    `Credit ${credit.id} (${credit.environment})`,
    `  ${credit.amount_xaf} XAF on ${credit.msisdn} (${credit.operator}, ${credit.kind}), transaction ${credit.operator_transaction_id ?? 'without an id'}`,
    `  sent ${credit.occurred_at.toISOString()}, seen ${credit.received_at.toISOString()}`,
    `  now ${credit.state}: ${credit.reason}`,
  ];
}

function witnessLine(witness: Witness): string {
  const template =
    witness.template_id === null ? '' : `, template ${witness.template_id}@${witness.template_version}`;
  const role = witness.outcome === 'DUPLICATE' ? 'told of it again' : 'told of it first';
  return `  notice ${witness.notice_id} (${witness.source}${template}) ${role} at ${witness.received_at.toISOString()}`;
}

function decisionLines(decision: StoredDecision | StaffDecision): string[] {
  if (decision.actor === 'STAFF') return staffLines(decision);
  const { claimants, credit } = readCase(decision.decision_case);
  const likely = decision.verdict === 'SUSPENSE' ? 'likely ' : '';
  return [
    `Decision of ${decision.decided_at.toISOString()} by ${decision.actor}: ${decision.verdict} by rule ${decision.rule}`,
    `  because ${decision.reason}`,
    ...named(likely, decision),
    `  evidence: tickets quoted ${credit.tickets.join(', ') || 'none'}${credit.tickets_in_doubt ? ' (in its message alone, and a row proves it)' : ''}; elsewhere in its words ${credit.told_tickets?.join(', ') ?? 'none'}; payer ${credit.payer === null ? 'unknown' : 'known'}; doubts ${credit.doubts.join(', ') || 'none'}`,
    claimants.length === 0 ? '  candidates: none' : '  candidates:',
    ...claimants.map((one) => `    ${claimantLine(one)}`),
  ];
}

function staffLines({
  decided_at,
  rule,
  reason,
  session_ids,
  transaction_ids,
  decision_case,
}: StaffDecision): string[] {
  const surplus =
    decision_case.surplus_xaf === 0 ? '' : `, ${decision_case.surplus_xaf} XAF left in suspense`;
  return [
    `Decision of ${decided_at.toISOString()} by STAFF: ${decision_case.state} (${rule})${surplus}`,
    `  because ${reason}`,
    ...named('', { session_ids, transaction_ids }),
  ];
}

function named(likely: string, ids: Pick<StoredDecision, 'session_ids' | 'transaction_ids'>): string[] {
  const sessions = `  ${likely}sessions: ${ids.session_ids.join(', ') || 'none'}`;
  if (ids.transaction_ids.length === 0) return [sessions];
  return [sessions, `  ${likely}transactions: ${ids.transaction_ids.join(', ')}`];
}

function claimantLine(one: Claimant): string {
  const payer = one.customer_phone === null ? 'declared no payer' : 'declared a payer';
  const number = one.same_number ? '' : ', on another number';
  const expires = new Date(one.expires_at_ms).toISOString();
  return `${one.kind === 'session' ? '' : 'transaction '}${one.id} ${one.status}, ${one.amount_xaf} XAF, expires ${expires}, ticket ${one.ticket ?? 'none'}, ${payer}${number}`;
}

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
