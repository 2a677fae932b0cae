import type { Environment } from '../../domain/session/session.ts';
import { type ListedLate, listLateRows } from '../../store/transactions/reviews.ts';
import type { Services } from '../services.ts';

/** Payments proven after their transaction had ended, which wait for staff, the oldest first. */
export function listLateTransactions(
  services: Services,
  { environment, limit }: { environment: Environment; limit: number },
): Promise<ListedLate[]> {
  return listLateRows(services.pool, environment, limit);
}
