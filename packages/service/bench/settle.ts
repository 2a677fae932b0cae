import type { PaymentSession } from '../src/domain/session/session.ts';
import { settleNotices } from '../src/engine/book/settle.ts';
import { receiveNotices } from '../src/engine/notices/receive.ts';
import type { Services } from '../src/engine/services.ts';
import { createSessions } from '../src/engine/sessions/create.ts';
import { openBenchCluster, openBenchDatabase } from './database.ts';
import { eachOf, median, portions, secondsOf } from './measure.ts';
import { type Effort, perSecond, type Row } from './row.ts';
import { newCommands, openShop, paymentOf, servicesOf } from './shop.ts';

const SET = 256;
/** Settling is a dozen statements a set: this many keep the server's cores busy. */
const IN_FLIGHT = 4;
const GOAL_PER_SECOND = 10_000;

/**
 * Credits decided and settled in the engine, on a RAM disk, without HTTP. Included: taking the notice out of
 * the inbox, reading it, its identity, finding and locking claimants, the decision, and writing the session's
 * move, its hold's quarantine, two transfers, the event, the credit, the decision and the reading.
 */
export async function measureSettle(effort: Effort): Promise<Row[]> {
  const opened = await openBenchCluster('ram');
  if (opened === null) return [];
  try {
    const database = await openBenchDatabase(opened.cluster);
    const services = servicesOf(database);
    const merchant_id = await openShop(services);
    await settleOnce(services, merchant_id, SET * 8);
    const rates: Rates[] = [];
    for (let round = 0; round < (effort.quick ? 1 : 3); round += 1) {
      effort.say(`settle: round ${round + 1}`);
      rates.push(await settleOnce(services, merchant_id, effort.quick ? 10_240 : 25_600));
    }
    await database.drop();
    return rowsOf(rates);
  } finally {
    await opened.close();
  }
}

type Rates = { create: number; receive: number; settle: number };

async function settleOnce(services: Services, merchant_id: string, count: number): Promise<Rates> {
  const sessions: PaymentSession[] = [];
  const notice_ids: string[] = [];
  let settled = 0;
  const create = await secondsOf(() =>
    eachOf(portions(newCommands(merchant_id, count), SET), IN_FLIGHT, async (commands) => {
      for (const outcome of await createSessions(services, commands)) {
        if (outcome.kind === 'created') sessions.push(outcome.session);
      }
    }),
  );
  const receive = await secondsOf(() =>
    eachOf(portions(sessions.map(paymentOf), SET), IN_FLIGHT, async (notices) => {
      for (const outcome of await receiveNotices(services, notices)) {
        if (outcome.kind === 'kept') notice_ids.push(outcome.notice_id);
      }
    }),
  );
  const settle = await secondsOf(() =>
    eachOf(portions(notice_ids, SET), IN_FLIGHT, async (ids) => {
      for (const outcome of await settleNotices(services, ids)) {
        if (outcome.verdict?.verdict === 'SETTLE') settled += 1;
      }
    }),
  );
  if (settled !== count) throw new Error(`of ${count} payments ${settled} were settled`);
  return { create: count / create, receive: count / receive, settle: count / settle };
}

function rowsOf(rates: Rates[]): Row[] {
  const how = `sets of ${SET}, ${IN_FLIGHT} in flight, RAM disk, one process`;
  const row = (what: string, of: (rate: Rates) => number, goal: number | null): Row => {
    const rate = median(rates.map(of));
    return {
      measurement: 'settle',
      what,
      value: perSecond(rate),
      goal: goal === null ? null : `≥ ${perSecond(goal)}`,
      met: goal === null ? null : rate >= goal,
      from: `${how}; runs ${rates.map((one) => perSecond(of(one))).join(', ')}`,
    };
  };
  return [
    row('credits decided and settled in the engine', (rate) => rate.settle, GOAL_PER_SECOND),
    row('raw notices kept', (rate) => rate.receive, null),
    row('sessions created in the engine, without HTTP', (rate) => rate.create, null),
  ];
}
