import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ClaimRequest, claimAttempts } from '../../src/store/webhooks/claim-attempts.ts';
import { releaseAttempts } from '../../src/store/webhooks/held.ts';
import { requeueDeliveries } from '../../src/store/webhooks/requeue.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.end());

const claim = (request: Partial<ClaimRequest>) => {
  const now = world.now();
  return claimAttempts(world.db.pool, {
    now,
    lease_until: new Date(now.getTime() + 30_000),
    limit: 64,
    endpoint_limit: 8,
    held: [],
    after_endpoint_id: null,
    ...request,
  });
};

type Shop = { merchant_id: string; endpoint_id: string; event_ids: string[] };

async function shop(events: number): Promise<Shop> {
  const merchant_id = await world.merchant();
  const { id: endpoint_id } = await world.endpoint(merchant_id, 'http://127.0.0.1:9/');
  const event_ids = (await world.events(merchant_id, events)).map((event) => event.id);
  return { merchant_id, endpoint_id, event_ids };
}

/** An instant after which everything is later: ids and due times are known to the millisecond. */
async function between(): Promise<Date> {
  await new Promise((resolve) => setTimeout(resolve, 5));
  const now = world.now();
  world.ahead_ms += 1_000;
  return now;
}

test('a claim gives every endpoint a part, however much is due for one', async () => {
  const crowded = await shop(500);
  const others = await Promise.all(Array.from({ length: 15 }, () => shop(1)));
  const held = [{ endpoint_id: crowded.endpoint_id, held: 0, most: 512 }];
  const claimed = await claim({ held });
  const of = (id: string) => claimed.filter((attempt) => attempt.endpoint_id === id).length;
  expect(others.map(({ endpoint_id }) => of(endpoint_id))).toEqual(others.map(() => 1));
  expect(of(crowded.endpoint_id)).toBe(8);
  expect(new Set(claimed.map(({ share }) => share))).toEqual(new Set([8]));
});

test('a claim begins with endpoints of which nothing is held', async () => {
  const [first, second] = [await shop(20), await shop(1)];
  const held = [{ endpoint_id: first.endpoint_id, held: 1, most: 8 }];
  const claimed = await claim({ held, limit: 1 });
  expect(claimed.map(({ endpoint_id }) => endpoint_id)).toEqual([second.endpoint_id]);
});

test('a claim of what fell due lately finds it for any endpoint, and passes over what is older', async () => {
  const [one, other] = [await shop(1), await shop(1)];
  const since = await between();
  const late = (
    await Promise.all([one, other].map(({ merchant_id }) => world.events(merchant_id, 2)))
  ).flat();
  const claimed = await claim({ part: { since } });
  expect(claimed.map(({ event_id }) => event_id).sort()).toEqual(late.map(({ id }) => id).sort());
  const rest = await claim({});
  expect(rest.map(({ event_id }) => event_id).sort()).toEqual([...one.event_ids, ...other.event_ids].sort());
});

test('a claim of what fell due lately leaves an endpoint in trouble to those who look at it whole', async () => {
  const one = await shop(0);
  const since = await between();
  await world.events(one.merchant_id, 3);
  await world.rows(`update webhook_endpoints set status = 'degraded' where id = $1`, [one.endpoint_id]);
  expect(await claim({ part: { since } })).toEqual([]);
  expect(await claim({ part: { endpoint_ids: [one.endpoint_id] } })).toHaveLength(1);
});

test('a claim of some endpoints finds all that is due to them, and to nobody else', async () => {
  const [one, other, third] = [await shop(2), await shop(1), await shop(3)];
  const endpoint_ids = [one.endpoint_id, third.endpoint_id];
  const claimed = await claim({ part: { endpoint_ids } });
  expect(claimed.map(({ event_id }) => event_id).sort()).toEqual(
    [...one.event_ids, ...third.event_ids].sort(),
  );
  expect((await claim({})).map(({ event_id }) => event_id)).toEqual(other.event_ids);
});

const LEASE_MS = 30_000;

test('an attempt whose process was killed leaves the retry schedule as it was, and has its number for itself', async () => {
  await shop(1);
  const round = (rows: { attempt: number; attempts_before: number }[]) =>
    rows.map(({ attempt, attempts_before }) => [attempt, attempts_before]);
  for (const [attempt, before] of [
    [1, 0],
    [2, 1],
    [3, 2],
  ] as const) {
    const claimed = await claim({});
    expect(round(claimed)).toEqual([[attempt, before]]);
    // Given back it is as if it had not been claimed.
    await releaseAttempts(world.db.pool, claimed);
    expect(round(await claim({}))).toEqual([[attempt, before]]);
    world.ahead_ms += LEASE_MS + 1;
  }
});

test('a delivery that is sent again after its process was killed begins its schedule with the attempt under way', async () => {
  await shop(1);
  await claim({});
  world.ahead_ms += LEASE_MS + 1;
  const [under_way] = await claim({});
  expect(await requeueDeliveries(world.db.pool, [under_way?.delivery_id ?? ''], world.now())).toHaveLength(1);
  expect(await claim({})).toMatchObject([{ attempt: 3, attempts_before: 1 }]);
});
