import type { Environment } from './session/session.ts';

/** The configured numbers that decisions depend on. One value a process, checked at start. */
export type Policy = {
  /** After `expires_at`, how long an SMS about a payment made in time may still arrive. */
  grace_seconds: number;
  /** How long after its end a session's number and amount stay reserved. */
  quarantine_minutes: Record<Environment, number>;
  /** Base of `checkout_url`. */
  dashboard_url: string;
};

export const DEFAULT_POLICY: Policy = {
  grace_seconds: 120,
  quarantine_minutes: { test: 1, live: 30 },
  dashboard_url: 'http://127.0.0.1:8080',
};
