import { expect, test } from 'vitest';
import type { DecisionCase } from '../../src/domain/matching/case.ts';
import { packCase } from '../../src/domain/matching/stored.ts';
import { loadDecisions, pageDecisions } from '../../src/store/credits/explain.ts';
import { insertDecisions, insertStaffDecisions } from '../../src/store/credits/write.ts';
import { unchecked } from '../database/unchecked.ts';
import { openBefore } from './before.ts';

const id = (n: number) => `01990000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const SETTLED = 'one open session claims it, in time, and no other session competes';
const NOBODY = '00000000-0000-0000-0000-000000000000';

const weighed: DecisionCase = {
  credit: {
    ...{ amount_xaf: 5000, occurred_at_ms: 1, occurred_precision_ms: 60_000 },
    ...{ payer: null, tickets: [], doubts: [] },
  },
  ...{ claimants: [], is_cut: false, policy: { skew_ms: 120_000 } },
};
test('0110 keeps what was decided, and its sentences', async () => {
  const db = await openBefore('0110');
  const rows = async (sql: string, values: unknown[] = []) => (await db.pool.query(sql, values)).rows;
  const decided = (n: number, reason: string) => ({
    ...{
      id: id(100 - n),
      credit_id: id(n),
      engine_version: 14,
      rule: 'unique_in_time',
      verdict: 'SETTLE' as const,
    },
    ...{
      reason,
      session_ids: [],
      transaction_ids: [],
      decision_case: packCase(weighed),
      decided_at: new Date(n),
    },
  });
  try {
    await unchecked(db.pool, async (client) => {
      await client.query(
        `insert into decisions (id, credit_id, engine_version, rule, verdict, reason, session_ids, decision_case, decided_at)
         values ($1, $2, 14, 'unique_in_time', 'SETTLE', $3, '{}', $4, $5)`,
        [id(90), id(10), SETTLED, JSON.stringify(packCase(weighed)), new Date(10)],
      );
    });
    await db.migrateAll();

    await unchecked(db.pool, async (client) => {
      await insertDecisions(client, [decided(11, SETTLED), decided(12, 'a sentence of its own')]);
      await insertStaffDecisions(client, [
        {
          ...decided(12, 'a word of staff'),
          decision_case: { actor: 'Awa', note: 'seen', state: 'SUSPENSE', surplus_xaf: 0 } as never,
        },
      ]);
    });
    const page = await pageDecisions(db.pool, { after: NOBODY, limit: 10 });
    expect(page.map(({ credit_id, reason }) => [credit_id, reason])).toEqual([
      [id(10), SETTLED],
      [id(11), SETTLED],
      [id(12), 'a sentence of its own'],
    ]);
    expect(await pageDecisions(db.pool, { after: id(11), limit: 10 })).toHaveLength(1);
    const found = await loadDecisions(db.pool, [{ credit_id: id(12) }]);
    expect(found.map(({ reason }) => reason).sort()).toEqual(['a sentence of its own', 'a word of staff']);
    expect(await rows('select reason, reason_id from decisions where credit_id = $1', [id(11)])).toEqual([
      { reason: null, reason_id: 1 },
    ]);
  } finally {
    await unchecked(db.pool, (client) => client.query('delete from decisions'));
    await db.drop();
  }
});
