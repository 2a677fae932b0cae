import type { Command } from 'commander';
import { INCIDENT_EFFECTS } from '../../domain/feed/incident.ts';
import { isUuid } from '../../domain/keys/uuid.ts';
import { formatXaf } from '../../domain/money/format.ts';
import { listIncidents, showIncident } from '../../engine/book/incidents.ts';
import { listBooks, showBooks } from '../../engine/book/list.ts';
import { anchorNumbers, anchorSubject } from '../../engine/desk/anchor.ts';
import { announceSweeps } from '../../engine/desk/announce-sweep.ts';
import { closeIncidents } from '../../engine/desk/close-incident.ts';
import { explainSteps } from '../../engine/desk/explain.ts';
import { listFeeds } from '../../engine/feeds/list.ts';
import { findNumbers } from '../../engine/numbers/named.ts';
import { CommandFailure } from '../failure.ts';
import { leaf, limitOption, wholeNumber } from '../options.ts';
import { answer, moment, table } from '../output.ts';
import { withServices } from '../run.ts';
import { addWithdraw, consentSentence, type Signed, staffLeaf } from '../staff.ts';

type ListOptions = { all?: boolean; limit: number; json?: boolean };

const balanceOf = wholeNumber(0, 1_000_000_000_000);
const MEANINGS = ['credit', 'sweep', 'fee', 'airtime', 'write_off'] as const;

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
  staffLeaf(
    feeds,
    'anchor <number> <amount>',
    'say what the balance of a live number is, read on its SIM',
  ).action(anchor);
  staffLeaf(
    feeds,
    'sweep <number> <amount>',
    'say that money is taken from a live number to our own wallet',
  ).action(sweep);
  staffLeaf(
    feeds,
    `explain <step> <${MEANINGS.join('|')}>`,
    'say what an unexplained step was; two people say the same',
  ).action(explain);
  addWithdraw(feeds, 'number-or-step', async (services, name) => {
    const [number] = await findNumbers(services.pool, [name]);
    if (number !== undefined && number !== null) return anchorSubject(number.id);
    return isUuid(name) ? name.toLowerCase() : null;
  });
  staffLeaf(feeds, 'close <incident>', 'close an incident that was looked at').action(close);
}

async function list(options: ListOptions): Promise<void> {
  const { books, numbers, incidents } = await withServices(async ({ services }) => ({
    books: await listBooks(services),
    numbers: await listFeeds(services),
    incidents: await listIncidents(services, { open: options.all !== true, limit: options.limit }),
  }));
  const heard = new Map(
    numbers.map((n) => [n.collection_number_id, n.is_routed ? moment(n.heard_at) : 'no gateway']),
  );
  const rows = books.map((n) => [
    n.msisdn,
    n.operator,
    n.status,
    n.feed_status,
    n.tip_xaf === null ? 'unknown' : formatXaf(n.tip_xaf),
    n.anchored_at === null ? 'never' : moment(n.anchored_at),
    formatXaf(n.unanchored_xaf),
    String(n.claims),
    formatXaf(n.unexplained_xaf),
    heard.get(n.collection_number_id) ?? '-',
  ]);
  const opened = incidents.map((f) => [
    f.id,
    f.msisdn,
    f.kind,
    moment(f.opened_at),
    f.closed_at === null ? 'open' : `closed by ${f.closed_by} ${moment(f.closed_at)}`,
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
    'unexplained',
    'heard',
  ];
  answer(options.json === true, { books, numbers, incidents }, [
    ...table(heading, rows, 'There is no live number.'),
    '',
    ...table(['incident', 'number', 'kind', 'opened', 'state', 'what'], opened, 'No incident is open.'),
  ]);
}

async function show(name: string, options: { json?: boolean }): Promise<void> {
  const found = await withServices(async ({ services }) => {
    const incident = isUuid(name) ? await showIncident(services, name) : null;
    if (incident !== null) return incident;
    const books = await listBooks(services);
    const book = books.find(
      (one) => one.collection_number_id === name || one.msisdn.endsWith(name.replace(/^\+?(235)?/, '')),
    );
    return book === undefined
      ? null
      : { incident: null, ...(await showBooks(services, [book.collection_number_id])) };
  });
  if (found === null)
    throw new CommandFailure(`There is no live number and no incident ${name}: npx chari feeds list --all.`);
  const { incident, steps, unexplained, claims } = found;
  const step = (s: (typeof steps)[number]) => [
    s.id,
    moment(s.occurred_at),
    s.kind,
    s.strength,
    formatXaf(s.before_xaf),
    formatXaf(s.after_xaf),
  ];
  const heading = ['step', 'time', 'kind', 'strength', 'before', 'after'];
  answer(options.json === true, found, [
    ...(incident === null ? [] : incidentLines(incident)),
    ...table(heading, steps.map(step), 'The book is not open: say its balance with feeds anchor.'),
    '',
    ...table(heading, unexplained.map(step), 'Nothing is unexplained.'),
    '',
    ...table(
      ['waiting since', 'notice', 'sender', 'text'],
      claims.map((one) => [moment(one.arrived_at), one.notice_id, one.sender ?? '-', one.body]),
      'Nothing waits.',
    ),
  ]);
}

function incidentLines(
  incident: NonNullable<Awaited<ReturnType<typeof showIncident>>>['incident'],
): string[] {
  const { meaning, remedy } = INCIDENT_EFFECTS[incident.kind];
  return [
    `${incident.kind} of ${incident.msisdn} (${incident.operator}), opened ${moment(incident.opened_at)}`,
    `what     ${meaning}`,
    `seen     ${JSON.stringify(incident.detail)}`,
    incident.closed_at === null
      ? `to do    ${remedy}`
      : `closed   ${moment(incident.closed_at)} by ${incident.closed_by}: ${incident.note}`,
    '',
  ];
}

async function anchor(number: string, amount: string, { as: actor, note, json }: Signed): Promise<void> {
  const balance_xaf = balanceOf(amount);
  const [outcome] = await withServices(({ services }) =>
    anchorNumbers(services, [{ number, balance_xaf, actor, note }]),
  );
  if (outcome === undefined || outcome.kind === 'number_not_found') throw noNumber(number);
  if (outcome.kind === 'proposed') {
    const sentence = `It would settle or leave unexplained ${formatXaf(outcome.moved_xaf)}: another person has to read the SIM too and say what it shows then.`;
    answer(json === true, outcome, [sentence]);
    return;
  }
  if (outcome.kind === 'balance_unusable')
    throw new CommandFailure(`${amount} is no balance: say whole francs.`, 2);
  if (outcome.kind !== 'anchored') throw new CommandFailure(consentSentence(outcome));
  const { msisdn, proven, unexplained_xaf } = outcome;
  answer(json === true, outcome, [
    `The balance of ${msisdn} is ${formatXaf(balance_xaf)}.`,
    ...(proven === 0 ? [] : [`It proved ${proven} message${proven === 1 ? '' : 's'} that waited.`]),
    ...(unexplained_xaf === 0
      ? []
      : [
          `${formatXaf(unexplained_xaf)} that no message told of stand unexplained: npx chari feeds show ${msisdn}.`,
        ]),
  ]);
}

async function sweep(number: string, amount: string, { as: actor, note, json }: Signed): Promise<void> {
  const amount_xaf = balanceOf(amount);
  const [outcome] = await withServices(({ services }) =>
    announceSweeps(services, [{ number, amount_xaf, actor, note }]),
  );
  if (outcome === undefined || outcome.kind === 'number_not_found') throw noNumber(number);
  if (outcome.kind === 'amount_unusable')
    throw new CommandFailure(`${amount} is no sum to take: say whole francs above 0.`, 2);
  answer(json === true, outcome, [
    `${formatXaf(amount_xaf)} from ${outcome.msisdn} are announced; the SIM's own SMS will be taken for it.`,
  ]);
}

async function explain(step_id: string, meaning: string, { as: actor, note, json }: Signed): Promise<void> {
  const known = MEANINGS.find((one) => one === meaning);
  if (known === undefined) throw new CommandFailure(`${meaning} is none of ${MEANINGS.join(', ')}.`, 2);
  const [outcome] = isUuid(step_id)
    ? await withServices(({ services }) => explainSteps(services, [{ step_id, meaning: known, actor, note }]))
    : [];
  if (outcome === undefined || outcome.kind === 'step_not_found')
    throw new CommandFailure(`There is no step ${step_id}: npx chari feeds show NUMBER.`);
  if (outcome.kind === 'explained_before') throw new CommandFailure(`Step ${step_id} is explained already.`);
  if (outcome.kind === 'no_money_came')
    throw new CommandFailure(`Step ${step_id} is money that left: it is nobody's credit.`);
  if (outcome.kind !== 'explained' && outcome.kind !== 'proposed')
    throw new CommandFailure(consentSentence(outcome));
  const said = `${formatXaf(Math.abs(outcome.moved_xaf))} as ${known}`;
  answer(json === true, outcome, [
    outcome.kind === 'explained'
      ? `Booked: ${said}.`
      : `Proposed: ${said}; another person has to say the same.`,
  ]);
}

async function close(id: string, { as: actor, note, json }: Signed): Promise<void> {
  const [outcome] = isUuid(id)
    ? await withServices(({ services }) => closeIncidents(services, [{ incident_id: id, actor, note }]))
    : [];
  if (outcome === undefined || outcome.kind === 'incident_not_found')
    throw new CommandFailure(`There is no incident ${id}: npx chari feeds list --all shows them.`);
  if (outcome.kind === 'closed_before')
    throw new CommandFailure(`Incident ${id} was closed before, by ${outcome.incident.closed_by}.`);
  answer(json === true, outcome, [`${outcome.incident.kind} of ${outcome.incident.msisdn} is closed.`]);
}

function noNumber(number: string): CommandFailure {
  return new CommandFailure(`There is no live number ${number}: npx chari numbers list --env live.`);
}
