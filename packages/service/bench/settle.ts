import { randomBytes } from 'node:crypto';
import type { Environment } from '../src/domain/operator.ts';
import type { CreateSession } from '../src/domain/session/commands.ts';
import type { PaymentSession } from '../src/domain/session/session.ts';
import { settleNotices } from '../src/engine/book/settle.ts';
import { type RawNotice, receiveNotices } from '../src/engine/notices.ts';
import type { Services } from '../src/engine/services.ts';
import { createSessions } from '../src/engine/sessions/create.ts';
import { openBenchCluster, openBenchDatabase } from './database.ts';
import { openLiveCountry } from './live.ts';
import { eachOf, median, portions, secondsOf } from './measure.ts';
import { type Effort, perSecond, type Row } from './row.ts';
import { newCommands, openShop, paymentOf, servicesOf } from './shop.ts';

const SET = 256;
/** Settling is a dozen statements a set: this many keep the server's cores busy. */
const IN_FLIGHT = 4;
/** Each SIM's messages go through one lane, as in `serve`: they come in their order, and lanes share no book. */
const LANES = 2;
const GOAL_PER_SECOND = 10_000;
const LIVE = { merchants: 100, numbers: 40 };

/** Where payments are made, and who settles which of their notices. */
type Scene = {
  services: Services;
  commands: (count: number) => CreateSession[];
  payments: (sessions: readonly PaymentSession[]) => RawNotice[];
  /** Runs of notices that may be settled beside each other. */
  lanesOf: (kept: readonly Kept[]) => string[][];
};
/** `place`: among all payments, in the order in which they were sent. */
type Kept = { notice_id: string; collection_number: string; place: number };

/**
 * Credits decided and settled in the engine, on a RAM disk, without HTTP. Included: taking the notice out of
 * the inbox, reading it, its identity, finding and locking claimants, the decision, and writing the session's
 * move, its hold's quarantine, two transfers, the event, the credit, the decision and the reading. In live
 * also the book: its lock, the step, and the proof that FLOAT is tip less opening.
 */
export async function measureSettle(effort: Effort): Promise<Row[]> {
  const opened = await openBenchCluster('ram');
  if (opened === null) return [];
  try {
    const database = await openBenchDatabase(opened.cluster);
    const services = servicesOf(database);
    const merchant_id = await openShop(services);
    const test: Scene = {
      services,
      commands: (count) => newCommands(merchant_id, count),
      payments: (sessions) => sessions.map(paymentOf),
      lanesOf: (kept) => portions(kept, Math.ceil(kept.length / IN_FLIGHT)).map(idsOf),
    };
    const live = await liveScene(services);
    const rows = [
      ...rowsOf('live', await rounds(live, effort)),
      ...rowsOf('test', await rounds(test, effort)),
    ];
    await database.drop();
    return rows;
  } finally {
    await opened.close();
  }
}

async function liveScene(base: Services): Promise<Scene> {
  const { policy } = base;
  const book = { ...policy.book, unanchored_limit_xaf: null, anchor_above_xaf: null };
  const secret_key = randomBytes(32);
  const services = { ...base, secret_key, policy: { ...policy, second_person_xaf: null, book } };
  const country = await openLiveCountry(services, LIVE);
  const laneOf = (number: string) => Number(number.slice(-2)) % LANES;
  return {
    services,
    ...country,
    lanesOf: (kept) =>
      Array.from({ length: LANES }, (_, lane) =>
        idsOf(kept.filter((one) => laneOf(one.collection_number) === lane)),
      ),
  };
}

const idsOf = (kept: readonly Kept[]): string[] => kept.map(({ notice_id }) => notice_id);

async function rounds(scene: Scene, effort: Effort): Promise<Rates[]> {
  await settleOnce(scene, SET * 8);
  const rates: Rates[] = [];
  for (let round = 0; round < (effort.quick ? 1 : 3); round += 1) {
    effort.say(`settle: round ${round + 1}`);
    rates.push(await settleOnce(scene, effort.quick ? 10_240 : 25_600));
  }
  return rates;
}

type Rates = { create: number; receive: number; settle: number };

async function settleOnce({ services, commands, payments, lanesOf }: Scene, count: number): Promise<Rates> {
  const sessions: PaymentSession[] = [];
  const kept: Kept[] = [];
  let settled = 0;
  const others: string[] = [];
  const create = await secondsOf(() =>
    eachOf(portions(commands(count), SET), IN_FLIGHT, async (set) => {
      for (const outcome of await createSessions(services, set)) {
        if (outcome.kind === 'created') sessions.push(outcome.session);
      }
    }),
  );
  // Customers don't pay in the order in which they were asked.
  sessions.sort(() => Math.random() - 0.5);
  const sent = payments(sessions).map((notice, place) => ({ notice, place }));
  const receive = await secondsOf(() =>
    eachOf(portions(sent, SET), IN_FLIGHT, async (set) => {
      const outcomes = await receiveNotices(
        services,
        set.map(({ notice }) => notice),
      );
      for (const [at, { notice, place }] of set.entries()) {
        const outcome = outcomes[at];
        if (outcome?.kind === 'kept')
          kept.push({
            notice_id: outcome.notice_id,
            collection_number: notice.collection_number ?? '',
            place,
          });
      }
    }),
  );
  // On a busy machine a set may be kept before the one that was sent first: its messages would wait for those.
  kept.sort((one, other) => one.place - other.place);
  const settle = await secondsOf(() =>
    eachOf(lanesOf(kept), IN_FLIGHT, (lane) =>
      eachOf(portions(lane, SET), 1, async (ids) => {
        for (const outcome of await settleNotices(services, ids)) {
          if (outcome.verdict?.verdict === 'SETTLE') settled += 1;
          else others.push(outcome.verdict?.rule ?? outcome.outcome);
        }
      }),
    ),
  );
  if (settled !== count)
    throw new Error(
      `of ${count} payments ${sessions.length} got a session, ${kept.length} were told and ${settled} settled; others: ${[...new Set(others)].join(', ')}`,
    );
  return { create: count / create, receive: count / receive, settle: count / settle };
}

function rowsOf(environment: Environment, rates: Rates[]): Row[] {
  const is_live = environment === 'live';
  const where = is_live
    ? `${LIVE.numbers} SIMs in ${LANES} lanes, ${LIVE.merchants} merchants`
    : `the sandbox of one merchant, ${IN_FLIGHT} sets in flight`;
  const row = (what: string, of: (rate: Rates) => number, goal: number | null): Row => {
    const rate = median(rates.map(of));
    return {
      measurement: 'settle',
      what: `${what}${is_live ? ', live' : ''}`,
      value: perSecond(rate),
      goal: goal === null ? null : `≥ ${perSecond(goal)}`,
      met: goal === null ? null : rate >= goal,
      from: `sets of ${SET}, ${where}, RAM disk, one process; runs ${rates.map((one) => perSecond(of(one))).join(', ')}`,
    };
  };
  return [
    row(
      is_live
        ? 'credits settled in the engine, their books kept'
        : 'credits settled in the engine, without books',
      (rate) => rate.settle,
      GOAL_PER_SECOND,
    ),
    row('raw notices kept', (rate) => rate.receive, null),
    row('sessions created in the engine, without HTTP', (rate) => rate.create, null),
  ];
}
