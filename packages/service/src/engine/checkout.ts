import { type ClaimForm, pageState } from '../domain/checkout/state.ts';
import type { CheckoutView, Feed, SeenCredit } from '../domain/checkout/view.ts';
import { findClaims, insertPayerClaims, lockClaims } from '../store/checkout/claims.ts';
import {
  type CheckoutRow,
  findVoidedSurpluses,
  loadCheckouts,
  loadSeenCredits,
} from '../store/checkout/views.ts';
import { atomically } from '../store/connect/atomically.ts';
import type { Database } from '../store/statement.ts';
import { freshly, perOwner } from './fresh.ts';
import type { Services } from './services.ts';

/** However many look at a session, its row is read once a second. */
const viewsOf = perOwner(({ now }: Services) =>
  freshly<string, CheckoutView | null>(
    (id) => id,
    (ids, database) => loadViews(ids, database, now()),
  ),
);

/** What the checkout pages of some sessions may show, at most a second old; null for an id that is none. */
export async function lookAtCheckouts(
  services: Services,
  session_ids: string[],
): Promise<(CheckoutView | null)[]> {
  const views = await viewsOf(services).get(session_ids, services.now(), services.pool);
  return session_ids.map((id) => views.get(id) ?? null);
}

/** The same of one session, as it is now: whoever hands goods over is told nothing a second old. */
export async function readCheckout(
  { pool, now }: Pick<Services, 'pool' | 'now'>,
  session_id: string,
): Promise<CheckoutView | null> {
  const [view] = await loadViews([session_id], pool, now());
  return view ?? null;
}

/** Forgets what was read of a session: whoever just changed it is shown what has become of it. */
export function forgetCheckout(services: Services, session_id: string): void {
  viewsOf(services).forget(session_id);
}

async function loadViews(
  session_ids: string[],
  database: Database,
  now: Date,
): Promise<(CheckoutView | null)[]> {
  const rows = await loadCheckouts(database, { session_ids, now });
  // Of a session that waits nothing was seen that has to do with it alone.
  const closed = rows.filter(({ status }) => status !== 'AWAITING_PAYMENT');
  const seen = Map.groupBy(
    await loadMoney(
      database,
      closed.map(({ id }) => id),
    ),
    ({ session_id }) => session_id,
  );
  const views = new Map(rows.map((row) => [row.id, viewOf(row, seen.get(row.id) ?? [])]));
  return session_ids.map((id) => views.get(id) ?? null);
}

async function loadMoney(
  database: Database,
  session_ids: string[],
): Promise<(SeenCredit & { session_id: string })[]> {
  const credits = await loadSeenCredits(database, session_ids);
  const returned = credits.flatMap((one) => (one.is_surplus_refunded ? [one.credit_id] : []));
  const voided = new Set((await findVoidedSurpluses(database, returned)).map((row) => row.credit_id));
  return credits.map(({ credit_id, ...one }) => ({ ...one, is_surplus_voided: voided.has(credit_id) }));
}

function viewOf({ feed_status, ...row }: CheckoutRow, credits: SeenCredit[]): CheckoutView {
  return { ...row, feed: feedOf(feed_status), credits };
}

function feedOf(feed_status: string): Feed {
  if (feed_status === 'SILENT') return 'silent';
  return feed_status === 'LAGGING' ? 'slow' : 'well';
}

export type ClaimPayment = {
  session_id: string;
  /** As `readClaim` of the domain makes them. */
  operator_transaction_id: string;
  payer_phone: string;
};

export type ClaimOutcome =
  | { kind: 'kept' }
  | { kind: 'not_found' }
  /** The session takes no claims at present, or has as many as it takes. */
  | { kind: 'not_taken' };

/**
 * Keeps what payers tell of closed sessions, as evidence for the desk: it moves nothing and confirms nothing. The
 * same id told again with the same phone is kept once, with another as a correction. An outcome per command, in order.
 */
export async function claimPayments(
  services: Services,
  commands: readonly ClaimPayment[],
): Promise<ClaimOutcome[]> {
  const views = await lookAtCheckouts(
    services,
    commands.map(({ session_id }) => session_id),
  );
  const claimed_at = services.now();
  const forms = views.map((view): ClaimForm | null => {
    if (view === null) return null;
    const state = pageState(view, claimed_at);
    return 'claim' in state ? state.claim : 'closed';
  });
  const taken = commands
    .map((command, place) => ({ ...command, place, claimed_at }))
    .filter(({ place }) => forms[place] === 'open' || forms[place] === 'told');
  const kept = await atomically(services.pool, async (client) => {
    await lockClaims(
      client,
      taken.map(({ session_id }) => session_id),
    );
    await insertPayerClaims(client, taken);
    return findClaims(client, taken);
  });
  for (const { session_id } of kept) forgetCheckout(services, session_id);
  const names = new Set(kept.map(nameOf));
  return commands.map((command, place) => {
    if (forms[place] === null) return { kind: 'not_found' };
    return { kind: names.has(nameOf(command)) ? 'kept' : 'not_taken' };
  });
}

const nameOf = ({ session_id, operator_transaction_id, payer_phone }: ClaimPayment): string =>
  `${session_id}/${operator_transaction_id}/${payer_phone}`;
