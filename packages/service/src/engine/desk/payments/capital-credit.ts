import type { PoolClient } from 'pg';
import { phoneOfPayer } from '../../../domain/credit.ts';
import { capitalTransfer } from '../../../domain/ledger/staff.ts';
import type { DecisionCase } from '../../../domain/matching/case.ts';
import { readCase } from '../../../domain/matching/stored.ts';
import { OPERATORS } from '../../../domain/operator.ts';
import {
  type CallableCapital,
  callableCapital,
  isAskedOfPayer,
  isFromOwnNumber,
  isTied,
} from '../../../domain/review/own-money.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { loadDecisions } from '../../../store/credits/explain.ts';
import { findOwnMsisdns } from '../../../store/numbers/numbers.ts';
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
 * told of it as of any payment. It becomes capital, and pays nobody. What may be a customer's payment, or forged, is refused.
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
  const waited = new Set(awaited.map(({ credit_id }) => credit_id));
  const own = await ownOf(client, cases, waited);
  const named = found.filter(({ claimed_for }) => claimed_for.length > 0);
  const claimed = [...named, ...awaited, ...tied].map(({ credit_id }) => credit_id);
  return { bench, claimed: new Set(claimed.filter((credit_id) => !own.has(credit_id))) };
}

type Case = { credit_id: string; decided: DecisionCase };

/**
 * Those that another number of ours has sent, and that are nobody's. Not where somebody was asked for just that sum by that very number, while
 * he waits, or at all if the number rests: then it may be another's by now. By waiting alone a rival, who declares a number of ours, stops
 * it no longer than he waits.
 */
async function ownOf(
  client: PoolClient,
  cases: readonly Case[],
  waited: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const own = cases.filter(({ decided }) => isFromOwnNumber(decided));
  const msisdns = own.flatMap(({ decided }) => phoneOfPayer(decided.credit.payer) ?? []);
  const rows = msisdns.length === 0 ? [] : await findOwnMsisdns(client, { operators: OPERATORS, msisdns });
  const resting = new Set(rows.flatMap(({ msisdn, status }) => (status === 'PAUSED' ? [msisdn] : [])));
  const mayBeAnothers = ({ credit_id, decided }: Case) =>
    isAskedOfPayer(decided) &&
    (waited.has(credit_id) || resting.has(phoneOfPayer(decided.credit.payer) ?? ''));
  return new Set(own.flatMap((one) => (mayBeAnothers(one) ? [] : [one.credit_id])));
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
