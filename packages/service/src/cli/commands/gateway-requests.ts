import { type Command, InvalidArgumentError } from 'commander';
import { settleNotices } from '../../engine/book/settle.ts';
import { requireMay } from '../../engine/desk/allowed.ts';
import { askInboxesByHand } from '../../engine/desk/book/ask-inbox.ts';
import type { PhoneAnswer } from '../../engine/gateways/inbox.ts';
import { listGatewayRequests, listGateways } from '../../engine/gateways/notes.ts';
import { gatewayServices, openInboxVerb } from '../gateway-services.ts';
import { answer, CommandFailure, leaf, limitOption, table, utcMoment } from '../output.ts';
import { withServices } from '../run.ts';
import { type SignedOptions, staffLeaf, withStaff } from '../staff.ts';

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
    return listGatewayRequests(services, { gateway_id: gateway?.id ?? null, unrouted, limit: options.limit });
  });
  const messages = found.messages.map((message) => [
    message.id,
    message.gateway,
    utcMoment(message.created_at),
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
    utcMoment(row.last_at),
  ]);
  const nothing = unrouted ? 'Nothing waits for its SIM.' : 'No message has come yet.';
  answer(options.json === true, found, [
    ...table(['id', 'gateway', 'came', 'state', 'SIM', 'sender', 'text'], messages, nothing, options.limit),
    '',
    ...table(['day', 'gateway', 'answer', 'count', 'last'], answers, 'No request has been counted yet.'),
  ]);
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > TEXT_SHOWN ? `${line.slice(0, TEXT_SHOWN)}…` : line;
}

const SETTLED_AT_ONCE = 500;
const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const SINCE_MAX_MS = 30 * 86_400_000;

/** `gateways inbox`: has a number's phones tell again of what they received. */
export function addGatewayInboxCommand(gateways: Command): void {
  staffLeaf(gateways, 'inbox <number-or-id>', 'ask its phones to tell again of the SMS they received')
    .option('--since <duration>', 'how far back: 30m, 6h, 2d', duration, 6 * 3_600_000)
    .action(inbox);
}

function duration(text: string): number {
  const [, count = '', unit = ''] = /^([0-9]{1,5})([mhd])$/.exec(text) ?? [];
  const value_ms = Number(count) * (UNITS_MS[unit] ?? 0);
  if (value_ms > 0 && value_ms <= SINCE_MAX_MS) return value_ms;
  throw new InvalidArgumentError('It must be like 30m, 6h or 2d, and at most 30d.');
}

async function inbox(name: string, options: SignedOptions & { since: number }): Promise<void> {
  const { number, since, phones, read } = await withStaff(options, async (context) => {
    const verb = openInboxVerb(await gatewayServices(context));
    try {
      const { services } = context;
      const since = new Date(services.now().getTime() - options.since);
      await requireMay(services, context.by, 'gateway.inbox');
      const command = { number: name, since, ...context.by };
      const [outcome] = await askInboxesByHand({ ...services, askInboxes: verb.askInboxes }, [command]);
      if (outcome?.kind !== 'asked') {
        throw new CommandFailure(
          `There is no live number ${name}: npx chari numbers list --env live shows them.`,
        );
      }
      // The rest is settled by the sweep.
      await settleNotices(services, outcome.notice_ids.slice(0, SETTLED_AT_ONCE));
      return { ...outcome, since, read: outcome.notice_ids.length };
    } finally {
      await verb.close();
    }
  });
  const rows = phones.map((phone) => [phone.gateway, phone.device_id, sentenceOf(phone)]);
  const nothing = `No phone is known to hold its SIM: npx chari numbers route ${number.msisdn} --gateway NAME --note WHY`;
  answer(options.json === true, { number: number.msisdn, since, phones, read }, [
    `SMS to ${number.msisdn} since ${utcMoment(since)}:`,
    ...table(['gateway', 'phone', 'what came of it'], rows, nothing),
  ]);
}

function sentenceOf({ outcome }: PhoneAnswer): string {
  switch (outcome.kind) {
    case 'asked':
      return 'asked: what it has comes by its webhook within minutes (npx chari gateways requests)';
    case 'pulled': {
      const { kept, repeated, unrouted, is_complete } = outcome;
      const rest = is_complete ? '' : '; there may be more';
      const waiting = unrouted === 0 ? '' : `, ${unrouted} of a SIM that is not routed`;
      return `${kept} new, ${repeated} known already${waiting}${rest}`;
    }
    case 'cannot':
      return `can not be asked: ${outcome.reason}`;
    case 'refused':
      return `refused: ${outcome.reason}`;
    case 'unknown':
      return `not known, ask again: ${outcome.detail}`;
  }
}
