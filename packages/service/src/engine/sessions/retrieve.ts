import type { RetrieveSession } from '../../domain/session/commands.ts';
import type { PaymentSession } from '../../domain/session/session.ts';
import { loadSessions } from '../../store/sessions/sessions.ts';
import type { Services } from '../services.ts';

/** Reads sessions; null for one that does not exist for this merchant and environment. */
export async function retrieveSessions(
  services: Services,
  queries: RetrieveSession[],
): Promise<(PaymentSession | null)[]> {
  const now = services.now();
  const rows = await loadSessions(
    services.pool,
    queries.map(({ session_id, merchant_id, environment }) => ({
      session_id,
      merchant_id,
      environment,
      now,
    })),
  );
  const byId = new Map(
    rows.map((session) => [`${session.id}/${session.merchant_id}/${session.environment}`, session]),
  );
  return queries.map(
    (query) => byId.get(`${query.session_id}/${query.merchant_id}/${query.environment}`) ?? null,
  );
}
