import { CreatedTransactionBody, ListedTransactionBody, TransactionBody } from '@chari/contract';
import { TransactionEventBody } from '@chari/contract/events';
import { expect, test } from 'vitest';
import { presentCreated, presentListed, presentTransaction, transactionEvent } from './event.ts';
import { newInternalRef, type Transaction } from './transaction.ts';

const at = new Date('2026-11-21T11:00:00.000Z');
const transaction: Transaction = {
  id: '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f',
  merchant_id: '0198c5a2-0000-7c3a-9f4e-2b6d8a1c0e5f',
  environment: 'test',
  reference: 'ORDER-1',
  internal_ref: newInternalRef(at, () => 0.5),
  amount_xaf: 5000,
  operator: 'MOOV',
  phone_number: '+23590000001',
  description: 'a gift',
  rail: 'sandbox',
  status: 'SUCCESS',
  event_sequence: 1,
  created_at: at,
  expires_at: new Date(at.getTime() + 600_000),
  updated_at: at,
  confirmed_at: at,
  collection_number_id: null,
  assigned_collection_number: null,
};
const read = { ...transaction, webhook_sent: true };

const FULL = `id reference internal_ref amount currency operator phone_number description status is_test
  environment webhook_sent initiated_at confirmed_at expires_at created_at updated_at`.split(/\s+/);

test('the full view has the fields of the contract, in its order', () => {
  const body = presentTransaction(read);
  expect(Object.keys(body)).toEqual(FULL);
  expect(Object.keys(TransactionBody.properties)).toEqual(FULL);
});

test('the list view is the same without description', () => {
  const body = presentListed(read);
  expect(Object.keys(body)).toEqual(FULL.filter((name) => name !== 'description'));
  expect(Object.keys(ListedTransactionBody.properties)).toEqual(Object.keys(body));
});

test('the create view says only what was accepted', () => {
  const body = presentCreated(transaction);
  expect(Object.keys(body)).toEqual(['id', 'internal_ref', 'status', 'is_test', 'environment', 'expires_at']);
  expect(Object.keys(CreatedTransactionBody.properties)).toEqual(Object.keys(body));
});

test('what has no value is left out: no description, not confirmed', () => {
  const body = presentTransaction({ ...read, description: null, confirmed_at: null });
  expect(Object.keys(body)).toEqual(FULL.filter((name) => name !== 'description' && name !== 'confirmed_at'));
});

test('is_test is the environment in other words', () => {
  expect(presentCreated({ ...transaction, environment: 'live' })).toMatchObject({
    is_test: false,
    environment: 'live',
  });
  expect(presentCreated(transaction)).toMatchObject({ is_test: true, environment: 'test' });
});

test('no view and no event names the rail or the merchant', () => {
  const texts = [presentCreated(read), presentListed(read), presentTransaction(read)].map((one) =>
    JSON.stringify(one),
  );
  texts.push(transactionEvent('e', 'transaction.success', transaction, at).body);
  for (const text of texts) {
    expect(text).not.toContain('sandbox');
    expect(text).not.toContain(transaction.merchant_id);
  }
});

test('an event has the body of the contract', () => {
  const id = '0198c5a2-7d1e-7c3a-9f4e-000000000001';
  const body = JSON.parse(transactionEvent(id, 'transaction.success', transaction, at).body);
  expect(body).toEqual({
    id,
    event: 'transaction.success',
    environment: 'test',
    data: {
      id: transaction.id,
      reference: 'ORDER-1',
      amount: 5000,
      currency: 'XAF',
      operator: 'MOOV',
      phone_number: '+23590000001',
      status: 'SUCCESS',
      confirmed_at: at.toISOString(),
    },
    timestamp: at.toISOString(),
  });
  expect(Object.keys(TransactionEventBody.properties)).toEqual(Object.keys(body));
});

test('an internal_ref says the UTC day, and holds 40 bits of chance', () => {
  expect(newInternalRef(at, () => 0)).toBe('TX26112100000000');
  expect(newInternalRef(at, () => 0.9999)).toBe('TX261121ZZZZZZZZ');
});
