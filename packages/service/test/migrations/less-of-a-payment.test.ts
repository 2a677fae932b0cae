import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DecisionCase } from '../../src/domain/matching/case.ts';
import { packCase } from '../../src/domain/matching/stored.ts';
import { loadDecisions, pageDecisions } from '../../src/store/credits/explain.ts';
import { insertDecisions, insertStaffDecisions } from '../../src/store/credits/write.ts';
import { keepGatewayMessages, listMessages } from '../../src/store/gateways/requests.ts';
import { unchecked } from '../database/unchecked.ts';
import { type DatabaseBefore, openBefore } from './before.ts';

const id = (n: number) => `01990000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const GATEWAY = id(1);
const SETTLED = 'one open session claims it, in time, and no other session competes';
const NOBODY = '00000000-0000-0000-0000-000000000000';

const weighed: DecisionCase = {
  credit: {
    ...{ amount_xaf: 5000, occurred_at_ms: 1, occurred_precision_ms: 60_000 },
    ...{ payer: null, tickets: [], doubts: [] },
  },
  ...{ claimants: [], is_cut: false, policy: { skew_ms: 120_000 } },
};
const decided = (n: number, reason: string) => ({
  ...{ id: id(100 - n), credit_id: id(n), engine_version: 14, rule: 'unique_in_time' },
  ...{ verdict: 'SETTLE' as const, reason, session_ids: [], transaction_ids: [] },
  ...{ decision_case: packCase(weighed), decided_at: new Date(n) },
});
const message = (n: number, message_key: string) => ({
  ...{ id: id(n), gateway_id: GATEWAY, message_key, device_id: 'phone', sim_slot: 1, sender: null },
  ...{ body: `${n}`, received_at: new Date(n), created_at: new Date(n), unreadable: true },
});

let db: DatabaseBefore;
beforeEach(async () => {
  db = await openBefore('0110');
});
afterEach(async () => {
  await unchecked(db.pool, (client) => client.query('delete from decisions'));
  await db.drop();
});
const rows = async (sql: string, values: unknown[] = []) => (await db.pool.query(sql, values)).rows;

test('0110 keeps what was decided, and its sentences', async () => {
  await unchecked(db.pool, (client) =>
    client.query(
      `insert into decisions (id, credit_id, engine_version, rule, verdict, reason, session_ids, decision_case, decided_at)
       values ($1, $2, 14, 'unique_in_time', 'SETTLE', $3, '{}', $4, $5)`,
      [id(90), id(10), SETTLED, JSON.stringify(packCase(weighed)), new Date(10)],
    ),
  );
  await db.migrateAll();
  const staff = {
    ...decided(12, 'a word of staff'),
    decision_case: { actor: 'Awa', note: 'seen', state: 'SUSPENSE', surplus_xaf: 0 } as never,
  };
  await unchecked(db.pool, async (client) => {
    await insertDecisions(client, [decided(11, SETTLED), decided(12, 'a sentence of its own')]);
    await insertStaffDecisions(client, [staff]);
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
});

test('0110 knows the messages that a gateway has told of already, and when each came', async () => {
  const known = `00${'ab'.repeat(31)}`;
  const fresh = `01${'ab'.repeat(31)}`;
  await rows(
    `insert into sms_gateways (id, name, adapter, secret_sealed, config, created_at)
     values ($1, 'yard', 'sms-gate', '\\x00', '{}', now())`,
    [GATEWAY],
  );
  await rows(
    'insert into sms_gateway_messages (gateway_id, message_key, notice_id, created_at) values ($1, $2, $3, $4)',
    [GATEWAY, Buffer.from(known, 'hex'), id(20), new Date(20)],
  );
  await rows(
    `insert into sms_gateway_unrouted (id, gateway_id, reason, device_id, body, received_at, created_at)
     values ($1, $2, 'unreadable', 'phone', '20', $3, $3)`,
    [id(20), GATEWAY, new Date(20)],
  );
  await db.migrateAll();
  const kept = await keepGatewayMessages(db.pool, [
    message(21, known),
    message(22, fresh),
    message(23, fresh),
  ]);
  expect(kept.map((one) => one.id)).toEqual([id(22)]);
  const listed = await listMessages(db.pool, { gateway_id: GATEWAY, limit: 10 });
  expect(listed.map((one) => [one.id, one.created_at.getTime()])).toEqual([
    [id(22), 22],
    [id(20), 20],
  ]);
});
