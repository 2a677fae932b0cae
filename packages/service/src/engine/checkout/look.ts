import type { CheckoutView, Feed, SeenCredit } from '../../domain/checkout/view.ts';
import { type CheckoutRow, loadCheckouts, loadSeenCredits } from '../../store/checkout/views.ts';
import type { Database } from '../../store/statement.ts';
import { freshly, perOwner } from '../fresh.ts';
import type { Services } from '../services.ts';

/** However many look at a session, its row is read once a second. */
const viewsOf = perOwner((_services: Services) =>
  freshly<string, CheckoutView | null>((id) => id, loadViews),
);

/** What the checkout pages of some sessions may show, at most a second old; null for an id that is none. */
export async function lookAtCheckouts(
  services: Services,
  session_ids: string[],
): Promise<(CheckoutView | null)[]> {
  const views = await viewsOf(services).get(session_ids, services.now(), services.pool);
  return session_ids.map((id) => views.get(id) ?? null);
}

/** Forgets what was read of a session: whoever just changed it is shown what has become of it. */
export function forgetCheckout(services: Services, session_id: string): void {
  viewsOf(services).forget(session_id);
}

async function loadViews(session_ids: string[], database: Database): Promise<(CheckoutView | null)[]> {
  const rows = await loadCheckouts(database, session_ids);
  // Of a session that waits nothing was seen that has to do with it alone.
  const closed = rows.filter(({ status }) => status !== 'AWAITING_PAYMENT');
  const seen = Map.groupBy(
    await loadSeenCredits(
      database,
      closed.map(({ id }) => id),
    ),
    ({ session_id }) => session_id,
  );
  const views = new Map(rows.map((row) => [row.id, viewOf(row, seen.get(row.id) ?? [])]));
  return session_ids.map((id) => views.get(id) ?? null);
}

function viewOf({ feed_status, ...row }: CheckoutRow, credits: SeenCredit[]): CheckoutView {
  return { ...row, feed: feedOf(feed_status), credits };
}

function feedOf(feed_status: string): Feed {
  if (feed_status === 'SILENT') return 'silent';
  return feed_status === 'LAGGING' ? 'slow' : 'well';
}
