import type { PoolClient } from 'pg';
import { insertActions, type StaffAction } from '../../store/staff/actions.ts';
import type { Services } from '../services.ts';

/** What a person did and why; both names are kept as they were given. */
export type Act = Pick<StaffAction, 'actor' | 'action' | 'subject_id' | 'note'> & {
  detail?: Record<string, unknown>;
};

/** Writes the audit trail, in the transaction that does what it tells of. */
export async function recordActions(
  services: Services,
  client: PoolClient,
  acts: readonly Act[],
): Promise<void> {
  const at = services.now();
  await insertActions(
    client,
    acts.map((act) => ({ ...act, detail: act.detail ?? {}, id: services.newId(), at })),
  );
}
