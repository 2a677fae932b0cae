import type { PoolClient } from 'pg';
import { kycTransition } from '../../domain/kyc/transitions.ts';
import { insertMemberActions } from '../../store/accounts/actions.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { listDocuments, removeDocuments } from '../../store/kyc/documents.ts';
import { updateProfiles } from '../../store/kyc/profiles.ts';
import type { Services } from '../services.ts';
import { type ByMember, doneBy, lockOwn } from './profiles.ts';

export type RemoveDocumentOutcome = { kind: 'removed' } | { kind: 'locked' } | { kind: 'not_found' };

/** Takes documents out of what is written. @returns an outcome per command, in order */
export async function removeOwnDocuments(
  services: Services,
  commands: readonly (ByMember & { document_id: string })[],
): Promise<RemoveDocumentOutcome[]> {
  const now = services.now();
  return atomically(services.pool, async (client) => {
    const known = await lockOwn(client, commands, now);
    const documents = await listDocuments(client, [...known.keys()]);
    const removed = new Map<string, ByMember>();
    const outcomes = commands.map(({ merchant_id, by, document_id }): RemoveDocumentOutcome => {
      const profile = known.get(merchant_id);
      const found = documents.find((one) => one.id === document_id && one.merchant_id === merchant_id);
      if (profile === undefined || found === undefined || found.is_removed) return { kind: 'not_found' };
      const state = kycTransition(profile.state, 'edit');
      if (state === null) return { kind: 'locked' };
      removed.set(document_id, { merchant_id, by });
      known.set(merchant_id, { ...profile, state, updated_at: now });
      return { kind: 'removed' };
    });
    const owners = new Set([...removed.values()].map(({ merchant_id }) => merchant_id));
    await updateProfiles(
      client,
      [...known.values()].filter(({ merchant_id }) => owners.has(merchant_id)),
    );
    await writeRemoved(
      services,
      client,
      [...removed].map(([id, one]) => ({ ...one, id })),
      now,
    );
    return outcomes;
  });
}

/** Takes them out of drafts, on record. */
export async function writeRemoved(
  services: Services,
  client: PoolClient,
  removed: readonly (ByMember & { id: string })[],
  now: Date,
): Promise<void> {
  await removeDocuments(
    client,
    removed.map(({ id }) => ({ id, removed_at: now })),
  );
  const done = removed.map(({ id: subject_id, ...one }) => ({ ...one, subject_id }));
  await insertMemberActions(client, doneBy(services, now, 'kyc.document_removed', done));
}
