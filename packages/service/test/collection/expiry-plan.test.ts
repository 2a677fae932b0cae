import { afterAll, beforeAll, expect, test } from 'vitest';
import { findExpired } from '../../src/store/sessions/due.ts';
import { unchecked } from '../database/unchecked.ts';
import { explained } from '../payments/plan.ts';
import { openWorld, type World } from './world.ts';

const SESSIONS = 40;
const WAITING = 20_000;
const CREDITS = `insert into credits (id, environment, operator, collection_number_id, kind, amount_xaf, occurred_at,
    received_at, created_at, state, reason)
  select gen_random_uuid(), 'live', 'AIRTEL', gen_random_uuid(), 'CREDIT', 1000 + n % 1000, $1, $1, $1,
    case when n % 2 = 0 then 'SUSPENSE' else 'REVIEW' end, 'unmatched'
  from generate_series(1, ${WAITING}) n`;
const DECISIONS = `insert into decisions (id, credit_id, engine_version, rule, verdict, reason, session_ids, decision_case,
    decided_at)
  select gen_random_uuid(), id, '1', 'unmatched', 'SUSPENSE', 'nobody', '{}', '[]', $1 from credits`;

let world: World;
beforeAll(async () => {
  world = await openWorld();
  const merchant_id = await world.merchant();
  await world.liveNumber('+23566000001');
  const live = { environment: 'live', ttl_minutes: 5 } as const;
  await world.create(
    Array.from({ length: SESSIONS }, (_, n) =>
      world.command(merchant_id, { ...live, amount_xaf: 5000 + 37 * n }),
    ),
  );
  await unchecked(world.db.pool, async (client) => {
    await client.query(CREDITS, [world.now]);
    await client.query(DECISIONS, [world.now]);
  });
  await world.rows('vacuum analyze');
});
afterAll(async () => {
  await unchecked(world.db.pool, async (client) => {
    await client.query('delete from decisions');
    await client.query('delete from credits');
  });
  await world.close();
});

test('Sessions whose time is over are found without reading what waits for people on other numbers', async () => {
  world.pass(3600);
  const asked = { now: world.now, limit: 500, heard: '[]', grace_seconds: 120 };
  const [plan] = await explained(world.db.pool, () => findExpired(world.services.pool, asked));
  expect((await findExpired(world.services.pool, asked)).length).toBe(SESSIONS);
  // Among them the six holds of its number at most of which two may be missing together.
  expect(plan?.blocks).toBeLessThan(SESSIONS * 65);
});
