import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { findSignIn, keepAccounts } from '../../store/accounts/accounts.ts';
import { findPasskey, type StoredPasskey, takeChallenge, usePasskey } from '../../store/accounts/factors.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { challengeOf, jsonOf, nameIn, newChallenge, passkeyLibrary, relyingParty } from './challenges.ts';
import { mayTry } from './limits.ts';
import type { SessionServices } from './person.ts';
import type { Asker, SiteServices } from './services.ts';
import { beginWhole, type SignedIn } from './sign-in.ts';

/** What a browser is asked when somebody signs in with a key: any of this site's, so nobody learns who has one. */
export async function passkeyRequest(
  services: SiteServices,
  { ip }: { ip: string },
): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
  if (!(await mayTry(services, [['passkey_address', ip]]))) return null;
  const { generateAuthenticationOptions } = await passkeyLibrary();
  return generateAuthenticationOptions({
    rpID: relyingParty(services).id,
    challenge: await newChallenge(services, null),
    userVerification: 'required',
  });
}

export type PasskeySignInOutcome = ({ kind: 'signed_in' } & SignedIn) | { kind: 'wrong' };

/**
 * Signs in with a key. It is two factors in one: the device has it, and opens it only by its owner's finger or PIN,
 * which is required here.
 */
export async function signInWithPasskey(
  services: SiteServices,
  { response, ...asker }: Asker & { response: string; device?: string | null },
): Promise<PasskeySignInOutcome> {
  const given = jsonOf<AuthenticationResponseJSON>(response);
  const challenge = challengeOf(given);
  const now = services.now();
  if (
    given === null ||
    (await takeChallenge(services.pool, { challenge, account_id: null, now })).length === 0
  )
    return { kind: 'wrong' };
  const [key] = await findPasskey(services.pool, { credential_id: nameIn(given.id) });
  if (key === undefined || !(await isPasskeyRight(services, key, given, challenge))) return { kind: 'wrong' };
  return atomically(services.pool, (client) => beginByKey({ ...services, pool: client }, key, asker));
}

/**
 * Begins the session of somebody whose key was right a moment ago. Whoever takes a key away signs out all who came in by it: a session
 * that begins behind that would stay, so the key is looked for again once its account is kept as it is.
 */
async function beginByKey(
  services: SessionServices,
  { credential_id, account_id }: StoredPasskey,
  asker: Asker & { device?: string | null },
): Promise<PasskeySignInOutcome> {
  await keepAccounts(services.pool, [account_id]);
  const [key] = await findPasskey(services.pool, { credential_id });
  const [account] = await findSignIn(services.pool, { account_id });
  if (key?.account_id !== account_id || account === undefined) return { kind: 'wrong' };
  return { kind: 'signed_in', ...(await beginWhole(services, account, asker)) };
}

async function isPasskeyRight(
  services: SiteServices,
  key: StoredPasskey,
  response: AuthenticationResponseJSON,
  challenge: string,
): Promise<boolean> {
  const { id, origin } = relyingParty(services);
  const { verifyAuthenticationResponse } = await passkeyLibrary();
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: key.credential_id,
      publicKey: new Uint8Array(key.public_key),
      counter: Number(key.signature_count),
    },
  }).catch(() => null);
  if (verified?.verified !== true) return false;
  return (
    (
      await usePasskey(services.pool, {
        id: key.id,
        counter: verified.authenticationInfo.newCounter,
        now: services.now(),
      })
    ).length > 0
  );
}
