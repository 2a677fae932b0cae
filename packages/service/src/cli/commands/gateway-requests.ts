import type { Command } from 'commander';
import { listGateways, listRequests } from '../../engine/gateways/list.ts';
import { answer, CommandFailure, leaf, limitOption, moment, table } from '../output.ts';
import { withServices } from '../run.ts';

const TEXT_SHOWN = 60;

type Options = { unrouted?: boolean; limit: number; json?: boolean };

export function addGatewayRequestsCommand(gateways: Command): void {
  leaf(gateways, 'requests [name-or-id]', 'the newest messages, and how each day was answered')
    .option('--unrouted', 'only messages whose SIM is not configured, or that could not be read')
    .option(...limitOption)
    .action(requests);
}

async function requests(name: string | undefined, options: Options): Promise<void> {
  const unrouted = options.unrouted === true;
  const found = await withServices(async ({ services }) => {
    const [gateway] = name === undefined ? [] : await listGateways(services, name);
    if (name !== undefined && gateway === undefined) {
      throw new CommandFailure(`There is no gateway ${name}: npx chari gateways list shows them.`);
    }
    return listRequests(services, { gateway_id: gateway?.id ?? null, unrouted, limit: options.limit });
  });
  const messages = found.messages.map((message) => [
    message.id,
    message.gateway,
    moment(message.created_at),
    message.state,
    message.msisdn ?? `${message.device_id ?? '-'} SIM ${message.sim_slot ?? '?'}`,
    message.sender ?? '-',
    shortened(message.body),
  ]);
  const answers = found.answers.map((row) => [
    row.day,
    row.gateway,
    row.answer,
    String(row.count),
    moment(row.last_at),
  ]);
  const nothing = unrouted ? 'Nothing waits for its SIM.' : 'No message has come yet.';
  answer(options.json === true, found, [
    ...table(['id', 'gateway', 'came', 'state', 'SIM', 'sender', 'text'], messages, nothing),
    '',
    ...table(['day', 'gateway', 'answer', 'count', 'last'], answers, 'No request has been counted yet.'),
  ]);
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > TEXT_SHOWN ? `${line.slice(0, TEXT_SHOWN)}…` : line;
}
