import { aboutAccount, destinationOf, isComing } from '../../domain/settlement/payout-account.ts';
import { insertMemberActions } from '../../store/accounts/actions.ts';
import {
  lockOwnPayoutAccounts,
  movePayoutAccounts,
  type StoredPayoutAccount,
} from '../../store/settlements/payout-accounts.ts';
import type { Database } from '../../store/statement.ts';
import { tellMembers } from '../mail/notices.ts';
import type { Services } from '../services.ts';

/** A payout account, and which of its merchant's people has asked for it or takes it back. */
export type ByOwner = StoredPayoutAccount & { by: { id: string; email: string } };

/** Puts on the merchants' own record what owners did with payout accounts, and mails every owner. */
export async function tellOfPayouts(
  services: Pick<Services, 'newId' | 'now'>,
  client: Database,
  action: 'payout.asked' | 'payout.withdrawn',
  accounts: readonly ByOwner[],
): Promise<void> {
  const told = accounts.map((one) => ({ ...one, label: destinationOf(one).label }));
  const at = services.now();
  await insertMemberActions(
    client,
    told.map(({ id: subject_id, merchant_id, by, label, holder_name }) => ({
      id: services.newId(),
      merchant_id,
      account_id: by.id,
      action,
      subject_id,
      detail: { label, holder_name },
      at,
    })),
  );
  await tellMembers(
    services,
    client,
    told.map(({ id, merchant_id, state, label, frozen_until, by }) => ({
      merchant_id,
      kind: 'payout_account',
      about: aboutAccount(id, state),
      detail: { state, label, frozen_until: frozen_until.toISOString(), by: by.email },
    })),
  );
}

/**
 * Takes back what somebody has asked for who is to be an owner no longer, where it is not in force yet: whoever shuts them out takes
 * that for the end of it, and it would be paid to all the same once its freeze is over. The caller has locked the merchant against
 * another change of its payout account (`lockHolders`).
 * @param asked_by mail address of whoever is shut out
 */
export async function withdrawComing(
  services: Pick<Services, 'newId' | 'now'>,
  client: Database,
  { merchant_id, asked_by, by }: { merchant_id: string; asked_by: string; by: ByOwner['by'] },
): Promise<void> {
  const now = services.now();
  const own = await lockOwnPayoutAccounts(client, [merchant_id]);
  const theirs = own.filter((one) => one.asked_by === asked_by && isComing(one, now));
  const done = theirs.map((one) => ({ ...one, state: 'WITHDRAWN' as const, by }));
  await movePayoutAccounts(
    client,
    done.map(({ id, state }) => ({ id, state, decided_by: by.email, decided_at: now })),
  );
  await tellOfPayouts(services, client, 'payout.withdrawn', done);
}
