import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONFLICTS, prove } from './proof.ts';
import type { Orders, Told } from './reservation-process.ts';
import { openWorld, type World } from './world.ts';

const PROCESSES = 4;
/** What has to be seen of the fight before it ends, however fast the machine is. */
const SESSIONS = 150;
const LOOKS = 100;
const PATIENCE_MS = 100_000;
const script = fileURLToPath(new URL('./reservation-process.ts', import.meta.url));

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

function start(orders: Orders): { told: Promise<Told>; end: () => void } {
  const child = spawn(process.execPath, [script, JSON.stringify(orders)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const told = Promise.all([text(child.stdout), once(child, 'exit')]).then(([output]) => JSON.parse(output));
  return { told, end: () => child.stdin.end() };
}

test('four processes that fight for the same few numbers and amounts never hold one of them twice', async () => {
  const merchant_ids = await Promise.all(Array.from({ length: PROCESSES }, () => world.merchant()));
  for (const n of [1, 2, 3]) await world.liveNumber(`+2356600100${n}`);
  const children = merchant_ids.map((merchant_id, n) =>
    start({ url: world.db.url, merchant_id, name: `process-${n}` }),
  );
  // Not only afterwards: each look is one moment's truth.
  const deadline_ms = performance.now() + PATIENCE_MS;
  const seen = { looks: 0, held: 0, guests: 0, sessions: 0 };
  const isEnough = () =>
    seen.looks >= LOOKS && seen.held >= 12 && seen.guests > 0 && seen.sessions >= SESSIONS;
  try {
    while (!isEnough() && performance.now() < deadline_ms) {
      expect(await world.rows(CONFLICTS)).toEqual([]);
      const [found] = await world.rows<{ held: number; guests: number; sessions: number }>(
        `select (select count(*)::int from collection_holds) as held,
          (select count(*)::int from collection_holds where is_guest) as guests,
          (select count(*)::int from payment_sessions) as sessions`,
      );
      seen.held = Math.max(seen.held, found?.held ?? 0);
      seen.guests = Math.max(seen.guests, found?.guests ?? 0);
      seen.sessions = found?.sessions ?? 0;
      seen.looks += 1;
    }
  } finally {
    for (const child of children) child.end();
  }
  const told = await Promise.all(children.map((child) => child.told));
  const sum = (name: 'created' | 'refused' | 'cancelled') =>
    told.reduce((total, one) => total + one[name], 0);

  expect(told.flatMap((one) => one.failures)).toEqual([]);
  await prove(world);
  const [rows] = await world.rows<{ n: number }>('select count(*)::int as n from payment_sessions');
  expect(rows?.n).toBe(sum('created'));
  // They did fight: every place was taken at some moment, some shared, and many had to be refused.
  expect(isEnough(), JSON.stringify(seen)).toBe(true);
  expect(sum('refused')).toBeGreaterThan(100);
});
