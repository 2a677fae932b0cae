import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ClaimRequest, claimAttempts } from '../../src/store/webhooks/claim.ts';
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

async function shop(events: number): Promise<{ endpoint_id: string; event_ids: string[] }> {
  const merchant = await world.merchant();
  const { id } = await world.endpoint(merchant, 'http://127.0.0.1:9/');
  return { endpoint_id: id, event_ids: (await world.events(merchant, events)).map((event) => event.id) };
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

test('a claim of what fell due lately passes over what is older, and other endpoints', async () => {
  const [one, other] = [await shop(1), await shop(1)];
  const since = world.now();
  world.ahead_ms += 1_000;
  const late = await world.events(
    (
      await world.rows<{ id: string }>('select merchant_id as id from webhook_endpoints where id = $1', [
        one.endpoint_id,
      ])
    )[0]?.id ?? '',
    2,
  );
  const claimed = await claim({ recent: { endpoint_ids: [one.endpoint_id], since } });
  expect(claimed.map(({ event_id }) => event_id).sort()).toEqual(late.map(({ id }) => id).sort());
  const rest = await claim({});
  expect(rest.map(({ event_id }) => event_id).sort()).toEqual([...one.event_ids, ...other.event_ids].sort());
});
