import type {
  Environment,
  PaymentSessionEvent,
  RefundEvent,
  SettlementEvent,
  TransactionEvent,
} from './contract.generated.ts';

/** Text, and none of the names known today: an enum, so that comparing with one of those leaves this out. */
declare enum OtherEventName {
  other = 'other',
}

/** An event of a name that this version of the SDK does not know. Answer 2xx and leave it aside. */
export interface UnknownEvent {
  id: string;
  event: OtherEventName;
  environment: Environment;
  data: unknown;
  timestamp: string;
}

/** What a webhook tells: compare `event`, and `data` has its type. */
export type WebhookEvent =
  | PaymentSessionEvent
  | TransactionEvent
  | RefundEvent
  | SettlementEvent
  | UnknownEvent;

/** `request.headers` of any framework. */
export type WebhookHeaders =
  | Pick<Headers, 'get'>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The body is not what Chari signed with one of these secrets: answer 400, and trust nothing in it. */
export class WebhookSignatureError extends Error {
  override readonly name = 'WebhookSignatureError';
}

const SIGNED_BY = ['x-service-signature', 'x-service-signature-previous'];

/**
 * The event of a webhook, once its signature is proven right, in constant time. The signature carries no time,
 * and a retry repeats the bytes: keep `event.id`, and handle each id once.
 * @param rawBody the body as it came, before any parsing
 * @param secrets the endpoint's secret as it was shown (`whsec_…`), or several, where endpoints share an address
 * @throws WebhookSignatureError when it is not signed by a secret; TypeError when an argument can't be right
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
): Promise<WebhookEvent> {
  const body = bytesOf(rawBody);
  const keys = [secrets].flat();
  if (keys.length === 0 || !keys.every((one) => typeof one === 'string' && /^whsec_.+/.test(one))) {
    throw new TypeError('The secret must be that of your webhook endpoint: whsec_…');
  }
  const signatures = SIGNED_BY.flatMap((name) => signatureIn(headers, name) ?? []);
  if (signatures.length === 0) {
    throw new WebhookSignatureError('X-Service-Signature is missing: this is not from Chari.');
  }
  for (const key of await Promise.all(keys.map(keyOf))) {
    for (const signature of signatures) {
      if (await crypto.subtle.verify('HMAC', key, signature, body))
        return JSON.parse(new TextDecoder().decode(body));
    }
  }
  throw new WebhookSignatureError(
    'The signature is not right: the body is not the raw one, or the secret is another.',
  );
}

function bytesOf(body: string | Uint8Array | ArrayBuffer): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (ArrayBuffer.isView(body)) {
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice();
  }
  throw new TypeError('You passed a parsed body: only the raw one, the bytes as they came, can be verified.');
}

/** The bytes of `sha256=` and 64 hex digits, in either case of the header's name. */
function signatureIn(headers: WebhookHeaders, name: string): Uint8Array<ArrayBuffer> | null {
  const value =
    typeof headers.get === 'function'
      ? headers.get(name)
      : Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1];
  const hex = /^sha256=([0-9a-f]{64})$/.exec(String(value))?.[1];
  return hex === undefined
    ? null
    : Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function keyOf(secret: string) {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['verify']);
}
