import type { PoolClient } from 'pg';
import type { ByPerson } from '../../domain/account/actions.ts';
import { firstIdAt } from '../../domain/event/event.ts';
import type { IdempotencyKey, KeyRefusal } from '../../domain/session/commands.ts';
import { type EndpointAsked, selectEndpoints } from '../../store/webhooks/endpoints.ts';
import { type FailedAsked, requeueDeliveries, selectFailedDeliveries } from '../../store/webhooks/requeue.ts';
import { recordCommands } from '../actions.ts';
import { keptWhole, keyed } from '../idempotency.ts';
import type { Services } from '../services.ts';

export type ResendFailed = EndpointAsked &
  ByPerson & {
    /** Deliveries of events from then on. */
    since: Date;
    /** The `next_cursor` of the answer before; null: begin at `since`. */
    cursor: string | null;
    idempotency: IdempotencyKey | null;
  };

export type ResendFailedOutcome =
  | { kind: 'resent'; resent: number; next_cursor: string | null; replayed: boolean }
  | { kind: 'endpoint_disabled' }
  | { kind: 'not_found' }
  | KeyRefusal;

/** One request moves so many rows in one statement: a quarter of a second, and no lock is held for longer. */
export const RESENT_AT_ONCE_MAX = 10_000;

/** A delivery's id is made a moment before or after its event's time is read. */
const ID_MARGIN_MS = 60_000;

type ResendServices = Pick<Services, 'pool' | 'now' | 'newId' | 'onEvents'>;

const OPERATION = 'resend_failed_deliveries';
const KEPT = keptWhole<ResendFailedOutcome>('resent');

/**
 * Sends again, at once, what endpoints did not get: dead, held or waiting to be tried again, oldest first, a
 * bounded part at a time. A further request with `next_cursor` takes the next part; so following the cursor
 * ends, even while the endpoint goes on failing.
 *
 * @returns one outcome a command, in order
 */
export async function resendFailedDeliveries(
  services: ResendServices,
  commands: readonly ResendFailed[],
): Promise<ResendFailedOutcome[]> {
  const outcomes = await keyed(services, OPERATION, commands, {
    ...KEPT,
    run: (client, fresh) => resendFailed(services, client, fresh),
  });
  if (outcomes.some(({ kind }) => kind === 'resent')) services.onEvents();
  return outcomes;
}

async function resendFailed(
  services: ResendServices,
  client: PoolClient,
  commands: readonly ResendFailed[],
): Promise<ResendFailedOutcome[]> {
  const endpoints = await selectEndpoints(client, commands);
  const asked = commands.flatMap((command, position) => {
    const status = endpoints[position]?.status;
    return status === undefined || status === 'disabled' ? [] : [askedBy(command, position)];
  });
  const found = await selectFailedDeliveries(client, asked);
  const failed = found.filter((row) => row.failed).map(({ id }) => id);
  const moved = new Set(await requeueDeliveries(client, failed, services.now()));
  const outcomes = commands.map((_, position): ResendFailedOutcome => {
    const endpoint = endpoints[position];
    if (!endpoint) return { kind: 'not_found' };
    if (endpoint.status === 'disabled') return { kind: 'endpoint_disabled' };
    const rows = found.filter((row) => row.position === position);
    const resent = rows.filter(({ id }) => moved.has(id)).length;
    const next_cursor = rows.length < RESENT_AT_ONCE_MAX ? null : (rows.at(-1)?.id ?? null);
    return { kind: 'resent', resent, next_cursor, replayed: false };
  });
  await recordCommands(services, client, { commands, outcomes }, (outcome, command) => {
    if (outcome.kind !== 'resent') return null;
    const detail = { since: command.since.toISOString(), resent: outcome.resent };
    return { action: 'webhook_deliveries.resent', subject_id: command.endpoint_id, detail };
  });
  return outcomes;
}

function askedBy({ endpoint_id, since, cursor }: ResendFailed, position: number): FailedAsked {
  const first = firstIdAt(new Date(since.getTime() - ID_MARGIN_MS));
  return { position, endpoint_id, since, after: cursor ?? first, limit: RESENT_AT_ONCE_MAX };
}
