import { expect, test } from 'vitest';
import { listClaimRows, listClaimsOf } from '../../src/store/checkout/claims.ts';
import { loadCheckouts, loadSeenCredits } from '../../src/store/checkout/views.ts';
import type { Database } from '../../src/store/statement.ts';
import { openTestDatabase } from '../database/open.ts';

const ID = '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f';

/** The text of a statement, as it would go to the server. */
async function textOf(send: (database: Database) => Promise<unknown>): Promise<string> {
  let text = '';
  const listener = {
    query: async (query: { text: string }) => {
      text = query.text;
      return { rows: [] };
    },
  };
  await send(listener as unknown as Database);
  return text;
}

test('a page is found by its keys, however long the past: nothing reads a whole table or a whole index of decisions', async () => {
  const db = await openTestDatabase({ max_connections: 1 });
  try {
    const statements = {
      checkouts: [
        await textOf((database) => loadCheckouts(database, { session_ids: [ID], now: new Date() })),
        `'2026-11-21', '{${ID}}'`,
      ],
      seen: [await textOf((database) => loadSeenCredits(database, [ID])), `'{${ID}}'`],
      claims_of: [await textOf((database) => listClaimsOf(database, [ID])), `'{${ID}}'`],
      claims: [
        await textOf((database) => listClaimRows(database, { environment: 'test', limit: 10 })),
        "'test', 10",
      ],
    };
    const plans: Record<string, string> = {};
    for (const [name, [text, values]] of Object.entries(statements)) {
      await db.pool.query(`prepare ${name} as ${text}`);
      const { rows } = await db.pool.query(`explain execute ${name}(${values})`);
      plans[name] = rows.map((row) => row['QUERY PLAN']).join('\n');
    }
    for (const plan of Object.values(plans)) expect(plan).not.toContain('Seq Scan');
    expect(plans.seen).toContain('Bitmap Index Scan on decisions_set_aside');
    expect(plans.seen).not.toMatch(/decisions_(?:engine_once|pkey|staff)/);
    expect(plans.claims).toContain('payer_claims_newest');
  } finally {
    await db.drop();
  }
});
