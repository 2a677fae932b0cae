import type { GatewayAdapter, GatewayMessage } from './gateway.ts';
import type { OutgoingGateway } from './outgoing.ts';

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
