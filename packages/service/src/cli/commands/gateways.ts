import { type Command, Option } from 'commander';
import { GATEWAY_ADAPTERS, type GatewayAdapter } from '../../domain/gateway/gateway.ts';
import { putGatewayOnRecord } from '../../engine/desk/book/phones.ts';
import { createGateways, rotateGateway } from '../../engine/gateways/create.ts';
import { listGateways } from '../../engine/gateways/notes.ts';
import { setGateway } from '../../engine/gateways/route.ts';
import { type SendingAccess, setSending } from '../../engine/gateways/sending.ts';
import { serviceAddress } from '../address.ts';
import { gatewayServices } from '../gateway-services.ts';
import { answer, CommandFailure, leaf, table, utcMoment, wholeNumber } from '../output.ts';
import { withServices } from '../run.ts';
import { readSecret } from '../secret-key.ts';
import { type SignedOptions, staffLeaf, withStaff } from '../staff.ts';
import { addGatewayInboxCommand, addGatewayRequestsCommand } from './gateway-requests.ts';

type CreateOptions = {
  adapter: GatewayAdapter;
  secret?: string;
  config?: string;
} & SendOptions &
  SignedOptions;
type SendOptions = { sendUrl?: string; sendLogin?: string; sendPrivate?: boolean };

const HOURS_MAX = 24 * 30;

export function addGatewayCommands(program: Command): void {
  const gateways = program
    .command('gateways')
    .description('SMS gateways: phones that forward what our SIMs receive');
  staffLeaf(gateways, 'create <name>', 'make one and show its address and signing key, the key once')
    .addOption(
      new Option('--adapter <kind>', 'what runs on the phone').choices(GATEWAY_ADAPTERS).default('sms-gate'),
    )
    .option('--secret <key>', 'a signing key that the gateway made itself; - reads it from the pipe')
    .option('--config <json>', 'of the generic kinds: header and field names')
    .option(
      '--send-url <url>',
      'its API for sending, and for its inbox: https://api.sms-gate.app/3rdparty/v1',
    )
    .option(
      '--send-login <user:password>',
      'for that API; for httpsms and textbee x-api-key:KEY; - reads it from the pipe',
    )
    .option('--send-private', 'the API is a phone in our own network')
    .action(create);
  leaf(gateways, 'list [name]', 'with their SIMs and when each phone was last heard').action(list);
  staffLeaf(gateways, 'rotate <name-or-id>', 'another signing key; the old one is taken a while longer')
    .option('--secret <key>', 'a signing key that the gateway made itself; - reads it from the pipe')
    .option('--grace-hours <hours>', 'how long the old key is taken', wholeNumber(0, HOURS_MAX), 24)
    .action(rotate);
  staffLeaf(
    gateways,
    'sending <name-or-id>',
    'where it sends from now on; without --send-url it only receives',
  )
    .option(
      '--send-url <url>',
      'its API for sending, and for its inbox: https://api.sms-gate.app/3rdparty/v1',
    )
    .option(
      '--send-login <user:password>',
      'for that API; for httpsms and textbee x-api-key:KEY; - reads it from the pipe',
    )
    .option('--send-private', 'the API is a phone in our own network')
    .action(send);
  staffLeaf(gateways, 'pause <name-or-id>', 'refuse its requests: a phone that is lost').action(
    (name, options) => change(name, options, 'PAUSED'),
  );
  staffLeaf(gateways, 'resume <name-or-id>', 'take its requests again').action((name, options) =>
    change(name, options, 'ACTIVE'),
  );
  addGatewayRequestsCommand(gateways);
  addGatewayInboxCommand(gateways);
}

async function create(name: string, options: CreateOptions): Promise<void> {
  if (options.secret === '-' && options.sendLogin === '-')
    throw new CommandFailure(
      '--secret - and --send-login - would read one pipe: give the login afterwards, by gateways sending.',
      2,
    );
  const secret = (await readSecret(options.secret)) ?? null;
  const command = {
    name,
    adapter: options.adapter,
    secret,
    config: configOf(options.config),
    sending: await sendingOf(options),
  };
  const { outcome, public_url } = await withStaff(options, async ({ by, ...context }) => {
    const services = await gatewayServices(context);
    await putGatewayOnRecord(context.services, { ...by, named: name, does: 'create' });
    const [made] = await createGateways(services, [command]);
    const { config, database } = context;
    return { outcome: made, public_url: await serviceAddress(config, database.data_dir) };
  });
  if (outcome === undefined) throw new Error('one command has one outcome');
  if (outcome.kind === 'name_taken')
    throw new CommandFailure(
      `There is a gateway ${name} already: npx chari gateways rotate ${name} --note WHY gives it a fresh key.`,
    );
  if (outcome.kind === 'unusable') throw new CommandFailure(outcome.problem, 2);
  const { id, adapter } = outcome.gateway;
  const inbound_url = `${public_url}/gateways/${id}/inbound`;
  const shown = secret === null ? outcome.secret : null;
  const key = shown ?? 'the one you gave';
  answer(options.json === true, { id, name, adapter, inbound_url, secret: shown }, [
    `The gateway ${name} is made: ${id}`,
    `address      ${inbound_url}`,
    `signing key  ${key}${shown === null ? '' : ' (this is the only time it is shown)'}`,
    ...(adapter === 'sms-gate' && !inbound_url.startsWith('https:')
      ? ['The app posts to HTTPS only: give Chari its public address as PUBLIC_URL before phones come.']
      : []),
    `Next: npx chari numbers add +235… --operator AIRTEL --senders NAME --gateway ${name} --device DEVICE --sim 1 --note WHY`,
    'No SMS to it is evidence before a second person agrees to NAME: the answer says how.',
    '(or npx chari numbers route, for a number that is there already; with --also where another phone hears it too)',
  ]);
}

async function list(name: string | undefined, options: { json?: boolean }): Promise<void> {
  const gateways = await withServices(({ services }) => listGateways(services, name ?? null));
  if (name !== undefined && gateways.length === 0) throw new CommandFailure(unknownGateway(name));
  const rows = gateways.map(({ id, name: named, adapter, status, send_url, sims, signals }) => [
    id,
    named,
    adapter,
    status,
    sims.map((sim) => `${sim.msisdn} ${simPlace(sim)}`).join(', ') || '-',
    signals.map((signal) => `${signal.device_id} ${utcMoment(signal.last_seen_at)}`).join(', ') || 'never',
    send_url === null ? 'no' : 'yes',
  ]);
  const heading = ['id', 'name', 'adapter', 'status', 'SIMs', 'heard', 'sends'];
  const nothing = 'There is no gateway yet: npx chari gateways create phone-1 --note WHY';
  answer(options.json === true, { gateways }, table(heading, rows, nothing));
}

async function rotate(
  name: string,
  options: SignedOptions & { secret?: string; graceHours: number },
): Promise<void> {
  const secret = (await readSecret(options.secret)) ?? null;
  const outcome = await withStaff(options, async ({ by, ...context }) => {
    const services = await gatewayServices(context);
    await putGatewayOnRecord(context.services, { ...by, named: name, does: 'rotate' });
    return rotateGateway(services, name, { secret, grace_hours: options.graceHours });
  });
  if (outcome.kind === 'not_found') throw new CommandFailure(unknownGateway(name));
  if (outcome.kind === 'secret_unusable') {
    throw new CommandFailure('A signing key has 8 to 200 characters and no space at its ends.', 2);
  }
  if (outcome.kind === 'still_rotating') throw new CommandFailure(stillRotating(name, outcome.until));
  const { id, previous_secret_until } = outcome.gateway;
  const shown = secret === null ? outcome.secret : null;
  answer(options.json === true, { id, secret: shown, previous_secret_until }, [
    shown === null ? 'The new signing key is taken.' : `${shown} (this is the only time it is shown)`,
    previous_secret_until === null
      ? 'The old one is refused from now on, everywhere within a second.'
      : `The old one is taken until ${utcMoment(previous_secret_until)}.`,
  ]);
}

async function send(name: string, options: SendOptions & SignedOptions): Promise<void> {
  const sending = await sendingOf(options);
  const outcome = await withStaff(options, async ({ by, ...context }) => {
    const detail = { send_url: sending?.send_url ?? null };
    const services = await gatewayServices(context);
    await putGatewayOnRecord(context.services, { ...by, named: name, does: 'sending', detail });
    return setSending(services, name, sending);
  });
  if (outcome.kind === 'not_found') throw new CommandFailure(unknownGateway(name));
  if (outcome.kind === 'unusable') throw new CommandFailure(outcome.problem, 2);
  const { gateway } = outcome;
  const line = sending === null ? 'only receives' : `sends by ${sending.send_url}`;
  answer(options.json === true, gateway, [`${gateway.name} ${line}.`]);
}

async function change(name: string, options: SignedOptions, status: 'ACTIVE' | 'PAUSED'): Promise<void> {
  const gateway = await withStaff(options, async ({ services, by }) => {
    const does = status === 'PAUSED' ? 'pause' : 'resume';
    await putGatewayOnRecord(services, { ...by, named: name, does });
    return setGateway(services, name, status);
  });
  if (gateway === null) throw new CommandFailure(unknownGateway(name));
  const does = status === 'PAUSED' ? 'refused' : 'taken';
  answer(options.json === true, gateway, [`The requests of ${gateway.name} are ${does}.`]);
}

function stillRotating(name: string, until: Date | null): string {
  return (
    `${name} was rotated lately, and the key before is taken until ${utcMoment(until)}: another key now would refuse a phone that still has that one. ` +
    'Wait until then; or, where old keys are in the wrong hands, say --grace-hours 0, which refuses them all at once.'
  );
}

export function unknownGateway(name: string): string {
  return `There is no gateway ${name}: npx chari gateways list shows them.`;
}

/** A SIM's place as people say it: `phone-1/DEVICE SIM 1`. */
export function simPlace(sim: { gateway: string; device_id: string; sim_slot: number }): string {
  return `${sim.gateway}/${sim.device_id} ${sim.sim_slot === 0 ? 'its only SIM' : `SIM ${sim.sim_slot}`}`;
}

function configOf(given: string | undefined): unknown {
  if (given === undefined) return {};
  try {
    return JSON.parse(given);
  } catch {
    throw new CommandFailure('--config is no JSON: {"fields": {"text": "message"}}', 2);
  }
}

async function sendingOf(options: SendOptions): Promise<SendingAccess | null> {
  const { sendUrl: send_url, sendLogin, sendPrivate: is_private = false } = options;
  if (send_url === undefined) {
    // Without an address it would only receive from now on, which is not what somebody means who gives a login.
    if (sendLogin !== undefined || is_private)
      throw new CommandFailure(
        '--send-login and --send-private go with --send-url: give the address too.',
        2,
      );
    return null;
  }
  const login = (await readSecret(sendLogin)) ?? '';
  const colon = login.indexOf(':');
  const [username, password] = colon < 0 ? [login, ''] : [login.slice(0, colon), login.slice(colon + 1)];
  return { send_url, username, password, is_private };
}
