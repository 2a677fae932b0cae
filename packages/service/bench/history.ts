import type { PaymentSession } from '../src/domain/session/session.ts';
import { settleNotices } from '../src/engine/book/settle.ts';
import { receiveNotices } from '../src/engine/notices.ts';
import type { Services } from '../src/engine/services.ts';
import { createSessions } from '../src/engine/sessions/create.ts';
import { expireSessions } from '../src/engine/sessions/expire.ts';
import { retrieveSessions } from '../src/engine/sessions/retrieve.ts';
import { type BenchDatabase, openBenchCluster, openBenchDatabase } from './database.ts';
import { fillHistory } from './fill.ts';
import { median, secondsOf } from './measure.ts';
import { type Effort, milliseconds, type Row, ratioRow } from './row.ts';
import { newCommands, openShop, paymentOf, servicesOf } from './shop.ts';

const SMALL = 10_000;
const LARGE = { whole: 1_000_000, quick: 100_000 };
const GOAL = 1.5;
const PAST_IDS_MAX = 20_000;
const HOUR_MS = 3_600_000;
/** Sessions of the bench live an hour; after this long all of them are due, grace included. */
const LATER_MS = 2 * HOUR_MS;

type Verb = 'create' | 'get' | 'match' | 'expire';
const VERBS: readonly Verb[] = ['create', 'get', 'match', 'expire'];
const MEANINGS: Record<Verb, string> = {
  create: 'create sessions',
  get: 'get sessions of the past',
  match: 'keep, decide and settle credits',
  expire: 'expire sessions',
};

/** What an operation costs with much history against little; both databases in one server, taking turns. */
export async function measureHistory(effort: Effort): Promise<Row[]> {
  const opened = await openBenchCluster('ram');
  if (opened === null) return [];
  try {
    const large_size = effort.quick ? LARGE.quick : LARGE.whole;
    const small = await openSide(await openBenchDatabase(opened.cluster), SMALL);
    effort.say(`history: filling ${large_size.toLocaleString('en-GB')} sessions`);
    const large = await openSide(await openBenchDatabase(opened.cluster), large_size);
    const rows: Row[] = [];
    for (const size of [64, 1]) {
      effort.say(`history: measuring sets of ${size}`);
      const times = await takeTurns(small, large, size, effort);
      rows.push(...VERBS.map((verb) => rowOf(verb, size, times, large_size)));
    }
    await small.database.drop();
    await large.database.drop();
    return rows;
  } finally {
    await opened.close();
  }
}

type Side = {
  database: BenchDatabase;
  services: Services;
  merchant_id: string;
  /** Ids of the merchant's old sessions, in no order. */
  past_ids: string[];
  times_ms: Record<Verb, number[]>;
};
type Times = { small: Record<Verb, number[]>; large: Record<Verb, number[]> };

async function openSide(database: BenchDatabase, size: number): Promise<Side> {
  const services = servicesOf(database);
  const merchant_id = await openShop(services);
  await fillHistory(database.pool, merchant_id, size);
  const past_ids = await somePast(database, merchant_id);
  return { database, services, merchant_id, past_ids, times_ms: noTimes() };
}

/** What is read is as old as may be: each session of the merchant's past is as likely as any other. */
async function somePast(database: BenchDatabase, merchant_id: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from payment_sessions where merchant_id = $1 order by random() limit $2',
    [merchant_id, PAST_IDS_MAX],
  );
  return rows.map((row) => row.id);
}

const noTimes = (): Record<Verb, number[]> => ({ create: [], get: [], match: [], expire: [] });

async function takeTurns(small: Side, large: Side, size: number, effort: Effort): Promise<Times> {
  const warm_up = 10;
  const rounds = warm_up + (effort.quick ? 25 : 80);
  for (let round = 0; round < rounds; round += 1) {
    if (round === warm_up) {
      small.times_ms = noTimes();
      large.times_ms = noTimes();
    }
    // Who goes first changes, so that neither side always follows the other's dirt.
    const order = round % 2 === 0 ? [small, large] : [large, small];
    for (const side of order) await turn(side, size);
  }
  return { small: small.times_ms, large: large.times_ms };
}

/** Creates two sets, pays one, lets the other expire, and reads old ones; everything is timed by itself. */
async function turn(side: Side, size: number): Promise<void> {
  const { services, merchant_id, past_ids, times_ms } = side;
  const timed = async (verb: Verb, work: () => Promise<unknown>): Promise<void> => {
    times_ms[verb].push((await secondsOf(work)) * 1000);
  };
  const paid: PaymentSession[] = [];
  await timed('create', async () => {
    for (const outcome of await createSessions(services, newCommands(merchant_id, size))) {
      if (outcome.kind === 'created') paid.push(outcome.session);
    }
  });
  const wanted = Array.from(
    { length: size },
    () => past_ids[Math.floor(Math.random() * past_ids.length)] as string,
  );
  await timed('get', async () => {
    const found = await retrieveSessions(
      services,
      wanted.map((session_id) => ({ merchant_id, environment: 'test', session_id })),
    );
    if (found.some((session) => session === null)) throw new Error('a session of the past is missing');
  });
  await timed('match', async () => {
    const kept = await receiveNotices(services, paid.map(paymentOf));
    await settleNotices(
      services,
      kept.flatMap((one) => (one.kind === 'kept' ? [one.notice_id] : [])),
    );
  });
  await createSessions(services, newCommands(merchant_id, size));
  const later: Services = { ...services, now: () => new Date(Date.now() + LATER_MS) };
  await timed('expire', async () => {
    const { expired } = await expireSessions(later, { limit: size });
    if (expired !== size) throw new Error(`${expired} of ${size} sessions expired`);
  });
}

function rowOf(verb: Verb, size: number, times: Times, large_size: number): Row {
  const small_ms = median(times.small[verb]);
  const large_ms = median(times.large[verb]);
  const sets = size === 1 ? 'one at a time' : `sets of ${size}`;
  const counts = `${large_size.toLocaleString('en-GB')} : ${SMALL.toLocaleString('en-GB')} sessions of history`;
  return ratioRow(
    'history',
    `${MEANINGS[verb]}, ${sets}, ${counts}`,
    large_ms / small_ms,
    { at_most: GOAL },
    `medians of ${times.large[verb].length}: ${milliseconds(large_ms)} : ${milliseconds(small_ms)}`,
  );
}
