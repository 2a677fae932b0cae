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
