import { describe, expect, it } from 'vitest';
import { type Operation, takesIdempotencyKey } from '../operation.ts';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '../operations.ts';
import { samplesOf } from './samples.ts';

/** The keys that the samples of an operation show, one for each language. */
function keysOf(name: OperationName, operation: Operation = OPERATIONS[name]): (string | undefined)[] {
  const samples = samplesOf(name, operation, 'https://pay.example.com');
  return samples.map(
    ({ source }) => /(?:Idempotency-Key"?: "?|idempotencyKey: ')([!-~]+?)['"]/.exec(source)?.[1],
  );
}

describe('the samples that somebody copies', () => {
  const isKeyed = (operation: Operation) => takesIdempotencyKey(operation) && operation.tag !== 'Sandbox';
  const keyed = OPERATION_NAMES.filter((name) => isKeyed(OPERATIONS[name]));
  const others = OPERATION_NAMES.filter((name) => !isKeyed(OPERATIONS[name]));

  it.each(keyed)('of %s carry a key, so that what is sent twice happens once', (name) => {
    const keys = keysOf(name);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[!-~]{1,255}$/);
  });

  it('show another key for each thing that is done, and name what it is done to', () => {
    const keys = keyed.map((name) => keysOf(name)[0]);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keysOf('create_payment_session')[0]).toBe('payment-session-ORDER-1001-1');
    expect(keysOf('create_transaction')[0]).toBe('transaction-ORDER-1002-1');
    expect(keysOf('create_refund')[0]).toBe('refund-ORDER-1001-1');
    expect(keysOf('create_webhook_endpoint')[0]).toBe('webhook-endpoint-1');
    expect(keysOf('cancel_payment_session')[0]).toMatch(/^cancel-.*[0-9a-f-]{36}/);
    expect(keysOf('rotate_webhook_secret')[0]).toMatch(/^rotate-.*[0-9a-f-]{36}-1$/);
  });

  it('show one key for a session and another for a transaction of the same order', () => {
    const ofOneOrder = (['create_payment_session', 'create_transaction'] as const).map((name) => {
      const { body } = OPERATIONS[name];
      const example = { ...body.example, reference: 'ORDER-7' };
      return keysOf(name, { ...OPERATIONS[name], body: { ...body, example } })[0];
    });
    expect(ofOneOrder).toEqual(['payment-session-ORDER-7-1', 'transaction-ORDER-7-1']);
  });

  it.each(others)(
    'of %s carry none: it changes nothing, or is only played, as often as one likes',
    (name) => {
      expect(keysOf(name)).toEqual([undefined, undefined, undefined, undefined]);
    },
  );
});
