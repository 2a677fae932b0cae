import { NOBODY } from '../../../domain/credit.ts';
import { idsOf } from '../../../domain/matching/case.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import type { Services } from '../../services.ts';
import { ofOwnTeam, requireMay } from '../allowed.ts';
import { type AssignOutcome, assignCredits } from './assign-credit.ts';
import { type ConfirmLateOutcome, confirmLateTransactions } from './confirm-late.ts';
import { type NowRead, readUnread } from './read-unread.ts';

/** What became of money whose words are known by now. */
export type ReadAgain = {
  credit_id: string;
  amount_xaf: number;
  /** What it pays for sure; null where the engine would settle nothing by it. */
  to: { what: 'session' | 'transaction'; id: string } | null;
  /** Sessions and transactions that it may be for where it pays none for sure: people look. */
  likely: string[];
  /** Why the engine would pay nobody by it, of a payment of today; null where it would pay, or ask people. */
  reason: string | null;
  outcome: AssignOutcome | ConfirmLateOutcome | { kind: 'left' };
};

const PAGE = 500;

/**
 * Staff have money in suspense read again that came in words which nobody knew, and give each payment to the one session or
 * transaction that it pays by the engine's own rules, judged by when it moved, where its payer or a ticket names that one: what
 * only the sum ties to a session is left to people, since others who waited then may have ended. They sign for it as for each
 * assignment: from the configured amount on a second person must agree, and what no reading of its SIM vouches for waits. All
 * else stays in suspense, with its payer and transaction id now known.
 */
export async function assignRead(services: Services, by: Signature): Promise<ReadAgain[]> {
  await requireMay(services, by, 'suspense.assign');
  return assignFrom(services, by, NOBODY);
}

/** Page after page: each is decided, in transactions of its own, before the next is read. */
async function assignFrom(services: Services, by: Signature, after: string): Promise<ReadAgain[]> {
  const { read, last } = await readUnread(services, { after, limit: PAGE });
  const here = await assignPage(services, read, by);
  return last === null ? here : [...here, ...(await assignFrom(services, by, last))];
}

async function assignPage(services: Services, read: readonly NowRead[], by: Signature): Promise<ReadAgain[]> {
  const judged = read.map((one) => ({ ...one, payee: payeeOf(one) }));
  const payees = judged.flatMap(({ payee }) => payee?.id ?? []);
  const own = await ofOwnTeam(services.pool, by, payees, services.now());
  const sure = judged.map(({ payee, ...one }) => {
    const is_own = payee !== null && own.has(payee.id);
    return { ...one, is_own, to: is_own ? null : payee };
  });
  const sessions = sure.flatMap(({ credit_id, to }) =>
    to?.what === 'session' ? [{ credit_id, to: { kind: 'session', session_id: to.id } as const, ...by }] : [],
  );
  const transactions = sure.flatMap(({ credit_id, to }) =>
    to?.what === 'transaction' ? [{ credit_id, transaction_id: to.id, ...by }] : [],
  );
  const outcomes = new Map<string, ReadAgain['outcome']>([
    ...pair(sessions, await assignCredits(services, sessions)),
    ...pair(transactions, await confirmLateTransactions(services, transactions)),
  ]);
  return sure.map(({ credit_id, amount_xaf, to, is_own, decision: { verdict, reason, claimants } }) => ({
    ...{ credit_id, amount_xaf, to },
    likely: to === null ? claimants.map(({ id }) => id) : [],
    reason: is_own ? OF_OWN_TEAM : verdict === 'SUSPENSE' ? reason : null,
    outcome: outcomes.get(credit_id) ?? { kind: 'left' },
  }));
}

const OF_OWN_TEAM = 'you are, or lately were, in the team of its merchant, so somebody else has to give it';

/** How many were given, wait for a second person, wait until their SIM has been read or explained, and stay. */
export function countsOf(
  read: readonly ReadAgain[],
): Record<'given' | 'proposed' | 'doubted' | 'left', number> {
  const counts = { given: 0, proposed: 0, doubted: 0, left: 0 };
  for (const { outcome } of read) counts[COUNTED_AS.get(outcome.kind) ?? 'left'] += 1;
  return counts;
}

const COUNTED_AS = new Map<ReadAgain['outcome']['kind'], 'given' | 'proposed' | 'doubted'>([
  ['assigned', 'given'],
  ['confirmed', 'given'],
  ['proposed', 'proposed'],
  ['same_person', 'proposed'],
  ['credit_doubted', 'doubted'],
  ['credit_not_vouched', 'doubted'],
]);

/** Whom the engine would pay, where the money names him. */
function payeeOf({ decision: { verdict, claimants }, is_named }: NowRead): ReadAgain['to'] {
  if (verdict !== 'SETTLE' || !is_named) return null;
  const [session_id] = idsOf(claimants, 'session');
  if (session_id !== undefined) return { what: 'session', id: session_id };
  const [transaction_id] = idsOf(claimants, 'transaction');
  return transaction_id === undefined ? null : { what: 'transaction', id: transaction_id };
}

const pair = <Outcome>(
  commands: readonly { credit_id: string }[],
  outcomes: readonly Outcome[],
): (readonly [string, Outcome])[] =>
  commands.map(({ credit_id }, at) => [credit_id, outcomes[at] as Outcome] as const);
