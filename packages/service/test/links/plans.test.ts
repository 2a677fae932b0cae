import { expect, test } from 'vitest';
import {
  loadLinks,
  loadLinksToPay,
  loadPublicLinks,
  selectLinkPages,
  selectLinkPayments,
} from '../../src/store/links.ts';
import type { Database } from '../../src/store/statement.ts';
import { openTestDatabase } from '../database/open.ts';

const ID = '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f';
const OWN = { merchant_id: ID, environment: 'test', before: ID, limit: 20, position: 0 };

/** The text and values of a statement, as they would go to the server. */
async function sentBy(
  send: (database: Database) => Promise<unknown>,
): Promise<{ text: string; value: string }> {
  const sent = { text: '', value: '' };
  const listener = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      Object.assign(sent, { text, value: String(values[0]) });
      return { rows: [] };
    },
  };
  await send(listener as unknown as Database);
  return sent;
}

test('links and their payments are found by their keys, however many there are: nothing reads a whole table', async () => {
  const db = await openTestDatabase({ max_connections: 1 });
  try {
    const statements = {
      public_link: await sentBy((database) => loadPublicLinks(database, [{ slug: 'x' }])),
      own_link: await sentBy((database) => loadLinks(database, [{ ...OWN, link_id: ID }])),
      to_pay: await sentBy((database) => loadLinksToPay(database, [ID])),
      page: await sentBy((database) => selectLinkPages(database, [OWN])),
      payments: await sentBy((database) =>
        selectLinkPayments(database, [{ ...OWN, link_id: ID, since: null }]),
      ),
    };
    // Small tables are read whole because they are small: here they count as large.
    await db.pool.query('set enable_seqscan = off');
    for (const [name, { text, value }] of Object.entries(statements)) {
      await db.pool.query(`prepare ${name} as ${text}`);
      const { rows } = await db.pool.query(`explain execute ${name}('${value}')`);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect([name, plan.includes('Seq Scan on')]).toEqual([name, false]);
      if (name === 'payments') expect(plan).toContain('payment_sessions_of_link');
      else expect(plan).toContain('payment_sessions_use_of_link');
    }
  } finally {
    await db.drop();
  }
});
