import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONFLICTS, prove } from './proof.ts';
import type { Orders, Told } from './reservation-process.ts';
import { openWorld, type World } from './world.ts';

const PROCESSES = 4;
const DURATION_MS = 4000;
const script = fileURLToPath(new URL('./reservation-process.ts', import.meta.url));

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function run(orders: Orders): Promise<Told> {
  const child = spawn(process.execPath, [script, JSON.stringify(orders)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return JSON.parse(output);
}

test('four processes that fight for the same few numbers and amounts never hold one of them twice', async () => {
  const merchant_ids = await Promise.all(Array.from({ length: PROCESSES }, () => world.merchant()));
  for (const n of [1, 2, 3]) await world.liveNumber(`+2356600100${n}`);
  let running = true;
  const children = Promise.all(
    merchant_ids.map((merchant_id, n) =>
      run({ url: world.db.url, merchant_id, name: `process-${n}`, duration_ms: DURATION_MS }),
    ),
  ).finally(() => {
    running = false;
  });
  // Not only afterwards: each look is one moment's truth.
  let looks = 0;
  let most_held = 0;
  let most_guests = 0;
  while (running) {
    expect(await world.rows(CONFLICTS)).toEqual([]);
    const [held] = await world.rows<{ all: number; guests: number }>(
      'select count(*)::int as all, (count(*) filter (where is_guest))::int as guests from collection_holds',
    );
    most_held = Math.max(most_held, held?.all ?? 0);
    most_guests = Math.max(most_guests, held?.guests ?? 0);
    looks += 1;
  }
  const told = await children;
  const sum = (name: 'created' | 'refused' | 'cancelled') =>
    told.reduce((total, one) => total + one[name], 0);

  expect(told.flatMap((one) => one.failures)).toEqual([]);
  await prove(world);
  const [rows] = await world.rows<{ n: number }>('select count(*)::int as n from payment_sessions');
  expect(rows?.n).toBe(sum('created'));
  // They did fight: every place was taken at some moment, some shared, and many had to be refused.
  expect(looks).toBeGreaterThan(20);
  expect(most_held).toBeGreaterThanOrEqual(12);
  expect(most_guests).toBeGreaterThan(0);
  expect(sum('created')).toBeGreaterThan(40);
  expect(sum('refused')).toBeGreaterThan(100);
});
