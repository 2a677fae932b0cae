import { describe, expect, test } from 'vitest';
import { seal } from '../store/secrets/seal.ts';
import { bodySignature, secretOpener, signedHeaders, standardSignature } from './sign.ts';

// Computed with Python's hmac and hashlib, which share no code with ours.
const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const BODY = Buffer.from(
  '{"id":"018f","event":"payment_session.succeeded","data":{"instructions":"Envoyez 5\u202f000 FCFA à N\'Djaména"}}',
);
const EVENT_ID = '018f5b6a-0000-7000-8000-000000000001';
const NOW = new Date('2026-03-01T10:00:00.900Z');
const attempt = {
  event_id: EVENT_ID,
  event_type: 'payment_session.succeeded',
  delivery_id: '018f5b6a-0000-7000-8000-000000000002',
  attempt: 3,
  sequence: 2,
  environment: 'test',
} as const;

describe('the signature', () => {
  test('in X-Service-Signature is the hex HMAC of the raw bytes with the secret as shown', () => {
    expect(bodySignature(SECRET, BODY)).toBe(
      '23dfef618e5653d0a52c97b5f41cb03299fcc0d8cbb40cb038006ac14d70eebd',
    );
  });

  test('agrees with the other implementation in this runtime, WebCrypto', async () => {
    const key = await crypto.subtle.importKey(
      'raw',
      Buffer.from(SECRET),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['sign'],
    );
    const signature = Buffer.from(await crypto.subtle.sign('HMAC', key, BODY)).toString('hex');
    expect(bodySignature(SECRET, BODY)).toBe(signature);
  });

  test('of Standard Webhooks matches its published example', () => {
    const signature = standardSignature(
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      1_614_265_330,
      Buffer.from('{"test": 2432232314}'),
    );
    expect(signature).toBe('g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });
});

describe('the headers of an attempt', () => {
  test('are exactly these for a test event', () => {
    expect(signedHeaders(attempt, SECRET, BODY, NOW)).toEqual({
      'Content-Type': 'application/json',
      'User-Agent': 'Chari-Webhooks/1',
      'X-Service-Signature': 'sha256=23dfef618e5653d0a52c97b5f41cb03299fcc0d8cbb40cb038006ac14d70eebd',
      'X-Service-Event': 'payment_session.succeeded',
      'X-Service-Delivery': '018f5b6a-0000-7000-8000-000000000002',
      'X-Service-Attempt': '3',
      'X-Service-Sequence': '2',
      'X-Service-Test': 'true',
      'webhook-id': EVENT_ID,
      'webhook-timestamp': '1772359200',
      'webhook-signature': 'v1,+h17w4WZAyT6sjz5vuwGVmyPhi+4rZtFjcdKYIkBT/k=',
    });
  });

  test('of a live event hold no X-Service-Test at all', () => {
    expect(signedHeaders({ ...attempt, environment: 'live' }, SECRET, BODY, NOW)).not.toHaveProperty(
      'X-Service-Test',
    );
  });

  test('after a rotation hold the signatures of both secrets, the new one first', () => {
    const fresh = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
    const of = (current: string, previous: string | null) =>
      signedHeaders(attempt, current, BODY, NOW, previous);
    const [both, alone, before] = [of(fresh, SECRET), of(fresh, null), of(SECRET, null)];
    expect(both).toEqual({
      ...alone,
      'X-Service-Signature-Previous': before['X-Service-Signature'],
      'webhook-signature': `${alone['webhook-signature']} ${before['webhook-signature']}`,
    });
    expect(both['X-Service-Signature']).not.toBe(before['X-Service-Signature']);
  });
});

test('a secret before the last rotation that does not open any more is told, and does not keep the new one from signing', () => {
  const [key, lost_key] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const told: unknown[] = [];
  const secretsOf = secretOpener(key, (endpoint_id) => told.push(endpoint_id));
  const sealed = (by: Buffer, before_by: Buffer) => ({
    endpoint_id: EVENT_ID,
    secret_sealed: seal(by, SECRET, EVENT_ID, Buffer.alloc(12, 1)),
    previous_secret_sealed: seal(before_by, 'whsec_before', EVENT_ID, Buffer.alloc(12, 2)),
  });
  expect(secretsOf(sealed(key, key))).toEqual({ current: SECRET, previous: 'whsec_before' });
  expect(told).toEqual([]);
  expect(secretsOf(sealed(key, lost_key))).toEqual({ current: SECRET, previous: null });
  expect(told).toEqual([EVENT_ID]);
  expect(() => secretsOf(sealed(lost_key, key))).toThrow();
});
