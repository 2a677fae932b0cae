import type { Environment } from '../../domain/session/session.ts';
import { type ListedReview, listReviewRows } from '../../store/review/list.ts';
import type { Services } from '../services.ts';

/** Sessions that wait for a person, the oldest first. */
export function listReviews(
  services: Services,
  { environment, limit }: { environment: Environment; limit: number },
): Promise<ListedReview[]> {
  return listReviewRows(services.pool, environment, limit);
}
