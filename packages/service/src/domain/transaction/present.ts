import type {
  CreatedTransactionBody,
  ListedTransactionBody,
  TransactionBody,
} from '@chari/contract/transaction';
import { isoText } from '../time/instant.ts';
import type { ReadTransaction } from './commands.ts';
import type { Transaction } from './transaction.ts';

/** What create answers (spec: "The create response carries only …"). */
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
