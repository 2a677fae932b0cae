import type { Command } from 'commander';
import { INCIDENT_EFFECTS } from '../../domain/feed/incident.ts';
import { isUuid } from '../../domain/keys.ts';
import { STEP_MEANINGS } from '../../domain/ledger/step.ts';
import { formatXaf, SUM_XAF_MAX } from '../../domain/money.ts';
import { anchorSubject, sweepSubject } from '../../domain/review/subjects.ts';
import { countToBePaid, listBooks, listIncidents, showBooks, showIncident } from '../../engine/book/look.ts';
import { anchorNumbers } from '../../engine/desk/book/anchor.ts';
import { announceSweeps } from '../../engine/desk/book/announce-sweep.ts';
import { closeIncidents } from '../../engine/desk/book/close.ts';
import { disownMessages } from '../../engine/desk/book/disown.ts';
import { explainSteps } from '../../engine/desk/book/explain.ts';
import {
  anchorTold,
  closeIncidentTold,
  disownTold,
  explainTold,
  sweepTold,
} from '../../engine/desk/book/sentences.ts';
import { listFeeds } from '../../engine/feeds.ts';
import { findNumbers } from '../../engine/numbers.ts';
import {
  answer,
  CommandFailure,
  idAsKept,
  leaf,
  limitOption,
  table,
  utcMoment,
  wholeNumber,
} from '../output.ts';
import { withServices } from '../run.ts';
import {
  addWithdraw,
  type Seen,
  type SignedOptions,
  seenOption,
  staffLeaf,
  tell,
  withStaff,
} from '../staff.ts';

type ListOptions = { all?: boolean; limit: number; json?: boolean };

/** A sum as somebody reads it on a SIM. */
const sumArgument = ['<amount>', 'whole francs, like 62410', wholeNumber(0, SUM_XAF_MAX, 62_410)] as const;

export function addFeedCommands(program: Command): void {
  const feeds = program
    .command('feeds')
    .description('the books of live SIMs, and whether their phones are heard');
  leaf(feeds, 'list', 'each live number with its book, and the incidents that are open')
    .option('--all', 'closed incidents too')
    .option(...limitOption)
    .action(list);
  leaf(
    feeds,
    'show <number-or-incident>',
    'the latest steps, what waits unproven and what is unexplained',
  ).action(show);
  staffLeaf(feeds, 'anchor <number>', 'say what the balance of a live number is, read on its SIM')
    .argument(...sumArgument)
    .action(anchor);
  staffLeaf(feeds, 'sweep <number>', 'say that money is taken from a live number to our own wallet')
    .argument(...sumArgument)
    .action(sweep);
  staffLeaf(
    feeds,
    `explain <step> <${STEP_MEANINGS.join('|')}>`,
    'say what an unexplained step was; two people say the same',
  )
    .option('--for <id>', 'which refund or settlement it was, where several of its sum are due', idAsKept)
    .action(explain);
  staffLeaf(
    feeds,
    'disown <message...>',
    "say of messages that the operator's list does not show them; two people say the same",
  ).action(disown);
  addWithdraw(feeds, 'number-step-or-message', async (services, name) => {
    const [number] = await findNumbers(services.pool, [name]);
    if (number !== undefined && number !== null)
      return [anchorSubject.of(number.id), sweepSubject.of(number.id)];
    return isUuid(name) ? [name] : [];
  });
  staffLeaf(feeds, 'close <incident>', 'close an incident that was looked at')
    .option(...seenOption('of short: when something was last found there'))
    .action(close);
}

async function list(options: ListOptions): Promise<void> {
  const { books, numbers, incidents } = await withServices(async ({ services }) => {
    const lines = await listBooks(services);
    const ids = lines.map((one) => one.collection_number_id);
    const unpaid = await countToBePaid(services, ids);
    return {
      books: lines.map((one) => ({ ...one, unpaid: unpaid.get(one.collection_number_id) ?? 0 })),
      numbers: await listFeeds(services),
      incidents: await listIncidents(services, { open: options.all !== true, limit: options.limit }),
    };
  });
  const heard = new Map(
    numbers.map((n) => [n.collection_number_id, n.is_routed ? utcMoment(n.heard_at) : 'no gateway']),
  );
  const rows = books.map((n) => [
    n.msisdn,
    n.operator,
    n.status,
    n.feed_status,
    n.tip_xaf === null ? 'unknown' : formatXaf(n.tip_xaf),
    n.anchored_at === null ? 'never' : utcMoment(n.anchored_at),
    formatXaf(n.unanchored_xaf),
    String(n.claims),
    String(n.unpaid),
    formatXaf(n.unexplained_xaf),
    formatXaf(n.pending_xaf),
    heard.get(n.collection_number_id) ?? '-',
  ]);
  const opened = incidents.map((f) => [
    f.id,
    f.msisdn,
    f.kind,
    utcMoment(f.opened_at),
    f.closed_at === null ? 'open' : `closed by ${f.closed_by} ${utcMoment(f.closed_at)}`,
    f.note ?? INCIDENT_EFFECTS[f.kind].meaning,
  ]);
  const heading = [
    'number',
    'operator',
    'status',
    'feed',
    'balance',
    'read on the SIM',
    'settled since',
    'waiting',
    'payers who wait',
    'unexplained',
    'to be read',
    'heard',
  ];
  const of_incidents = ['incident', 'number', 'kind', 'opened', 'state', 'what'];
  answer(options.json === true, { books, numbers, incidents }, [
    ...table(heading, rows, 'There is no live number.'),
    '',
    ...table(of_incidents, opened, 'No incident is open.', options.limit),
  ]);
}

async function show(name: string, options: { json?: boolean }): Promise<void> {
  const found = await withServices(async ({ services }) => {
    const incident = isUuid(name) ? await showIncident(services, name) : null;
    if (incident !== null) return incident;
    const [number] = await findNumbers(services.pool, [name]);
    return number == null ? null : { incident: null, number, ...(await showBooks(services, [number.id])) };
  });
  if (found === null)
    throw new CommandFailure(`There is no live number and no incident ${name}: npx chari feeds list --all.`);
  const { incident, steps, unexplained, claims, contesting } = found;
  const step = (s: (typeof steps)[number]) => [
    s.id,
    utcMoment(s.occurred_at),
    s.kind,
    s.strength,
    formatXaf(s.before_xaf),
    formatXaf(s.after_xaf),
  ];
  const heading = ['step', 'time', 'kind', 'strength', 'before', 'after'];
  answer(options.json === true, found, [
    ...('number' in found ? [`number ${found.number.msisdn}`, ''] : []),
    ...(incident === null ? [] : incidentLines(found)),
    ...table(heading, steps.map(step), 'The book is not open: say its balance with feeds anchor.'),
    '',
    ...table(heading, unexplained.map(step), 'Nothing is unexplained.'),
    '',
    ...table(
      ['waiting since', 'notice', 'sender', 'text'],
      claims.map((one) => [utcMoment(one.arrived_at), one.notice_id, one.sender ?? '-', one.body]),
      'Nothing waits.',
    ),
    '',
    ...table(
      ['contests', 'message', 'came', 'sender', 'text'],
      contesting.map((one) => [
        `${one.steps} step${one.steps === 1 ? '' : 's'}`,
        ...[one.notice_id, utcMoment(one.arrived_at), one.sender ?? '-', one.body],
      ]),
      'No message contests a step.',
    ),
  ]);
}

function incidentLines({
  incident,
  suspected_at,
}: NonNullable<Awaited<ReturnType<typeof showIncident>>>): string[] {
  const { meaning, remedy } = INCIDENT_EFFECTS[incident.kind];
  return [
    `${incident.kind} of ${incident.msisdn} (${incident.operator}), opened ${utcMoment(incident.opened_at)}`,
    `what     ${meaning}`,
    ...saidOf(incident),
    `seen     ${JSON.stringify(incident.detail)}`,
    ...(incident.kind === 'short' && suspected_at !== null ? [`found    ${suspected_at.toISOString()}`] : []),
    incident.closed_at === null
      ? `to do    ${remedy}`
      : `closed   ${utcMoment(incident.closed_at)} by ${incident.closed_by}: ${incident.note}`,
    '',
  ];
}

/** To whom money went, and to whom as much was announced: for a sweep to nobody, and that phone was to be paid as much. */
function saidOf({ kind, detail }: { kind: string; detail: Record<string, unknown> }): string[] {
  const { amount_xaf, went_to, announced_to } = detail;
  if (kind !== 'misdirected' || typeof amount_xaf !== 'number') return [];
  const announced =
    announced_to === null
      ? 'as a sweep to our own wallet, though that phone was to be paid as much'
      : `to ${announced_to}`;
  return [`said     ${formatXaf(amount_xaf)} went to ${went_to}; as much was announced ${announced}`];
}

async function anchor(number: string, balance_xaf: number, options: SignedOptions): Promise<void> {
  const [outcome] = await withStaff(options, ({ services, by }) =>
    anchorNumbers(services, [{ number, balance_xaf, ...by }]),
  );
  if (outcome === undefined) throw new Error('bug: no outcome');
  tell(options.json, outcome, anchorTold({ number, balance_xaf }, outcome));
}

async function sweep(number: string, amount_xaf: number, options: SignedOptions): Promise<void> {
  const [outcome] = await withStaff(options, ({ services, by }) =>
    announceSweeps(services, [{ number, amount_xaf, once: null, ...by }]),
  );
  if (outcome === undefined) throw new Error('bug: no outcome');
  tell(options.json, outcome, sweepTold({ number, amount_xaf }, outcome));
}

async function explain(
  step_id: string,
  meaning: string,
  options: SignedOptions & { for?: string },
): Promise<void> {
  const known = STEP_MEANINGS.find((one) => one === meaning);
  if (known === undefined) throw new CommandFailure(`${meaning} is none of ${STEP_MEANINGS.join(', ')}.`, 2);
  const { for: cause_id = null } = options;
  if (cause_id !== null && !isUuid(cause_id))
    throw new CommandFailure(`--for ${cause_id} is no id of a refund or settlement.`, 2);
  const [outcome] = isUuid(step_id)
    ? await withStaff(options, ({ services, by }) =>
        explainSteps(services, [
          {
            step_id,
            meaning: known,
            cause_id,
            ...by,
          },
        ]),
      )
    : [];
  tell(
    options.json,
    outcome,
    explainTold({ step_id, meaning: known }, outcome ?? { kind: 'step_not_found' }),
  );
}

async function disown(names: string[], options: SignedOptions): Promise<void> {
  const wrong = names.find((name) => !isUuid(name));
  if (wrong !== undefined) {
    tell(options.json, undefined, disownTold({ notice_id: wrong }, { kind: 'message_not_found' }));
    return;
  }
  const ids = [...new Set(names)];
  const outcomes = await withStaff(options, ({ services, by }) =>
    disownMessages(
      services,
      ids.map((notice_id) => ({ notice_id, ...by })),
    ),
  );
  const told = outcomes.map((outcome, at) => disownTold({ notice_id: ids[at] ?? '' }, outcome));
  // Those that could be are done: what is left is said by itself.
  const kind = told.some((one) => one.kind === 'refused') ? 'refused' : 'done';
  tell(options.json, outcomes, { kind, sentences: told.flatMap(({ sentences }) => sentences) });
}

async function close(id: string, options: SignedOptions & Seen): Promise<void> {
  const { seen: seen_at = null } = options;
  const [outcome] = isUuid(id)
    ? await withStaff(options, ({ services, by }) =>
        closeIncidents(services, [{ incident_id: id, seen_at, ...by }]),
      )
    : [];
  tell(
    options.json,
    outcome,
    closeIncidentTold({ incident_id: id }, outcome ?? { kind: 'incident_not_found' }),
  );
}
