import type { Member } from '../../domain/account/person.ts';
import { insertMemberActions, type MemberAction } from '../../store/accounts/actions.ts';
import type { Database } from '../../store/statement.ts';
import type { Services } from '../services.ts';

/** What a signed-in person of a merchant did: `action` like `key.created`, `subject_id` what it was about. */
export type Done = { action: string; subject_id?: string; detail?: Record<string, unknown> };

/** Puts on record what a member did, in the transaction that did it where there is one. */
export async function recordDone(
  services: Pick<Services, 'newId' | 'now'>,
  database: Database,
  member: Pick<Member, 'account' | 'membership'>,
  done: readonly Done[],
): Promise<void> {
  const at = services.now();
  const rows = done.map(
    ({ action, subject_id = null, detail = {} }): MemberAction => ({
      id: services.newId(),
      merchant_id: member.membership.merchant_id,
      account_id: member.account.id,
      action,
      subject_id,
      detail,
      at,
    }),
  );
  await insertMemberActions(database, rows);
}
