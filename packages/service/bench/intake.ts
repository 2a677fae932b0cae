import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import { openCluster } from '../src/store/cluster/open.ts';
import { connect } from '../src/store/connect/connect.ts';
import { ROOT, runHelper, SERVE, type Service, startHelper, startService } from './children.ts';
import { type Medium, makeFolder, removeFolder } from './database.ts';
import type { ClosedResult } from './load/closed.ts';
import type { Listening } from './load/control.ts';
import type { GatewayLoad } from './load/gateway.ts';
import type { NoticeWriter } from './load/notice-writer.ts';
import { median } from './measure.ts';
import { type Effort, MEDIUM_NAMES, milliseconds, perSecond, type Row, ratioRow } from './row.ts';

const CONNECTIONS = 64;
const GOAL_PER_SECOND = 5_000;
const NUMBER = '+23566000001';
const SETTLED = 'select count(*)::int as n from notice_readings';

/** Signed posts of gateways kept by one process, which settles them meanwhile, beside a bare handler. */
export async function measureIntake(effort: Effort): Promise<Row[]> {
  return [...(await onMedium('ram', effort)), ...(await onMedium('disk', effort))];
}

async function onMedium(medium: Medium, effort: Effort): Promise<Row[]> {
  const folder = await makeFolder(medium);
  if (folder === null) return [];
  const data_dir = join(folder, 'data');
  try {
    const service = await startService({ data_dir });
    try {
      return rowsOf(medium, await runs(medium, service, effort));
    } finally {
      await service.stop();
    }
  } finally {
    await removeFolder(folder);
  }
}

type Runs = { ours: ClosedResult[]; bare: ClosedResult[]; settled_per_second: number[] };

async function runs(medium: Medium, service: Service, effort: Effort): Promise<Runs> {
  const { data_dir } = service;
  const gateway = await chari<{ id: string; secret: string }>(data_dir, ['gateways', 'create', 'bench']);
  const route = ['--gateway', 'bench', '--device', 'bench', '--sim', '1'];
  const add = ['numbers', 'add', NUMBER, '--operator', 'AIRTEL', '--senders', 'AirtelMoney', ...route];
  const number = await chari<{ id: string }>(data_dir, add);
  // Joins the running server: opening it again gives its address.
  const silent = { data_dir_is_explicit: true, log: () => undefined, randomBytes };
  const cluster = await openCluster({ data_dir, ...silent });
  const pool = await connect(cluster.url, { max_connections: 1 });
  const path = `/gateways/${gateway.id}/inbound`;
  const { helper } = await startHelper<undefined>('notice-writer.ts', false);
  const writer: NoticeWriter = { url: cluster.url, path, collection_number_id: number.id };
  const found: Runs = { ours: [], bare: [], settled_per_second: [] };
  try {
    const { port } = await helper.ask<Listening>(writer);
    const target = { path, secret: gateway.secret, connections: CONNECTIONS };
    for (let round = 0; round < (effort.quick ? 1 : 3); round += 1) {
      effort.say(`intake: ${MEDIUM_NAMES[medium]}, round ${round + 1}`);
      found.bare.push(await load({ ...target, port, name: `bare-${round}` }, effort));
      const before = await countOf(pool);
      const from_ms = performance.now();
      found.ours.push(await load({ ...target, port: service.port, name: `ours-${round}` }, effort));
      const seconds = (performance.now() - from_ms) / 1000;
      found.settled_per_second.push(((await countOf(pool)) - before) / seconds);
    }
  } finally {
    await helper.stop();
    await pool.end();
    await cluster.stop();
  }
  return found;
}

async function countOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(SETTLED);
  return rows[0]?.n ?? 0;
}

async function load(
  target: Omit<GatewayLoad, 'warm_up_seconds' | 'seconds'>,
  { quick }: Effort,
): Promise<ClosedResult> {
  const what: GatewayLoad = { ...target, warm_up_seconds: quick ? 0.5 : 1, seconds: quick ? 2 : 4 };
  const result = await runHelper<ClosedResult>('gateway.ts', what);
  const others = Object.keys(result.statuses).filter((status) => status !== '200');
  if (others.length > 0) throw new Error(`not every post was taken: ${JSON.stringify(result.statuses)}`);
  return result;
}

/** A command beside the running service, as staff type it. */
async function chari<Answer>(data_dir: string, words: string[]): Promise<Answer> {
  const env = { ...process.env, CHARI_DATA_DIR: data_dir };
  const ran = await promisify(execFile)(process.execPath, [SERVE, ...words, '--json'], { cwd: ROOT, env });
  return JSON.parse(ran.stdout) as Answer;
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
      from: `${CONNECTIONS} connections, one process, p50 ${p50}, p99 ${p99}, ${perSecond(median(settled_per_second))} settled meanwhile; runs ${all(ours)}`,
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
