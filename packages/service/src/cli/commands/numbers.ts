import { type Command, Option } from 'commander';
import { SUM_XAF_MAX } from '../../domain/money.ts';
import { type Environment, OPERATORS, type Operator } from '../../domain/operator.ts';
import { addNumbersOnRecord, putGatewayOnRecord } from '../../engine/desk/book/phones.ts';
import { type TrustOutcome, trustSenders } from '../../engine/desk/book/trust-senders.ts';
import { type UseNumber, useNumbers } from '../../engine/desk/book/use-number.ts';
import { alwaysPair, consentTold } from '../../engine/desk/told.ts';
import { inSeveralPhones, listSims } from '../../engine/gateways/notes.ts';
import { type AddNumberOutcome, findNumbers, listNumbers, type NumberOutcome } from '../../engine/numbers.ts';
import { severalPhones } from '../gateway-services.ts';
import {
  answer,
  CommandFailure,
  commaList,
  idAsKept,
  leaf,
  limitOption,
  table,
  wholeNumber,
} from '../output.ts';
import { withServices } from '../run.ts';
import { addWithdraw, type SignedOptions, staffLeaf, tell, withStaff } from '../staff.ts';
import { simPlace } from './gateways.ts';
import { addNumberRouteCommands, routedLines, routeOne, SLOT } from './number-routes.ts';

type AddOptions = SignedOptions & {
  operator: Operator;
  weight: number;
  dailyVolume?: number;
  dailyCount?: number;
  senders?: string[];
  gateway?: string;
  device?: string;
  sim?: number;
};
type ListOptions = { env?: Environment; operator?: Operator; limit: number; json?: boolean };

export function addNumberCommands(program: Command): void {
  const numbers = program.command('numbers').description('collection numbers; live ones are SIMs of ours');
  staffLeaf(numbers, 'add <number>', 'add a live number')
    .addOption(operatorOption().makeOptionMandatory())
    .option('--weight <n>', 'its share of new sessions', wholeNumber(1, 1000), 100)
    .option('--daily-volume <xaf>', 'at most so much a day, in XAF', wholeNumber(1, SUM_XAF_MAX))
    .option('--daily-count <n>', 'at most so many payments a day', wholeNumber(1, 1_000_000_000))
    .option(
      '--senders <list>',
      'names whose SMS are evidence, separated by commas, which a second person agrees to; none by default',
      commaList,
    )
    .option('--gateway <name-or-id>', 'the gateway whose phone holds this SIM', idAsKept)
    .option('--device <id>', 'that phone, as the gateway names it (default: "default")')
    .option('--sim <slot>', 'its SIM slot from 1; 0 for a phone with one SIM (default: 0)', SLOT)
    .action(add);
  leaf(numbers, 'list', 'live and test')
    .addOption(new Option('--env <environment>', 'only these').choices(['test', 'live']))
    .addOption(operatorOption())
    .option(...limitOption)
    .action(list);
  staffLeaf(numbers, 'pause <number-or-id>', 'assign it to no new session').action((name, options) =>
    change(name, options, 'pause'),
  );
  staffLeaf(numbers, 'resume <number-or-id>', 'assign it again').action((name, options) =>
    change(name, options, 'resume'),
  );
  staffLeaf(
    numbers,
    'senders <number-or-id> <list>',
    'say whose SMS to a live number are evidence, separated by commas; two people say the same',
  ).action(senders);
  addWithdraw(numbers, 'number', async (services, name) => {
    const [number] = await findNumbers(services.pool, [name]);
    return number === undefined || number === null ? [] : [number.id];
  });
  addNumberRouteCommands(numbers);
}

function operatorOption(): Option {
  return new Option('--operator <operator>', 'whose network').choices(OPERATORS);
}

async function add(number: string, options: AddOptions): Promise<void> {
  const command = {
    operator: options.operator,
    number,
    weight: options.weight,
    daily_volume_cap_xaf: options.dailyVolume ?? null,
    daily_count_cap: options.dailyCount ?? null,
    sender_allow_list: options.senders ?? [],
  };
  const { gateway, device = 'default', sim = 0 } = options;
  if (gateway === undefined && (options.device ?? options.sim) !== undefined)
    throw new CommandFailure('--device and --sim go with --gateway: say whose phone it is.', 2);
  const { added, routed } = await withStaff(options, async ({ by, ...context }) => {
    const [one] = await addNumbersOnRecord(context.services, [{ ...command, by }]);
    // The number is added whatever becomes of its route, which can be said again.
    const wants_route = gateway !== undefined && one?.outcome.kind === 'added';
    if (wants_route) {
      const detail = { gateway, device, sim };
      await putGatewayOnRecord(context.services, { ...by, named: number, does: 'route', detail });
    }
    return {
      added: one,
      routed: wants_route ? await routeOne(context, number, { gateway, device, sim }) : null,
    };
  });
  if (added === undefined) throw new Error('one command has one outcome');
  const { outcome, trusted } = added;
  if (outcome.kind !== 'added') throw new CommandFailure(sentenceOf(outcome, number, options.operator));
  const row = trusted?.kind === 'changed' ? trusted.number : outcome.number;
  const lines = [`${row.operator} number ${row.msisdn} is added: ${row.id}`];
  if (routed !== null && gateway !== undefined) lines.push(...routedLines(routed, { gateway, device, sim }));
  lines.push(...sendersLines(row.msisdn, command.sender_allow_list, trusted));
  const senders_proposed = trusted?.kind === 'proposed' ? command.sender_allow_list : [];
  answer(options.json === true, { ...row, senders_proposed }, lines);
}

/** What happens next to the list of senders of a number that was just added. */
function sendersLines(msisdn: string, senders: readonly string[], trusted: TrustOutcome | null): string[] {
  if (trusted?.kind === 'changed') return [`SMS from ${senders.join(', ')} are evidence.`];
  if (trusted === null || trusted.kind === 'not_found')
    return [
      `No SMS to it is evidence until somebody says who signs them: npx chari numbers senders ${msisdn} AirtelMoney --note WHY`,
    ];
  if (trusted.kind !== 'proposed') return consentTold(trusted).sentences;
  return [
    `No SMS to it is evidence until another person agrees to ${senders.join(', ')}, with their own account, in the office under Second person or by:`,
    `  npx chari numbers senders ${msisdn} "${senders.join(',')}" --note WHY`,
    'What comes before is kept, and is read then by: npx chari sms replay',
  ];
}

function sentenceOf(
  outcome: Exclude<AddNumberOutcome, { kind: 'added' }>,
  number: string,
  operator: Operator,
): string {
  switch (outcome.kind) {
    case 'already_there':
      return `${outcome.msisdn} is a live ${operator} number already: npx chari numbers list --env live shows it.`;
    case 'number_unusable':
      return `${number} is not a Chadian number: write +235 and 8 digits.`;
    case 'other_operator':
      return `${outcome.msisdn} belongs to ${outcome.belongs_to ?? 'no operator that is offered'}, not to ${operator}.`;
    case 'value_unusable':
      return `The value of ${outcome.field} is out of range.`;
  }
}

async function list(options: ListOptions): Promise<void> {
  const query = {
    environment: options.env ?? null,
    operator: options.operator ?? null,
    limit: options.limit,
  };
  const [numbers, sims] = await withServices(({ services }) =>
    Promise.all([listNumbers(services, query), listSims(services)]),
  );
  const rows = numbers.map((n) => [
    n.id,
    n.environment,
    n.operator,
    n.msisdn,
    n.status,
    n.feed_status,
    n.sender_allow_list.join(', ') || '-',
    n.daily_volume_cap_xaf === null ? '-' : `${n.daily_volume_cap_xaf} XAF`,
    n.daily_count_cap === null ? '-' : String(n.daily_count_cap),
    sims
      .filter((sim) => sim.collection_number_id === n.id)
      .map(simPlace)
      .join(', ') || '-',
  ]);
  const heading = [
    'id',
    'env',
    'operator',
    'number',
    'status',
    'feed',
    'senders',
    'a day',
    'payments',
    'comes by',
  ];
  const nothing = 'There is no such number: npx chari numbers add +235… --operator AIRTEL --note WHY';
  answer(options.json === true, { numbers }, [
    ...table(heading, rows, nothing, options.limit),
    ...inSeveralPhones(sims)
      .filter((sim) => numbers.some((n) => n.id === sim.collection_number_id))
      .map((sim) => `${severalPhones(sim)}.`),
  ]);
}

async function senders(name: string, list: string, options: SignedOptions): Promise<void> {
  const { json } = options;
  const command = { number: name, senders: commaList(list) };
  const [outcome] = await withStaff(options, ({ services, by }) =>
    trustSenders(services, [{ ...command, ...by }]),
  );
  if (outcome === undefined || outcome.kind === 'not_found') throw noNumber(name);
  if (outcome.kind === 'proposed')
    return tell(json, outcome, alwaysPair(`npx chari numbers senders ${outcome.number.msisdn} "${list}"`));
  if (outcome.kind !== 'changed') return tell(json, outcome, consentTold(outcome));
  answer(json === true, outcome.number, [
    stateOf(outcome.number),
    'What came from them before is read by: npx chari sms replay',
  ]);
}

async function change(name: string, options: SignedOptions, what: UseNumber['what']): Promise<void> {
  const [outcome] = await withStaff(options, async ({ services, by }) => {
    const [number] = await findNumbers(services.pool, [name]);
    return number == null ? [] : useNumbers(services, [{ number_id: number.id, what, ...by }]);
  });
  if (outcome?.kind !== 'changed') throw noNumber(name);
  answer(options.json === true, outcome.number, [stateOf(outcome.number)]);
}

function stateOf({
  msisdn,
  status,
  sender_allow_list,
}: (NumberOutcome & { kind: 'changed' })['number']): string {
  const trusted = sender_allow_list.join(', ') || 'nobody';
  return `${msisdn} is ${status === 'PAUSED' ? 'paused' : 'active'}; SMS from ${trusted} are evidence.`;
}

function noNumber(name: string): CommandFailure {
  return new CommandFailure(`There is no number ${name}: npx chari numbers list shows them.`);
}
