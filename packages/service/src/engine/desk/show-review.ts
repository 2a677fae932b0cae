import { type CaseLine, findReviewRow, type ListedReview, listCaseLines } from '../../store/review/list.ts';
import { listActions, type StaffAction } from '../../store/staff/actions.ts';
import type { Services } from '../services.ts';

const ACTIONS_SHOWN = 100;

export type Review = ListedReview & { status: string; credits: CaseLine[]; actions: StaffAction[] };

/** A session's case with all that was seen and done; null when there is no such session. */
export async function showReview(services: Services, session_id: string): Promise<Review | null> {
  const [row] = await findReviewRow(services.pool, session_id);
  if (row === undefined) return null;
  const credits = await listCaseLines(services.pool, session_id);
  const actions = await listActions(services.pool, session_id, ACTIONS_SHOWN);
  return { ...row, credits, actions };
}
