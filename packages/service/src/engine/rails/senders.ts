import { countSendingGateways } from '../../store/rails/survey.ts';
import { freshly, perOwner } from '../fresh.ts';
import type { Services } from '../services.ts';

const sendersOf = perOwner((_services: Services) =>
  freshly<'senders', number>(
    (name) => name,
    async (_names, database) => [(await countSendingGateways(database))[0]?.count ?? 0],
  ),
);

/**
 * How many gateways can send for any collection number: the phone of its SIM, or another when that one only
 * receives. At most a second old.
 */
export async function countSenders(services: Services): Promise<number> {
  const found = await sendersOf(services).get(['senders'], services.now(), services.pool);
  return found.get('senders') ?? 0;
}
