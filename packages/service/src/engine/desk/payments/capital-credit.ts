import type { PoolClient } from 'pg';
import { capitalTransfer } from '../../../domain/ledger/staff.ts';
import { readCase } from '../../../domain/matching/stored.ts';
import {
  type CallableCapital,
  callableCapital,
  isFromOwnNumber,
  isTied,
} from '../../../domain/review/own-money.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { loadDecisions } from '../../../store/credits/explain.ts';
import { findAwaited, findSuspense } from '../../../store/suspense/credits.ts';
import type { Services } from '../../services.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';
import { type Bench, lockBench } from './bench.ts';

/** `note`: who has put it on the SIM, and when; kept. */
export type CallCapital = Signature & { credit_id: string };

export type CapitalOutcome =
  | { kind: 'called_capital'; amount_xaf: number }
  | { kind: 'not_found' }
  | Exclude<CallableCapital, { kind: 'callable' }>
  | NotAgreed;

/**
 * Two people say, whatever the amount, that a credit in suspense is our own money: we have topped the SIM up, and its SMS
 * told of it as of any payment. It becomes capital, and pays nobody. What may be a customer's payment is refused.
 * @returns an outcome per command, in order
 */
export function callCapital(services: Services, commands: readonly CallCapital[]): Promise<CapitalOutcome[]> {
  const credit_ids = commands.map(({ credit_id }) => credit_id);
  return signed<Known, CapitalOutcome>(services, {
    lock: (client) => lockClaimed(services, client, credit_ids),
    subjects: () => credit_ids,
    always: true,
    decide: (desk) => ({
      outcomes: commands.map((command) => callOne(desk, command)),
      write: desk.known.bench.write,
    }),
  });
}

/** The credits, and those of them that somebody may have paid. */
type Known = { bench: Bench; claimed: Set<string> };

async function lockClaimed(services: Services, client: PoolClient, credit_ids: string[]): Promise<Known> {
  const bench = await lockBench(services, client, { credit_ids });
  const ids = [...bench.credits.keys()];
  const found = await findSuspense(client, ids);
  const awaited = await findAwaited(client, ids);
  const decisions = await loadDecisions(
    client,
    ids.map((credit_id) => ({ credit_id })),
  );
  const cases = decisions.flatMap(({ actor, credit_id, decision_case }) =>
    actor === 'ENGINE' ? [{ credit_id, decided: readCase(decision_case) }] : [],
  );
  const tied = cases.filter(({ decided }) => isTied(decided));
  const own = new Set(
    cases.filter(({ decided }) => isFromOwnNumber(decided)).map(({ credit_id }) => credit_id),
  );
  const named = found.filter(({ claimed_for }) => claimed_for.length > 0);
  const claimed = [...named, ...awaited, ...tied].map(({ credit_id }) => credit_id);
  return { bench, claimed: new Set(claimed.filter((credit_id) => !own.has(credit_id))) };
}

function callOne(
  { known: { bench, claimed }, agree, record }: Desk<Known>,
  command: CallCapital,
): CapitalOutcome {
  const { credit_id } = command;
  const credit = bench.credits.get(credit_id);
  if (credit === undefined) return { kind: 'not_found' };
  const judged = callableCapital({ ...credit, is_claimed: claimed.has(credit_id) });
  if (judged.kind !== 'callable') return judged;
  const { amount_xaf } = credit;
  const subject = { action: 'suspense.capital', subject_id: credit_id } as const;
  const consent = agree(command, { ...subject, terms: {}, amount_xaf });
  if (consent.kind !== 'agreed') return consent;
  bench.outcome.transfers.push(capitalTransfer(credit, amount_xaf));
  const as = { state: 'ASSIGNED', reason: 'own_capital', matched_session_id: null, surplus_xaf: 0 } as const;
  bench.dispose(command, { credit_id, ...as });
  record(command, { ...subject, detail: { amount_xaf, proposed_by: consent.proposed_by } });
  return { kind: 'called_capital', amount_xaf };
}
