import { expect, test } from 'vitest';
import { type PaymentSession, presentSession } from '../session/session.ts';
import { sessionEvent } from './event.ts';

const at = new Date('2026-11-21T11:00:00.000Z');
const session: PaymentSession = {
  id: '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f',
  merchant_id: '0198c5a2-0000-7c3a-9f4e-2b6d8a1c0e5f',
  environment: 'live',
  reference: 'ORDER-1',
  ticket: '7K3M9QTX',
  amount_xaf: 5000,
  operator: 'MOOV',
  status: 'SUCCESS',
  review_reason: null,
  event_sequence: 3,
  collection_number_id: '0198c5a2-1111-7c3a-9f4e-2b6d8a1c0e5f',
  assigned_collection_number: '+23590000001',
  customer_phone: '+23566123456',
  description: 'a gift',
  created_at: at,
  expires_at: at,
  closed_at: at,
};

test('an event says what happened, where and when, and carries the session as the API shows it', () => {
  const leaky = { ...session, metadata: { secret: 'CANARY' } };
  const event = sessionEvent('event-1', 'payment_session.succeeded', leaky, at, 'https://pay.example');
  expect(JSON.parse(event.body)).toEqual({
    id: 'event-1',
    event: 'payment_session.succeeded',
    environment: 'live',
    data: presentSession(session, 'https://pay.example', at),
    timestamp: '2026-11-21T11:00:00.000Z',
  });
  expect(event).toMatchObject({ object_id: session.id, sequence: 3, merchant_id: session.merchant_id });
});

test('an event tells nothing that a merchant does not see: no metadata, no payer, no ids of ours', () => {
  const leaky = { ...session, metadata: { secret: 'CANARY' } };
  const { body } = sessionEvent('event-1', 'payment_session.succeeded', leaky, at, 'https://pay.example');
  for (const hidden of ['CANARY', 'metadata', '66123456', session.merchant_id, session.collection_number_id])
    expect(body).not.toContain(hidden);
});
