import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openCluster } from '@chari/postgres';
import type { Pool } from 'pg';
import { connect } from '../src/store/connect/connect.ts';
import { runHelper, type Service, startHelper, startService } from './children.ts';
import { fsyncDelay_ms, type Medium, makeFolder, removeFolder } from './database.ts';
import type { ClosedLoad, ClosedResult } from './load/closed.ts';
import type { Listening } from './load/control.ts';
import { median } from './measure.ts';
import { pgbenchVersion, runPgbench } from './pgbench.ts';
import { type Effort, MEDIUM_NAMES, milliseconds, perSecond, type Row, ratioRow } from './row.ts';

const CONNECTIONS = 64;
const OF_ONE = fileURLToPath(new URL('service-of-one.ts', import.meta.url));
/** Singles in flight: more than a small machine's cores can work on, so that commits share an fsync. */
const SINGLES_IN_FLIGHT = 32;
/** A third does not pay on four cores that PostgreSQL and the load generator share. */
const PROCESSES = 2;
const GOALS: Record<Medium, number> = { ram: 1, disk: 2 };

/** Sessions created over HTTP against pgbench's bare INSERT and against batches of one, runs alternating. */
export async function measureCreate(effort: Effort): Promise<Row[]> {
  const control = await measureControl(effort);
  const ram = await onMedium('ram', effort);
  const disk = await onMedium('disk', effort);
  return [control, ...ram, ...disk];
}

async function measureControl(effort: Effort): Promise<Row> {
  effort.say('create: the load generator against a server that only answers');
  const { helper, first } = await startHelper<Listening>('control.ts', true);
  const result = await load({ port: first.port, key: 'none' }, effort, 'control').finally(helper.stop);
  return {
    measurement: 'create',
    what: 'control: the load generator alone, against a Fastify route that only answers',
    value: perSecond(result.per_second),
    goal: null,
    met: null,
    from: `${CONNECTIONS} connections, p50 ${milliseconds(result.p50_ms)}`,
  };
}

function load(target: { port: number; key: string }, effort: Effort, name: string): Promise<ClosedResult> {
  const what: ClosedLoad = {
    ...target,
    path: '/v1/payment-sessions',
    connections: CONNECTIONS,
    warm_up_seconds: effort.quick ? 0.5 : 1,
    seconds: effort.quick ? 2 : 4,
    name,
  };
  return runHelper<ClosedResult>('closed.ts', what);
}

async function onMedium(medium: Medium, effort: Effort): Promise<Row[]> {
  const folder = await makeFolder(medium);
  if (folder === null) {
    const what = `sessions over HTTP, ${MEDIUM_NAMES[medium]}`;
    return [
      {
        measurement: 'create',
        what,
        value: 'not measured',
        goal: null,
        met: null,
        from: 'this machine has none',
      },
    ];
  }
  const fsync_ms = await fsyncDelay_ms(folder);
  const data_dir = join(folder, 'data');
  const services: Service[] = [];
  try {
    const batched = await startService({ data_dir });
    services.push(batched);
    const fleet = await startService({ data_dir, env: { CHARI_PROCESSES: String(PROCESSES) } });
    services.push(fleet);
    const singles = await startService({ data_dir, script: [OF_ONE, String(SINGLES_IN_FLIGHT)] });
    services.push(singles);
    const runs = await alternate(medium, { batched, fleet, singles }, effort);
    return rowsOf(medium, runs, fsync_ms);
  } finally {
    await Promise.all(services.map((service) => service.stop()));
    await removeFolder(folder);
  }
}

type Runs = Record<'batched' | 'fleet' | 'singles' | 'pgbench' | 'p50_ms' | 'p99_ms', number[]>;

async function alternate(
  medium: Medium,
  { batched, fleet, singles }: Record<'batched' | 'fleet' | 'singles', Service>,
  effort: Effort,
): Promise<Runs> {
  const key = batched.key ?? '';
  // Joins the running server: opening it again gives its address.
  const cluster = await openCluster({
    name: 'chari',
    data_dir: batched.data_dir,
    data_dir_is_explicit: true,
    log: () => undefined,
    randomBytes,
  });
  const pool = await connect(cluster.url, { max_connections: 1 });
  const runs: Runs = { batched: [], fleet: [], singles: [], pgbench: [], p50_ms: [], p99_ms: [] };
  try {
    const has_pgbench = (await pgbenchVersion()) !== null;
    for (let round = 0; round < (effort.quick ? 1 : 3); round += 1) {
      effort.say(`create: ${MEDIUM_NAMES[medium]}, round ${round + 1}`);
      const ours = checked(await load({ port: batched.port, key }, effort, `batched-${round}`));
      runs.batched.push(ours.per_second);
      const several = checked(await load({ port: fleet.port, key }, effort, `fleet-${round}`));
      runs.fleet.push(several.per_second);
      runs.p50_ms.push(several.p50_ms);
      runs.p99_ms.push(several.p99_ms);
      if (has_pgbench) runs.pgbench.push(await pgbench(cluster.url, pool, effort, round));
      runs.singles.push(
        checked(await load({ port: singles.port, key }, effort, `single-${round}`)).per_second,
      );
    }
  } finally {
    await pool.end();
    await cluster.stop();
  }
  return runs;
}

async function pgbench(url: string, pool: Pool, effort: Effort, round: number): Promise<number> {
  const { rows } = await pool.query<{ id: string }>('select id from merchants limit 1');
  return runPgbench({
    url,
    pool,
    clients: CONNECTIONS,
    seconds: effort.quick ? 2 : 4,
    merchant_id: rows[0]?.id ?? '',
    round: `PGBENCH-${round}`,
  });
}

/** A run in which anything was refused measures refusals, not sessions. */
function checked(result: ClosedResult): ClosedResult {
  const others = Object.keys(result.statuses).filter((status) => status !== '201');
  if (others.length > 0) throw new Error(`not every session was created: ${JSON.stringify(result.statuses)}`);
  return result;
}

function rowsOf(medium: Medium, runs: Runs, fsync_ms: number): Row[] {
  const where = `${MEDIUM_NAMES[medium]} (8 KiB write and fdatasync: ${milliseconds(fsync_ms)})`;
  const ours = median(runs.batched);
  const singles = median(runs.singles);
  const rates = (values: number[]) => values.map(perSecond).join(', ');
  const what = `sessions over HTTP at ${CONNECTIONS} connections`;
  const of_one = ratioRow(
    'create',
    `${what} : the same service with batches of one, ${where}`,
    ours / singles,
    { at_least: 3 },
    `${rates(runs.batched)} : ${rates(runs.singles)} (${SINGLES_IN_FLIGHT} in flight)`,
  );
  return [...againstPgbench(medium, runs, what, where), of_one];
}

/** The service as it starts by itself, for the record, and from as many processes as pay here, for the goal. */
function againstPgbench(medium: Medium, runs: Runs, what: string, where: string): Row[] {
  const name = (processes: string) => `${what}, ${processes} : pgbench's bare INSERT, ${where}`;
  if (runs.pgbench.length === 0) {
    const from = 'pgbench is not on PATH';
    return [
      {
        measurement: 'create',
        what: name('the service'),
        value: 'not measured',
        goal: null,
        met: null,
        from,
      },
    ];
  }
  const rates = (values: number[]) => values.map(perSecond).join(', ');
  const bare = median(runs.pgbench);
  const latency = `p50 ${milliseconds(median(runs.p50_ms))}, p99 ${milliseconds(median(runs.p99_ms))}`;
  return [
    ratioRow(
      'create',
      name(`--processes ${PROCESSES}`),
      median(runs.fleet) / bare,
      { at_least: GOALS[medium] },
      `${rates(runs.fleet)} (${latency}) : ${rates(runs.pgbench)}`,
    ),
    {
      measurement: 'create',
      what: name('one process'),
      value: `${(median(runs.batched) / bare).toFixed(2)} ×`,
      goal: null,
      met: null,
      from: `${rates(runs.batched)} : ${rates(runs.pgbench)}`,
    },
  ];
}
