import type { Operation } from './operation.ts';
import {
  CreatedTransactionBody,
  CreateTransaction,
  type ListedTransactionBody,
  ListTransactionsQuery,
  TransactionBody,
  TransactionListBody,
} from './transaction.ts';

export const CREATE_TRANSACTION_EXAMPLE: CreateTransaction = {
  reference: 'ORDER-1002',
  amount: 5000,
  currency: 'XAF',
  operator: 'AIRTEL',
  phone_number: '+23566000001',
  description: 'Two sacks of millet',
};

const CREATED_EXAMPLE: CreatedTransactionBody = {
  id: '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e60',
  internal_ref: 'TX2606277K3MQ9TX',
  status: 'PENDING',
  is_test: true,
  environment: 'test',
  expires_at: '2026-06-27T15:54:00.000Z',
};

const LISTED_EXAMPLE: ListedTransactionBody = {
  id: CREATED_EXAMPLE.id,
  reference: 'ORDER-1002',
  internal_ref: CREATED_EXAMPLE.internal_ref,
  amount: 5000,
  currency: 'XAF',
  operator: 'AIRTEL',
  phone_number: '+23566000001',
  status: 'SUCCESS',
  is_test: true,
  environment: 'test',
  webhook_sent: true,
  initiated_at: '2026-06-27T15:44:00.000Z',
  confirmed_at: '2026-06-27T15:45:12.345Z',
  expires_at: '2026-06-27T15:54:00.000Z',
  created_at: '2026-06-27T15:44:00.000Z',
  updated_at: '2026-06-27T15:45:12.345Z',
};

export const TRANSACTION_EXAMPLE: TransactionBody = {
  ...LISTED_EXAMPLE,
  description: 'Two sacks of millet',
};

export const TRANSACTION_OPERATIONS = {
  create_transaction: {
    tag: 'Transactions',
    summary: 'Start a transaction',
    description:
      'Asks the payer’s phone for the money. The answer says only that it was accepted: follow it by webhook, or by retrieving the transaction.',
    method: 'POST',
    path: '/v1/transactions',
    scope: 'transactions:write',
    writes: true,
    body: { schema: CreateTransaction, example: CREATE_TRANSACTION_EXAMPLE },
    answer: {
      status: 201,
      schema: CreatedTransactionBody,
      example: CREATED_EXAMPLE,
      description: 'The transaction, PENDING.',
    },
    offers: true,
    errors: ['DUPLICATE_REFERENCE', 'PAYER_ASKED_TOO_OFTEN', 'TOO_MANY_OPEN_SESSIONS', 'GATEWAY_UNAVAILABLE'],
  },
  list_transactions: {
    tag: 'Transactions',
    summary: 'List transactions',
    description: 'Newest first. Every filter narrows the list; total counts all that they select.',
    method: 'GET',
    path: '/v1/transactions',
    scope: 'transactions:read',
    writes: false,
    query: ListTransactionsQuery,
    body: null,
    answer: {
      status: 200,
      schema: TransactionListBody,
      example: { transactions: [LISTED_EXAMPLE], total: 1, limit: 20, offset: 0 },
      description: 'A page of the list.',
    },
    errors: [],
  },
  retrieve_transaction: {
    tag: 'Transactions',
    summary: 'Retrieve a transaction',
    description: 'The full view, as it is at this moment.',
    method: 'GET',
    path: '/v1/transactions/:id',
    scope: 'transactions:read',
    writes: false,
    body: null,
    answer: {
      status: 200,
      schema: TransactionBody,
      example: TRANSACTION_EXAMPLE,
      description: 'The transaction.',
    },
    errors: ['NOT_FOUND'],
  },
} as const satisfies Record<string, Operation>;
