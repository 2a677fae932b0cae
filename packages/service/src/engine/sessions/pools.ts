import { type Pool, type PoolKey, poolName, poolOf } from '../../domain/reservation/propose.ts';
import { localDay } from '../../domain/time.ts';
import { loadPools } from '../../store/numbers/pool.ts';
import { freshly, perOwner } from '../fresh.ts';
import type { Services } from '../services.ts';
import type { Draft } from './draft.ts';

/**
 * The numbers that may be assigned, at most a second old. Read outside any transaction, so that a number
 * which an aborted transaction would have made is never proposed.
 */
export const poolsOf = perOwner((services: Services) =>
  freshly<PoolKey, Pool>(poolName, async (keys, database) => {
    const day = localDay(services.now());
    const rows = await loadPools(
      database,
      keys.map((key, pool) => ({ ...key, pool, day })),
    );
    return keys.map((_, pool) => poolOf(rows.filter((row) => row.pool === pool)));
  }),
);

/** A batch that used numbers outside its cached pools made some; the next batch reads them afresh. */
export function forgetGrownPools(
  services: Services,
  drafts: readonly (Draft | null)[],
  pools: Map<string, Pool>,
): void {
  for (const draft of drafts) {
    if (draft?.state !== 'made') continue;
    const known = pools.get(poolName(draft.pool_key))?.numbers;
    if (!known?.some((number) => number.id === draft.collection_number?.id))
      poolsOf(services).forget(draft.pool_key);
  }
}
