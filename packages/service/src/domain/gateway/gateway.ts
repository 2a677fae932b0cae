/** The dialects in which phones tell us of their SMS; each has its file in sms/gateways. */
export const GATEWAY_ADAPTERS = ['sms-gate', 'httpsms', 'textbee', 'generic-json', 'generic-form'] as const;

export type GatewayAdapter = (typeof GATEWAY_ADAPTERS)[number];

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

/** What an authentic request says. `unreadable` is kept whole and shown, since it may hold an SMS. */
export type GatewayNews =
  | { kind: 'messages'; messages: GatewayMessage[] }
  | { kind: 'ping'; device_id: string }
  | { kind: 'ignored'; device_id: string; event: string }
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
