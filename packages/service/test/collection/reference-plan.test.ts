import { expect, test } from 'vitest';
import type { CreateSession } from '../../src/domain/session/commands.ts';
import { createSessions } from '../../src/engine/sessions/create.ts';
import { explained } from '../payments/plan.ts';
import { openWorld } from './world.ts';

const ALREADY = 600;

test('On a database without statistics a session costs the same however many its merchant has', async () => {
  const world = await openWorld();
  try {
    const merchant_id = await world.merchant();
    const command = (n: number): CreateSession => ({
      ...({ merchant_id, environment: 'test', operator: 'AIRTEL', ttl_minutes: 60 } as const),
      ...{ reference: `ORDER-${n}`, amount_xaf: 1000 + n, customer_phone: null, description: null },
      ...{ metadata: null, idempotency: null },
    });
    await createSessions(
      world.services,
      Array.from({ length: ALREADY }, (_, n) => command(n)),
    );
    const plans = await explained(world.db.pool, () =>
      createSessions(world.services, [command(ALREADY + 1), command(0)]),
    );
    const asking = plans.filter(({ name }) => name === 'reserve_sessions' || name === 'find_references');
    expect(asking.length).toBeGreaterThan(0);
    for (const { text, nodes } of asking) {
      expect(text).toContain('payment_sessions_reference');
      expect(nodes.filter(({ removed }) => removed > 2)).toEqual([]);
    }
  } finally {
    await world.close();
  }
});
