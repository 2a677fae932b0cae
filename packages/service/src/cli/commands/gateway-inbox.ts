import { type Command, InvalidArgumentError } from 'commander';
import { settleNotices } from '../../engine/book/settle.ts';
import { requireMay } from '../../engine/desk/allowed.ts';
import { askInboxesByHand } from '../../engine/desk/ask-inbox.ts';
import type { PhoneAnswer } from '../../engine/gateways/inbox.ts';
import { gatewayServices, openInboxVerb } from '../gateway-services.ts';
import { answer, CommandFailure, moment, table } from '../output.ts';
import { type Signed, staffLeaf, withStaff } from '../staff.ts';

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

async function inbox(name: string, options: Signed & { since: number }): Promise<void> {
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
  const nothing = `No phone is known to hold its SIM: npx chari numbers route ${number.msisdn} --gateway NAME`;
  answer(options.json === true, { number: number.msisdn, since, phones, read }, [
    `SMS to ${number.msisdn} since ${moment(since)}:`,
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
