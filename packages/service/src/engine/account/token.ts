import { jwtVerify, SignJWT } from 'jose';
import { isUuid } from '../../domain/keys.ts';

const ISSUER = 'chari';
const AUDIENCE = 'chari pages';
const ALGORITHM = 'HS256';

/** What the cookie of a browser session says. The row of that session decides whether it still counts. */
export type SessionToken = { session_id: string; account_id: string };

/** The text of the cookie: a JWT that is good nowhere but on these pages. */
export function signSession(
  key: Uint8Array,
  { session_id, account_id }: SessionToken,
  issued_at: Date,
  expires_at: Date,
): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setJti(session_id)
    .setSubject(account_id)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(issued_at)
    .setExpirationTime(expires_at)
    .sign(key);
}

/** What a cookie says if we signed it, for this purpose, by this algorithm, and it has not expired; else null. */
export async function readSession(key: Uint8Array, text: string, now: Date): Promise<SessionToken | null> {
  try {
    const { payload } = await jwtVerify(text, key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: 'JWT',
      requiredClaims: ['jti', 'sub', 'exp'],
      currentDate: now,
    });
    const { jti = '', sub = '' } = payload;
    return isUuid(jti) && isUuid(sub) ? { session_id: jti, account_id: sub } : null;
  } catch {
    // Whatever is wrong with it, it signs nobody in.
    return null;
  }
}
