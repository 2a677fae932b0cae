import type { PoolClient } from 'pg';
import type { Environment } from '../domain/operator.ts';
import type { NewAlert } from '../store/alerts.ts';
import { atomically } from '../store/connect/atomically.ts';
import { isRetryable } from '../store/connect/errors.ts';
import { raiseAlerts } from './alerts.ts';
import type { Services } from './services.ts';

/** What a sweep could not go on with, and why; staff are shown `subject`, and the message where it is one. */
export type Stuck<One> = {
  one: One;
  environment: Environment;
  subject: string;
  notice_id?: string;
  error: unknown;
};

/**
 * Sets aside what can't be gone on with, so that it keeps nothing else from being looked at, and tells staff. What fails since the
 * database is busy or gone is tried again by the next look.
 * @param aside sets them aside, in the same transaction
 */
export async function setStuckAside<One>(
  services: Services,
  kind: Extract<NewAlert['kind'], `${string}_stuck`>,
  failed: readonly Stuck<One>[],
  aside: (client: PoolClient, some: One[], now: Date) => Promise<unknown>,
): Promise<void> {
  const stuck = failed.filter(({ error }) => !isRetryable(error));
  if (stuck.length === 0) return;
  await atomically(services.pool, async (client) => {
    await aside(
      client,
      stuck.map(({ one }) => one),
      services.now(),
    );
    await raiseAlerts(
      services,
      client,
      stuck.map(({ environment, subject, notice_id = null }) => ({
        ...{ environment, kind, subject, notice_id },
        ...{ credit_id: null, detail: {} },
      })),
    );
  });
}
