import type { Caller } from '../../domain/session/commands.ts';
import { foldLedgerDays, type MerchantBalance, readBalances } from '../../store/ledger/days.ts';
import { listOwnAccounts } from '../../store/ledger/own.ts';
import type { Services } from '../services.ts';

/** What a merchant has with us in one environment. */
export type Balance = Omit<MerchantBalance, 'merchant_id'>;

/**
 * What merchants are owed now. Constant time: it is added up from days, and from what is not folded into them yet.
 * @returns a balance per caller, in order
 */
export async function showBalances(services: Services, callers: readonly Caller[]): Promise<Balance[]> {
  const owners = callers.map(({ merchant_id, environment }) => ({ merchant_id, environment }));
  const now = services.now();
  const found = await readBalances(
    services.pool,
    owners.map((owner) => ({ ...owner, now })),
  );
  const by_owner = new Map(found.map((one) => [`${one.merchant_id}/${one.environment}`, one]));
  return owners.map((owner) => {
    const balance = by_owner.get(`${owner.merchant_id}/${owner.environment}`);
    if (balance === undefined) throw new Error(`bug: merchant ${owner.merchant_id} has no accounts`);
    const { merchant_id: _, ...rest } = balance;
    return rest;
  });
}

/**
 * Folds what accounts' days have changed by.
 * @returns how many deltas were folded
 */
export async function foldDaysOfLedger(services: Services, { limit }: { limit: number }): Promise<number> {
  const [row] = await foldLedgerDays(services.pool, { limit });
  return row?.folded ?? 0;
}

export type ListedOwn = Awaited<ReturnType<typeof listOwnAccounts>>[number];

/** Our own wallets and bank accounts in live, each with what the ledger says is there. */
export const ownAccounts = ({ pool }: Pick<Services, 'pool'>): Promise<ListedOwn[]> => listOwnAccounts(pool);
