import { normaliseMsisdn } from '../../domain/msisdn.ts';
import {
  type DestinationField,
  type DestinationProblems,
  destinationOf,
  formerAccounts,
  frozenUntil,
  readDestination,
} from '../../domain/settlement/payout-account.ts';
import { DAY_MS, later } from '../../domain/time.ts';
import { findOwners } from '../../store/accounts/members.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { findLiveNumbers } from '../../store/numbers/numbers.ts';
import {
  insertPayoutAccounts,
  listPayoutAccounts,
  lockHolders,
  lockOwnPayoutAccounts,
  movePayoutAccounts,
  type StoredPayoutAccount,
} from '../../store/settlements/payout-accounts.ts';
import { type ByOwner, tellOfPayouts } from '../account/payouts.ts';
import type { Services } from '../services.ts';

/** Whose account it is, and which of its people does it. */
type OfOwner = { merchant_id: string; by: ByOwner['by'] };

export type AskPayoutAccount = OfOwner & { typed: Readonly<Partial<Record<DestinationField, string>>> };

export type AskPayoutOutcome =
  | { kind: 'asked'; label: string; frozen_until: Date }
  | { kind: 'invalid'; wrong: DestinationProblems }
  /** One waits for staff already: it can be taken back first. */
  | { kind: 'one_waits' }
  /** So many were asked for within a day: every one of them is mailed to all owners and read by staff. */
  | { kind: 'too_often' }
  /** No such merchant, or whoever asks is an owner of it no longer. */
  | { kind: 'not_found' };

const ASKED_A_DAY_MAX = 5;

/**
 * Asks for another payout account: nothing is sent there before staff have confirmed it and 72 hours have gone by. All
 * owners are told at once, so that whoever did not ask for it takes it back in time. The one before stays in force.
 * @returns an outcome per command, in order
 */
export function askPayoutAccounts(
  services: Services,
  commands: readonly AskPayoutAccount[],
): Promise<AskPayoutOutcome[]> {
  const now = services.now();
  const ids = [...new Set(commands.map(({ merchant_id }) => merchant_id))].toSorted();
  return atomically(services.pool, async (client) => {
    const holders = new Map((await lockHolders(client, ids)).map((one) => [one.merchant_id, one.names]));
    const owners = new Set(
      (await findOwners(client, ids)).map((one) => `${one.merchant_id} ${one.account_id}`),
    );
    const rows = await listPayoutAccounts(client, ids);
    const waiting = new Set(rows.filter(isWaiting).map(({ merchant_id }) => merchant_id));
    const today = Map.groupBy(
      rows.filter(({ asked_at }) => asked_at > later(now, -DAY_MS)),
      ({ merchant_id }) => merchant_id,
    );
    const named = commands.flatMap(({ typed }) => normaliseMsisdn(typed.msisdn ?? '') ?? []);
    const ours = new Set(
      (await findLiveNumbers(client, { ids: [], msisdns: named })).map(({ msisdn }) => msisdn),
    );
    const asked: ByOwner[] = [];
    const outcomes = commands.map(({ merchant_id, by, typed }): AskPayoutOutcome => {
      const names = holders.get(merchant_id);
      if (names === undefined || !owners.has(`${merchant_id} ${by.id}`)) return { kind: 'not_found' };
      const read = readDestination(typed, names);
      if (!read.ok) return { kind: 'invalid', wrong: read.wrong };
      if (read.destination.kind === 'number' && ours.has(read.destination.msisdn))
        return { kind: 'invalid', wrong: { msisdn: 'ours' } };
      if (waiting.has(merchant_id)) return { kind: 'one_waits' };
      if ((today.get(merchant_id)?.length ?? 0) >= ASKED_A_DAY_MAX) return { kind: 'too_often' };
      waiting.add(merchant_id);
      const row = {
        ...{ operator: null, msisdn: null, bank_name: null, iban: null },
        ...read.destination,
        id: services.newId(),
        merchant_id,
        holder_name: read.holder_name,
        state: 'WAITING' as const,
        asked_by: by.email,
        asked_at: now,
        frozen_until: frozenUntil(now),
        decided_by: null,
        decided_at: null,
      };
      asked.push({ ...row, by });
      return { kind: 'asked', label: destinationOf(row).label, frozen_until: row.frozen_until };
    });
    await insertPayoutAccounts(client, asked);
    await tellOfPayouts(services, client, 'payout.asked', asked);
    return outcomes;
  });
}

const isWaiting = ({ state }: StoredPayoutAccount): boolean => state === 'WAITING';

export type WithdrawPayoutAccount = OfOwner & { payout_account_id: string };
export type WithdrawPayoutOutcome = { kind: 'withdrawn'; label: string } | { kind: 'not_found' };

/**
 * Takes payout accounts back, whether they wait, are frozen or are in force: any owner may, at once and alone. Nothing
 * is sent there any more; what is drafted for one can only be cancelled. Those before the one in force go with it: else
 * whoever holds an old one would be paid there again, without a freeze and without a second person.
 * @returns an outcome per command, in order
 */
export function withdrawPayoutAccounts(
  services: Services,
  commands: readonly WithdrawPayoutAccount[],
): Promise<WithdrawPayoutOutcome[]> {
  const now = services.now();
  const ids = [...new Set(commands.map(({ merchant_id }) => merchant_id))].toSorted();
  return atomically(services.pool, async (client) => {
    await lockHolders(client, ids);
    const rows = await lockOwnPayoutAccounts(client, ids);
    const withdrawn = new Map<string, ByOwner>();
    const outcomes = commands.map(({ merchant_id, by, payout_account_id }): WithdrawPayoutOutcome => {
      const row = rows.find((one) => one.id === payout_account_id && one.merchant_id === merchant_id);
      if (row === undefined || withdrawn.has(row.id)) return { kind: 'not_found' };
      withdrawn.set(row.id, { ...row, state: 'WITHDRAWN', by });
      return { kind: 'withdrawn', label: destinationOf(row).label };
    });
    const done = [...withdrawn.values()];
    await movePayoutAccounts(
      client,
      done
        .flatMap((one) => [one, ...formerOf(one, rows, now, withdrawn)])
        .map(({ id, state, by }) => ({ id, state, decided_by: by.email, decided_at: now })),
    );
    await tellOfPayouts(services, client, 'payout.withdrawn', done);
    return outcomes;
  });
}

/** What was in force before this one; nothing where this one is not in force. */
function formerOf(
  { id, merchant_id, by }: ByOwner,
  rows: readonly StoredPayoutAccount[],
  now: Date,
  withdrawn: ReadonlyMap<string, ByOwner>,
): ByOwner[] {
  const own = rows.filter((one) => one.merchant_id === merchant_id);
  return formerAccounts(own, id, now)
    .filter((one) => !withdrawn.has(one.id))
    .map((one) => ({ ...one, state: 'WITHDRAWN' as const, by }));
}
