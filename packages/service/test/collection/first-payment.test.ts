import { afterAll, beforeAll, expect, test } from 'vitest';
import { explainCredit, replayCredits } from '../../src/engine/credits/explain.ts';
import { checkLedger } from '../../src/engine/ledger/check.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.db.drop());

test('a session that is paid exactly and in time becomes SUCCESS, with one event and one ledger entry', async () => {
  const merchant = await world.merchant({ fee_basis_points: 150 });
  const session = await world.session(merchant);
  const outcome = await world.pay(session);
  expect(outcome.verdict).toMatchObject({
    verdict: 'SETTLE',
    rule: 'unique_in_time',
    session_ids: [session.id],
  });
  expect(await world.again(session)).toMatchObject({ status: 'SUCCESS', event_sequence: 1 });
  const events = await world.rows<{ type: string; body: string }>(
    'select type, body from events where object_id = $1',
    [session.id],
  );
  expect(events.map((event) => event.type)).toEqual(['payment_session.succeeded']);
  expect(JSON.parse(events[0]?.body ?? '')).toMatchObject({
    environment: 'test',
    data: { id: session.id, status: 'SUCCESS' },
  });
  const transfers = await world.rows(
    'select cause, amount_xaf from ledger_transfers where cause_id = $1 order by cause desc',
    [session.id],
  );
  expect(transfers).toEqual([
    { cause: 'SESSION_SUCCESS', amount_xaf: 5000 },
    { cause: 'SESSION_FEE', amount_xaf: 75 },
  ]);
  expect(await checkLedger(world.services)).toMatchObject({ ok: true, problems: [] });
  const explained = await explainCredit(world.services, outcome.credit_id ?? '');
  expect(explained?.lines.join('\n')).toContain('rule unique_in_time');
  expect(await replayCredits(world.services, { limit: 10 })).toMatchObject({ differences: [], last: null });
});

test('a session that nobody pays becomes EXPIRED after its grace, without a ledger entry, and frees its number after quarantine', async () => {
  const merchant = await world.merchant();
  const session = await world.session(merchant);
  world.pass(10 * 60 + 119);
  expect(await expireSessions(world.services, { limit: 100 })).toMatchObject({ expired: 0 });
  world.pass(1);
  expect(await expireSessions(world.services, { limit: 100 })).toMatchObject({ expired: 1 });
  expect(await world.again(session)).toMatchObject({ status: 'EXPIRED' });
  expect(await world.rows('select 1 from ledger_transfers where cause_id = $1', [session.id])).toEqual([]);
  world.pass(60);
  await expireSessions(world.services, { limit: 100 });
  expect(await world.rows('select 1 from collection_holds where session_id = $1', [session.id])).toEqual([]);
});

test('a thousand sessions of the same amount all get a number, and the next says what is short', async () => {
  const merchant = await world.merchant();
  const outcomes = (
    await Promise.all(
      Array.from({ length: 4 }, () =>
        world.create(Array.from({ length: 250 }, () => world.command(merchant))),
      ),
    )
  ).flat();
  const numbers = outcomes.map((outcome) =>
    outcome.kind === 'created' ? outcome.session.assigned_collection_number : outcome.kind,
  );
  expect(new Set(numbers).size).toBe(1000);
  const [refused] = await world.create([world.command(merchant)]);
  expect(refused).toMatchObject({
    kind: 'no_collection_number',
    failed_checks: [{ name: 'collection_number_pool', ready: false }],
  });
});
