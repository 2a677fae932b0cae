import { expect, test } from 'vitest';
import { NO_FILTER } from '../../src/domain/payment/filter.ts';
import type { CreateSession } from '../../src/domain/session/commands.ts';
import { listPayments } from '../../src/engine/payments/list.ts';
import { createSessions } from '../../src/engine/sessions/create.ts';
import { createTransactions } from '../../src/engine/transactions/create.ts';
import { listTransactions } from '../../src/engine/transactions/list.ts';
import { explained } from '../payments/plan.ts';
import { asked } from './transactions.ts';
import { openWorld } from './world.ts';

const ALREADY = 600;
/** What looks whether a reference is used. */
const ASKING = ['reserve_sessions', 'try_references', 'find_references'];

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
    const asking = plans.filter(({ name }) => ASKING.includes(name));
    expect(new Set(asking.map(({ name }) => name))).toEqual(new Set(ASKING));
    for (const { text, nodes } of asking) {
      expect(text).toContain('payment_sessions_reference');
      expect(nodes.filter(({ removed }) => removed > 2)).toEqual([]);
    }
  } finally {
    await world.close();
  }
});

test('On a database without statistics a search looks a whole reference up by its own index', async () => {
  const world = await openWorld();
  try {
    const merchant_id = await world.merchant();
    const references = Array.from({ length: ALREADY }, (_, n) => ({ reference: `ORDER-${n}` }));
    await createSessions(
      world.services,
      references.map((one, n) => world.command(merchant_id, { ...one, amount_xaf: 1000 + n })),
    );
    await createTransactions(
      world.services,
      references.map((one) => asked(merchant_id, one)),
    );
    const caller = { merchant_id, environment: 'test' } as const;
    const no_filter = { status: null, operator: null, from: null, until: null, offset: 0 };
    const plans = await explained(world.db.pool, async () => {
      const filter = { ...NO_FILTER, search: 'ORDER-0' };
      await listPayments(world.services, { ...caller, filter, after: null, limit: 50 });
      await listTransactions(world.services, { ...caller, ...no_filter, search: 'ORDER-0', limit: 20 });
    });
    const walks = (name: string, index: string) =>
      plans.find((plan) => plan.name === name)?.text.match(new RegExp(` ${index} .*`, 'g')) ?? [];
    const all = [
      walks('find_payments', 'payment_sessions_reference'),
      walks('find_payments', 'transactions_reference'),
      walks('page_found_transactions', 'transactions_reference'),
    ];
    // One for the beginning of a reference, one for the whole, each as typed and in small letters.
    for (const walk of all) {
      expect(walk.length, plans.map(({ text }) => text).join('\n')).toBe(2);
      for (const one of walk) expect(one).toMatch(/rows=(?:0|0\.\d+|1)x2 -0$/);
    }
  } finally {
    await world.close();
  }
});
