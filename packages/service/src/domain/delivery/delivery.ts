import type { Environment } from '../session/session.ts';

export type DeliveryState = 'PENDING' | 'DELIVERED' | 'HELD' | 'DEAD';
export type DeadReason = 'attempts_exhausted' | 'endpoint_removed' | 'held_too_long';

/** One attempt as the log keeps it. */
export type LoggedAttempt = {
  attempt: number;
  started_at: Date;
  duration_ms: number;
  outcome: string;
  status_code: number | null;
  /** The first KiB of the receiver's answer, or what went wrong. */
  answer: string | null;
};

/** One event on its way to one endpoint. */
export type WebhookDelivery = {
  id: string;
  event_id: string;
  event: string;
  endpoint_id: string;
  environment: Environment;
  state: DeliveryState;
  dead_reason: DeadReason | null;
  /** Attempts that have ended. */
  attempt_count: number;
  created_at: Date;
  finished_at: Date | null;
  /** Null while an attempt is under way, and when none is to come. */
  next_attempt_at: Date | null;
};

/** With its latest attempts, oldest first. */
export type ShownDelivery = WebhookDelivery & { attempts: LoggedAttempt[] };
