import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CreateSession } from '../../src/domain/session/commands.ts';
import type { PaymentSession } from '../../src/domain/session/session.ts';
import { settleNotices } from '../../src/engine/book/settle.ts';
import { settleWaitingNotices } from '../../src/engine/book/settle-waiting.ts';
import { receiveNotices } from '../../src/engine/notices.ts';
import { cancelSessions } from '../../src/engine/sessions/cancel.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { retrieveSessions } from '../../src/engine/sessions/retrieve.ts';
import { countStatements } from '../database/statements.ts';
import { prove } from './proof.ts';
import { openWorld, type World } from './world.ts';

const MANY = 500;

let world: World;
let merchant: string;
beforeAll(async () => {
  world = await openWorld();
  merchant = await world.merchant();
  // The first use makes the virtual numbers and fills the caches that last a second.
  await world.create([world.command(merchant)]);
  await world.pay(await world.session(merchant, { amount_xaf: 1 }));
});
afterAll(() => world.close());

let amount_xaf = 10_000;
let keys = 0;
/** Commands of different amounts, so that the first number proposed is free. */
function commands(size: number, fields: Partial<CreateSession> = {}): CreateSession[] {
  return Array.from({ length: size }, () => {
    amount_xaf += 1;
    return world.command(merchant, { amount_xaf, ...fields });
  });
}
const keyed = (size: number): CreateSession[] =>
  commands(size).map((command) => {
    keys += 1;
    return { ...command, idempotency: { key: `key-${keys}`, request_hash: '00'.repeat(32) } };
  });

async function sessions(size: number): Promise<PaymentSession[]> {
  const outcomes = await world.create(commands(size));
  return outcomes.flatMap((one) => (one.kind === 'created' ? [one.session] : []));
}
const cancels = (all: PaymentSession[]) =>
  all.map((session) => ({ ...session, session_id: session.id, idempotency: null }));
const credits = (all: PaymentSession[], amount_off = 0) =>
  all.map((session) => ({
    environment: 'test' as const,
    merchant_id: merchant,
    operator: session.operator,
    collection_number: session.assigned_collection_number,
    source: 'SANDBOX_CREDIT' as const,
    sender: null,
    body: JSON.stringify({ amount: session.amount_xaf + amount_off, motif: `commande ${session.ticket}` }),
    received_at: world.now,
  }));
const keep = async (all: ReturnType<typeof credits>) =>
  (await receiveNotices(world.services, all)).flatMap((one) => (one.kind === 'kept' ? [one.notice_id] : []));

/** What is prepared is not counted; what it returns is. */
const VERBS: Record<string, (size: number) => Promise<() => Promise<unknown>>> = {
  'creating sessions': async (size) => {
    const all = commands(size);
    return () => world.create(all);
  },
  'creating sessions under idempotency keys': async (size) => {
    const all = keyed(size);
    return () => world.create(all);
  },
  'answering repeated references': async (size) => {
    const all = commands(size);
    await world.create(all);
    return () => world.create(all);
  },
  'replaying idempotency keys': async (size) => {
    const all = keyed(size);
    await world.create(all);
    return () => world.create(all);
  },
  'retrieving sessions': async (size) => {
    const all = await sessions(size);
    return () =>
      retrieveSessions(
        world.services,
        all.map((one) => ({ ...one, session_id: one.id })),
      );
  },
  'cancelling sessions': async (size) => {
    const all = cancels(await sessions(size));
    return () => cancelSessions(world.services, all);
  },
  'keeping notices': async (size) => {
    const all = credits(await sessions(size));
    return () => receiveNotices(world.services, all);
  },
  'settling credits': async (size) => {
    const ids = await keep(credits(await sessions(size)));
    return () => settleNotices(world.services, ids);
  },
  'putting sessions under review': async (size) => {
    const ids = await keep(credits(await sessions(size), 1));
    return () => settleNotices(world.services, ids);
  },
  'expiring sessions': async (size) => {
    // What another verb has only kept is settled first: its number's sessions wait for it.
    await settleWaitingNotices(world.services, { limit: 10_000, patience_ms: 0 });
    await expireSessions(world.services, { limit: 10_000 });
    await sessions(size);
    world.pass(12 * 60);
    await world.pay(await world.session(merchant, { amount_xaf: 2 }));
    return () => expireSessions(world.services, { limit: 10_000 });
  },
};

test.each(Object.entries(VERBS))(
  `%s takes as many statements for ${MANY} as for one`,
  async (_name, prepare) => {
    const once = await countStatements(await prepare(1));
    const often = await countStatements(await prepare(MANY));
    expect(often).toBe(once);
    expect(once).toBeGreaterThan(0);
    expect(once).toBeLessThanOrEqual(20);
  },
);

test(`${MANY} sessions of one amount need a number each, and a number of statements that stays below a constant`, async () => {
  const many = Array.from({ length: MANY }, () => world.command(merchant, { amount_xaf: 77 }));
  let outcomes: { kind: string }[] = [];
  const statements = await countStatements(async () => {
    outcomes = await world.create(many);
  });
  expect(new Set(outcomes.map((one) => one.kind))).toEqual(new Set(['created']));
  // BEGIN, two quick rounds, one or two rounds of search that make numbers, COMMIT.
  expect(statements).toBeLessThanOrEqual(25);
  await prove(world);
});
