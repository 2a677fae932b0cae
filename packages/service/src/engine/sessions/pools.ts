import { type Pool, type PoolKey, poolName, poolOf } from '../../domain/reservation/propose.ts';
import { localDay } from '../../domain/time/local.ts';
import { loadPools } from '../../store/numbers/pool.ts';
import { freshly, perOwner } from '../fresh.ts';
import type { Services } from '../services.ts';

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
