import type { ByPerson } from '../../domain/account/actions.ts';
import type { ShownDelivery } from '../../domain/delivery/delivery.ts';
import type { IdempotencyKey } from '../../domain/session/commands.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { selectDeliveries } from '../../store/webhooks/deliveries.ts';
import { requeueDeliveries } from '../../store/webhooks/requeue.ts';
import { recordCommands } from '../actions.ts';
import { beginKeyed, type KeyRefusal, type KeyState, keepAnswers, keyRefusal } from '../idempotency.ts';
import type { Services } from '../services.ts';
import {
  ATTEMPTS_SHOWN,
  type DeliveryAsked,
  isDeliveryOf,
  reviveDelivery,
  withAttempts,
} from './deliveries.ts';

export type ResendDelivery = DeliveryAsked & ByPerson & { idempotency: IdempotencyKey | null };

export type ResendOutcome =
  | { kind: 'resent'; delivery: ShownDelivery; replayed: boolean }
  | { kind: 'endpoint_disabled' }
  | { kind: 'endpoint_removed' }
  | { kind: 'not_found' }
  | KeyRefusal;

const OPERATION = 'resend_webhook_delivery';

/**
 * Sends deliveries again at once, the same bytes and ids, whatever became of them. One whose attempt is just
 * being recorded counts as resent by that attempt.
 *
 * @returns one outcome a command, in order, with the delivery as it is now
 */
export async function resendDeliveries(
  services: Pick<Services, 'pool' | 'now' | 'newId' | 'onEvents'>,
  commands: readonly ResendDelivery[],
): Promise<ResendOutcome[]> {
  const now = services.now();
  const outcomes = await atomically(services.pool, async (client) => {
    const states = await beginKeyed(client, OPERATION, commands);
    const fresh = commands.filter((_, position) => states[position]?.kind === 'fresh');
    const asked_ids = fresh.map(({ delivery_id }) => delivery_id);
    const before = new Map((await selectDeliveries(client, asked_ids)).map((one) => [one.id, one]));
    const refusals = commands.map((command, position) => {
      const state = states[position];
      if (state?.kind !== 'fresh') return answerOf(state);
      const delivery = before.get(command.delivery_id);
      if (!isDeliveryOf(delivery, command)) return { kind: 'not_found' } as const;
      if (delivery.endpoint_status === 'removed') return { kind: 'endpoint_removed' } as const;
      return delivery.endpoint_status === 'disabled' ? ({ kind: 'endpoint_disabled' } as const) : null;
    });
    const ids = new Set(
      commands.flatMap(({ delivery_id }, i) => (refusals[i] === null ? [delivery_id] : [])),
    );
    await requeueDeliveries(client, [...ids], now);
    const after = await withAttempts(client, await selectDeliveries(client, [...ids]), ATTEMPTS_SHOWN.alone);
    const resent = new Map(after.map((delivery) => [delivery.id, delivery]));
    const results = commands.map(({ delivery_id }, position): ResendOutcome => {
      const refused = refusals[position];
      if (refused) return refused;
      const delivery = resent.get(delivery_id);
      return delivery === undefined ? { kind: 'not_found' } : { kind: 'resent', delivery, replayed: false };
    });
    await keepAnswers(client, OPERATION, { commands, states, outcomes: results }, keptAs, now);
    const asked = { commands, outcomes: results };
    await recordCommands(services, client, asked, ({ kind }, { delivery_id: subject_id }) =>
      kind === 'resent' ? { action: 'webhook_delivery.resent', subject_id } : null,
    );
    return results;
  });
  if (outcomes.some(({ kind }) => kind === 'resent')) services.onEvents();
  return outcomes;
}

function answerOf(state: KeyState | undefined): ResendOutcome | null {
  if (state?.kind !== 'replay') return keyRefusal(state);
  return { kind: 'resent', delivery: reviveDelivery(state.outcome), replayed: true };
}

function keptAs(outcome: ResendOutcome): string | null {
  return outcome.kind === 'resent' ? JSON.stringify(outcome.delivery) : null;
}
