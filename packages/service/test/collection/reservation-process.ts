import { createIds } from '../../src/cli/services.ts';
import { DEFAULT_POLICY } from '../../src/domain/policy.ts';
import type { CreateSession } from '../../src/domain/session/commands.ts';
import type { PaymentSession } from '../../src/domain/session/session.ts';
import type { Services } from '../../src/engine/services.ts';
import { cancelSessions } from '../../src/engine/sessions/cancel.ts';
import { createSessions } from '../../src/engine/sessions/create.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { connect } from '../../src/store/connect/connect.ts';

// A process of its own that creates and cancels live sessions for few amounts as fast as it can, until its standard
// input ends and it has had its share of the fight, and says in one line of JSON what became of them. Quarantine is
// nothing, so that numbers come free again and are fought for.

export type Orders = { url: string; merchant_id: string; name: string };
export type Told = { created: number; refused: number; cancelled: number; failures: string[] };

const AMOUNTS = [500, 1000, 1500, 2000];
const PAYERS = [null, null, '+23566000001', '+23566000002', '+23566000003'];
const LANES = 4;
const SHARE = { created: 12, refused: 30 };
/** For one whose share never comes: what it tells then fails its test. */
const PATIENCE_MS = 120_000;
const FAILURES_TOLD = 5;

const orders: Orders = JSON.parse(process.argv[2] ?? '{}');
const services: Services = {
  pool: await connect(orders.url, { max_connections: 8 }),
  now: () => new Date(),
  newId: createIds(Date.now),
  random: Math.random,
  policy: { ...DEFAULT_POLICY, quarantine_minutes: { test: 0, live: 0 } },
  onEvents: () => undefined,
};
const told: Told = { created: 0, refused: 0, cancelled: 0, failures: [] };
let made = 0;

function oneOf<Item>(all: readonly Item[]): Item {
  return all[Math.floor(Math.random() * all.length)] as Item;
}

function command(): CreateSession {
  made += 1;
  return {
    merchant_id: orders.merchant_id,
    environment: 'live',
    reference: `${orders.name}-${made}`,
    amount_xaf: oneOf(AMOUNTS),
    operator: 'AIRTEL',
    customer_phone: oneOf(PAYERS),
    description: null,
    metadata: null,
    ttl_minutes: 10,
    idempotency: null,
  };
}

/** Some stay open until the next step, so that guests outlive their hosts and hosts their guests. */
let open: PaymentSession[] = [];

async function step(): Promise<void> {
  const commands = Array.from({ length: 1 + Math.floor(Math.random() * 12) }, command);
  const outcomes = await createSessions(services, commands);
  const sessions = outcomes.flatMap((one) => (one.kind === 'created' ? [one.session] : []));
  told.created += sessions.length;
  told.refused += outcomes.length - sessions.length;
  const unwanted = [...open, ...sessions.filter(() => Math.random() < 0.7)];
  open = sessions.filter((one) => !unwanted.includes(one));
  await cancelSessions(
    services,
    unwanted.map((one) => ({ ...one, session_id: one.id, idempotency: null })),
  );
  told.cancelled += unwanted.length;
  await expireSessions(services, { limit: 100 });
}

let is_seen = false;
process.stdin
  .on('end', () => {
    is_seen = true;
  })
  .resume();

function isOver(): boolean {
  const has_share = told.created >= SHARE.created && told.refused >= SHARE.refused;
  return (is_seen && has_share) || performance.now() > PATIENCE_MS;
}

async function lane(): Promise<void> {
  while (!isOver()) {
    await step().catch((error: unknown) => {
      if (told.failures.length < FAILURES_TOLD) told.failures.push(String(error));
    });
  }
}

await Promise.all(Array.from({ length: LANES }, lane));
await services.pool.end();
console.log(JSON.stringify(told));
