import { Buffer } from 'node:buffer';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Account, Person } from '../../domain/account/person.ts';
import { lockAccounts } from '../../store/accounts/accounts.ts';
import { insertPasskey, listPasskeys, takeChallenge } from '../../store/accounts/factors.ts';
import { findPeople } from '../../store/accounts/sessions.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { challengeOf, jsonOf, newChallenge, passkeyLibrary, relyingParty } from './challenges.ts';
import { leaveOnlyThis } from './own.ts';
import type { SiteServices } from './services.ts';
import { hasNone, noteAdded, putRecoveryCodes } from './totp.ts';

const PASSKEYS_MAX = 20;

/** What the browser is asked for a new key of this account; null when it has as many as it may. */
export async function passkeyOffer(
  services: SiteServices,
  account: Account,
): Promise<PublicKeyCredentialCreationOptionsJSON | null> {
  const known = await listPasskeys(services.pool, { account_id: account.id });
  if (known.length >= PASSKEYS_MAX) return null;
  const { generateRegistrationOptions } = await passkeyLibrary();
  return generateRegistrationOptions({
    rpName: 'Chari',
    rpID: relyingParty(services).id,
    userName: account.email,
    userDisplayName: account.name,
    userID: Buffer.from(account.id),
    challenge: await newChallenge(services, account.id),
    attestationType: 'none',
    excludeCredentials: known.map(({ credential_id }) => ({ id: credential_id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

export type AddPasskeyOutcome =
  /** The codes are shown this once; null: there are some since another factor. */
  { kind: 'added'; recovery_codes: string[] | null } | { kind: 'refused' };

/** Keeps a new key, when the browser's answer is right for what this account was asked, and that browser is signed in still. */
export async function addPasskey(
  services: SiteServices,
  { account, session_id }: Pick<Person, 'account' | 'session_id'>,
  { response, name }: { response: string; name: string },
): Promise<AddPasskeyOutcome> {
  const given = jsonOf<RegistrationResponseJSON>(response);
  const challenge = challengeOf(given);
  const now = services.now();
  if (
    given === null ||
    (await takeChallenge(services.pool, { challenge, account_id: account.id, now })).length === 0
  )
    return { kind: 'refused' };
  const { id, origin } = relyingParty(services);
  const { verifyRegistrationResponse } = await passkeyLibrary();
  const verified = await verifyRegistrationResponse({
    response: given,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  }).catch(() => null);
  if (verified === null || !verified.verified) return { kind: 'refused' };
  const { credential } = verified.registrationInfo;
  return atomically(services.pool, async (client) => {
    await lockAccounts(client, [account.id]);
    // Whoever was signed out meanwhile, by another password for example, would come back in by this key.
    const standing = await findPeople(client, { session_ids: [session_id], now: services.now() });
    if (standing.length === 0) return { kind: 'refused' };
    const is_first = await hasNone(client, account.id);
    const kept = await insertPasskey(client, {
      id: services.newId(),
      account_id: account.id,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: transportsIn(credential.transports),
      name,
      now,
    });
    if (kept.length === 0) return { kind: 'refused' };
    await noteAdded(services, client, account, { is_first, action: 'passkey.added' });
    if (!is_first) return { kind: 'added', recovery_codes: null };
    await leaveOnlyThis(client, { account, session_id }, now);
    return { kind: 'added', recovery_codes: await putRecoveryCodes(services, client, account.id) };
  });
}

/** By which ways a browser says that a key is reached: words of its own, and hints alone. */
function transportsIn(said: unknown): string[] {
  const words = Array.isArray(said) ? said.slice(0, 10) : [];
  return words.filter((word): word is string => typeof word === 'string' && /^[a-z-]{1,20}$/.test(word));
}
