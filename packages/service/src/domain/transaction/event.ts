import type { TransactionEventBody } from '@chari/contract/events';
import type { OutboxEvent } from '../event/body.ts';
import { isoText } from '../time/instant.ts';
import type { Transaction } from './transaction.ts';

/**
 * The event of a transaction that has just moved, its body as the spec lists it with our id and environment.
 * @param transaction as it is after the change; its `event_sequence` is this event's
 */
export function transactionEvent(
  id: string,
  type: TransactionEventBody['event'],
  transaction: Transaction,
  now: Date,
): OutboxEvent {
  const { confirmed_at } = transaction;
  const body: TransactionEventBody = {
    id,
    event: type,
    environment: transaction.environment,
    data: {
      id: transaction.id,
      reference: transaction.reference,
      amount: transaction.amount_xaf,
      currency: 'XAF',
      operator: transaction.operator,
      phone_number: transaction.phone_number,
      status: transaction.status,
      ...(confirmed_at === null ? {} : { confirmed_at: isoText(confirmed_at) }),
    },
    timestamp: isoText(now),
  };
  return {
    id,
    merchant_id: transaction.merchant_id,
    environment: transaction.environment,
    type,
    object_id: transaction.id,
    sequence: transaction.event_sequence,
    body: JSON.stringify(body),
    created_at: now,
  };
}
