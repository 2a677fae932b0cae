import { afterAll, beforeAll, expect, test } from 'vitest';
import { afterFailedCommands } from '../../src/cli/serve/keep-database.ts';
import type { CreateSession } from '../../src/domain/session/commands.ts';
import { batcher } from '../../src/engine/batch.ts';
import { createSessions } from '../../src/engine/sessions/create.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { prove } from './proof.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let merchant: string;
beforeAll(async () => {
  world = await openWorld();
  merchant = await world.merchant();
});
afterAll(() => world.close());

const limits = { max_batch: 64, in_flight: 2, max_queue: 1000 };

test('a command that the database refuses fails alone, and its neighbours are created once each', async () => {
  const create = batcher(
    (commands: CreateSession[]) => createSessions(world.services, commands),
    limits,
    afterFailedCommands,
  );
  const nobody = world.services.newId();
  // A merchant that does not exist, metadata that is no JSON, an amount beyond what the column takes.
  const bad: Partial<CreateSession>[] = [
    { merchant_id: nobody },
    { metadata: '{' },
    { amount_xaf: 2_000_000_000 },
  ];
  const commands = Array.from({ length: 120 }, (_, n) =>
    world.command(merchant, { amount_xaf: 100 + (n % 5), ...(n % 17 === 3 ? bad[n % 3] : {}) }),
  );
  const results = await Promise.allSettled(commands.map(create));
  results.forEach((result, n) => {
    expect(result.status, `command ${n}`).toBe(n % 17 === 3 ? 'rejected' : 'fulfilled');
    if (result.status === 'fulfilled')
      expect(result.value).toMatchObject({ kind: 'created', session: { reference: commands[n]?.reference } });
  });
  const good = commands.filter((_, n) => n % 17 !== 3).length;
  const [made] = await world.rows<{ n: number }>('select count(*)::int as n from payment_sessions');
  expect(made?.n).toBe(good);
  const [held] = await world.rows<{ n: number }>('select count(*)::int as n from collection_holds');
  expect(held?.n).toBe(good);
  await prove(world);
});

test('a session that can’t be ended keeps no other from expiring, and no number from those that wait for it', async () => {
  const of = await world.merchant();
  const ended = await world.session(of);
  world.pass(3600);
  await expireSessions(world.services, { limit: 1000 });
  const sessions = [await world.session(of), await world.session(of), await world.session(of)];
  const [, stuck] = sessions;
  await world.rows(`create function refuse_one() returns trigger language plpgsql as $$ begin
    if old.id = '${stuck?.id}' then raise exception 'stuck' using errcode = 'check_violation'; end if;
    return new; end $$`);
  await world.rows(
    'create trigger refuse_one before update on payment_sessions for each row execute function refuse_one()',
  );
  world.pass(3600);
  const held = () =>
    world.rows<{ owner_id: string }>('select owner_id from collection_holds where owner_id = $1', [ended.id]);
  await expect(expireSessions(world.services, { limit: 1000 })).rejects.toThrow('stuck');
  const statuses = () =>
    world.rows<{ status: string }>(
      'select status from payment_sessions where id = any ($1::uuid[]) order by array_position($1::uuid[], id)',
      [sessions.map(({ id }) => id)],
    );
  const [expired, waits] = [{ status: 'EXPIRED' }, { status: 'AWAITING_PAYMENT' }];
  expect(await statuses()).toEqual([expired, waits, expired]);
  expect(await held()).toEqual([]);
  await world.rows('drop trigger refuse_one on payment_sessions');
  await expireSessions(world.services, { limit: 1000 });
  expect(await statuses()).toEqual([expired, expired, expired]);
});

test('references that come twice in one batch give one session and refusals that name it', async () => {
  const [one, other] = [world.command(merchant), world.command(merchant)];
  const outcomes = await world.create([one, other, one, { ...one, amount_xaf: 1 }, other]);
  expect(outcomes.map((outcome) => outcome.kind)).toEqual([
    ...['created', 'created'],
    ...['reference_already_used', 'reference_already_used', 'reference_already_used'],
  ]);
  const ids = outcomes.map((outcome) => {
    if (outcome.kind === 'created') return outcome.session.id;
    return outcome.kind === 'reference_already_used' ? outcome.existing_payment_session_id : null;
  });
  expect([ids[2], ids[3], ids[4]]).toEqual([ids[0], ids[0], ids[1]]);
});

test('a reference is free in another environment and for another merchant, and never again in its own', async () => {
  const command = world.command(merchant);
  const session = await world.session(merchant, command);
  const other = await world.merchant();
  await world.liveNumber('+23566001001');
  world.pass(2);
  const outcomes = await world.create([
    { ...command, merchant_id: other },
    { ...command, environment: 'live' },
    { ...command, amount_xaf: 1 },
  ]);
  expect(outcomes.map((outcome) => outcome.kind)).toEqual(['created', 'created', 'reference_already_used']);
  world.pass(90 * 24 * 3600);
  expect(await world.create([command])).toEqual([
    { kind: 'reference_already_used', existing_payment_session_id: session.id, replayed: false },
  ]);
});
