import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plannedPool } from '../../src/store/connect/connect.ts';
import { airtelText, confirmTemplate, liveNumber } from '../spec/live.ts';
import { openService, type Service } from '../spec/service.ts';
import { Phone } from './phone.ts';

let service: Service;
let settling_pool: Pool;
beforeAll(async () => {
  service = await openService({ works: false });
  settling_pool = plannedPool(service.db.pool, { max_connections: 4 });
});
afterAll(async () => {
  await service.close();
  await settling_pool.end();
});

/** How many connections of a pool have planned the look at a book. */
async function planned(pool: Pool): Promise<number> {
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  const looks = `select count(*)::int as n from pg_prepared_statements where name = 'load_book_state'`;
  const counts = await Promise.all(clients.map((client) => client.query<{ n: number }>(looks)));
  for (const client of clients) client.release();
  return counts.reduce((sum, { rows }) => sum + (rows[0]?.n ?? 0), 0);
}

it('The look at a book is planned on one connection, whatever else the process asks the database meanwhile', async () => {
  const process = await service.start({ works: false, settling_pool });
  const number = await liveNumber(service, 'AIRTEL');
  await confirmTemplate(service, 'airtel-credit');
  const phone = await Phone.open(service);
  await phone.insert(number, 1);
  const before = await planned(service.db.pool);
  const READ = 'select count(*)::int as n from notice_readings';
  for (let told = 1; told <= 5; told += 1) {
    // As many connections at once as there are gateways' posts, pages and webhooks.
    const beside = Promise.all(
      Array.from({ length: 4 }, () => service.db.pool.query('select pg_sleep(0.02)')),
    );
    const message = airtelText(service.clock.now(), 700 + told);
    expect((await phone.post(phone.received(message), undefined, process)).status).toBe(200);
    await service.until(told, READ, []);
    await beside;
  }
  expect([await planned(settling_pool), settling_pool.totalCount]).toEqual([1, 1]);
  expect(await planned(service.db.pool)).toBeLessThanOrEqual(before);
});
