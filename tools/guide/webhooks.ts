import {
  PAYMENT_SESSION_EVENT_NAMES,
  PAYMENT_SESSION_EVENTS,
  REFUND_EVENT_NAMES,
  REFUND_EVENTS,
  SETTLEMENT_EVENT_NAMES,
  SETTLEMENT_EVENTS,
  TEST_EVENT,
  TEST_EVENT_WHEN,
  TRANSACTION_OUTCOME_NAMES,
  TRANSACTION_OUTCOMES,
  WEBHOOK_HEADERS,
} from '../../packages/contract/src/index.ts';
import type { AttemptOutcome } from '../../packages/service/src/domain/delivery/delivery.ts';
import { RETRY_SCHEDULE_MS } from '../../packages/service/src/domain/delivery/schedule.ts';
import { errorTable, named, type Tables, table } from './table.ts';

/** What an outcome tells the merchant's developer to look at. */
const OUTCOMES: Readonly<Record<AttemptOutcome, string>> = {
  delivered: 'Your server answered 2xx.',
  refused: 'It answered something else; `status_code` and `answer` say what.',
  timed_out: 'The whole answer was not there within 10 seconds. Answer before you work.',
  not_connected: 'The name did not resolve, the port is closed, or the certificate is not valid.',
  no_answer: 'The connection was closed before an answer came.',
  broken_answer: 'The status came, and the body did not arrive whole.',
  address_refused: 'The address is private, or not allowed for another reason that `answer` gives.',
  secret_unreadable: 'A fault of ours: the stored secret could not be opened. It does not count against you.',
};

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** The tables of docs/webhooks.md. */
export function webhookTables(): Tables {
  return {
    headers: table(['header', 'what it is'], Object.entries(WEBHOOK_HEADERS).map(named)),
    events: table(
      ['event', 'sent when'],
      [
        ...PAYMENT_SESSION_EVENT_NAMES.map((name) => named([name, PAYMENT_SESSION_EVENTS[name].when])),
        ...TRANSACTION_OUTCOME_NAMES.map((name) => named([name, TRANSACTION_OUTCOMES[name].when])),
        ...REFUND_EVENT_NAMES.map((name) => named([name, REFUND_EVENTS[name].when])),
        ...SETTLEMENT_EVENT_NAMES.map((name) => named([name, SETTLEMENT_EVENTS[name].when])),
        named([TEST_EVENT, TEST_EVENT_WHEN]),
      ],
    ),
    schedule: table(['attempt', 'waits', 'so it comes, after the first'], scheduleRows()),
    outcomes: table(['outcome', 'what happened'], Object.entries(OUTCOMES).map(named)),
    errors: errorTable(['Webhook endpoints', 'Events']),
  };
}

function scheduleRows(): string[][] {
  let since_first_ms = 0;
  return RETRY_SCHEDULE_MS.map((wait_ms, index) => {
    since_first_ms += wait_ms;
    const attempt = String(index + 1);
    return index === 0
      ? [attempt, 'not at all', 'at once']
      : [attempt, duration(wait_ms), duration(since_first_ms)];
  });
}

/** The two largest units, the second rounded: `3 days 8 hours`, `2 minutes 35 seconds`. */
function duration(ms: number): string {
  const first = UNITS.findIndex(([, unit_ms]) => ms >= unit_ms);
  let left_ms = ms;
  const parts = UNITS.slice(first, first + 2).flatMap(([name, unit_ms], place) => {
    const count = place === 0 ? Math.floor(left_ms / unit_ms) : Math.round(left_ms / unit_ms);
    left_ms -= count * unit_ms;
    return count === 0 ? [] : [`${count} ${name}${count === 1 ? '' : 's'}`];
  });
  return parts.join(' ');
}
