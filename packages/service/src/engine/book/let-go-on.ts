import { atomically } from '../../store/connect/atomically.ts';
import { eachApart } from '../apart.ts';
import type { Services } from '../services.ts';
import { settleBelieved } from './settle.ts';

/**
 * Lets what waits on numbers go on by a word of people that is committed already. One number whose messages can't be decided keeps
 * neither that word nor another number back: they wait, and its next message meets the same failure, which the sweeper names.
 */
export async function letGoOn(services: Services, collection_number_ids: Iterable<string>): Promise<void> {
  const now = services.now();
  const results = await eachApart([...new Set(collection_number_ids)].sort(), (some) =>
    atomically(services.pool, async (client) => {
      const events = await settleBelieved(services, client, some, now);
      return some.map(() => events);
    }),
  );
  if (results.some((one) => one.status === 'fulfilled' && one.value > 0)) services.onEvents();
}
