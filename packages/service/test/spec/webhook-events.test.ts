import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type Service } from './service.ts';
import { sessionIn, simulate } from './statuses.ts';

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

type Event = { id: string; event: string; object_id: string; body: { data: { id: string } } };
const list = async (key: string, query = '') => {
  const { status, body, text } = await service.client.get(`/v1/events${query}`, key);
  expect(status, text).toBe(200);
  return body as { events: Event[]; next_cursor: string | null };
};
const objects = ({ events }: { events: Event[] }) => events.map((event) => event.object_id);

describe('GET /v1/events', () => {
  it('lists what happened with no endpoint there, newest first, with the body as it would have been sent', async () => {
    const { test_key: key } = await service.merchant();
    const first = await simulate(service, key, await service.client.session(key), 'paid');
    const second = await sessionIn(service, key, 'EXPIRED');
    const { events, next_cursor } = await list(key);
    expect(next_cursor).toBeNull();
    expect(events).toMatchObject([
      { event: 'payment_session.expired', object_id: second.id, body: { data: second } },
      {
        event: 'payment_session.succeeded',
        environment: 'test',
        object_id: first.id,
        sequence: 1,
        body: { event: 'payment_session.succeeded', data: first },
      },
    ]);
    for (const { id, body } of events) expect(body).toMatchObject({ id });
    const [row] = await service.rows<{ body: string }>('select body from events where id = $1', [
      events[1]?.id,
    ]);
    expect(JSON.stringify(events[1]?.body)).toBe(row?.body);
    const { body } = await service.client.get(`/v1/events/${events[1]?.id}`, key);
    expect(body).toEqual({ ...events[1], deliveries: [] });
  });

  it('is filtered by type and by object, and by both', async () => {
    const { test_key: key } = await service.merchant();
    const paid = await simulate(service, key, await service.client.session(key), 'paid');
    const expired = await sessionIn(service, key, 'EXPIRED');
    expect(objects(await list(key, '?type=payment_session.succeeded'))).toEqual([paid.id]);
    expect(objects(await list(key, `?object_id=${expired.id}`))).toEqual([expired.id]);
    expect(objects(await list(key, `?object_id=${expired.id.toUpperCase()}`))).toEqual([expired.id]);
    expect(objects(await list(key, `?object_id=${paid.id}&type=payment_session.expired`))).toEqual([]);
    expect(objects(await list(key, '?type=transaction.success'))).toEqual([]);
  });

  it.each(['', '&type=payment_session.succeeded'])(
    'following the cursor gives each once, newest first, whatever happens meanwhile (limit=2%s)',
    async (filter) => {
      const { test_key: key } = await service.merchant();
      const pay = async () => (await simulate(service, key, await service.client.session(key), 'paid')).id;
      const paid: string[] = [];
      for (let i = 0; i < 5; i += 1) paid.push(await pay());
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await list(key, `?limit=2${filter}${cursor === null ? '' : `&cursor=${cursor}`}`);
        seen.push(...objects(page));
        cursor = page.next_cursor;
        await pay();
      } while (cursor !== null);
      expect(seen).toEqual(paid.toReversed());
    },
  );

  it('an event that was missed can be resent to no one but read by its merchant alone', async () => {
    const [mine, theirs] = [await service.merchant(), await service.merchant()];
    await simulate(service, mine.test_key, await service.client.session(mine.test_key), 'paid');
    expect((await list(mine.test_key)).events).toHaveLength(1);
    for (const key of [theirs.test_key, theirs.live_key, mine.live_key]) {
      expect(await list(key)).toEqual({ events: [], next_cursor: null });
    }
  });
});
