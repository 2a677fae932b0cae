import type { Authenticity, GatewayNews, RefusedRequest } from '../../domain/gateway/gateway.ts';
import type { GenericConfig } from '../../domain/gateway/generic.ts';

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
