import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { beforeEach, expect, test, vi } from 'vitest';
import { Claimer } from './claim.ts';
import { LANE_LIMITS, Lanes } from './lanes.ts';

/** Of the steady clock. */
let at_ms: number;
/** The names of the statements that were asked for. */
let asked: string[];
/** How long each takes; 'fails' is what it says. */
let takes: Record<string, number | 'fails'>;
let unrecorded: number;
let asked_for_room: number;
let failures: unknown[];
beforeEach(() => {
  at_ms = 1_000;
  asked = [];
  takes = { claim_attempts: 30 };
  unrecorded = 0;
  asked_for_room = 0;
  failures = [];
  vi.spyOn(performance, 'now').mockImplementation(() => at_ms);
});

const ENDPOINTS = Array.from({ length: 8 }, (_, n) => ({ id: `e${n}` }));

const pool = {
  query: async ({ name }: { name: string }) => {
    asked.push(name);
    const took = takes[name] ?? 0;
    if (took === 'fails') throw new Error('canceling statement due to statement timeout');
    at_ms += took;
    return { rows: name === 'page_active_webhook_endpoints' ? ENDPOINTS : [] };
  },
} as unknown as Pool;

/** One for which looks at everything are dear. */
async function dearClaimer(): Promise<Claimer> {
  const claimer = new Claimer({
    pool,
    now: () => new Date(at_ms),
    lanes: new Lanes(LANE_LIMITS),
    held_max: LANE_LIMITS.held,
    unrecorded: () => {
      asked_for_room += 1;
      return unrecorded;
    },
    onClaimed: () => undefined,
    onFailure: (error: unknown) => failures.push(error),
  });
  for (let n = 0; n < 2; n += 1) await claimer.look();
  return claimer;
}

const until = (check: () => void) => vi.waitFor(check, { timeout: 100_000, interval: 5 });

test('a look at everything that fails is told, and keeps nobody from looking at a few endpoints after the other', async () => {
  const claimer = await dearClaimer();
  takes.claim_attempts = 'fails';
  at_ms += 60_000;
  await claimer.look();
  await until(() => expect(failures).toMatchObject([{ message: expect.stringContaining('timeout') }]));
  at_ms += 3_000;
  await claimer.look();
  await until(() => expect(asked).toContain('claim_attempts_of'));
  await claimer.end();
  expect(failures).toHaveLength(1);
});

test('a look at everything for which there is no room ends the round beside the claims, and is not asked for at once', async () => {
  const claimer = await dearClaimer();
  takes.claim_attempts_of = 20;
  await claimer.look();
  await until(() => expect(asked).toContain('claim_attempts_of'));
  // The slice has ended, and the round rests.
  await setImmediate();
  unrecorded = 2_000;
  at_ms += 60_000;
  asked_for_room = 0;
  await until(() => expect(asked_for_room).toBeGreaterThan(0));
  await setTimeout(50);
  expect(asked_for_room).toBe(1);
  await claimer.end();
});

test('who stops does not wait until the round beside the claims has rested', async () => {
  const claimer = await dearClaimer();
  // So it would rest for ten minutes.
  takes.claim_attempts_of = 60_000;
  await claimer.look();
  await until(() => expect(asked).toContain('claim_attempts_of'));
  await setImmediate();
  await claimer.end();
});
