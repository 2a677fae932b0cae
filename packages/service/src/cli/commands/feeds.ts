import type { Command } from 'commander';
import { INCIDENT_EFFECTS } from '../../domain/feed/incident.ts';
import { isUuid } from '../../domain/keys/uuid.ts';
import { formatXaf } from '../../domain/money/format.ts';
import { type AnchorOutcome, anchorFeeds } from '../../engine/feeds/anchor.ts';
import { closeIncidents } from '../../engine/feeds/close.ts';
import { listFeeds, listIncidents, showIncident } from '../../engine/feeds/list.ts';
import { CommandFailure } from '../failure.ts';
import { leaf, limitOption, wholeNumber } from '../options.ts';
import { answer, moment, table } from '../output.ts';
import { withServices } from '../run.ts';
import { noteOption, type Signed, signatureOption } from '../staff.ts';

type ListOptions = { all?: boolean; limit: number; json?: boolean };
type ExplainOptions = Signed & { balance?: number };

const balanceOf = wholeNumber(0, 1_000_000_000_000);

export function addFeedCommands(program: Command): void {
  const feeds = program.command('feeds').description('whether what live phones tell can be trusted');
  leaf(feeds, 'list', 'each live number, and the incidents that are open')
    .option('--all', 'closed incidents too')
    .option(...limitOption)
    .action(list);
  leaf(feeds, 'show <incident>', 'what was seen, and the latest steps of the balance').action(show);
  staffLeaf(
    feeds,
    'balance <number> <amount>',
    'say what the balance of a live number is, read on its SIM',
  ).action(balance);
  staffLeaf(feeds, 'explain <incident>', 'close an incident whose reason is known')
    .option('--balance <xaf>', 'for a balance gap: what the SIM says its balance is now', balanceOf)
    .action(explain);
  staffLeaf(
    feeds,
    'close <incident>',
    'close an incident; of a balance gap: what does not follow is not ours',
  ).action(close);
}

function staffLeaf(parent: Command, usage: string, description: string): Command {
  return leaf(parent, usage, description)
    .requiredOption(...signatureOption)
    .requiredOption(...noteOption);
}

async function list(options: ListOptions): Promise<void> {
  const { numbers, incidents } = await withServices(async ({ services }) => ({
    numbers: await listFeeds(services),
    incidents: await listIncidents(services, { open: options.all !== true, limit: options.limit }),
  }));
  const rows = numbers.map((n) => [
    n.msisdn,
    n.operator,
    n.status,
    n.feed_status,
    n.balance_xaf === null ? 'unknown' : formatXaf(n.balance_xaf),
    n.is_routed ? moment(n.heard_at) : 'no gateway',
    n.open_kinds.join(', ') || '-',
  ]);
  const opened = incidents.map((f) => [
    f.id,
    f.msisdn,
    f.kind,
    moment(f.opened_at),
    f.closed_at === null ? 'open' : `closed by ${f.closed_by} ${moment(f.closed_at)}`,
    f.note ?? INCIDENT_EFFECTS[f.kind].meaning,
  ]);
  const heading = ['number', 'operator', 'status', 'feed', 'balance', 'heard', 'incidents'];
  answer(options.json === true, { numbers, incidents }, [
    ...table(heading, rows, 'There is no live number.'),
    '',
    ...table(['incident', 'number', 'kind', 'opened', 'state', 'what'], opened, 'No incident is open.'),
  ]);
}

async function show(id: string, options: { json?: boolean }): Promise<void> {
  const found = isUuid(id) ? await withServices(({ services }) => showIncident(services, id)) : null;
  if (found === null) throw noIncident(id);
  const { incident, steps } = found;
  const { meaning, remedy } = INCIDENT_EFFECTS[incident.kind];
  const rows = steps.map((step) => [
    moment(step.occurred_at),
    step.kind,
    formatXaf(step.before_xaf),
    formatXaf(step.after_xaf),
    step.state,
    step.notice_id ?? (step.session_ids.join(', ') || '-'),
  ]);
  answer(options.json === true, found, [
    `${incident.kind} of ${incident.msisdn} (${incident.operator}), opened ${moment(incident.opened_at)}`,
    `what     ${meaning}`,
    `seen     ${JSON.stringify(incident.detail)}`,
    incident.closed_at === null
      ? `to do    ${remedy}`
      : `closed   ${moment(incident.closed_at)} by ${incident.closed_by}: ${incident.note}`,
    '',
    ...table(
      ['time', 'kind', 'before', 'after', 'state', 'notice or sessions'],
      rows,
      'No balance was seen yet.',
    ),
  ]);
}

async function balance(number: string, amount: string, options: Signed): Promise<void> {
  const balance_xaf = balanceOf(amount);
  const outcome = await anchor({ number, balance_xaf }, options);
  answer(options.json === true, outcome, [`The balance of ${outcome.msisdn} is ${formatXaf(balance_xaf)}.`]);
}

async function explain(id: string, options: ExplainOptions): Promise<void> {
  const found = isUuid(id) ? await withServices(({ services }) => showIncident(services, id)) : null;
  if (found === null) throw noIncident(id);
  const { kind, closed_at, collection_number_id, msisdn } = found.incident;
  if (kind !== 'balance_gap') return close(id, options);
  if (closed_at !== null) throw new CommandFailure(`Incident ${id} is closed already.`);
  if (options.balance === undefined) {
    throw new CommandFailure(`Read the balance on the SIM of ${msisdn} and say it with --balance.`, 2);
  }
  const outcome = await anchor({ number: collection_number_id, balance_xaf: options.balance }, options);
  answer(options.json === true, outcome, [
    `The gap of ${msisdn} is explained; its balance is ${formatXaf(options.balance)}.`,
  ]);
}

async function anchor(
  asked: { number: string; balance_xaf: number },
  { as: actor, note }: Signed,
): Promise<Extract<AnchorOutcome, { kind: 'anchored' }>> {
  const [outcome] = await withServices(({ services }) => anchorFeeds(services, [{ ...asked, actor, note }]));
  if (outcome?.kind !== 'anchored') {
    throw new CommandFailure(`There is no live number ${asked.number}: npx chari numbers list --env live.`);
  }
  return outcome;
}

async function close(id: string, options: Signed): Promise<void> {
  const { as: actor, note } = options;
  const [outcome] = isUuid(id)
    ? await withServices(({ services }) => closeIncidents(services, [{ incident_id: id, actor, note }]))
    : [];
  if (outcome === undefined || outcome.kind === 'incident_not_found') throw noIncident(id);
  if (outcome.kind === 'closed_before') {
    throw new CommandFailure(`Incident ${id} was closed before, by ${outcome.incident.closed_by}.`);
  }
  const { kind, msisdn } = outcome.incident;
  answer(options.json === true, outcome, [`${kind} of ${msisdn} is closed.`]);
}

function noIncident(id: string): CommandFailure {
  return new CommandFailure(`There is no incident ${id}: npx chari feeds list --all shows them.`);
}
