import type { Member, MemberRole } from '../../domain/account/person.ts';
import type { OwnersChange } from '../../domain/mail/notice.ts';
import type { Database } from '../../store/statement.ts';
import { tellMembers } from '../mail/notices.ts';
import type { Services } from '../services.ts';
import { isFresh } from './own.ts';

/**
 * Whether somebody who would change who the owners are, or give a role that comes to money, must show first that it is them. Whoever
 * finds an owner's browser open must not make themselves one of these: from their own browser they would then prove it by their own
 * password.
 */
export function mustProve({ now }: Pick<Services, 'now'>, person: Pick<Member, 'proved_at'>): boolean {
  return !isFresh(person, now());
}

/** Every role but a cashier's gives back payments, makes keys that take them, or all of it. */
export const isTrusted = (role: MemberRole): role is Exclude<MemberRole, 'cashier'> => role !== 'cashier';

/**
 * Mails all owners that they, or the accountants or developers, become more or fewer. Called before that is written, in the same transaction: who is an owner
 * no longer reads it too.
 * @param role what whom it is about becomes, or was
 * @param by mail address of whoever does it
 * @param who mail address of the one whom it is about
 */
export async function tellOwners(
  services: Pick<Services, 'newId' | 'now'>,
  database: Database,
  {
    merchant_id,
    role,
    ...told
  }: {
    merchant_id: string;
    change: OwnersChange;
    role: Exclude<MemberRole, 'cashier'>;
    by: string;
    who: string;
  },
): Promise<void> {
  const detail = role === 'owner' ? told : { ...told, role };
  const about = `${detail.change} ${services.newId()}`;
  await tellMembers(services, database, [{ merchant_id, kind: 'owners_changed', about, detail }]);
}
