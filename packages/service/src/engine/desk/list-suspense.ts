import type { Environment } from '../../domain/session/session.ts';
import { type ListedSuspense, listSuspense } from '../../store/suspense/credits.ts';
import type { Services } from '../services.ts';

/** Money that was seen and is nobody's yet, oldest first. */
export function listSuspended(
  services: Services,
  { environment, limit }: { environment: Environment; limit: number },
): Promise<ListedSuspense[]> {
  return listSuspense(services.pool, environment, limit);
}
