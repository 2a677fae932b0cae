import { type Command, Option } from 'commander';
import type { Environment } from '../../domain/operator.ts';
import { releaseEndpointFor } from '../../engine/desk/merchants/on-behalf.ts';
import { reportEndpointHealth } from '../../engine/webhook-endpoints/receivers.ts';
import type { EndpointReport } from '../../store/webhooks/report.ts';
import { answer, CommandFailure, idAsKept, leaf, limitOption, table, utcMoment } from '../output.ts';
import { withServices } from '../run.ts';
import { type SignedOptions, staffLeaf, withStaff } from '../staff.ts';

type StatusOptions = { env?: Environment; merchant?: string; limit: number; json?: boolean };

/** As PostgreSQL reads a uuid; anything else would be its error instead of ours. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const STATUS_COMMAND = 'npx chari webhooks status';

const HEADING = [
  'endpoint',
  'merchant',
  'env',
  'status',
  'last success',
  'failures',
  'pending',
  'held',
  'dead',
  'oldest due',
  'url',
];

export function addWebhookCommands(program: Command): void {
  const webhooks = program
    .command('webhooks')
    .description("the merchants' endpoints and what waits for them");
  leaf(webhooks, 'status', 'every endpoint with its health, those in trouble first')
    .addOption(new Option('--env <environment>', 'only these').choices(['test', 'live']))
    .option('--merchant <id>', 'only of this merchant', idAsKept)
    .option(...limitOption)
    .action(status);
  staffLeaf(
    webhooks,
    'release <endpoint-id>',
    'enable a disabled endpoint and send what is held for it',
  ).action(release);
}

async function status(options: StatusOptions): Promise<void> {
  if (options.merchant !== undefined && !UUID.test(options.merchant)) {
    throw new CommandFailure(
      `There is no merchant ${options.merchant}: npx chari merchants list shows them.`,
    );
  }
  const query = {
    merchant_id: options.merchant ?? null,
    environment: options.env ?? null,
    limit: options.limit,
  };
  const endpoints = await withServices(({ services }) => reportEndpointHealth(services, query));
  const nothing = 'There is no such webhook endpoint: merchants make them with POST /v1/webhook-endpoints.';
  answer(options.json === true, { endpoints }, table(HEADING, endpoints.map(rowOf), nothing, options.limit));
}

function rowOf(endpoint: EndpointReport): string[] {
  return [
    endpoint.endpoint_id,
    endpoint.merchant,
    endpoint.environment,
    endpoint.disabled_reason === null ? endpoint.status : `${endpoint.status} (${endpoint.disabled_reason})`,
    utcMoment(endpoint.last_success_at),
    String(endpoint.consecutive_failures),
    String(endpoint.pending),
    String(endpoint.held),
    String(endpoint.dead),
    utcMoment(endpoint.oldest_due_at),
    endpoint.url,
  ];
}

async function release(endpoint_id: string, options: SignedOptions): Promise<void> {
  const outcome = UUID.test(endpoint_id)
    ? await withStaff(options, ({ services, by }) => releaseEndpointFor(services, by, endpoint_id))
    : ({ kind: 'not_found' } as const);
  if (outcome.kind === 'not_found') {
    throw new CommandFailure(`There is no webhook endpoint ${endpoint_id}: ${STATUS_COMMAND} shows them.`);
  }
  const { endpoint } = outcome;
  if (outcome.kind === 'not_disabled') {
    throw new CommandFailure(`${endpoint_id} is not disabled: it is ${endpoint.status}.`);
  }
  answer(options.json === true, endpoint, [
    `${endpoint.url} is enabled; ${endpoint.held} held webhooks follow while a server runs.`,
  ]);
}
