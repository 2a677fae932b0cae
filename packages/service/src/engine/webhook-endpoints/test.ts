import type { PoolClient } from 'pg';
import type { ByPerson } from '../../domain/account/actions.ts';
import type { ShownDelivery } from '../../domain/delivery/delivery.ts';
import { testEvent } from '../../domain/event/event.ts';
import type { IdempotencyKey, KeyRefusal } from '../../domain/session/commands.ts';
import { insertEvents } from '../../store/events.ts';
import { addressEvents, isOf, lockEndpoints } from '../../store/webhooks/change.ts';
import type { EndpointAsked } from '../../store/webhooks/endpoints.ts';
import { recordCommands } from '../actions.ts';
import { keyed } from '../idempotency.ts';
import type { Services } from '../services.ts';

export type TestEndpoint = EndpointAsked & ByPerson & { idempotency: IdempotencyKey | null };

export type TestEndpointOutcome =
  | { kind: 'sent'; delivery: ShownDelivery; replayed: boolean }
  | { kind: 'endpoint_disabled' }
  | { kind: 'not_found' }
  | KeyRefusal;

type TestServices = Pick<Services, 'pool' | 'now' | 'newId' | 'onEvents'>;

const OPERATION = 'test_webhook_endpoint';

/**
 * Sends `transaction.test` to endpoints, through the outbox like every event, to that endpoint alone and
 * whatever events it receives.
 *
 * @returns one outcome a command, in order
 */
export async function testEndpoints(
  services: TestServices,
  commands: readonly TestEndpoint[],
): Promise<TestEndpointOutcome[]> {
  const outcomes = await keyed(services, OPERATION, commands, {
    run: (client, fresh) => sendTests(services, client, fresh),
    keptAs: (outcome) => (outcome.kind === 'sent' ? outcome.delivery : null),
    revive: (delivery): TestEndpointOutcome => ({ kind: 'sent', delivery, replayed: true }),
  });
  if (outcomes.some(({ kind }) => kind === 'sent')) services.onEvents();
  return outcomes;
}

async function sendTests(
  services: TestServices,
  client: PoolClient,
  commands: readonly TestEndpoint[],
): Promise<TestEndpointOutcome[]> {
  const now = services.now();
  const endpoints = new Map((await lockEndpoints(client, commands)).map((one) => [one.id, one]));
  const made: Made[] = [];
  const outcomes = commands.map((command): TestEndpointOutcome => {
    const endpoint = endpoints.get(command.endpoint_id);
    if (endpoint === undefined || !isOf(endpoint, command)) return { kind: 'not_found' };
    if (endpoint.status === 'disabled') return { kind: 'endpoint_disabled' };
    const one = makeTest(services, command, now);
    made.push(one);
    return { kind: 'sent', delivery: one.delivery, replayed: false };
  });
  await insertEvents(
    client,
    made.map(({ event }) => event),
  );
  await addressEvents(
    client,
    made.map(({ delivery }) => delivery),
  );
  await recordCommands(services, client, { commands, outcomes }, ({ kind }, { endpoint_id: subject_id }) =>
    kind === 'sent' ? { action: 'webhook_endpoint.tested', subject_id } : null,
  );
  return outcomes;
}

type Made = ReturnType<typeof makeTest>;

function makeTest(services: Pick<Services, 'newId'>, command: TestEndpoint, now: Date) {
  const event = testEvent(services.newId(), services.newId(), command, now);
  const delivery: ShownDelivery = {
    id: services.newId(),
    event_id: event.id,
    event: event.type,
    endpoint_id: command.endpoint_id,
    environment: event.environment,
    state: 'PENDING',
    dead_reason: null,
    attempt_count: 0,
    created_at: now,
    finished_at: null,
    next_attempt_at: now,
    attempts: [],
  };
  return { event, delivery };
}
