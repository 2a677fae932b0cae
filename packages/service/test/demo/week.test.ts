import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playWeek, weekBefore } from '../../src/cli/serve/demo-week.ts';
import { checkLedger } from '../../src/engine/ledger/check.ts';
import { World } from '../collection/world.ts';
import { openTestDatabase } from '../database/open.ts';

const DAY_MS = 86_400_000;

describe('The week that npm start shows', () => {
  let world: World;
  let made = 0;
  beforeAll(async () => {
    world = new World(await openTestDatabase());
    made = await playWeek(world.services, await world.merchant());
  });
  afterAll(() => world.close());
  const rows = <Row extends object>(text: string) =>
    world.db.pool.query<Row>(text).then(({ rows: found }) => found);

  it('has payments of each of seven days, most of them paid, and none of the night or of the future', async () => {
    const days = await rows<{ day: string; paid: number; all: number }>(
      `select (created_at at time zone 'Africa/Ndjamena')::date::text as day, count(*)::int as all,
        count(*) filter (where status = 'SUCCESS')::int as paid from payment_sessions group by 1 order by 1`,
    );
    expect(days.length).toBeGreaterThanOrEqual(7);
    for (const { paid, all } of days.slice(0, -1)) expect(paid / all).toBeGreaterThan(0.5);
    expect(days.reduce((sum, { all }) => sum + all, 0)).toBe(made);
    const [odd] = await rows<{ n: number }>(
      `select count(*)::int as n from payment_sessions where extract(hour from created_at at time zone 'Africa/Ndjamena')
        not between 7 and 20 or created_at > '${world.now.toISOString()}'`,
    );
    expect(odd?.n).toBe(0);
  });

  it('ends with nothing under way but what people have to look at', async () => {
    const statuses = await rows<{ status: string }>(
      'select distinct status from payment_sessions order by status',
    );
    expect(statuses.map(({ status }) => status)).toEqual(['CANCELLED', 'EXPIRED', 'SUCCESS', 'UNDER_REVIEW']);
  });

  it('was played through the pipeline: its books are whole', async () => {
    expect(await checkLedger(world.services)).toMatchObject({ problems: [] });
  });

  it('is another each time, and ends a while ago', () => {
    const ends_at = new Date('2026-11-22T16:00:00.000Z');
    const moments = weekBefore(ends_at, Math.random);
    expect(moments.every(({ at }) => at.getTime() < ends_at.getTime() - 3_600_000)).toBe(true);
    expect(moments.every(({ at }) => at.getTime() > ends_at.getTime() - 9 * DAY_MS)).toBe(true);
  });
});
