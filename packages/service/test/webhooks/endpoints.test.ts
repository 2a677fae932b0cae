import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CreateEndpoint, createEndpoints } from '../../src/engine/webhook-endpoints/create.ts';
import { listEndpoints, retrieveEndpoints } from '../../src/engine/webhook-endpoints/endpoints.ts';
import { removeEndpoints } from '../../src/engine/webhook-endpoints/remove.ts';
import { openReceiver } from './receiver.ts';
import { newId, openWorld, type World } from './world.ts';

let world: World;
let merchant: string;
beforeEach(async () => {
  world = await openWorld();
  merchant = await world.merchant();
});
afterEach(() => world.end());

const command = (more: Partial<CreateEndpoint> = {}): CreateEndpoint => ({
  merchant_id: merchant,
  environment: 'test',
  url: 'https://shop.example/hooks',
  events: ['payment_session.succeeded', 'payment_session.expired'],
  description: 'orders',
  idempotency: null,
  ...more,
});
const strict = () => ({ ...world.services, allow_private_webhooks: false });
const kinds = (outcomes: { kind: string }[]) => outcomes.map(({ kind }) => kind);
const idempotency = (key: string, hash = 'a') => ({ key, request_hash: hash.repeat(64) });

describe('an endpoint', () => {
  test('is created with a secret of whsec_ and 32 bytes, and read back without it', async () => {
    const [outcome] = await createEndpoints(strict(), [command()]);
    if (outcome?.kind !== 'created') throw new Error('not created');
    expect(outcome.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const [read] = await retrieveEndpoints(world.services, [
      { merchant_id: merchant, environment: 'test', endpoint_id: outcome.endpoint.id },
    ]);
    expect(read).toEqual(outcome.endpoint);
    expect(JSON.stringify(read)).not.toContain('whsec_');
    expect(await listEndpoints(world.services, [{ merchant_id: merchant, environment: 'test' }])).toEqual([
      [read],
    ]);
  });

  test('of another merchant or environment is not found, not listed and not removed', async () => {
    const { id } = await world.endpoint(merchant, 'https://shop.example/hooks');
    const strangers = [
      { merchant_id: await world.merchant(), environment: 'test' as const, endpoint_id: id },
      { merchant_id: merchant, environment: 'live' as const, endpoint_id: id },
      { merchant_id: merchant, environment: 'test' as const, endpoint_id: newId() },
    ];
    expect(await retrieveEndpoints(world.services, strangers)).toEqual([null, null, null]);
    expect(await listEndpoints(world.services, strangers.slice(0, 2))).toEqual([[], []]);
    expect(kinds(await removeEndpoints(world.services, strangers))).toEqual([
      'not_found',
      'not_found',
      'not_found',
    ]);
    expect(
      await listEndpoints(world.services, [{ merchant_id: merchant, environment: 'test' }]),
    ).toHaveLength(1);
  });

  test('that is refused leaves its neighbours in the array alone', async () => {
    const outcomes = await createEndpoints(strict(), [
      command(),
      command({ url: 'https://10.0.0.1/' }),
      command({ url: 'http://shop.example/' }),
      command({ events: null }),
    ]);
    expect(kinds(outcomes)).toEqual(['created', 'url_refused', 'url_refused', 'created']);
    const [list] = await listEndpoints(world.services, [command()]);
    expect(new Set(list?.map(({ events }) => events?.join()))).toEqual(
      new Set(['payment_session.succeeded,payment_session.expired', undefined]),
    );
  });

  test('is refused as the twenty-first of its environment, also when two requests race', async () => {
    const nineteen = Array.from({ length: 19 }, () => command());
    await createEndpoints(strict(), nineteen);
    const raced = await Promise.all([1, 2, 3].map(() => createEndpoints(strict(), [command()])));
    expect(kinds(raced.flat()).sort()).toEqual(['created', 'too_many_endpoints', 'too_many_endpoints']);
    expect(kinds(await createEndpoints(strict(), [command({ environment: 'live' })]))).toEqual(['created']);
  });
});

test('creating fifteen endpoints takes as many statements as creating one', async () => {
  const statements = async (count: number) => {
    let asked = 0;
    const counting = new Proxy(world.db.pool, {
      get: (pool, name) => {
        if (name !== 'connect') return Reflect.get(pool, name);
        return async () => {
          const client = await pool.connect();
          return new Proxy(client, {
            get: (inner, member) => {
              if (member === 'query') asked += 1;
              const value = Reflect.get(inner, member);
              return typeof value === 'function' ? value.bind(inner) : value;
            },
          });
        };
      },
    });
    const commands = Array.from({ length: count }, (_, i) =>
      command({ idempotency: idempotency(`${count}-${i}`) }),
    );
    const outcomes = await createEndpoints({ ...strict(), pool: counting }, commands);
    expect(kinds(outcomes)).toEqual(commands.map(() => 'created'));
    return asked;
  };
  const one = await statements(1);
  expect(one).toBeGreaterThan(0);
  expect(await statements(15)).toBe(one);
});

describe('the secret', () => {
  test('is nowhere in the database in clear, the kept answer of an idempotency key included', async () => {
    const [outcome] = await createEndpoints(strict(), [command({ idempotency: idempotency('k1') })]);
    if (outcome?.kind !== 'created') throw new Error('not created');
    const bytes = Buffer.from(outcome.secret.slice(6), 'base64').toString('hex');
    const rows = await world.rows<{ everything: string }>(
      `select e::text as everything from webhook_endpoints e union all select i::text from idempotency_keys i`,
    );
    expect(rows).toHaveLength(2);
    for (const { everything } of rows) {
      expect(everything).not.toContain(outcome.secret.slice(6));
      expect(everything).not.toContain('whsec_');
      expect(everything).not.toContain(bytes);
      expect(everything).not.toContain(Buffer.from(outcome.secret).toString('hex'));
    }
  });
});

describe('an idempotency key', () => {
  test('gives the first answer again, secret included, and makes one endpoint', async () => {
    const [first] = await createEndpoints(strict(), [command({ idempotency: idempotency('k1') })]);
    const [again] = await createEndpoints(strict(), [command({ idempotency: idempotency('k1') })]);
    if (first?.kind !== 'created') throw new Error('not created');
    expect(again).toEqual({ ...first, replayed: true });
    expect((await listEndpoints(world.services, [command()]))[0]).toHaveLength(1);
  });
});

describe('a removed endpoint', () => {
  test('gets nothing more, and what waited for it is listed as dead with the reason', async () => {
    const receiver = await openReceiver();
    const { id } = await world.endpoint(merchant, receiver.url);
    await world.events(merchant, 3);
    const asked = { merchant_id: merchant, environment: 'test' as const, endpoint_id: id };
    expect(kinds(await removeEndpoints(world.services, [asked, asked]))).toEqual(['removed', 'not_found']);
    await world.events(merchant, 1);
    const loop = world.deliver();
    await expect.poll(() => loop.stats().claims).toBeGreaterThanOrEqual(2);
    expect(receiver.received).toEqual([]);
    expect(await retrieveEndpoints(world.services, [asked])).toEqual([null]);
    expect(await world.rows('select state, dead_reason from webhook_deliveries')).toEqual(
      Array.from({ length: 3 }, () => ({ state: 'DEAD', dead_reason: 'endpoint_removed' })),
    );
    await receiver.close();
  });

  test.each([
    ['taken', 204, { state: 'DELIVERED', dead_reason: null }],
    ['refused', 500, { state: 'DEAD', dead_reason: 'endpoint_removed' }],
  ])('gets what was on its way when it was removed: %s, it is listed so', async (_how, status, listed) => {
    let answer: () => void = () => undefined;
    const receiver = await openReceiver((response) => {
      answer = () => response.writeHead(status).end();
    });
    const { id } = await world.endpoint(merchant, receiver.url);
    await world.events(merchant, 1);
    world.deliver();
    await receiver.gets(1);
    const asked = { merchant_id: merchant, environment: 'test' as const, endpoint_id: id };
    await removeEndpoints(world.services, [asked]);
    answer();
    await world.until('select count(*)::int as n from webhook_attempts', [], 1);
    // The loop looks for what is left each ten seconds.
    world.ahead_ms += 10_001;
    await world.settled();
    expect(await world.rows('select state, dead_reason, attempt_count from webhook_deliveries')).toEqual([
      { ...listed, attempt_count: 1 },
    ]);
    expect(await world.rows('select 1 from webhook_due')).toEqual([]);
    await receiver.close();
  });

  test('that is disabled instead keeps its events as held, and gets none', async () => {
    const receiver = await openReceiver();
    const { id } = await world.endpoint(merchant, receiver.url);
    await world.rows(
      `update webhook_endpoints set status = 'disabled', disabled_at = now(), disabled_reason = 'merchant' where id = $1`,
      [id],
    );
    await world.events(merchant, 2);
    const loop = world.deliver();
    await expect.poll(() => loop.stats().claims).toBeGreaterThanOrEqual(2);
    expect(await world.rows('select state from webhook_deliveries')).toEqual([
      { state: 'HELD' },
      { state: 'HELD' },
    ]);
    expect(receiver.received).toEqual([]);
    await receiver.close();
  });

  test('whose queue was filled by a fan-out beside the removal is cleared by the loop', async () => {
    const receiver = await openReceiver();
    const { id } = await world.endpoint(merchant, receiver.url);
    await world.events(merchant, 3);
    await world.rows('update webhook_endpoints set deleted_at = now() where id = $1', [id]);
    world.deliver();
    await world.settled();
    expect(await world.rows('select 1 from webhook_due')).toEqual([]);
    expect(receiver.received).toEqual([]);
    await receiver.close();
  });
});
