import { worstOf } from '../../domain/proof/account.ts';
import { accountsHash, dayHash, FIRST_PREVIOUS, leafHash, leafText, tree } from '../../domain/proof/chain.ts';
import { DAY_MS, HOUR_MS, later, localDay } from '../../domain/time.ts';
import { writeSnapshot } from '../../store/connect/atomically.ts';
import {
  firstLedgerDay,
  type HeldAndOwed,
  insertProofAccounts,
  insertProofDay,
  insertProofLines,
  insertProofMerchants,
  lastProofDay,
  loadMerchantDays,
  lockProof,
  sumHeldAndOwed,
} from '../../store/proof/days.ts';
import type { Services } from '../services.ts';
import { type JudgedAccount, lookAtDay, spanOfDay } from './look.ts';

/** What the machine lends to a proof. */
export type ProofServices = Services & {
  sha256: (text: string) => string;
  /** So many bytes of chance, as hexadecimal digits. */
  randomHex: (bytes: number) => string;
};

/** A day is closed three hours after its end: by then its messages have come, and what was begun on it is written. */
const CLOSED_AFTER_MS = 3 * HOUR_MS;
const NONCE_BYTES = 16;
const NOTHING: HeldAndOwed = { held_xaf: 0, owed_xaf: 0, claims_xaf: 0, swept_unread_xaf: 0 };

/**
 * Closes the oldest day that is over and not closed: judges each account, adds up what each merchant had, and ties it all
 * to the day before. Closed days never change; what is found later stands in the next one.
 * @returns the day, or null when every day that is over is closed
 */
export async function closeNextDay(services: ProofServices): Promise<string | null> {
  const day = await nextDay(services);
  if (day === null) return null;
  // What an account held and what its lines come to are read at one moment, once the lock is there.
  return writeSnapshot(services.pool, async (client) => {
    await lockProof(client);
    // Before anything is read: what others write meanwhile is not in this day, and the next one knows it by this moment.
    const closed_at = services.now();
    const [last] = await lastProofDay(client);
    // Another process has closed it meanwhile.
    if (last !== undefined && last.day >= day) return day;
    const { begins, ends } = spanOfDay(day);
    const accounts = await lookAtDay(client, day);
    const [sums] = await sumHeldAndOwed(client, { day });
    const own = (await loadMerchantDays(client, { day, begins, ends })).map((one) => ({
      ...one,
      nonce: services.randomHex(NONCE_BYTES),
    }));
    const { sha256 } = services;
    const { root, paths } = tree(
      sha256,
      own.map((one) => leafHash(sha256, leafText(day, one))),
    );
    const { held_xaf, owed_xaf, claims_xaf, swept_unread_xaf } = sums ?? NOTHING;
    const sealed = {
      day,
      previous_hash: last?.hash ?? FIRST_PREVIOUS,
      accounts_hash: accountsHash(sha256, accounts, { swept_unread_xaf }),
      merchants_root: root,
      held_xaf,
      owed_xaf,
      state: held_xaf < owed_xaf ? ('not_proven' as const) : worstOf(accounts.map(({ state }) => state)),
    };
    const hash = dayHash(sha256, sealed);
    await insertProofDay(client, [{ ...sealed, hash, claims_xaf, swept_unread_xaf, closed_at }]);
    await insertProofAccounts(
      client,
      accounts.map((one) => ({ ...one, day })),
    );
    await insertProofLines(client, linesOf(day, accounts));
    await insertProofMerchants(
      client,
      own.map((one, leaf_ordinal) => ({ ...one, day, leaf_ordinal, path: paths[leaf_ordinal] ?? [] })),
    );
    return day;
  });
}

/** The day after the last that is closed, once it is over long enough; the first is that of the first movement. */
async function nextDay(services: ProofServices): Promise<string | null> {
  const [last] = await lastProofDay(services.pool);
  const first = last === undefined ? (await firstLedgerDay(services.pool))[0]?.day : null;
  const day = last === undefined ? first : localDay(later(spanOfDay(last.day).begins, DAY_MS));
  if (day === null || day === undefined) return null;
  return later(spanOfDay(day).ends, CLOSED_AFTER_MS) <= services.now() ? day : null;
}

function linesOf(day: string, accounts: readonly JudgedAccount[]) {
  return accounts.flatMap(({ account_id, lines }) =>
    lines.map((line, at) => ({ ...line, day, account_id, ordinal: at + 1 })),
  );
}
