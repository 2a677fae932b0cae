import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { DEFAULT_POLICY } from '../../src/domain/policy.ts';
import { createAuthenticator } from '../../src/engine/keys/authenticate.ts';
import { createKeys, revokeKeys } from '../../src/engine/keys/keys.ts';
import { approveKyc, createMerchants } from '../../src/engine/merchants.ts';
import { connect } from '../../src/store/connect/connect.ts';
import { openTestDatabase } from '../database/open.ts';

describe('who a key speaks for', async () => {
  const db = await openTestDatabase();
  afterAll(() => db.drop());
  const services = {
    pool: db.pool,
    now: () => new Date(),
    newId: randomUUID,
    random: Math.random,
    policy: DEFAULT_POLICY,
    onEvents: () => undefined,
  };
  const clock = { elapsed_ms: 0 };
  const elapsed = () => clock.elapsed_ms;

  async function makeKey() {
    const [merchant] = await createMerchants(services, [{ name: 'Boutique', fee_basis_points: 0 }]);
    if (merchant?.kind !== 'created') throw new Error('no merchant');
    const merchant_id = merchant.merchant.id;
    const command = {
      merchant_id,
      environment: 'test',
      scopes: null,
      random_bytes: randomBytes(32),
    } as const;
    const [made] = await createKeys(services, [command]);
    if (made?.kind !== 'created') throw new Error('no key');
    return { merchant_id, key: made.key, key_id: made.api_key.id };
  }

  /** Counts the statements that a pool is asked. */
  function counting() {
    let queries = 0;
    const pool = new Proxy(db.pool, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (name !== 'query') return typeof value === 'function' ? value.bind(target) : value;
        return (...args: unknown[]) => {
          queries += 1;
          return Reflect.apply(value, target, args);
        };
      },
    });
    return { pool, count: () => queries };
  }

  test('a key gives its merchant, environment, scopes and KYC', async () => {
    const { key, key_id, merchant_id } = await makeKey();
    const principal = await createAuthenticator(services, elapsed)(key);
    expect(principal).toMatchObject({
      key_id,
      merchant_id,
      environment: 'test',
      kyc_status: 'PENDING',
      last4: key.slice(-4),
    });
    expect(principal).not.toHaveProperty('key_hash');
  });

  test('a revocation holds everywhere within a second, and is not seen before half of one', async () => {
    const { key, key_id } = await makeKey();
    const processes = [1, 2, 3].map(() => createAuthenticator(services, elapsed));
    const ask = () => Promise.all(processes.map((authenticate) => authenticate(key)));
    expect((await ask()).every((principal) => principal?.key_id === key_id)).toBe(true);
    const [revoked] = await revokeKeys(services, [key_id]);
    expect(revoked?.kind).toBe('revoked');
    clock.elapsed_ms += 499;
    expect((await ask()).every((principal) => principal !== null)).toBe(true);
    clock.elapsed_ms += 1;
    expect(await ask()).toEqual([null, null, null]);
  });

  test('an approval of the KYC is seen as soon', async () => {
    const { key, merchant_id } = await makeKey();
    const authenticate = createAuthenticator(services, elapsed);
    await authenticate(key);
    await approveKyc(services, [merchant_id]);
    clock.elapsed_ms += 500;
    expect((await authenticate(key))?.kyc_status).toBe('APPROVED');
  });

  test('a thousand requests of known and unknown keys at one instant cost a handful of statements', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, makeKey));
    const { pool, count } = counting();
    const authenticate = createAuthenticator({ pool }, elapsed);
    const unknown = `service_test_${'z'.repeat(43)}`;
    const asked = Array.from({ length: 1_000 }, (_, i) => keys[i % 6]?.key ?? unknown);
    const principals = await Promise.all(asked.map(authenticate));
    principals.forEach((principal, i) => {
      expect(principal?.key_id ?? null).toBe(keys[i % 6]?.key_id ?? null);
    });
    expect(count()).toBeLessThanOrEqual(4);
    await authenticate(unknown);
    expect(count()).toBeLessThanOrEqual(4);
  });

  test('what can be no key is refused without asking the database', async () => {
    const { pool, count } = counting();
    const authenticate = createAuthenticator({ pool }, elapsed);
    for (const text of ['', 'x', `service_test_${'a'.repeat(44)}`, 'service_test_\0']) {
      expect(await authenticate(text)).toBeNull();
    }
    expect(count()).toBe(0);
  });

  test('without the database there is an error, and never a stale yes', async () => {
    const { key } = await makeKey();
    const pool = await connect(db.url, { max_connections: 1 });
    const authenticate = createAuthenticator({ pool }, elapsed);
    expect(await authenticate(key)).not.toBeNull();
    await pool.end();
    clock.elapsed_ms += 500;
    await expect(authenticate(key)).rejects.toThrow();
  });
});
