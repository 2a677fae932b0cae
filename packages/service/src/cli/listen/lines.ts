import { STATUS_CODES } from 'node:http';
import type { OutboxEvent } from '../../domain/event/event.ts';
import type { FollowFilter } from '../../store/events.ts';
import type { ForwardedAttempt } from './forward.ts';

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

export function jsonTeller(write: (line: string) => void): Teller {
  const say = (value: object) => write(JSON.stringify(value));
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
