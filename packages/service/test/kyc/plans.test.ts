import { expect, test } from 'vitest';
import { countUndecidedDocuments, listDocuments, loadUndecidedSum } from '../../src/store/kyc/documents.ts';
import { listSubmissions, showProfiles } from '../../src/store/kyc/profiles.ts';
import { claimMailNotices, countReviews, findTrouble } from '../../src/store/mail/notices.ts';
import { listAllowances, listWaitingMerchants, pageMerchants } from '../../src/store/merchants.ts';
import { listNewestActions } from '../../src/store/staff/record.ts';
import type { Database } from '../../src/store/statement.ts';
import { openTestDatabase } from '../database/open.ts';

const ID = '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f';
const IDS = `'{${ID}}'`;

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

test('whatever the number of merchants, documents and mails, each page reads by an index and sorts no table', async () => {
  const db = await openTestDatabase({ max_connections: 1 });
  const at = new Date();
  try {
    // An empty table is read by any index at the same cost.
    await db.pool.query(`insert into merchants (id, name, created_at) values ('${ID}', 'Shop', now())`);
    await db.pool.query(
      `insert into webhook_endpoints (id, merchant_id, environment, url, secret_sealed, created_at, updated_at)
       select gen_random_uuid(), '${ID}', 'live', 'https://x.example.com/' || n, '\\x00', now(), now()
       from generate_series(1, 3000) n`,
    );
    await db.pool.query('analyze webhook_endpoints');
    const statements: Record<string, [(database: Database) => Promise<unknown>, string, string]> = {
      profiles: [(one) => showProfiles(one, [ID]), IDS, 'merchants_pkey'],
      submissions: [(one) => listSubmissions(one, [ID]), IDS, 'kyc_submissions_pkey'],
      documents: [(one) => listDocuments(one, [ID]), IDS, 'kyc_documents_merchant'],
      lately: [
        (one) => countUndecidedDocuments(one, { ids: [ID], since: at }),
        `${IDS}, now()`,
        'kyc_documents_merchant',
      ],
      lately_of_all: [
        (one) => loadUndecidedSum(one, { ids: [ID], since: at, at_least: 1 }),
        `now(), 1, ${IDS}`,
        'kyc_documents_lately',
      ],
      waiting: [(one) => listWaitingMerchants(one, { limit: 10 }), '10', 'kyc_profiles_waiting'],
      page: [(one) => pageMerchants(one, { cursor: ID, limit: 10 }), `'${ID}', 10`, 'merchants_pkey'],
      allowances: [(one) => listAllowances(one, [ID]), IDS, 'merchant_allowances_pkey'],
      record: [
        (one) => listNewestActions(one, { merchant_id: ID, action: null, limit: 10 }),
        `'${ID}', null, 10`,
        'staff_actions_subject',
      ],
      due: [
        (one) => claimMailNotices(one, { now: at, until: at, limit: 10 }),
        'now(), 10, now()',
        'mail_notices_due',
      ],
      reviews: [(one) => countReviews(one, { since: at }), 'now()', 'payment_sessions_under_review'],
      trouble: [
        (one) => findTrouble(one, { since: at, limit: 10 }),
        'now(), 10',
        'webhook_endpoints_trouble',
      ],
    };
    for (const [name, [send, values, index]] of Object.entries(statements)) {
      await db.pool.query(`prepare ${name} as ${await textOf(send)}`);
      const { rows } = await db.pool.query(`explain execute ${name}(${values})`);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan, name).not.toContain('Seq Scan');
      expect(plan, name).toContain(index);
    }
  } finally {
    await db.drop();
  }
});
