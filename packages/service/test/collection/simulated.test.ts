import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaymentSession } from '../../src/domain/session/session.ts';
import { simulateScenario } from '../../src/engine/sandbox/simulate.ts';
import { prove } from './proof.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let merchant: string;
beforeAll(async () => {
  world = await openWorld();
  merchant = await world.merchant();
});
afterAll(async () => {
  await prove(world);
  await world.close();
});

/** Two sessions on one number, of which the second awaits one franc less. */
async function neighbours(amount_xaf: number): Promise<PaymentSession> {
  const first = await world.session(merchant, { environment: 'test', amount_xaf });
  for (let tried = 0; tried < 20; tried += 1) {
    const other = await world.session(merchant, { environment: 'test', amount_xaf: amount_xaf - 1 });
    if (other.assigned_collection_number === first.assigned_collection_number) return other;
  }
  throw new Error('no number has both');
}

/** Draws that come out as the least each time, so that one franc more is asked for; then as they fall. */
const drawn = (least: number) => {
  let left = least;
  return () => {
    left -= 1;
    return left >= 0 ? 0 : Math.random();
  };
};

const simulate = (session: PaymentSession, random: () => number) =>
  simulateScenario(
    { ...world.services, random },
    { merchant_id: merchant, session_id: session.id, scenario: 'ambiguous', idempotency: null },
  );

test('ambiguous draws another sum where the number waits for the first, and says so where it waits for all that were drawn', async () => {
  const [once, always] = [await neighbours(7000), await neighbours(9000)];
  expect(await simulate(once, drawn(1))).toMatchObject({
    kind: 'simulated',
    session: { status: 'UNDER_REVIEW' },
  });
  expect(await simulate(always, drawn(1_000_000))).toMatchObject({
    kind: 'scenario_impossible',
    reason: expect.stringContaining('simulate again'),
  });
  // It is as it was, and may be simulated again.
  expect(await simulate(always, Math.random)).toMatchObject({ kind: 'simulated' });
});
