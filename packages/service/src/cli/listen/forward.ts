import { type AttemptOutcome, attemptOutcome, type Exchange } from '../../domain/delivery/delivery.ts';
import { nextStep } from '../../domain/delivery/schedule.ts';
import type { OutboxEvent } from '../../domain/event/event.ts';
import type { Post } from '../../webhooks/post.ts';
import { signedHeaders } from '../../webhooks/sign.ts';

/** The schedule's first steps: at once, 5 s, 30 s and 2 minutes later. Who sits before the screen sees it by then. */
export const FORWARD_ATTEMPTS_MAX = 4;

/** Where it is sent to, and with what. */
export type ForwardDeps = {
  url: string;
  secret: string;
  post: Post;
  now: () => Date;
  newId: () => string;
  /** In [0, 1). */
  random: () => number;
  /** Waits; rejects when the listening ends. */
  wait: (wait_ms: number) => Promise<void>;
  tell: (attempt: ForwardedAttempt) => void;
};

export type ForwardedAttempt = {
  event: OutboxEvent;
  delivery_id: string;
  /** From 1. */
  attempt: number;
  outcome: AttemptOutcome;
  /** Null when no status came. */
  status_code: number | null;
  /** Why there was no whole answer; null when there was. */
  reason: string | null;
  duration_ms: number;
  /** Null: there is no further attempt. */
  retry_in_ms: number | null;
};

/**
 * Sends one event as the service would, and again after failures. @returns whether a 2xx came; rejects only
 * when `wait` does.
 */
export async function forwardEvent(deps: ForwardDeps, event: OutboxEvent): Promise<boolean> {
  const delivery_id = deps.newId();
  const body = Buffer.from(event.body);
  for (let attempt = 1; ; attempt += 1) {
    const started_at = deps.now();
    const { id: event_id, type: event_type, sequence, environment } = event;
    const signed = { event_id, event_type, delivery_id, attempt, sequence, environment };
    const exchange = await deps.post(deps.url, signedHeaders(signed, deps.secret, body, started_at), body);
    const next = nextStep(attempt, exchange, deps.now().getTime(), deps.random());
    const retry_in_ms = next.kind === 'retry' && attempt < FORWARD_ATTEMPTS_MAX ? next.delay_ms : null;
    deps.tell({
      event,
      delivery_id,
      attempt,
      outcome: attemptOutcome(exchange),
      ...whatCame(exchange),
      duration_ms: deps.now().getTime() - started_at.getTime(),
      retry_in_ms,
    });
    if (retry_in_ms === null) return next.kind === 'delivered';
    await deps.wait(retry_in_ms);
  }
}

function whatCame(exchange: Exchange): { status_code: number | null; reason: string | null } {
  const status_code = 'status_code' in exchange ? exchange.status_code : null;
  if (exchange.kind === 'timed_out') return { status_code, reason: 'no whole answer within 10 seconds' };
  return { status_code, reason: 'reason' in exchange ? exchange.reason : null };
}
