import { STATUS_CODES } from 'node:http';
import { type AttemptOutcome, attemptOutcome, type Exchange } from '../../domain/delivery/delivery.ts';
import { nextStep } from '../../domain/delivery/schedule.ts';
import type { OutboxEvent } from '../../domain/event/event.ts';
import type { FollowFilter } from '../../store/events.ts';
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
 * Sends one event as the service would, and again after failures.
 * @returns whether a 2xx came; rejects only when `wait` does.
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

const TYPE_WIDTH = 'payment_session.under_review'.length;

/** How listening is told: lines for a person, or one line of JSON for each thing. */
export type Teller = {
  listening: (to: { url: string; secret: string } | null, filter: FollowFilter) => void;
  event: (event: OutboxEvent) => void;
  attempt: (attempt: ForwardedAttempt) => void;
};

export function personTeller(write: (line: string) => void): Teller {
  return {
    listening: (to, filter) => {
      const whose = filter.merchant_id === null ? 'every merchant' : `merchant ${filter.merchant_id}`;
      const which = filter.types === null ? 'all events' : filter.types.join(', ');
      write(`Listening in ${filter.environment}: ${which} of ${whose}.`);
      if (to !== null) {
        write(`Forwarding to ${to.url}, signed with the secret`);
        write(`  ${to.secret}`);
      }
      write('Ctrl-C ends it.');
      write('');
    },
    event: (event) => write(eventLine(event)),
    attempt: (attempt) => write(attemptLine(attempt)),
  };
}

export function jsonTeller(say: (value: object) => void): Teller {
  return {
    listening: (to, { environment, merchant_id, types }) => {
      const forward = to === null ? { forward_to: null } : { forward_to: to.url, secret: to.secret };
      say({ kind: 'listening', environment, merchant_id, events: types, ...forward });
    },
    event: (event) => {
      const { id, type, environment, merchant_id, object_id, sequence, created_at, body } = event;
      const about = { id, event: type, environment, merchant_id, object_id, sequence, created_at };
      say({ kind: 'event', ...about, ...subjectOf(event), body });
    },
    attempt: ({ event, ...attempt }) => say({ kind: 'attempt', event_id: event.id, ...attempt }),
  };
}

/** Time (of this machine), type, reference, amount, id. */
export function eventLine(event: OutboxEvent): string {
  const { reference, amount } = subjectOf(event);
  const sum = amount === null ? '-' : `${amount.toLocaleString('en-US')} XAF`;
  const time = event.created_at.toTimeString().slice(0, 8);
  return [time, event.type.padEnd(TYPE_WIDTH), reference ?? '-', sum, event.id].join('  ');
}

export function attemptLine(attempt: ForwardedAttempt): string {
  const { event, status_code, reason, duration_ms, retry_in_ms, outcome } = attempt;
  const status = status_code === null ? '' : `${status_code} ${STATUS_CODES[status_code] ?? ''}`.trimEnd();
  const came = [status, reason].filter((part) => part !== '' && part !== null).join(', ');
  const then =
    retry_in_ms !== null
      ? `; attempt ${attempt.attempt + 1} in ${Math.ceil(retry_in_ms / 1_000)} s`
      : outcome === 'delivered'
        ? ''
        : '; given up here: --replay sends it again';
  return `          -> ${came} in ${duration_ms} ms${then}  (${event.id})`;
}

/** What the event is about, read from its body; null where the body has no such thing. */
function subjectOf(event: OutboxEvent): { reference: string | null; amount: number | null } {
  const { data } = JSON.parse(event.body) as { data?: { reference?: unknown; amount?: unknown } };
  const { reference, amount } = data ?? {};
  return {
    reference: typeof reference === 'string' ? reference : null,
    amount: typeof amount === 'number' ? amount : null,
  };
}
