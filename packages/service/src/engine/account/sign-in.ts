import { Buffer } from 'node:buffer';
import { readEmail } from '../../domain/account/credentials.ts';
import {
  findSignIn,
  findSignInByEmail,
  keepAccounts,
  type SignInRow,
} from '../../store/accounts/accounts.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { isMark, mark } from './keys.ts';
import { mayTry } from './limits.ts';
import { type BegunSession, beginSession, type SessionServices } from './person.ts';
import type { Asker, SiteServices } from './services.ts';

export type SignIn = Asker & {
  email: string;
  password: string;
  /** The cookie of a browser that has signed in before; null: it has none. */
  device: string | null;
};

/** A session that is whole, and what its browser keeps so that it is known again. */
export type SignedIn = { begun: BegunSession; device: string };

export type SignInOutcome =
  | ({ kind: 'signed_in' } & SignedIn)
  /** The password was right: the session is half open until a second factor was shown. */
  | { kind: 'second_factor'; begun: BegunSession }
  /** Staff without a second factor get in by a new link only. */
  | { kind: 'not_enrolled' }
  /** No such account, or another password: nobody learns which. */
  | { kind: 'wrong' }
  | { kind: 'too_many' };

/** Signs somebody in by mail address and password. The same work is done whether there is such an account or not. */
export async function signIn(services: SiteServices, asked: SignIn): Promise<SignInOutcome> {
  const email = readEmail(asked.email) ?? asked.email.slice(0, 254);
  const [found] = await findSignInByEmail(services.pool, { email });
  const device = knownDevice(services, found, asked.device);
  // Thousands share an address of their operator's: what strangers use up there keeps no browser out that has been in before.
  const may = await mayTry(
    services,
    device === null
      ? [
          ['sign_in_address', asked.ip],
          ['sign_in_account', email],
        ]
      : [['sign_in_device', device]],
  );
  if (!may) return { kind: 'too_many' };
  // Somebody may make as many known browsers of an account of his own as he likes: all of them together don't fill the queue.
  const is_ahead = device !== null && (await mayTry(services, [['sign_in_ahead', email]]));
  const by = { is_stranger: !is_ahead };
  const is_right = await services.hashing.matches(found?.password_hash ?? null, asked.password, by);
  if (found === undefined || !is_right) return { kind: 'wrong' };
  return atomically(services.pool, (client) =>
    beginBy({ ...services, pool: client }, found, { ...asked, device }),
  );
}

/**
 * Begins the session of somebody whose password was right a moment ago. The account is looked at again under its lock: with another
 * password, or a second factor that has just been set up, every other session is ended, and this would be one more behind them.
 */
async function beginBy(
  services: SessionServices,
  found: SignInRow,
  asked: Asker & { device: string | null },
): Promise<SignInOutcome> {
  await keepAccounts(services.pool, [found.id]);
  const [account] = await findSignIn(services.pool, { account_id: found.id });
  if (account?.password_hash !== found.password_hash) return { kind: 'wrong' };
  const needs_factor = account.has_totp || account.has_passkey;
  if (account.staff_role !== null && !needs_factor) return { kind: 'not_enrolled' };
  const begun = await beginSession(services, {
    account_id: account.id,
    merchant_id: null,
    is_staff: account.staff_role !== null,
    is_complete: !needs_factor,
    has_second_factor: false,
    user_agent: asked.user_agent,
    ip: asked.ip,
  });
  if (needs_factor) return { kind: 'second_factor', begun };
  // A browser that is known stays the same one: each new one would bring new tries, without end.
  return { kind: 'signed_in', begun, device: asked.device ?? newDevice(services, account) };
}

/**
 * Begins the session of somebody who has shown two factors.
 * @param asked `device`: the cookie of a browser that has signed in before
 */
export async function beginWhole(
  services: SessionServices,
  account: SignInRow,
  { device = null, ...asker }: Asker & { device?: string | null },
): Promise<SignedIn> {
  const begun = await beginSession(services, {
    account_id: account.id,
    merchant_id: null,
    is_staff: account.staff_role !== null,
    is_complete: true,
    has_second_factor: true,
    ...asker,
  });
  return { begun, device: knownDevice(services, account, device) ?? newDevice(services, account) };
}

const DEVICE_BYTES = 12;

/** Of which account and password a browser is known: each signs in by a password of its own time. */
type Known = Pick<SignInRow, 'email' | 'password_set_at'>;

const marked = ({ email, password_set_at }: Known, id: string): string =>
  `${email}\n${id}\n${password_set_at?.getTime() ?? 0}`;

/** What a browser that has signed in keeps: it tells nothing and opens nothing but its own count of tries. */
export function newDevice(
  services: Pick<SiteServices, 'randomBytes' | 'account_keys'>,
  account: Known,
): string {
  const id = Buffer.from(services.randomBytes(DEVICE_BYTES)).toString('base64url');
  return `${id}.${mark(services.account_keys.form, 'device', marked(account, id))}`;
}

/**
 * What a browser was given, where it has signed in to that account by the password of now; else null. Whoever knew the password before
 * would have tries of their own at the next one, as many as they have kept cookies. Nothing that it has written around that is taken
 * over: each other text would be one more browser.
 */
export function knownDevice(
  { account_keys }: Pick<SiteServices, 'account_keys'>,
  account: Known | undefined,
  device: string | null,
): string | null {
  if (account === undefined) return null;
  const [id = '', given = ''] = device?.split('.', 2) ?? [];
  return isMark(account_keys.form, 'device', marked(account, id), given) ? `${id}.${given}` : null;
}
