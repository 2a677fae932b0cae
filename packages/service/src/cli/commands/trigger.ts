import { TEST_EVENT } from '@chari/contract';
import type { Command } from 'commander';
import { isUuid } from '../../domain/keys.ts';
import { AMOUNT_XAF_MAX } from '../../domain/money.ts';
import type { Services } from '../../engine/services.ts';
import { listEndpoints } from '../../engine/webhook-endpoints/endpoints.ts';
import { eventsOfObjects } from '../../store/events.ts';
import { findMerchants, listMerchantRows } from '../../store/merchants.ts';
import { answer, CommandFailure, idAsKept, leaf, table, wholeNumber } from '../output.ts';
import { type CommandContext, withServices } from '../run.ts';
import { demoMerchantOf } from '../serve/first-start.ts';
import { type Playable, SESSION_EVENTS, TRANSACTION_EVENTS } from '../trigger.ts';
import { unknownMerchant } from './merchants.ts';

type TriggerOptions = { merchant?: string; amount: number; json?: boolean };

const PLAYABLE: readonly Playable[] = [...SESSION_EVENTS, ...TRANSACTION_EVENTS];
const OFFER = `These can be triggered: ${PLAYABLE.map(({ event }) => event).join(', ')}.`;

/** Why events that have a name can't be triggered. */
const REASONS: ReadonlyMap<string, string> = new Map([
  [
    'payment_session.cancelled',
    'Cancelling a session sends no webhook, so payment_session.cancelled never happens.',
  ],
  ['payment_session.failed', 'payment_session.failed is reserved: no session reaches that status.'],
  [
    TEST_EVENT,
    `${TEST_EVENT} is sent to one endpoint, by POST /v1/webhook-endpoints/ENDPOINT_ID/test with its key.`,
  ],
]);

const REFERENCE_CHARACTERS = 8;

export function addTriggerCommand(program: Command): void {
  leaf(
    program,
    'trigger [event]',
    'make an event happen, by a test session or transaction that the sandbox plays; without one, list them',
  )
    .option('--merchant <id>', 'whose it is; default the demo merchant, or the only one there is', idAsKept)
    .option('--amount <xaf>', 'its amount, in XAF', wholeNumber(1, AMOUNT_XAF_MAX), 5_000)
    .action(trigger);
}

async function trigger(event: string | undefined, options: TriggerOptions): Promise<void> {
  if (event === undefined) return list(options.json === true);
  const wanted = playableOf(event);
  await withServices(async (context) => {
    const { services, database } = context;
    const merchant_id = await merchantOf(context, options.merchant);
    // The end of a UUIDv7 is chance.
    const reference = `TRIGGER-${services.newId().slice(-REFERENCE_CHARACTERS).toUpperCase()}`;
    const played = await wanted.play(context, { merchant_id, reference, amount_xaf: options.amount });
    const { object, id, status } = played;
    const events = await eventsOfObjects(services.pool, [id]);
    const endpoints = await endpointsFor(services, merchant_id, event);
    const happened = events.map(({ id, type, sequence }) => ({ id, event: type, sequence }));
    const subject = { merchant_id, [`${object}_id`]: id, reference, status };
    const said = [
      [object, `${id}  (${reference}, now ${status})`],
      ...happened.map(({ id, event: name }) => ['event', `${id}  ${name}`]),
      ['delivery', deliverySentence(endpoints, database)],
    ];
    const width = Math.max(...said.map(([label = '']) => label.length));
    answer(
      options.json === true,
      { event, ...subject, events: happened, webhook_endpoints: endpoints },
      said.map(([label = '', text = '']) => `${label.padEnd(width)}  ${text}`),
    );
  });
}

function list(json: boolean): void {
  const rows = PLAYABLE.map(({ event, by, happens }) => ({ event, ...by, happens }));
  const lines = rows.map(({ event, happens }) => [event, happens]);
  answer(json, { events: rows }, table(['event', 'what the sandbox does'], lines, ''));
}

function playableOf(event: string): Playable {
  const found = PLAYABLE.find((one) => one.event === event);
  if (found !== undefined) return found;
  throw new CommandFailure(`${REASONS.get(event) ?? `There is no event ${event}.`} ${OFFER}`, 2);
}

async function merchantOf(
  { services, database }: CommandContext,
  given: string | undefined,
): Promise<string> {
  const wanted = given ?? (await demoMerchantOf(database.data_dir));
  const [named] =
    wanted !== null && isUuid(wanted) ? await findMerchants(services.pool, [{ id: wanted }]) : [];
  if (named !== undefined) return named.id;
  if (given !== undefined) throw new CommandFailure(unknownMerchant(given));
  const [first, second] = await listMerchantRows(services.pool, { limit: 2 });
  if (first === undefined) {
    throw new CommandFailure('There is no merchant yet: npx chari merchants create --name NAME');
  }
  if (second === undefined) return first.id;
  throw new CommandFailure(
    'There are several merchants: say --merchant ID; npx chari merchants list shows them.',
    2,
  );
}

/** How many of the merchant's test endpoints are told of the event. */
async function endpointsFor(services: Services, merchant_id: string, event: string): Promise<number> {
  const [endpoints = []] = await listEndpoints(services, [{ merchant_id, environment: 'test' }]);
  return endpoints.filter(({ events }) => events === null || events.includes(event)).length;
}

function deliverySentence(endpoints: number, { joined, source }: CommandContext['database']): string {
  if (endpoints === 0)
    return 'no webhook endpoint is registered for it; npx chari listen shows it all the same';
  const where = `to ${endpoints} webhook endpoint${endpoints === 1 ? '' : 's'}`;
  return source === 'embedded' && !joined ? `${where}, once npm start runs` : where;
}
