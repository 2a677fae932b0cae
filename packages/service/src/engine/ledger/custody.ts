import { localDay } from '../../domain/time.ts';
import { type CustodyRow, listCustodians, listCustody, loadCustody } from '../../store/ledger/custodians.ts';
import type { Services, WithPool } from '../services.ts';

export type { CustodyRow };

/** Who answers by law for the money of an account, by what licence, and since when. */
export type Custodian = { institution: string; licence: string; held_since: string };

/** Wallets and bank accounts with who holds each today; nulls where nobody is named. */
export const showCustody = (services: Pick<Services, 'pool' | 'now'>): Promise<CustodyRow[]> =>
  listCustody(services.pool, { today: localDay(services.now()) });

/** All that two people have ever said of it, the newest first. */
export const custodyHistory = ({ pool }: WithPool, limit: number) => listCustodians(pool, { limit });

/** Numbers are held by their operator, and carry no custodian of their own. */
const hasCustodian = (kind: string): boolean => kind !== 'FLOAT';

/** Accounts, each with its custodian on a day: null where nobody is named, undefined where none is needed. */
export async function withCustodians<One extends { account_id: number; kind: string }>(
  { pool }: WithPool,
  day: string,
  accounts: readonly One[],
): Promise<(One & { custodian?: Custodian | null })[]> {
  const kept = accounts.filter(({ kind }) => hasCustodian(kind));
  const rows = await loadCustody(
    pool,
    kept.map(({ account_id }) => ({ account_id, day })),
  );
  const known = new Map(
    rows.map(({ account_id, ...custodian }): [number, Custodian] => [account_id, custodian]),
  );
  return accounts.map((one) =>
    hasCustodian(one.kind) ? { ...one, custodian: known.get(one.account_id) ?? null } : one,
  );
}
