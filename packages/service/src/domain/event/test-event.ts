import type { TransactionEventBody } from '@chari/contract/events';
import type { Caller } from '../session/commands.ts';
import type { OutboxEvent } from './event.ts';

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
