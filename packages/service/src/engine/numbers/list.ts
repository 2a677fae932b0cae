import type { Environment, Operator } from '../../domain/session/session.ts';
import { listNumberRows } from '../../store/numbers/list.ts';
import type { CollectionNumberRow } from '../../store/numbers/row.ts';
import type { Services } from '../services.ts';

/** Collection numbers by environment, operator and number; null is no filter. */
export async function listNumbers(
  services: Services,
  query: { environment: Environment | null; operator: Operator | null; limit: number },
): Promise<CollectionNumberRow[]> {
  return listNumberRows(services.pool, query.environment, query.operator, query.limit);
}
