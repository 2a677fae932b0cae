import { PAYMENT_SESSION_EVENT_NAMES, type PaymentSessionEvent, SCENARIOS } from '@chari/contract';
import type { Command } from 'commander';
import { isUuid } from '../../domain/keys/uuid.ts';
import { AMOUNT_XAF_MAX, type PaymentSession } from '../../domain/session/session.ts';
import type { ScenarioName } from '../../engine/sandbox/scenarios.ts';
import { simulateScenario } from '../../engine/sandbox/simulate.ts';
import type { Services } from '../../engine/services.ts';
import { createSessions } from '../../engine/sessions/create.ts';
import { listEndpoints } from '../../engine/webhook-endpoints/list.ts';
import { eventsOfObjects } from '../../store/events/follow.ts';
import { findMerchants, listMerchantRows } from '../../store/merchants/list.ts';
import { CommandFailure } from '../failure.ts';
import { leaf, wholeNumber } from '../options.ts';
import { answer, table } from '../output.ts';
import { type CommandContext, withServices } from '../run.ts';
import { demoMerchantOf } from '../serve/first-start.ts';
import { unknownMerchant } from './merchants.ts';

type TriggerOptions = { merchant?: string; amount: number; json?: boolean };

/** What the sandbox plays so that the event happens. */
const SCENARIO_OF: Readonly<Record<Triggered, ScenarioName>> = {
  'payment_session.succeeded': 'paid',
  'payment_session.under_review': 'late',
  'payment_session.expired': 'expire',
};
type Triggered = PaymentSessionEvent;

const OFFER = `These can be triggered: ${PAYMENT_SESSION_EVENT_NAMES.join(', ')}.`;

/** Why events that have a name can't be triggered. */
const REASONS: ReadonlyMap<string, string> = new Map([
  [
    'payment_session.cancelled',
    'Cancelling a session sends no webhook, so payment_session.cancelled never happens.',
  ],
  ['payment_session.failed', 'payment_session.failed is reserved: no session reaches that status.'],
  [
    'transaction.test',
    'transaction.test is sent to one endpoint, by POST /v1/webhook-endpoints/ENDPOINT_ID/test with its key.',
  ],
]);

const REFERENCE_CHARACTERS = 8;

export function addTriggerCommand(program: Command): void {
  leaf(
    program,
    'trigger [event]',
    'make an event happen, by a test session that the sandbox plays; without one, list them',
  )
    .option('--merchant <id>', 'whose session; default the demo merchant, or the only one there is')
    .option('--amount <xaf>', 'the amount of the session, in XAF', wholeNumber(1, AMOUNT_XAF_MAX), 5_000)
    .action(trigger);
}

async function trigger(event: string | undefined, options: TriggerOptions): Promise<void> {
  if (event === undefined) return list(options.json === true);
  const wanted = eventOf(event);
  await withServices(async (context) => {
    const { services, database } = context;
    const merchant_id = await merchantOf(context, options.merchant);
    const session = await play(services, merchant_id, wanted, options.amount);
    const events = await eventsOfObjects(services.pool, [session.id]);
    const endpoints = await endpointsFor(services, merchant_id, wanted);
    const { id: session_id, reference, status } = session;
    const happened = events.map(({ id, type, sequence }) => ({ id, event: type, sequence }));
    answer(
      options.json === true,
      {
        event: wanted,
        merchant_id,
        session_id,
        reference,
        status,
        events: happened,
        webhook_endpoints: endpoints,
      },
      [
        `session   ${session_id}  (${reference}, now ${status})`,
        ...happened.map(({ id, event: name }) => `event     ${id}  ${name}`),
        `delivery  ${deliverySentence(endpoints, database)}`,
      ],
    );
  });
}

function list(json: boolean): void {
  const rows = PAYMENT_SESSION_EVENT_NAMES.map((event) => {
    const scenario = SCENARIO_OF[event];
    return { event, scenario, happens: SCENARIOS[scenario] };
  });
  const lines = rows.map(({ event, happens }) => [event, happens]);
  answer(json, { events: rows }, table(['event', 'what the sandbox does'], lines, ''));
}

function eventOf(event: string): Triggered {
  if (Object.hasOwn(SCENARIO_OF, event)) return event as Triggered;
  const reason =
    REASONS.get(event) ??
    (event.startsWith('transaction.')
      ? `${event} belongs to transactions, which the sandbox does not play from here.`
      : `There is no event ${event}.`);
  throw new CommandFailure(`${reason} ${OFFER}`, 2);
}

/** A session of its own for each event, by the pipeline that a real payment takes. */
async function play(
  services: Services,
  merchant_id: string,
  event: Triggered,
  amount_xaf: number,
): Promise<PaymentSession> {
  // The end of a UUIDv7 is chance.
  const reference = `TRIGGER-${services.newId().slice(-REFERENCE_CHARACTERS).toUpperCase()}`;
  const [made] = await createSessions(services, [
    {
      merchant_id,
      environment: 'test',
      reference,
      amount_xaf,
      operator: 'AIRTEL',
      customer_phone: null,
      description: 'Made by chari trigger.',
      metadata: null,
      ttl_minutes: 10,
      idempotency: null,
    },
  ]);
  if (made?.kind !== 'created') throw new CommandFailure(`No session could be made: ${made?.kind}.`);
  const scenario = SCENARIO_OF[event];
  const command = { merchant_id, session_id: made.session.id, scenario, idempotency: null };
  const outcome = await simulateScenario(services, command);
  if (outcome.kind === 'simulated') return outcome.session;
  throw new CommandFailure(`The session ${made.session.id} could not be played: ${outcome.kind}.`);
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
  const [first, second] = await listMerchantRows(services.pool, 2);
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
