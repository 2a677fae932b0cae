import type { Member } from '../../domain/account/person.ts';
import type { OwnersChange } from '../../domain/mail/notice.ts';
import type { Database } from '../../store/statement.ts';
import { tellMembers } from '../mail/notices.ts';
import type { Services } from '../services.ts';
import { isFresh } from './own.ts';

/**
 * Whether somebody who would change who the owners are must show first that it is them. An owner comes to all money: whoever
 * finds an owner's browser open must not make themselves one.
 */
export function mustProve({ now }: Pick<Services, 'now'>, person: Pick<Member, 'proved_at'>): boolean {
  return !isFresh(person, now());
}

/**
 * Mails all owners that they become more or fewer. Called before that is written, in the same transaction: who is an owner
 * no longer reads it too.
 * @param by mail address of whoever does it
 * @param who mail address of the one whom it is about
 */
export async function tellOwners(
  services: Pick<Services, 'newId' | 'now'>,
  database: Database,
  { merchant_id, ...detail }: { merchant_id: string; change: OwnersChange; by: string; who: string },
): Promise<void> {
  const about = `${detail.change} ${services.newId()}`;
  await tellMembers(services, database, [{ merchant_id, kind: 'owners_changed', about, detail }]);
}
