import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { connect } from '../src/store/connect/connect.ts';
import { runHelper, type Service, type ServiceOptions, startHelper, startService } from './children.ts';
import {
  CONNECTIONS,
  missing,
  type Place,
  PROCESSES,
  type Runs,
  rowsOf,
  SINGLES_IN_FLIGHT,
} from './create-rows.ts';
import { openBenchCluster } from './database.ts';
import type { ClosedLoad, ClosedResult } from './load/closed.ts';
import type { Listening } from './load/control.ts';
import { median, secondsOf } from './measure.ts';
import { pgbenchVersion, runPgbench } from './pgbench.ts';
import { spentDuring } from './processor.ts';
import { type Effort, MEDIUM_NAMES, milliseconds, perSecond, type Row } from './row.ts';

const OF_ONE = fileURLToPath(new URL('service-of-one.ts', import.meta.url));

const RAM: Place = {
  medium: 'ram',
  name: MEDIUM_NAMES.ram,
  settings: {},
  against_pgbench: 1,
  against_singles: 3,
};
const DISK: Place = {
  medium: 'disk',
  name: MEDIUM_NAMES.disk,
  settings: {},
  against_pgbench: 2,
  against_singles: 3,
};
/**
 * PostgreSQL sleeps for `commit_delay` before it flushes, holding the lock of the log as it would on a disk that takes
 * so long, and who commits meanwhile goes with that flush. A real disk makes those wait for the next one, so batches
 * of one are better off here than there.
 */
const SLOW: Place = {
  medium: 'ram',
  name: 'a disk whose commit takes 2 ms (RAM disk, commit_delay = 2000, commit_siblings = 0)',
  settings: { commit_delay: 2_000, commit_siblings: 0 },
  against_pgbench: null,
  against_singles: 2.5,
};

/** Sessions created over HTTP against pgbench's bare INSERT and against batches of one, runs alternating. */
export async function measureCreate(effort: Effort): Promise<Row[]> {
  const control = await measureControl(effort);
  const ram = await at(RAM, effort);
  const disk = await at(DISK, effort);
  const slow = await at(SLOW, effort);
  return [control, ...ram, ...disk, ...slow];
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

async function at(place: Place, effort: Effort): Promise<Row[]> {
  const opened = await openBenchCluster(place.medium, place.settings);
  if (opened === null) return [missing(`sessions over HTTP, ${place.name}`, 'this machine has none')];
  const data_dir = join(opened.folder, 'data');
  const services: Service[] = [];
  const start = async (options: Omit<ServiceOptions, 'data_dir'>): Promise<Service> => {
    const service = await startService({ data_dir, ...options });
    services.push(service);
    return service;
  };
  try {
    const batched = await start({});
    const fleet = await start({ env: { CHARI_PROCESSES: String(PROCESSES) } });
    const singles = await start({ script: [OF_ONE, String(SINGLES_IN_FLIGHT)] });
    const commit_ms = await commitTime_ms(opened.cluster.url);
    const runs = await alternate(place, { batched, fleet, singles }, opened.cluster.url, effort);
    return rowsOf(place, runs, commit_ms);
  } finally {
    await Promise.all(services.map((service) => service.stop()));
    await opened.close();
  }
}

const COMMITS = 100;

/** Median time of a transaction that writes next to nothing and waits until that is flushed, one after the other. */
async function commitTime_ms(url: string): Promise<number> {
  const pool = await connect(url, { max_connections: 1 });
  const times_ms: number[] = [];
  try {
    for (let n = 0; n < COMMITS; n += 1)
      times_ms.push(
        1_000 * (await secondsOf(() => pool.query(`select pg_logical_emit_message(true, 'bench', '')`))),
      );
  } finally {
    await pool.end();
  }
  return median(times_ms);
}

async function alternate(
  place: Place,
  { batched, fleet, singles }: Record<'batched' | 'fleet' | 'singles', Service>,
  url: string,
  effort: Effort,
): Promise<Runs> {
  const key = batched.key ?? '';
  const pool = await connect(url, { max_connections: 1 });
  const runs: Runs = {
    batched: [],
    fleet: [],
    singles: [],
    pgbench: [],
    p50_ms: [],
    p99_ms: [],
    service_us: [],
    postgres_us: [],
  };
  try {
    const has_pgbench = place.against_pgbench !== null && (await pgbenchVersion()) !== null;
    for (let round = 0; round < (effort.quick ? 1 : 3); round += 1) {
      effort.say(`create: ${place.name}, round ${round + 1}`);
      const { result, spent } = await spentDuring(batched, () =>
        load({ port: batched.port, key }, effort, `batched-${round}`),
      );
      const ours = checked(result);
      const sessions = Object.values(ours.statuses).reduce((sum, count) => sum + count, 0);
      runs.batched.push(ours.per_second);
      runs.service_us.push((spent.service / sessions) * 1e6);
      runs.postgres_us.push((spent.postgres / sessions) * 1e6);
      const several = checked(await load({ port: fleet.port, key }, effort, `fleet-${round}`));
      runs.fleet.push(several.per_second);
      runs.p50_ms.push(several.p50_ms);
      runs.p99_ms.push(several.p99_ms);
      if (has_pgbench) runs.pgbench.push(await pgbench(url, pool, effort, round));
      runs.singles.push(
        checked(await load({ port: singles.port, key }, effort, `single-${round}`)).per_second,
      );
    }
  } finally {
    await pool.end();
  }
  return runs;
}

async function pgbench(url: string, pool: Pool, effort: Effort, round: number): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    'select merchant_id as id from collection_numbers where merchant_id is not null limit 1',
  );
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
