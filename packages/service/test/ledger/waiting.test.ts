import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findProblems } from '../../src/engine/ledger/check.ts';
import { chari } from '../cli/run.ts';
import { openWorld, type World } from '../collection/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.pay(await world.session(await world.merchant()));
});
afterAll(() => world.close());

/** What the proof finds after a change that no trigger has seen; the change is taken back. */
async function foundAfter(change: string): Promise<string[]> {
  const client = await world.db.pool.connect();
  try {
    await client.query('begin');
    await client.query("set local session_replication_role = 'replica'");
    expect((await client.query(change)).rowCount).not.toBe(0);
    await client.query("set local session_replication_role = 'origin'");
    return (await findProblems(client)).map(({ problem }) => problem);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const delivery = (
  state: string,
) => `insert into webhook_deliveries (id, event_id, endpoint_id, state, created_at)
  select gen_random_uuid(), id, gen_random_uuid(), '${state}', now() from events limit 1`;
const transaction = (
  status: string,
  event_sequence: number,
) => `insert into transactions (id, merchant_id, environment,
    reference, internal_ref, amount_xaf, operator, phone_number, rail, status, event_sequence, created_at, expires_at, updated_at)
  select gen_random_uuid(), id, 'test', 'r', 'TX261129ABCDEFGH', 5000, 'MOOV', '+23566000000', 'sandbox', '${status}',
    ${event_sequence}, now(), now() + interval '1 hour', now() from merchants`;

describe('What waits', () => {
  test.each<[string, string, string[]]>([
    ['nothing where it does', `select 'nothing'`, []],
    [
      'a message that was taken out of the inbox and never read',
      `insert into notices select gen_random_uuid(), environment, merchant_id,
        operator, collection_number_id, source, sender, body, received_at, created_at from notices limit 1`,
      ['a message that nobody has read, and that does not wait to be read'],
    ],
    [
      'a success whose event is missing',
      `delete from events where type = 'payment_session.succeeded'`,
      ['a session whose events are not those of its status'],
    ],
    [
      'a success whose event says something else',
      `update events set type = 'payment_session.expired'`,
      ['a session whose events are not those of its status'],
    ],
    [
      'a transaction whose event is missing',
      transaction('TIMEOUT', 1),
      ['a transaction whose events are not those of its status'],
    ],
    [
      'a transaction that ended and whose event was never written',
      transaction('FAILED', 0),
      ['a transaction whose events are not those of its status'],
    ],
    ['nothing of one that is under way', transaction('PROCESSING', 0), []],
    [
      'a delivery that is never due',
      delivery('PENDING'),
      ['a delivery of an event that waits, and is never due'],
    ],
    ['nothing of one that is held', delivery('HELD'), []],
  ])('is proven to wait: the check finds %s', async (_, change, problems) => {
    expect(await foundAfter(change)).toEqual(problems);
  });
});

describe('What the database refuses', () => {
  test.each([
    [
      'alter table ledger_transfers disable trigger ledger_transfers_append_only',
      'a trigger that is switched off',
    ],
    ['alter table settlements disable trigger settlements_are_whole', 'a trigger that is switched off'],
    ['drop trigger payables_stay on payables', 'a trigger that is gone'],
    ['alter table refunds disable trigger all', 'a foreign key that is switched off'],
  ])('is proven to be refused: the check finds %s', async (change, problem) => {
    expect(await foundAfter(change)).toContain(problem);
  });

  test('is asked by the doctor too', async () => {
    const env = { DATABASE_URL: world.db.url };
    const triggers = async () => {
      const { findings } = JSON.parse((await chari(['doctor', '--json'], { env })).stdout) as {
        findings: { check: string; state: string; sentence: string }[];
      };
      return findings.find(({ check }) => check === 'triggers');
    };
    expect(await triggers()).toMatchObject({ state: 'ok' });
    await world.rows('alter table books disable trigger books_are_the_ledger');
    expect(await triggers()).toMatchObject({
      state: 'problem',
      sentence: expect.stringContaining('switched off: books books_are_the_ledger.'),
    });
    await world.rows('alter table books enable trigger books_are_the_ledger');
  });
});
