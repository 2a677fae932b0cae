import type { PoolClient } from 'pg';
import type { ByPerson } from '../../domain/account/actions.ts';
import type { ShownDelivery } from '../../domain/delivery/delivery.ts';
import type { IdempotencyKey, KeyRefusal } from '../../domain/session/commands.ts';
import { selectDeliveries } from '../../store/webhooks/deliveries.ts';
import { requeueDeliveries } from '../../store/webhooks/requeue.ts';
import { recordCommands } from '../actions.ts';
import { keyed } from '../idempotency.ts';
import type { Services } from '../services.ts';
import { ATTEMPTS_SHOWN, type DeliveryAsked, isDeliveryOf, withAttempts } from './deliveries.ts';

export type ResendDelivery = DeliveryAsked & ByPerson & { idempotency: IdempotencyKey | null };

export type ResendOutcome =
  | { kind: 'resent'; delivery: ShownDelivery; replayed: boolean }
  | { kind: 'endpoint_disabled' }
  | { kind: 'endpoint_removed' }
  | { kind: 'not_found' }
  | KeyRefusal;

type ResendServices = Pick<Services, 'pool' | 'now' | 'newId' | 'onEvents'>;

const OPERATION = 'resend_webhook_delivery';

/**
 * Sends deliveries again at once, the same bytes and ids, whatever became of them. One whose attempt is just
 * being recorded counts as resent by that attempt.
 *
 * @returns one outcome a command, in order, with the delivery as it is now
 */
export async function resendDeliveries(
  services: ResendServices,
  commands: readonly ResendDelivery[],
): Promise<ResendOutcome[]> {
  const outcomes = await keyed(services, OPERATION, commands, {
    run: (client, fresh) => resend(services, client, fresh),
    keptAs: (outcome) => (outcome.kind === 'resent' ? outcome.delivery : null),
    revive: (delivery): ResendOutcome => ({ kind: 'resent', delivery, replayed: true }),
  });
  if (outcomes.some(({ kind }) => kind === 'resent')) services.onEvents();
  return outcomes;
}

async function resend(
  services: ResendServices,
  client: PoolClient,
  commands: readonly ResendDelivery[],
): Promise<ResendOutcome[]> {
  const asked_ids = commands.map(({ delivery_id }) => delivery_id);
  const before = new Map((await selectDeliveries(client, asked_ids)).map((one) => [one.id, one]));
  const refusals = commands.map((command) => {
    const delivery = before.get(command.delivery_id);
    if (!isDeliveryOf(delivery, command)) return { kind: 'not_found' } as const;
    if (delivery.endpoint_status === 'removed') return { kind: 'endpoint_removed' } as const;
    return delivery.endpoint_status === 'disabled' ? ({ kind: 'endpoint_disabled' } as const) : null;
  });
  const ids = new Set(commands.flatMap(({ delivery_id }, i) => (refusals[i] === null ? [delivery_id] : [])));
  await requeueDeliveries(client, [...ids], services.now());
  const after = await withAttempts(client, await selectDeliveries(client, [...ids]), ATTEMPTS_SHOWN.alone);
  const resent = new Map(after.map((delivery) => [delivery.id, delivery]));
  const outcomes = commands.map(({ delivery_id }, position): ResendOutcome => {
    const refused = refusals[position];
    if (refused) return refused;
    const delivery = resent.get(delivery_id);
    return delivery === undefined ? { kind: 'not_found' } : { kind: 'resent', delivery, replayed: false };
  });
  await recordCommands(services, client, { commands, outcomes }, ({ kind }, { delivery_id: subject_id }) =>
    kind === 'resent' ? { action: 'webhook_delivery.resent', subject_id } : null,
  );
  return outcomes;
}
