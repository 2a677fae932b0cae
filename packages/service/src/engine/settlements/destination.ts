import { TEAM_CHANGES } from '../../domain/account/actions.ts';
import {
  aboutAccount,
  accountInForce,
  type Destination,
  destinationOf,
  isComing,
  type PayoutAccount,
} from '../../domain/settlement/payout-account.ts';
import { DAY_MS, later } from '../../domain/time.ts';
import { listTeamChanges, type TeamChange } from '../../store/accounts/actions.ts';
import { listUnreached } from '../../store/mail/notices.ts';
import {
  listBankAccounts,
  listPayoutAccounts,
  listWaitingAccounts,
  type StoredPayoutAccount,
} from '../../store/settlements/payout-accounts.ts';
import type { Services } from '../services.ts';

type WithPoolAndClock = Pick<Services, 'pool' | 'now'>;

export type ShownPayoutAccount = StoredPayoutAccount & { destination: Destination; label: string };
export type MerchantAccounts = {
  in_force: ShownPayoutAccount | null;
  /** What was asked for and is not in force yet: it waits for staff, or is frozen. */
  coming: ShownPayoutAccount[];
  /** What was there before, or was refused or taken back. */
  former: ShownPayoutAccount[];
};

/** A merchant's payout accounts: the one in force, those to come, and those that were. */
export async function accountsOf(services: WithPoolAndClock, merchant_id: string): Promise<MerchantAccounts> {
  const now = services.now();
  const rows = await listPayoutAccounts(services.pool, [merchant_id]);
  const all = rows.map((row) => ({ ...row, ...destinationOf(row) }));
  const current = accountInForce(all.map((one) => ({ ...one, ...one.destination })) as PayoutAccount[], now);
  const in_force = all.find(({ id }) => id === current?.id) ?? null;
  return {
    in_force,
    coming: all.filter((one) => isComing(one, now)),
    former: all.filter((one) => one !== in_force && !isComing(one, now)),
  };
}

/** Whoever takes a merchant over asks for an account within days. */
const TEAM_LOOKED_AT_MS = 14 * DAY_MS;
const TEAM_SHOWN = 20;

export type WaitingAccount = ShownPayoutAccount & {
  merchant_name: string;
  /** What changed in the team, or in how it signs in, in the 14 days before it was asked for and since; the newest first. */
  team_changes: TeamChange[];
  /** The owners to whom no mail about it has gone out: they can't have taken it back. */
  unreached: string[];
};

/** What owners have asked for and staff have not looked at, the oldest first. */
export async function waitingAccounts(services: WithPoolAndClock, limit: number): Promise<WaitingAccount[]> {
  const rows = await listWaitingAccounts(services.pool, { limit });
  const asked_at = new Map<string, Date>();
  for (const row of rows) asked_at.set(row.merchant_id, asked_at.get(row.merchant_id) ?? row.asked_at);
  const changes = await listTeamChanges(
    services.pool,
    [...asked_at].map(([merchant_id, at]) => ({
      merchant_id,
      actions: TEAM_CHANGES,
      since: later(at, -TEAM_LOOKED_AT_MS),
      limit: TEAM_SHOWN,
    })),
  );
  const unreached = await listUnreached(
    services.pool,
    rows.map(({ id, merchant_id, state }) => ({
      merchant_id,
      payout_account_id: id,
      about: aboutAccount(id, state),
    })),
  );
  const untold = Map.groupBy(unreached, ({ payout_account_id }) => payout_account_id);
  const of = Map.groupBy(changes, ({ merchant_id }) => merchant_id);
  return rows.map((row) => ({
    ...row,
    ...destinationOf(row),
    team_changes: (of.get(row.merchant_id) ?? []).map(({ merchant_id: _, ...change }) => change),
    unreached: (untold.get(row.id) ?? []).map(({ email }) => email),
  }));
}

/** The bank accounts that we pay from, with what the ledger has booked on each. */
export const banksOf = (services: WithPoolAndClock) => listBankAccounts(services.pool);

/** What our bank accounts are called, by the name under which a proof has each. */
export async function bankNames(
  services: Parameters<typeof banksOf>[0],
): Promise<ReadonlyMap<string, string>> {
  return new Map((await banksOf(services)).map(({ id, name }) => [`BANK ${id}`, name]));
}
