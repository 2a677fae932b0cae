import { afterAll, beforeAll, expect, test } from 'vitest';
import { listDeliveries, retrieveDeliveries } from '../../src/engine/deliveries/deliveries.ts';
import { resendDeliveries } from '../../src/engine/deliveries/resend.ts';
import { resendFailedDeliveries } from '../../src/engine/deliveries/resend-failed.ts';
import { listEvents, retrieveEvents } from '../../src/engine/events.ts';
import { createEndpoints } from '../../src/engine/webhook-endpoints/create.ts';
import { changeEndpoints } from '../../src/engine/webhook-endpoints/endpoints.ts';
import { rotateSecrets } from '../../src/engine/webhook-endpoints/secrets.ts';
import { testEndpoints } from '../../src/engine/webhook-endpoints/test.ts';
import { countStatements } from '../database/statements.ts';
import { openWorld, type World } from '../webhooks/world.ts';

const MANY = 100;
const MERCHANTS = 10;

let world: World;
/** One of each merchant, over and over, so that many commands are of many endpoints. */
let endpoints: { merchant_id: string; environment: 'test'; endpoint_id: string }[];
let events: { merchant_id: string; environment: 'test'; event_id: string }[];
beforeAll(async () => {
  world = await openWorld();
  const merchants = await Promise.all(Array.from({ length: MERCHANTS }, () => world.merchant()));
  const wanted = merchants.flatMap((merchant_id) =>
    Array.from({ length: MANY / MERCHANTS }, () => ({
      merchant_id,
      environment: 'test' as const,
      url: 'https://shop.example/hooks',
      events: null,
      description: null,
      idempotency: null,
    })),
  );
  endpoints = (await createEndpoints(world.services, wanted)).flatMap((made) =>
    made.kind === 'created'
      ? [{ merchant_id: made.endpoint.merchant_id, environment: 'test', endpoint_id: made.endpoint.id }]
      : [],
  );
  events = [];
  for (const merchant_id of merchants) {
    const made = await world.events(merchant_id, MANY / MERCHANTS);
    events.push(...made.map(({ id }) => ({ merchant_id, environment: 'test' as const, event_id: id })));
  }
});
afterAll(() => world.end());

let keys = 0;
const keyed = () => {
  keys += 1;
  return { idempotency: { key: `key-${keys}`, request_hash: '00'.repeat(32) } };
};
const services = () => ({ ...world.services, onEvents: () => undefined });
const deliveries = async (size: number) => {
  const rows = await world.rows<{ delivery_id: string; merchant_id: string; environment: 'test' }>(
    `select d.id as delivery_id, e.merchant_id, e.environment
       from webhook_deliveries d join events e on e.id = d.event_id limit $1`,
    [size],
  );
  expect(rows).toHaveLength(size);
  return rows;
};

const VERBS: Record<string, (size: number) => Promise<() => Promise<unknown[]>>> = {
  'changing endpoints': async (size) => {
    const all = endpoints
      .slice(0, size)
      .map((one) => ({ ...one, ...keyed(), change: { description: `${size}` } }));
    return () => changeEndpoints(services(), all);
  },
  'rotating secrets': async (size) => {
    const all = endpoints.slice(0, size).map((one) => ({ ...one, ...keyed() }));
    return () => rotateSecrets(services(), all);
  },
  'sending tests': async (size) => {
    const all = endpoints.slice(0, size).map((one) => ({ ...one, ...keyed() }));
    return () => testEndpoints(services(), all);
  },
  'listing deliveries': async (size) => {
    const all = endpoints.slice(0, size);
    return () =>
      listDeliveries(
        services(),
        all.map((one) => ({ ...one, state: null, event: null, cursor: null, limit: 5 })),
      );
  },
  'retrieving deliveries': async (size) => {
    const all = await deliveries(size);
    return () => retrieveDeliveries(services(), all);
  },
  'resending deliveries': async (size) => {
    const all = (await deliveries(size)).map((one) => ({ ...one, ...keyed() }));
    return () => resendDeliveries(services(), all);
  },
  'resending what failed': async (size) => {
    await world.rows(
      `with gone as (delete from webhook_due returning delivery_id)
       update webhook_deliveries set state = 'DEAD', dead_reason = 'attempts_exhausted', finished_at = now()
        where id in (select delivery_id from gone)`,
    );
    const all = endpoints
      .slice(0, size)
      .map((one) => ({ ...one, what: 'failed' as const, since: new Date(0), cursor: null, ...keyed() }));
    return () => resendFailedDeliveries(services(), all);
  },
  'sending what was missed': async (size) => {
    const all = endpoints
      .slice(0, size)
      .map((one) => ({ ...one, what: 'missed' as const, since: new Date(0), cursor: null, ...keyed() }));
    return () => resendFailedDeliveries(services(), all);
  },
  'listing events': async (size) => {
    const all = events.slice(0, size);
    return () =>
      listEvents(
        services(),
        all.map((one) => ({ ...one, type: null, object_id: null, cursor: null, limit: 5 })),
      );
  },
  'retrieving events': async (size) => {
    const all = events.slice(0, size);
    return () => retrieveEvents(services(), all);
  },
};

test.each(Object.entries(VERBS))(
  `%s takes as many statements for ${MANY} as for one, and refuses none of them`,
  async (_name, prepare) => {
    const count = async (size: number) => {
      const work = await prepare(size);
      let outcomes: readonly unknown[] = [];
      const statements = await countStatements(async () => {
        outcomes = await work();
      });
      expect(outcomes).toHaveLength(size);
      const done = new Set(outcomes.map((one) => (one as { kind?: string } | null)?.kind ?? one !== null));
      expect([[true], ['changed'], ['rotated'], ['sent'], ['resent']]).toContainEqual([...done]);
      return statements;
    };
    const once = await count(1);
    expect(await count(MANY)).toBe(once);
    expect(once).toBeGreaterThan(0);
    expect(once).toBeLessThanOrEqual(12);
  },
);

test('many queries in one array are each answered with their own, in order', async () => {
  const asked = endpoints.map((one) => ({ ...one, state: null, event: null, cursor: null, limit: 3 }));
  const pages = await listDeliveries(services(), asked);
  for (const [at, page] of pages.entries()) {
    expect(page?.rows.length).toBeGreaterThan(0);
    for (const row of page?.rows ?? []) expect(row.endpoint_id).toBe(asked[at]?.endpoint_id);
  }
  const queries = events.map((one) => ({ ...one, type: null, object_id: null, cursor: null, limit: 3 }));
  for (const [at, page] of (await listEvents(services(), queries)).entries()) {
    expect(page.rows.length).toBe(3);
    for (const row of page.rows) expect(row.merchant_id).toBe(queries[at]?.merchant_id);
  }
});
