import { type PasswordProblem, passwordProblem } from '../../domain/account/credentials.ts';
import type { Language } from '../../domain/account/person.ts';
import { insertAccounts, putPasswords } from '../../store/accounts/accounts.ts';
import { atomically } from '../../store/connect/atomically.ts';
import type { Database } from '../../store/statement.ts';
import { type BegunSession, beginSession } from './person.ts';
import type { Asker, SiteServices } from './services.ts';

/** Who opens an account by a link that was mailed to them. */
export type Newcomer = Asker & {
  email: string;
  /** Readable already: see `readName`. */
  name: string;
  merchant_name: string;
  password: string;
  language: Language;
};

export type OpenAccountOutcome =
  | { kind: 'signed_in'; begun: BegunSession }
  | { kind: 'password_unusable'; problem: PasswordProblem }
  /** Used, expired, never made, or its address has an account by now. */
  | { kind: 'link_unusable' };

/**
 * Opens an account with its password, uses its link, and begins its first session. `takeIn` uses the link up and writes
 * what else it gives; it answers the merchant whose team they are in now, or null when the link is no good any more:
 * then nothing of this is kept.
 */
export async function openAccount(
  services: SiteServices,
  { email, name, merchant_name, password, language, user_agent, ip }: Newcomer,
  takeIn: (client: Database, account_id: string, created_at: Date) => Promise<string | null>,
): Promise<OpenAccountOutcome> {
  const problem = passwordProblem(password, [email, email.split('@')[0] ?? '', name, merchant_name]);
  if (problem !== null) return { kind: 'password_unusable', problem };
  const hash = await services.hashing.hash(password);
  const account_id = services.newId();
  const created_at = services.now();
  const merchant_id = await atomically(services.pool, async (client) => {
    const made = await insertAccounts(client, [{ id: account_id, email, name, language, created_at }]);
    // Somebody was invited meanwhile, or used another link of the same address: that account stays as it is.
    if (made.length === 0) return null;
    await putPasswords(client, [{ account_id, hash, set_at: created_at }]);
    const taken_in = await takeIn(client, account_id, created_at);
    if (taken_in === null) throw new LinkUsed();
    return taken_in;
  }).catch((error: unknown) => {
    if (error instanceof LinkUsed) return null;
    throw error;
  });
  if (merchant_id === null) return { kind: 'link_unusable' };
  const begun = await beginSession(services, {
    ...{ account_id, merchant_id, user_agent, ip },
    is_staff: false,
    is_complete: true,
    has_second_factor: false,
  });
  return { kind: 'signed_in', begun };
}

class LinkUsed extends Error {}
