/** The dialects in which phones tell us of their SMS; each has its file in sms/gateways. */
export const GATEWAY_ADAPTERS = ['sms-gate', 'httpsms', 'textbee', 'generic-json', 'generic-form'] as const;

export type GatewayAdapter = (typeof GATEWAY_ADAPTERS)[number];

/** Those whose requests are made by a server, from what a phone has told it: that may try for long, whether the phone lives or not. */
export const BY_A_SERVER: readonly GatewayAdapter[] = ['httpsms', 'textbee'];

/** One SMS as a gateway tells of it. */
export type GatewayMessage = {
  /** The gateway's own id, where it gives one; never the identity of a credit. */
  message_id: string | null;
  device_id: string;
  /** From 1, as the gateway counts SIMs; null when it does not say. */
  sim_slot: number | null;
  sender: string | null;
  text: string;
  /** The phone's clock; null when the gateway does not say. */
  received_at: Date | null;
};

/**
 * What an authentic request says. `unreadable` is kept whole and shown, since it may hold an SMS; so is a request of which only some
 * messages can be read, beside these.
 */
export type GatewayNews =
  | { kind: 'messages'; messages: GatewayMessage[]; is_part_unreadable?: true }
  | { kind: 'ping'; device_id: string }
  /** `device_id`: the phone that says so, and so lives; null where it is a server that says it, of whatever phone. */
  | { kind: 'ignored'; device_id: string | null; event: string }
  | { kind: 'unreadable'; problem: string };

/** Whether a request comes from who knows the secret; `signed_at` is the phone's clock, where it is signed. */
export type Authenticity = { kind: 'authentic'; signed_at: Date | null } | RefusedRequest;

export type RefusedRequest = { kind: 'refused'; reason: 'unsigned' | 'wrong_signature' | 'stale' };

/** Where a phone says nothing of which phone it is. */
export const ONLY_DEVICE = 'default';

/**
 * What makes two requests tell of one message, as a text to be hashed: a retry says exactly this again, under
 * a fresh signature, and so does a phone that exports its inbox twice. The id alone would not do: sms-gate.app
 * derives `messageId` from the content, and a gateway that counts from 1 again after a reset must not lose us
 * a message.
 */
export function messageIdentity(message: GatewayMessage): string {
  const { message_id, device_id, sim_slot, sender, text, received_at } = message;
  return JSON.stringify([message_id, device_id, sim_slot, sender, text, received_at?.getTime() ?? null]);
}

/** A request to a phone's gateway to tell again of the SMS that the phone received in a span of time. */
export type InboxAsk = {
  adapter: GatewayAdapter;
  /** Its API with the login; null: staff never gave one. */
  api: OutgoingGateway | null;
  /** The phone. Whatever came by any of its SIMs is told of again: each message names its slot. */
  device_id: string;
  /** By which names the operators sign there: httpSMS lists by sender. */
  senders: readonly string[];
  since: Date;
  until: Date;
};

/**
 * What came of it.
 *
 * - `asked`: the phone will send its messages as requests of its own, by the door where they always come in.
 * - `messages`: here they are, with the ids that its requests carry. `is_complete` is false when the span may
 *   hold more: there were too many, a later page failed, or one of them couldn't be read.
 * - `cannot`: asking is impossible as things are set up; the reason says what to do.
 * - `refused`: the gateway understood and won't.
 * - `unknown`: nobody can say; ask again later, which does no harm.
 */
export type InboxOutcome =
  | { kind: 'asked' }
  | { kind: 'messages'; messages: GatewayMessage[]; is_complete: boolean }
  | { kind: 'cannot'; reason: string }
  /** `status`: the HTTP status, where the gateway answered at all. */
  | { kind: 'refused'; reason: string; status?: number }
  | { kind: 'unknown'; detail: string };

/** Asks one phone's gateway. Never throws: whatever goes wrong is in the outcome. Ends within 10 s. */
export type AskInbox = (ask: InboxAsk) => Promise<InboxOutcome>;

/** Where and as whom a gateway takes messages to send. */
export type OutgoingGateway = {
  /** The base of its API, without a slash at the end: `https://api.sms-gate.app/3rdparty/v1`. */
  send_url: string;
  username: string;
  password: string;
  /** A phone in our own network: private addresses and plain HTTP are taken. */
  is_private: boolean;
};

export type OutgoingSms = {
  gateway: OutgoingGateway;
  /** `+235` and 8 digits. */
  to: string;
  text: string;
  /**
   * Ours, the same on every attempt: sms-gate.app refuses a second message with the same id (409), which
   * makes a retry safe.
   */
  id: string;
  /** The SIM to send by, from 1; null leaves it to the phone. */
  sim_slot?: number | null;
  /** The phone to send by; null leaves it to the gateway. */
  device_id?: string | null;
  /** When it is void: it doesn't leave the phone after that. */
  expires_at: Date;
};

/**
 * What became of a request to send. `accepted`: the gateway has it (also when it had it already), which is
 * not yet "the payer has it". `unknown`: it may or may not have it; ask again with the same id.
 */
export type OutgoingOutcome =
  | { kind: 'accepted'; already: boolean }
  /** `status`: the HTTP status, where the gateway answered at all. */
  | { kind: 'refused'; reason: string; status?: number }
  | { kind: 'unknown'; detail: string };

/** Sends one SMS. Never throws: whatever goes wrong is in the outcome. Ends within 10 s. */
export type SendSms = (sms: OutgoingSms) => Promise<OutgoingOutcome>;
