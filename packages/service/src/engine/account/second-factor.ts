import { hash } from 'node:crypto';
import { readRecoveryCode, readTotpCode } from '../../domain/account/credentials.ts';
import { findSignIn, keepAccounts, type SignInRow } from '../../store/accounts/accounts.ts';
import { useRecoveryCode } from '../../store/accounts/factors.ts';
import { findHalfSession } from '../../store/accounts/sessions.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { postMails } from '../mail/account-mails.ts';
import { mayTry } from './limits.ts';
import { endSessions } from './person.ts';
import type { Asker, SiteServices } from './services.ts';
import { beginWhole, type SignedIn } from './sign-in.ts';
import { readSession } from './token.ts';
import { isTotpRight } from './totp.ts';

/** How long a half-open session waits for its second factor. */
const HALF_MS = 15 * 60_000;

/** Whose password was right a moment ago. */
export type Half = { session_id: string; account: SignInRow; enrols: boolean };

/** The half-open session of a cookie; null when there is none such any more. */
export async function findHalf(services: SiteServices, cookie: string | null): Promise<Half | null> {
  const now = services.now();
  const token = cookie === null ? null : await readSession(services.account_keys.session, cookie, now);
  if (token === null) return null;
  const [row] = await findHalfSession(services.pool, {
    session_id: token.session_id,
    begun_after: new Date(now.getTime() - HALF_MS),
  });
  if (row === undefined || row.account_id !== token.account_id) return null;
  const [account] = await findSignIn(services.pool, { account_id: row.account_id });
  return account === undefined ? null : { session_id: row.id, account, enrols: row.enrols };
}

export type SecondFactorOutcome =
  | ({ kind: 'signed_in' } & SignedIn)
  | { kind: 'wrong' }
  | { kind: 'too_many' };

/** Opens a half-open session's account by a code of its app, or by a recovery code. Each code is good once. */
export async function passSecondFactor(
  services: SiteServices,
  half: Half,
  { code, ...asker }: Asker & { code: string; device?: string | null },
): Promise<SecondFactorOutcome> {
  const { account } = half;
  const six = readTotpCode(code);
  const recovery = readRecoveryCode(code);
  if (six === null && recovery === null) return { kind: 'wrong' };
  // A code that can't be guessed has its own count: whoever guesses the other kind does not take it away.
  const may = await mayTry(services, [[recovery === null ? 'second_factor' : 'recovery_code', account.id]]);
  if (!may) return { kind: 'too_many' };
  const is_right =
    six !== null
      ? account.has_totp &&
        (await isTotpRight(services, services.pool, { account_id: account.id, code: six }))
      : recovery !== null && (await useRecovery(services, account, recovery));
  if (!is_right) return { kind: 'wrong' };
  const signed_in = await completeHalf(services, half, asker);
  return signed_in === null ? { kind: 'wrong' } : { kind: 'signed_in', ...signed_in };
}

function useRecovery(
  services: SiteServices,
  { id, email, language }: SignInRow,
  code: string,
): Promise<boolean> {
  return atomically(services.pool, async (client) => {
    const used = await useRecoveryCode(client, {
      account_id: id,
      code_hash: hash('sha256', code),
      now: services.now(),
    });
    if (used.length === 0) return false;
    await postMails(services, client, [{ to: email, language, about: { kind: 'recovery_code_used' } }]);
    return true;
  });
}

/**
 * Ends the half-open session and begins a whole one, under an id that nobody has seen before; null where it has ended since it was
 * found, as with another password.
 */
export function completeHalf(
  services: SiteServices,
  { session_id, account }: Pick<Half, 'session_id' | 'account'>,
  asker: Asker & { device?: string | null },
): Promise<SignedIn | null> {
  return atomically(services.pool, async (client) => {
    await keepAccounts(client, [account.id]);
    const own = { ...services, pool: client };
    if ((await endSessions(own, account.id, [session_id])) === 0) return null;
    return beginWhole(own, account, asker);
  });
}
