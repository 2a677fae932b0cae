import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Airtel, openAirtel, openRailWorld, type RailWorld } from './world.ts';

let world: RailWorld;
let airtel: Airtel;
let children: ChildProcess[];
beforeEach(async () => {
  world = await openRailWorld();
  airtel = await openAirtel({ slow_ms: 30 });
  children = [];
});
afterEach(async () => {
  await Promise.all(children.map(kill));
  await airtel.close();
  await world.close();
});

function startProcess(ahead_ms: number): ChildProcess {
  const script = fileURLToPath(new URL('./loop-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, world.db.url, airtel.simulator.url, String(ahead_ms)], {
    stdio: 'inherit',
  });
  children.push(child);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** What left a process as it was killed may reach the operator a moment later, so that is asked each time. */
const allPushedSettled = () =>
  vi.waitFor(
    async () => {
      const paid = await world.rows(`select 1 from transactions where status = 'SUCCESS'`);
      expect(paid).toHaveLength(airtel.simulator.ledger.payments.size);
    },
    { timeout: 100_000, interval: 50 },
  );

it('processes killed at any moment ask no payer twice, and those that were asked are found by enquiry', async () => {
  const merchant = await world.merchant();
  const behind_ms = Date.now() - world.now.getTime();
  const count = 400;
  airtel.simulator.faults.slow = 0.5;
  await world.transactions(merchant, count, { environment: 'live' });
  // The clock of the world stands at noon; that of the processes begins there and goes on.
  for (let round = 0; round < 6; round += 1) {
    const before = airtel.simulator.ledger.payments.size;
    const child = startProcess(-behind_ms);
    await vi.waitFor(
      () => expect(airtel.simulator.ledger.payments.size).toBeGreaterThan(Math.min(before + 20, count - 1)),
      { timeout: 100_000, interval: 1 },
    );
    await kill(child);
  }
  airtel.simulator.faults.slow = 0;
  const asked = airtel.simulator.ledger.payments.size;
  expect(asked).toBeLessThanOrEqual(count);
  // What was begun and never sent stays unsent; the rest is pushed by two processes at once.
  startProcess(-behind_ms);
  startProcess(-behind_ms);
  await vi.waitFor(
    async () => expect(await world.rows('select 1 from rail_work where begun_at is null')).toHaveLength(0),
    { timeout: 100_000 },
  );
  await Promise.all(children.map(kill));
  expect(airtel.simulator.ledger.payments.size).toBeGreaterThanOrEqual(count - 6 * 32);
  startProcess(-behind_ms + 300_000);
  startProcess(-behind_ms + 300_000);
  await allPushedSettled();
  expect(airtel.simulator.ledger.askedTwice()).toEqual([]);
});
