import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WebhookSignatureError, webhooks } from './index.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw8s2vJ1xQf0E=';
const OTHER = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
const BODY = JSON.stringify({
  id: '0198c5a3-1b2c-7d3e-8f40-5a6b7c8d9e0f',
  event: 'payment_session.succeeded',
  environment: 'test',
  data: { id: '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f', instructions: 'Envoyez 5 000 FCFA' },
  timestamp: '2026-06-27T15:46:12.345Z',
});

const sign = (body: string | Uint8Array, secret = SECRET) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
const SIGNED = { 'x-service-signature': sign(BODY) };

describe('a webhook', () => {
  test.for([
    ['a string', BODY],
    ['a Buffer', Buffer.from(BODY)],
    ['bytes', new TextEncoder().encode(BODY)],
    ['an ArrayBuffer', new TextEncoder().encode(BODY).buffer],
    ['a part of a larger buffer', Buffer.from(`__${BODY}__`).subarray(2, -2)],
  ] as const)('is verified as %s', async ([, body]) => {
    expect(await webhooks.verify(body, SIGNED, SECRET)).toEqual(JSON.parse(BODY));
  });

  test.for([
    ['Headers', new Headers(SIGNED)],
    ['lower case', SIGNED],
    ['the case of the documents', { 'X-Service-Signature': sign(BODY), Host: undefined }],
    ['a list of values', { 'x-service-signature': [sign(BODY)] }],
    [
      'the secret before a rotation',
      { 'x-service-signature': sign(BODY, OTHER), 'x-service-signature-previous': sign(BODY) },
    ],
  ] as const)('is verified by its headers: %s', async ([, headers]) => {
    expect(await webhooks.verify(BODY, headers, SECRET)).toEqual(JSON.parse(BODY));
  });

  test('is verified by any of several secrets', async () => {
    expect(await webhooks.verify(BODY, SIGNED, [OTHER, SECRET])).toEqual(JSON.parse(BODY));
  });

  test.for([
    ['another body', BODY.replace('5 000', '9 000'), SIGNED, SECRET],
    ['another secret', BODY, SIGNED, OTHER],
    ['no signature', BODY, {}, SECRET],
    ['an empty signature', BODY, { 'x-service-signature': '' }, SECRET],
    ['half a signature', BODY, { 'x-service-signature': sign(BODY).slice(0, 39) }, SECRET],
    ['a signature in capitals', BODY, { 'x-service-signature': sign(BODY).toUpperCase() }, SECRET],
    ['a signature without its name', BODY, { 'x-service-signature': sign(BODY).slice(7) }, SECRET],
    ['two signatures in one header', BODY, { 'x-service-signature': `${sign(BODY)}, ${sign(BODY)}` }, SECRET],
    ['a signature under another name', BODY, { 'x-signature': sign(BODY) }, SECRET],
    ['a body that was parsed and written again', JSON.stringify(JSON.parse(BODY), null, 1), SIGNED, SECRET],
  ] as const)('is refused with %s', async ([, body, headers, secret]) => {
    await expect(webhooks.verify(body, headers, secret)).rejects.toBeInstanceOf(WebhookSignatureError);
  });

  test('is refused when one bit of the body or of the signature is another', async () => {
    const bytes = Buffer.from(BODY);
    const signature = Buffer.from(sign(BODY).slice(7), 'hex');
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: bytes.length * 8 - 1 }), fc.nat({ max: 255 }), async (at, bit) => {
        const changed = Buffer.from(bytes);
        changed[at >> 3] = (changed[at >> 3] ?? 0) ^ (1 << (at & 7));
        const forged = Buffer.from(signature);
        forged[bit >> 3] = (forged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const headers = { 'x-service-signature': `sha256=${forged.toString('hex')}` };
        await expect(webhooks.verify(changed, SIGNED, SECRET)).rejects.toBeInstanceOf(WebhookSignatureError);
        await expect(webhooks.verify(BODY, headers, SECRET)).rejects.toBeInstanceOf(WebhookSignatureError);
      }),
    );
  });

  test('that the caller parsed before is refused with a sentence that says so', async () => {
    const parsed = JSON.parse(BODY);
    await expect(webhooks.verify(parsed, SIGNED, SECRET)).rejects.toThrow('You passed a parsed body');
  });

  test.for(['', 'whsec_', 'secret', undefined, [], [SECRET, '']] as const)(
    'is never verified by %j, which is no secret, and the error does not print secrets',
    async (secret) => {
      const headers = { 'x-service-signature': sign(BODY, typeof secret === 'string' ? secret : '') };
      const call = webhooks.verify(BODY, headers, secret as string);
      await expect(call).rejects.toThrow(TypeError);
      await call.catch((error: Error) => expect(error.message).not.toContain(SECRET));
    },
  );

  test('of any text and secret that Chari may send is verified', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (body) => {
        const secret = `whsec_${randomBytes(32).toString('base64')}`;
        const headers = { 'x-service-signature': sign(body, secret) };
        expect(await webhooks.verify(body, headers, secret)).toEqual(JSON.parse(body));
      }),
    );
  });
});
