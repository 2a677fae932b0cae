import { listOwnAccounts } from '../../store/ledger/own.ts';
import type { Services } from '../services.ts';

export type ListedOwn = Awaited<ReturnType<typeof listOwnAccounts>>[number];

/** Our own wallets and bank accounts in live, each with what the ledger says is there. */
export const ownAccounts = ({ pool }: Pick<Services, 'pool'>): Promise<ListedOwn[]> => listOwnAccounts(pool);
