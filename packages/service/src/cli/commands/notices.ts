import { type Command, Option } from 'commander';
import type { Environment } from '../../domain/operator.ts';
import { listNotices } from '../../engine/notices.ts';
import { answer, leaf, limitOption, oneLine, table, utcMoment } from '../output.ts';
import { withServices } from '../run.ts';

/** So many letters of a text fit on a line beside the rest. */
const SHOWN_MAX = 160;

export function addNoticeCommands(program: Command): void {
  const notices = program.command('notices').description('what the operators told us');
  leaf(notices, 'list', 'the newest first')
    .option('--unparsed', 'only what no template understands, or an unknown sender sent')
    .addOption(
      new Option('--env <environment>', 'only these; of --unparsed, live unless it says otherwise').choices([
        'test',
        'live',
      ]),
    )
    .option(...limitOption)
    .action(list);
}

type ListOptions = { unparsed?: boolean; env?: Environment; limit: number; json?: boolean };

async function list({ unparsed, env, limit, json }: ListOptions): Promise<void> {
  const query =
    unparsed === true
      ? ({ unparsed, environment: env ?? 'live', limit } as const)
      : ({ unparsed: false, environment: env ?? null, limit } as const);
  const notices = await withServices(({ services }) => listNotices(services, query));
  const rows = notices.map((n) => [
    n.id,
    n.environment,
    n.operator,
    n.msisdn,
    n.outcome ?? 'WAITING',
    n.near_template ?? '-',
    utcMoment(n.received_at),
    n.sender ?? '-',
    oneLine(n.body, SHOWN_MAX),
  ]);
  const heading = ['id', 'env', 'operator', 'number', 'read as', 'near', 'received', 'sender', 'text'];
  const nothing = query.unparsed ? 'Every notice was understood.' : 'There is no notice yet.';
  answer(json === true, { notices }, table(heading, rows, nothing, limit));
}
