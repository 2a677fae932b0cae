import {
  ERRORS,
  errorsOf,
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
  PAYMENT_SESSION_EVENT_NAMES,
  PAYMENT_SESSION_EVENTS,
  TEST_EVENT,
  TEST_EVENT_WHEN,
  WEBHOOK_HEADERS,
} from '../../packages/contract/src/index.ts';
import type { AttemptOutcome } from '../../packages/service/src/domain/delivery/exchange.ts';
import { RETRY_SCHEDULE_MS } from '../../packages/service/src/domain/delivery/schedule.ts';

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

/** The tables of docs/webhooks.md by the name of their marks, as Markdown. */
export function guideTables(): Readonly<Record<string, string>> {
  return {
    headers: table(['header', 'what it is'], Object.entries(WEBHOOK_HEADERS).map(named)),
    events: table(
      ['event', 'sent when'],
      [
        ...PAYMENT_SESSION_EVENT_NAMES.map((name) => named([name, PAYMENT_SESSION_EVENTS[name].when])),
        named([TEST_EVENT, TEST_EVENT_WHEN]),
      ],
    ),
    schedule: table(['attempt', 'waits', 'so it comes, after the first'], scheduleRows()),
    outcomes: table(['outcome', 'what happened'], Object.entries(OUTCOMES).map(named)),
    errors: table(['status', 'code', 'when'], errorRows()),
  };
}

/** A Markdown page with the tables between their marks, `<!-- name:begin -->` and `<!-- name:end -->`. */
export function withTables(page: string): string {
  let text = page;
  for (const [name, rows] of Object.entries(guideTables())) {
    const begin = `<!-- ${name}:begin -->\n`;
    const from = text.indexOf(begin);
    const to = text.indexOf(`<!-- ${name}:end -->`);
    if (from === -1 || to < from) throw new Error(`The guide has no marks for the table ${name}.`);
    text = `${text.slice(0, from)}${begin}${rows}\n${text.slice(to)}`;
  }
  return text;
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

function errorRows(): string[][] {
  const codes = new Set(
    OPERATION_NAMES.flatMap((name) => {
      const operation: Operation = OPERATIONS[name];
      return operation.tag === 'Webhook endpoints' || operation.tag === 'Events' ? errorsOf(operation) : [];
    }),
  );
  return [...codes]
    .sort((a, b) => ERRORS[a].status - ERRORS[b].status)
    .map((code) => [String(ERRORS[code].status), `\`${code}\``, ERRORS[code].when]);
}

const named = ([name, what]: [string, string]): string[] => [`\`${name}\``, what];

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

function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heading), line(heading.map(() => '---')), ...rows.map(line)].join('\n');
}
