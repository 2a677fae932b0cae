import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Authenticity, GatewayNews, RefusedRequest } from '../../domain/gateway/gateway.ts';
import type { GenericConfig } from '../../domain/gateway/generic.ts';
import { jsonObject } from './fields.ts';

/** A request as it came: the signature is over these very bytes. Header names are in lower case. */
export type GatewayRequest = {
  body: Buffer;
  headers: Readonly<Record<string, string | string[] | undefined>>;
};

export type VerifyOptions = {
  secret: string;
  now: Date;
  gateway_id: string;
  /** Of the generic adapters; null for the others. */
  config: GenericConfig | null;
};

/** One gateway's dialect. Its functions are pure and never throw, whatever the bytes. */
export type Adapter = {
  /** What the headers alone condemn, before a byte of the body is read; null when the body must be looked at. */
  admit: (request: Pick<GatewayRequest, 'headers'>, options: VerifyOptions) => RefusedRequest | null;
  verify: (request: GatewayRequest, options: VerifyOptions) => Authenticity;
  parse: (request: GatewayRequest, config: GenericConfig | null) => GatewayNews;
};

/** How far a signing phone's clock may be from ours (sms-gate.app's advice: 5 minutes either way). */
export const SIGNATURE_SKEW_MS = 5 * 60_000;

/** The one value of a header, without white space around it; undefined when it is missing or repeated. */
export function headerOf({ headers }: Pick<GatewayRequest, 'headers'>, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Clocks of two servers; the token itself lives for minutes. */
const LEEWAY_MS = 60_000;
const TOKEN_CHARACTERS_MAX = 4_096;
const BASE64URL = /^[A-Za-z0-9_-]+$/;

/**
 * Judges a JWT signed with HS256: that algorithm and no other, whatever its header asks for (RFC 8725,
 * section 3.1). `exp` must be there; `nbf` and `aud` are checked where they are.
 *
 * @param isAudience whether one URL of `aud` is ours
 */
export function verifyJwt(
  token: string,
  secret: string,
  now: Date,
  isAudience: (audience: string) => boolean,
): Authenticity {
  const wrong = { kind: 'refused', reason: 'wrong_signature' } as const;
  if (token.length > TOKEN_CHARACTERS_MAX) return wrong;
  const parts = token.split('.');
  const [head = '', claims = '', signature = ''] = parts;
  if (parts.length !== 3 || !parts.every((part) => BASE64URL.test(part))) return wrong;
  if (jsonObject(Buffer.from(head, 'base64url'))?.alg !== 'HS256') return wrong;
  const expected = createHmac('sha256', secret).update(`${head}.${claims}`).digest('base64url');
  if (!isSame(signature, expected)) return wrong;
  const said = jsonObject(Buffer.from(claims, 'base64url'));
  if (said === null || !isForUs(said.aud, isAudience)) return wrong;
  const { exp, nbf } = said;
  const now_ms = now.getTime();
  if (typeof exp !== 'number' || now_ms >= exp * 1_000 + LEEWAY_MS)
    return { kind: 'refused', reason: 'stale' };
  if (nbf !== undefined && !(typeof nbf === 'number' && now_ms >= nbf * 1_000 - LEEWAY_MS)) {
    return { kind: 'refused', reason: 'stale' };
  }
  // `iat` is the clock of httpSMS's server, which says nothing of the phone's.
  return { kind: 'authentic', signed_at: null };
}

function isForUs(audience: unknown, isAudience: (audience: string) => boolean): boolean {
  if (audience === undefined) return true;
  const named = Array.isArray(audience) ? audience : [audience];
  return named.some((one) => typeof one === 'string' && isAudience(one));
}

const HEX = /^[0-9a-f]{64}$/i;

/** What the text of an HMAC in hex shows without its body: that there is none, or that it is none. */
export function hexProblem(given: string | undefined): RefusedRequest | null {
  if (given === undefined) return { kind: 'refused', reason: 'unsigned' };
  return HEX.test(given) ? null : { kind: 'refused', reason: 'wrong_signature' };
}

/** Whether a text is the lowercase or uppercase hex of HMAC-SHA256 over the parts, compared in constant time. */
export function isHmacHex(given: string, secret: string, ...parts: readonly (Buffer | string)[]): boolean {
  // Only the bytes of one that has its length are compared: nobody's secret shows in how long an HMAC is.
  if (!HEX.test(given)) return false;
  const hmac = createHmac('sha256', secret);
  for (const part of parts) hmac.update(part);
  return timingSafeEqual(Buffer.from(given, 'hex'), hmac.digest());
}

/** Compares two texts in a time that says nothing of where they differ, nor of the length of either. */
export function isSame(one: string, other: string): boolean {
  return timingSafeEqual(sha256(one), sha256(other));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
