import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstIdAt, type OutboxEvent } from '../../src/domain/event/event.ts';
import { followEvents } from '../../src/engine/events.ts';
import { insertEvents } from '../../src/store/events.ts';
import { openService, type Service } from '../spec/service.ts';

let service: Service;
beforeAll(async () => {
  service = await openService({ works: false });
});
afterAll(() => service.close());

/** An event whose id was made so many seconds ago; committed by `insertEvents`, whenever that is. */
function made(merchant_id: string, age_s: number, now: Date): OutboxEvent {
  const created_at = new Date(now.getTime() - age_s * 1_000);
  const id = firstIdAt(created_at).slice(0, 24) + merchant_id.slice(-12);
  const about = { merchant_id, environment: 'test', type: 'transaction.test' } as const;
  return { ...about, id, object_id: id, sequence: 1, body: `{"id":"${id}"}`, created_at };
}

test('an event that commits after a younger one was handed out is not missed, and none comes twice', async () => {
  const { id: merchant_id } = await service.merchant();
  const now = new Date();
  const services = { pool: service.db.pool, now: () => now };
  const filter = { merchant_id, environment: 'test', types: null } as const;
  const followed = await followEvents(services, { ...filter, types: null }, { kind: 'none' });
  const [older, younger] = [made(merchant_id, 10, now), made(merchant_id, 1, now)];
  await insertEvents(service.db.pool, [younger]);
  expect((await followed.next(100)).map(({ id }) => id)).toEqual([younger.id]);
  await insertEvents(service.db.pool, [older]);
  expect((await followed.next(100)).map(({ id }) => id)).toEqual([older.id]);
  expect(await followed.next(100)).toEqual([]);
});

test('a replay longer than a page loses none between its pages and what happens meanwhile', async () => {
  const { id: merchant_id } = await service.merchant();
  const now = new Date();
  const services = { pool: service.db.pool, now: () => now };
  const past = Array.from({ length: 25 }, (_, place) => made(merchant_id, 3_600 - place, now));
  await insertEvents(service.db.pool, past);
  const filter = { merchant_id, environment: 'test' as const, types: null };
  const ids = past.map(({ id }) => id);
  for (const replay of [
    { kind: 'since', since: new Date(now.getTime() - 7_200_000) },
    { kind: 'count', count: 25 },
  ] as const) {
    const followed = await followEvents(services, filter, replay);
    const found: string[] = [];
    for (let page = 0; page < 4; page += 1) found.push(...(await followed.next(7)).map(({ id }) => id));
    expect(found).toEqual(ids);
    expect(await followed.next(7)).toEqual([]);
  }
});
