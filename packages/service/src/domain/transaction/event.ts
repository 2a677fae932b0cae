import type { TransactionEventBody } from '@chari/contract/events';
import type {
  CreatedTransactionBody,
  ListedTransactionBody,
  TransactionBody,
} from '@chari/contract/transaction';
import type { OutboxEvent } from '../event/event.ts';
import { isoText } from '../time.ts';
import type { ReadTransaction } from './commands.ts';
import type { Transaction } from './transaction.ts';

/** What create answers : no more than what its merchant does not know yet. */
export function presentCreated(transaction: Transaction): CreatedTransactionBody {
  return {
    id: transaction.id,
    internal_ref: transaction.internal_ref,
    status: transaction.status,
    is_test: transaction.environment === 'test',
    environment: transaction.environment,
    expires_at: isoText(transaction.expires_at),
  };
}

/** An item of the list: the full view without `description`. Fields that have no value are left out. */
export function presentListed(transaction: ReadTransaction): ListedTransactionBody {
  return { ...whatWasAsked(transaction), ...whatCameOfIt(transaction) };
}

/** What retrieve answers. */
export function presentTransaction(transaction: ReadTransaction): TransactionBody {
  const { description } = transaction;
  return {
    ...whatWasAsked(transaction),
    ...(description === null ? {} : { description }),
    ...whatCameOfIt(transaction),
  };
}

function whatWasAsked(transaction: ReadTransaction) {
  return {
    id: transaction.id,
    reference: transaction.reference,
    internal_ref: transaction.internal_ref,
    amount: transaction.amount_xaf,
    currency: 'XAF' as const,
    operator: transaction.operator,
    phone_number: transaction.phone_number,
  };
}

function whatCameOfIt(transaction: ReadTransaction) {
  const { confirmed_at } = transaction;
  return {
    status: transaction.status,
    is_test: transaction.environment === 'test',
    environment: transaction.environment,
    webhook_sent: transaction.webhook_sent,
    initiated_at: isoText(transaction.created_at),
    ...(confirmed_at === null ? {} : { confirmed_at: isoText(confirmed_at) }),
    expires_at: isoText(transaction.expires_at),
    created_at: isoText(transaction.created_at),
    updated_at: isoText(transaction.updated_at),
  };
}

/**
 * The event of a transaction that has just moved, its body as `TransactionEventBody` has it.
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
