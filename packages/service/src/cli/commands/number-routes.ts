import type { Command } from 'commander';
import { settleNotices } from '../../engine/book/settle.ts';
import { putGatewayOnRecord } from '../../engine/desk/book/phones.ts';
import { type RouteOutcome, routeNumber, unrouteNumber } from '../../engine/gateways/route.ts';
import { gatewayServices } from '../gateway-services.ts';
import { answer, CommandFailure, idAsKept, wholeNumber } from '../output.ts';
import type { CommandContext } from '../run.ts';
import { type SignedOptions, staffLeaf, withStaff } from '../staff.ts';
import { unknownGateway } from './gateways.ts';

export type RouteOptions = { gateway: string; device: string; sim: number; also?: boolean };

const SETTLED_AT_ONCE = 500;

export const SLOT = wholeNumber(0, 8);

/** `numbers route` and `numbers unroute`: by which SIM of which phone a number's SMS come. */
export function addNumberRouteCommands(numbers: Command): void {
  staffLeaf(numbers, 'route <number-or-id>', 'say in which phone its SIM is; what came by it already is read')
    .requiredOption('--gateway <name-or-id>', 'the gateway that the phone belongs to', idAsKept)
    .option('--device <id>', 'the phone, as the gateway names it', 'default')
    .option('--sim <slot>', 'its SIM slot from 1; 0 for a phone with one SIM', SLOT, 0)
    .option('--also', 'besides the phones that it is heard by already; without it, by those no more')
    .action(route);
  staffLeaf(numbers, 'unroute <number-or-id>', 'its SMS come by no SIM any more').action(unroute);
}

async function route(name: string, options: RouteOptions & SignedOptions): Promise<void> {
  const routed = await withStaff(options, async ({ by, ...context }) => {
    const { gateway, device, sim, also = false } = options;
    const detail = { gateway, device, sim, also };
    await putGatewayOnRecord(context.services, { ...by, named: name, does: 'route', detail });
    return routeOne(context, name, options);
  });
  const { number, read, ended } = routed;
  answer(options.json === true, { number, read, ended }, routedLines(routed, options));
}

export type Routed = Extract<RouteOutcome, { kind: 'routed' }> & { read: number };

/** Routes a number and settles what waited for it. Throws a CommandFailure where it can't. */
export async function routeOne(
  context: CommandContext,
  name: string,
  { gateway, device, sim, also = false }: RouteOptions,
): Promise<Routed> {
  const command = { number: name, gateway, device_id: device, sim_slot: sim, also };
  const outcome = await routeNumber(await gatewayServices(context), command);
  if (outcome.kind === 'number_not_found') {
    throw new CommandFailure(
      `There is no live number ${name}: npx chari numbers list --env live shows them.`,
    );
  }
  if (outcome.kind === 'gateway_not_found') throw new CommandFailure(unknownGateway(gateway));
  if (outcome.kind === 'place_unusable') {
    throw new CommandFailure('A device has a name of at most 200 characters, and slots go from 0 to 8.', 2);
  }
  // The rest is settled by the sweep.
  await settleNotices(context.services, outcome.waiting.slice(0, SETTLED_AT_ONCE));
  return { ...outcome, read: outcome.waiting.length };
}

export function routedLines(
  { number, read, ended }: Routed,
  { gateway, device, sim }: RouteOptions,
): string[] {
  const placeOf = (name: string, phone: string, slot: number) =>
    `${name}, phone ${phone}, ${slot === 0 ? 'its only SIM' : `SIM ${slot}`}`;
  return [
    `SMS to ${number.msisdn} come by ${placeOf(gateway, device, sim)}.`,
    ...ended.map((one) => `They come no more by ${placeOf(one.gateway, one.device_id, one.sim_slot)}.`),
    ...(ended.length === 0 ? [] : ['If they still do, as by a spare phone, add it again:']),
    ...ended.map(
      (one) =>
        `  npx chari numbers route ${number.msisdn} --gateway ${one.gateway} --device ${typed(one.device_id)} --sim ${one.sim_slot} --also --note WHY`,
    ),
    ...(read === 0 ? [] : [`${read} messages that had come by it are read.`]),
  ];
}

/** A phone's name as a shell takes it: a gateway may call a phone anything. */
function typed(name: string): string {
  return /^[\w.:@+-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}

async function unroute(name: string, options: SignedOptions): Promise<void> {
  const outcome = await withStaff(options, async ({ services, by }) => {
    await putGatewayOnRecord(services, { ...by, named: name, does: 'unroute' });
    return unrouteNumber(services, name);
  });
  if (outcome.kind === 'number_not_found') {
    throw new CommandFailure(
      `There is no live number ${name}: npx chari numbers list --env live shows them.`,
    );
  }
  const { number, sims } = outcome;
  answer(options.json === true, { number, sims }, [
    `SMS to ${number.msisdn} come by no SIM any more (${sims} ${sims === 1 ? 'was' : 'were'} configured); pause it too if nobody is to pay it.`,
  ]);
}
