import { PaymentSessions } from './payment-sessions.ts';
import {
  Balances,
  Events,
  Refunds,
  Sandbox,
  Settlements,
  Transactions,
  WebhookEndpoints,
} from './resources.ts';
import { checkPatience, openTransport } from './transport.ts';
import { verifyWebhook } from './webhooks.ts';

export type * from './contract.generated.ts';
export { ChariError, type ChariErrorCode, type ChariErrorDetails } from './error.ts';
export type { Listing } from './listing.ts';
export type { PaymentSessions } from './payment-sessions.ts';
export { type CallOptions, VERSION } from './request.ts';
export type {
  Balances,
  Events,
  Refunds,
  Sandbox,
  Settlements,
  Transactions,
  WebhookEndpoints,
} from './resources.ts';
export {
  type UnknownEvent,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookSignatureError,
} from './webhooks.ts';

export interface ChariOptions {
  /** `service_test_…` or `service_live_…`: it selects the environment. Keep it on your server. */
  apiKey: string;
  /** Where the API is, without `/v1`: `http://127.0.0.1:8080` for `npm start`. */
  baseUrl: string;
  /** How long one attempt may take, to the last byte of the answer. Default 30,000. */
  timeoutMs?: number | undefined;
  /** How often a request that failed for the moment is sent again, under the same idempotency key. Default 2. */
  maxRetries?: number | undefined;
  /** Left out: the runtime's own, as it is at the time of a call. */
  fetch?: typeof globalThis.fetch | undefined;
  /** An API key in a browser or an app is everybody's. True only for a page of your own, with a test key. */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/** Verifies what is sent to your webhook endpoint; needs no client. */
export const webhooks = { verify: verifyWebhook };

/** The API of Chari for one merchant and environment. Safe to share: it holds nothing but its settings. */
export class Chari {
  readonly paymentSessions: PaymentSessions;
  readonly transactions: Transactions;
  readonly balance: Balances;
  readonly refunds: Refunds;
  readonly settlements: Settlements;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly events: Events;
  readonly sandbox: Sandbox;
  readonly webhooks = webhooks;

  /** @throws TypeError when an option can't be right, or in a browser */
  constructor(options: ChariOptions) {
    const { apiKey, baseUrl, timeoutMs = 30_000, maxRetries = 2 } = options;
    if (isBrowser() && options.dangerouslyAllowBrowser !== true) {
      throw new TypeError('The API key is secret: call Chari from a server, never from a browser or an app.');
    }
    // The runtime's own complaint about a header would print the key.
    if (typeof apiKey !== 'string' || !/^service_(test|live)_[!-~]+$/.test(apiKey)) {
      throw new TypeError('apiKey must be service_test_… or service_live_…, without anything around it.');
    }
    if (!/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(String(baseUrl)) || !URL.canParse(baseUrl)) {
      throw new TypeError('baseUrl must be where the API is, such as https://api.example.com.');
    }
    checkPatience({ timeoutMs, maxRetries });
    const fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
    const call = openTransport({
      apiKey,
      baseUrl: baseUrl.replace(/\/+$/, ''),
      timeoutMs,
      maxRetries,
      fetch,
    });
    this.paymentSessions = new PaymentSessions(call);
    this.transactions = new Transactions(call);
    this.balance = new Balances(call);
    this.refunds = new Refunds(call);
    this.settlements = new Settlements(call);
    this.webhookEndpoints = new WebhookEndpoints(call);
    this.events = new Events(call);
    this.sandbox = new Sandbox(call);
  }
}

/** A page, a worker of one, or an app: every browser calls itself Mozilla, and no server does. */
function isBrowser(): boolean {
  const { navigator, document } = globalThis as {
    navigator?: { userAgent?: string; product?: string };
    document?: unknown;
  };
  return (
    document !== undefined ||
    navigator?.userAgent?.startsWith('Mozilla/') === true ||
    navigator?.product === 'ReactNative'
  );
}
