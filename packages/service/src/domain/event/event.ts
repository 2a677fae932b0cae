import type { EventBody } from '@chari/contract/event-log';
import type { TransactionEventBody } from '@chari/contract/events';
import type { Environment } from '../operator.ts';
import type { Caller } from '../session/commands.ts';
import { type PaymentSession, presentSession } from '../session/session.ts';

/** An event as the outbox keeps it; `body` is the exact text that is signed and sent. */
export type OutboxEvent = {
  id: string;
  merchant_id: string;
  environment: Environment;
  type: string;
  object_id: string;
  sequence: number;
  body: string;
  created_at: Date;
};

/**
 * The event of a session that has just moved: `{id, event, environment, data, timestamp}`.
 * @param session as it is after the change; its `event_sequence` is this event's
 */
export function sessionEvent(
  id: string,
  type: string,
  session: PaymentSession,
  now: Date,
  dashboard_url: string,
): OutboxEvent {
  const body = JSON.stringify({
    id,
    event: type,
    environment: session.environment,
    data: presentSession(session, dashboard_url, now),
    timestamp: now.toISOString(),
  });
  return {
    id,
    merchant_id: session.merchant_id,
    environment: session.environment,
    type,
    object_id: session.id,
    sequence: session.event_sequence,
    body,
    created_at: now,
  };
}

/** The least UUIDv7 of a moment: ids that begin with the time are in its order, in PostgreSQL and as text. */
export function firstIdAt(moment: Date): string {
  const time = Math.max(0, moment.getTime()).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/** The one wire shape of an event in the log. Its body is JSON that we wrote ourselves. */
export function presentEvent(event: OutboxEvent): EventBody {
  return {
    id: event.id,
    event: event.type as EventBody['event'],
    environment: event.environment,
    object_id: event.object_id,
    sequence: event.sequence,
    created_at: event.created_at.toISOString(),
    body: JSON.parse(event.body) as EventBody['body'],
  };
}

/**
 * The event that a merchant asks for to try an endpoint: `transaction.test`, about a transaction
 * that does not exist.
 *
 * @param id of the event
 * @param transaction_id a fresh id, so that no two tests are taken for one
 */
export function testEvent(id: string, transaction_id: string, caller: Caller, now: Date): OutboxEvent {
  const body: TransactionEventBody = {
    id,
    event: 'transaction.test',
    environment: caller.environment,
    data: {
      id: transaction_id,
      reference: 'TEST',
      amount: 5000,
      currency: 'XAF',
      operator: 'AIRTEL',
      phone_number: '+23566000000',
      status: 'SUCCESS',
      confirmed_at: now.toISOString(),
    },
    timestamp: now.toISOString(),
  };
  return {
    id,
    merchant_id: caller.merchant_id,
    environment: caller.environment,
    type: body.event,
    object_id: transaction_id,
    sequence: 1,
    body: JSON.stringify(body),
    created_at: now,
  };
}
