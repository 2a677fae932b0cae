import { insertMemberActions, type MemberAction } from '../../store/accounts/actions.ts';
import type { Database } from '../../store/statement.ts';
import type { Services } from '../services.ts';

/** What a signed-in person did: `action` like `key.created`, `subject_id` what it was about. */
export type Done = { action: string; subject_id?: string; detail?: Record<string, unknown> };

/** Who did it: `actorOf` makes one of a signed-in member. Without a merchant it is about the account itself. */
export type Actor = { account_id: string; merchant_id: string | null };

/** Puts on record what somebody did, in the transaction that did it where there is one. */
export async function recordDone(
  services: Pick<Services, 'newId' | 'now'>,
  database: Database,
  { account_id, merchant_id }: Actor,
  done: readonly Done[],
): Promise<void> {
  const at = services.now();
  const rows = done.map(
    ({ action, subject_id = null, detail = {} }): MemberAction => ({
      id: services.newId(),
      merchant_id,
      account_id,
      action,
      subject_id,
      detail,
      at,
    }),
  );
  await insertMemberActions(database, rows);
}
