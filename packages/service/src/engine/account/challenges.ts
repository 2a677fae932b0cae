import { Buffer } from 'node:buffer';
import { insertChallenges } from '../../store/accounts/factors.ts';
import type { SiteServices } from './services.ts';

const CHALLENGE_MS = 5 * 60_000;
const CHALLENGE_BYTES = 32;

/** Where passkeys are good: the host of DASHBOARD_URL. A machine's own number is no domain, so on loopback it is `localhost`. */
export function relyingParty({ policy }: SiteServices): { id: string; origin: string } {
  const { hostname, origin, protocol, port } = new URL(policy.dashboard_url);
  if (hostname !== '127.0.0.1' && hostname !== '[::1]') return { id: hostname, origin };
  return { id: 'localhost', origin: `${protocol}//localhost${port === '' ? '' : `:${port}`}` };
}

export async function newChallenge(
  services: SiteServices,
  account_id: string | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = services.randomBytes(CHALLENGE_BYTES).slice();
  const expires_at = new Date(services.now().getTime() + CHALLENGE_MS);
  const text = Buffer.from(challenge).toString('base64url');
  await insertChallenges(services.pool, [{ challenge: text, account_id, expires_at }]);
  return challenge;
}

/** Loaded when somebody has a passkey: it takes a quarter of a second, and nobody else waits for it. */
export function passkeyLibrary() {
  return import('@simplewebauthn/server');
}

/** What a browser sent, if it is JSON of an object: its parts are judged by the library. */
export function jsonOf<T>(text: string): T | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as T) : null;
  } catch {
    return null;
  }
}

/** What a browser calls a key or a challenge; empty where it is no base64url, and so none of ours: not all that is JSON can be a text in the database. */
export function nameIn(value: unknown): string {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{1,1400}$/.test(value) ? value : '';
}

/** The challenge that a browser says it answered. */
export function challengeOf(given: { response?: { clientDataJSON?: unknown } } | null): string {
  const packed = given?.response?.clientDataJSON;
  if (typeof packed !== 'string') return '';
  const said = jsonOf<{ challenge?: unknown }>(Buffer.from(packed, 'base64url').toString());
  return nameIn(said?.challenge);
}
