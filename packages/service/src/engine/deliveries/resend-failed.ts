import type { PoolClient } from 'pg';
import type { ByPerson } from '../../domain/account/actions.ts';
import { firstIdAt } from '../../domain/event/event.ts';
import type { IdempotencyKey, KeyRefusal } from '../../domain/session/commands.ts';
import { type EndpointAsked, selectEndpoints } from '../../store/webhooks/endpoints.ts';
import { addressMissed, type MissedAsked } from '../../store/webhooks/missed.ts';
import { type FailedAsked, requeueDeliveries, selectFailedDeliveries } from '../../store/webhooks/requeue.ts';
import { recordCommands } from '../actions.ts';
import { keptWhole, keyed } from '../idempotency.ts';
import type { Services } from '../services.ts';

export type ResendFailed = EndpointAsked &
  ByPerson & {
    /** What it failed to get, or was never to get: from before it was there, or of another endpoint that was removed. */
    what: 'failed' | 'missed';
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
 * ends, even while the endpoint goes on failing. What it missed is written for it as a delivery of its own, in the same way.
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
  const now = services.now();
  const failed = await sendFailed(
    client,
    asked.filter(({ what }) => what === 'failed'),
    now,
  );
  const missed = await sendMissed(
    client,
    asked.filter(({ what }) => what === 'missed'),
    now,
  );
  const sent = new Map([...failed, ...missed]);
  const outcomes = commands.map((_, position): ResendFailedOutcome => {
    const endpoint = endpoints[position];
    if (!endpoint) return { kind: 'not_found' };
    if (endpoint.status === 'disabled') return { kind: 'endpoint_disabled' };
    const { resent, looked_at, last_id } = sent.get(position) ?? NOTHING_SENT;
    const next_cursor = looked_at < RESENT_AT_ONCE_MAX ? null : last_id;
    return { kind: 'resent', resent, next_cursor, replayed: false };
  });
  await recordCommands(services, client, { commands, outcomes }, (outcome, command) => {
    if (outcome.kind !== 'resent' || outcome.resent === 0) return null;
    const since = command.since.toISOString();
    const detail = { since, resent: outcome.resent, ...(command.what === 'missed' && { missed: true }) };
    return { action: 'webhook_deliveries.resent', subject_id: command.endpoint_id, detail };
  });
  return outcomes;
}

type AskedResend = FailedAsked & Pick<ResendFailed, 'what' | 'merchant_id' | 'environment'>;

function askedBy(command: ResendFailed, position: number): AskedResend {
  const { what, merchant_id, environment, endpoint_id, since, cursor } = command;
  const after = cursor ?? firstIdAt(new Date(since.getTime() - ID_MARGIN_MS));
  const limit = RESENT_AT_ONCE_MAX;
  return { position, what, merchant_id, environment, endpoint_id, since, after, limit };
}

/** What became of one asking: how much was sent of how much that was looked at, and the last of that. */
type ResentPart = { resent: number; looked_at: number; last_id: string | null };

const NOTHING_SENT: ResentPart = { resent: 0, looked_at: 0, last_id: null };

async function sendFailed(
  client: PoolClient,
  asked: readonly AskedResend[],
  now: Date,
): Promise<[number, ResentPart][]> {
  const found = await selectFailedDeliveries(client, asked);
  const failed = found.filter((row) => row.failed).map(({ id }) => id);
  const moved = new Set(await requeueDeliveries(client, failed, now));
  return asked.map(({ position }) => {
    const rows = found.filter((row) => row.position === position);
    const resent = rows.filter(({ id }) => moved.has(id)).length;
    return [position, { resent, looked_at: rows.length, last_id: rows.at(-1)?.id ?? null }];
  });
}

async function sendMissed(
  client: PoolClient,
  asked: readonly AskedResend[],
  now: Date,
): Promise<[number, ResentPart][]> {
  const rows = await addressMissed(
    client,
    asked.map((one): MissedAsked => ({ ...one, now })),
  );
  return rows.map(({ position, looked_at, last_id, addressed }) => [
    position,
    { resent: addressed, looked_at, last_id },
  ]);
}
