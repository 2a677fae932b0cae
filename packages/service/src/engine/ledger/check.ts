import type { PoolClient } from 'pg';
import { withFreePlans } from '../../store/connect/atomically.ts';
import {
  countTransfers,
  findLedgerProblems,
  findSuspenseDifferences,
  type KindBalance,
  type LedgerProblem,
  sumAccounts,
} from '../../store/ledger/check.ts';
import { findBalanceProblems } from '../../store/ledger/check-balances.ts';
import { findBookProblems } from '../../store/ledger/check-books.ts';
import { findCauseProblems } from '../../store/ledger/check-causes.ts';
import { findRefundProblems } from '../../store/ledger/check-refunds.ts';
import { findSettlementProblems } from '../../store/ledger/check-settlements.ts';
import { findTransactionProblems } from '../../store/ledger/check-transactions.ts';
import { findTriggerProblems } from '../../store/ledger/check-triggers.ts';
import { findWaitingProblems } from '../../store/ledger/check-waiting.ts';
import type { Services } from '../services.ts';

/** Of each side of the books. */
const SHOWN = { limit: 100 };

export type LedgerCheck = { ok: boolean; checked: number; balances: KindBalance[]; problems: string[] };

/** What the rows say against the books, in the caller's transaction. */
export async function findProblems(client: PoolClient): Promise<LedgerProblem[]> {
  return [
    ...(await findLedgerProblems(client, SHOWN)),
    ...(await findCauseProblems(client, SHOWN)),
    ...(await findTransactionProblems(client, SHOWN)),
    ...(await findBookProblems(client, SHOWN)),
    ...(await findRefundProblems(client, SHOWN)),
    ...(await findSettlementProblems(client, SHOWN)),
    ...(await findBalanceProblems(client, SHOWN)),
    ...(await findWaitingProblems(client, SHOWN)),
    ...(await findTriggerProblems(client, SHOWN)),
  ];
}

/**
 * Proves the books: each SUCCESS has its entry and its credit, each entry what it is booked of and the accounts that this moves
 * between, each unmatched credit stands in suspense and nothing else does, FLOAT of each live number is its tip less its
 * opening, the days of each account are its transfers, what no settlement has taken is what merchants are owed, no account is
 * below zero that may not be, each fee is what its terms say, refunds and settlements have the money that their state asks
 * for, what waits still waits, what must stay is held by its triggers, and all accounts of an environment sum to zero. Reads only.
 */
export async function checkLedger(services: Services): Promise<LedgerCheck> {
  const { found, balances, count, differences } = await withFreePlans(services.pool, async (client) => {
    const found = await findProblems(client);
    const balances = await sumAccounts(client);
    const [count] = await countTransfers(client);
    const differences = await findSuspenseDifferences(client);
    return { found, balances, count, differences };
  });
  const sums = [...Map.groupBy(balances, (one) => one.environment)].map(([environment, accounts]) => ({
    environment,
    sum_xaf: accounts.reduce((sum, account) => sum + account.balance_xaf, 0),
  }));
  const problems = [
    ...found.map(({ problem, subject }) => `${problem}: ${subject}`),
    ...differences.map(
      (one) =>
        `${one.environment} suspense holds ${one.booked_xaf} XAF, but ${one.owed_xaf} XAF wait to be decided`,
    ),
    ...sums
      .filter(({ sum_xaf }) => sum_xaf !== 0)
      .map((one) => `the ${one.environment} accounts sum to ${one.sum_xaf} XAF, not to zero`),
  ];
  return { ok: problems.length === 0, checked: count?.transfers ?? 0, balances, problems };
}
