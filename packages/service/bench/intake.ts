import type { Pool } from 'pg';
import { runHelper, startHelper } from './children.ts';
import type { Medium } from './database.ts';
import { type LiveService, phonesOf, sell, withLiveService } from './live-service.ts';
import type { ClosedResult } from './load/closed.ts';
import type { Listening } from './load/control.ts';
import type { NoticeWriter } from './load/notice-writer.ts';
import type { PhonesResult } from './load/phones.ts';
import { median } from './measure.ts';
import { type Effort, MEDIUM_NAMES, milliseconds, perSecond, type Row, ratioRow } from './row.ts';

/** So many SIMs, each with a phone that posts its next SMS when the last one is answered. */
const PHONES = 64;
const GOAL_PER_SECOND = 5_000;
const SETTLED = `select count(*)::int as n from payment_sessions where status = 'SUCCESS'`;

/** Signed posts of gateways kept by one process, which settles them meanwhile, beside a bare handler. */
export async function measureIntake(effort: Effort): Promise<Row[]> {
  return [...(await onMedium('ram', effort)), ...(await onMedium('disk', effort))];
}

async function onMedium(medium: Medium, effort: Effort): Promise<Row[]> {
  const size = { merchants: 100, numbers: PHONES };
  const found = await withLiveService(medium, size, (live) => runs(live, medium, effort));
  return found === null ? [] : rowsOf(medium, found);
}

type Runs = { ours: ClosedResult[]; bare: ClosedResult[]; settled_per_second: number[] };

async function runs(live: LiveService, medium: Medium, effort: Effort): Promise<Runs> {
  const path = `/gateways/${live.country.gateway.id}/inbound`;
  const { rows } = await live.pool.query<{ id: string }>(
    `select id from collection_numbers where environment = 'live' limit 1`,
  );
  const { helper } = await startHelper<undefined>('notice-writer.ts', false);
  const writer: NoticeWriter = { url: live.url, path, collection_number_id: rows[0]?.id ?? '' };
  const found: Runs = { ours: [], bare: [], settled_per_second: [] };
  const count = effort.quick ? 6_400 : 19_200;
  try {
    const { port } = await helper.ask<Listening>(writer);
    for (let round = 0; round < (effort.quick ? 1 : 3); round += 1) {
      effort.say(`intake: ${MEDIUM_NAMES[medium]}, round ${round + 1}`);
      const load = phonesOf(live, await sell(live, count), null);
      found.bare.push(await posted({ ...load, port }));
      const before = await countOf(live.pool);
      const from_ms = performance.now();
      found.ours.push(await posted(load));
      const seconds = (performance.now() - from_ms) / 1000;
      found.settled_per_second.push(((await countOf(live.pool)) - before) / seconds);
    }
  } finally {
    await helper.stop();
  }
  return found;
}

async function countOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(SETTLED);
  return rows[0]?.n ?? 0;
}

async function posted(load: object): Promise<ClosedResult> {
  const { load: result } = await runHelper<PhonesResult>('phones.ts', load);
  const others = Object.keys(result.statuses).filter((status) => status !== '200');
  if (others.length > 0) throw new Error(`not every post was taken: ${JSON.stringify(result.statuses)}`);
  return result;
}

function rowsOf(medium: Medium, { ours, bare, settled_per_second }: Runs): Row[] {
  const rate = (results: ClosedResult[]) => median(results.map(({ per_second }) => per_second));
  const all = (results: ClosedResult[]) => results.map(({ per_second }) => perSecond(per_second)).join(', ');
  const where = MEDIUM_NAMES[medium];
  const p50 = milliseconds(median(ours.map(({ p50_ms }) => p50_ms)));
  const p99 = milliseconds(median(ours.map(({ p99_ms }) => p99_ms)));
  return [
    {
      measurement: 'intake',
      what: `signed gateway posts kept, ${where}`,
      value: perSecond(rate(ours)),
      goal: `≥ ${perSecond(GOAL_PER_SECOND)}`,
      met: rate(ours) >= GOAL_PER_SECOND,
      from: `${PHONES} phones, a SIM each, each text a payment; one process, p50 ${p50}, p99 ${p99}, ${perSecond(median(settled_per_second))} settled meanwhile; runs ${all(ours)}`,
    },
    ratioRow(
      'intake',
      `against a bare Fastify handler that inserts the raw notice, ${where}`,
      rate(ours) / rate(bare),
      null,
      `bare runs ${all(bare)}`,
    ),
  ];
}
