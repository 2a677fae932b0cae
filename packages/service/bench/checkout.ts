import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runHelper, type Service, startHelper, startService } from './children.ts';
import { makeFolder, removeFolder } from './database.ts';
import type { OpenLoad, Payment } from './load/open.ts';
import type { PagesLoad, PagesResult } from './load/pages.ts';
import { Connection, postText, sessionBody } from './load/socket.ts';
import { eachOf, quantile } from './measure.ts';
import { type Spent, spentDuring } from './processor.ts';
import { type Effort, MEDIUM_NAMES, milliseconds, type Row } from './row.ts';

const LOOKS_A_SECOND = 200;
const PAYMENTS_A_SECOND = 300;
const P99_GOAL_MS = 20;
const OPEN_PAGES = 10_000;
/** A page that is open for ten minutes asks 24 times in the first two and 48 times in the others. */
const ASKED_EVERY_S = 600 / (24 + 48);
const CORES_GOAL = 0.25;
const CREATING = 64;

/**
 * The checkout page: looked at by the clock beside payments, which it must not wait for; and open in ten thousand
 * browsers that ask what is new, which must cost next to nothing while nothing is.
 */
export async function measureCheckout(effort: Effort): Promise<Row[]> {
  const disk = await makeFolder('disk');
  const folder = disk ?? (await makeFolder('ram'));
  if (folder === null) return [];
  const medium = MEDIUM_NAMES[disk === null ? 'ram' : 'disk'];
  const service = await startService({ data_dir: join(folder, 'data') });
  try {
    effort.say('checkout: sessions');
    const paths = await createPages(service, effort.quick ? 2_000 : OPEN_PAGES);
    const looked = await measureLooks(service, paths, effort, medium);
    return [looked, await measureAsking(service, paths, effort)];
  } finally {
    await service.stop();
    await removeFolder(folder);
  }
}

async function createPages(service: Service, count: number): Promise<string[]> {
  const paths: string[] = [];
  const lanes = await Promise.all(Array.from({ length: CREATING }, () => Connection.open(service.port)));
  await eachOf(lanes, CREATING, async (lane) => {
    while (paths.length < count) {
      const body = sessionBody(`page-${lanes.indexOf(lane)}-${paths.length}`, paths.length);
      paths.push('');
      const at = paths.length - 1;
      const answer = await lane.send(postText('/v1/payment-sessions', service.key ?? '', body));
      if (answer.status !== 201) throw new Error(`no session: ${answer.status} ${answer.body.slice(0, 200)}`);
      paths[at] = new URL((JSON.parse(answer.body) as { checkout_url: string }).checkout_url).pathname;
    }
    lane.close();
  });
  return paths;
}

async function measureLooks(service: Service, paths: string[], effort: Effort, medium: string): Promise<Row> {
  const seconds = effort.quick ? 5 : 20;
  effort.say('checkout: warm-up');
  await lookBeside(service, paths, 2, 'warm');
  effort.say(`checkout: ${LOOKS_A_SECOND} looks/s beside ${PAYMENTS_A_SECOND} payments/s`);
  const { looked, payments } = await lookBeside(service, paths, seconds, 'beside');
  effort.say('checkout: the same with a route that does nothing');
  const control = await lookBeside(service, ['/livez'], seconds, 'control');
  const control_ms = quantile(control.looked.times_ms, 0.99);
  const { times_ms, statuses } = looked;
  const settled = payments.filter((payment) => payment.settled).length;
  const p99_ms = quantile(times_ms, 0.99);
  const whole = settled === payments.length && statuses['200'] === times_ms.length;
  return {
    measurement: 'checkout',
    what: `checkout pages, ${LOOKS_A_SECOND}/s beside ${PAYMENTS_A_SECOND} payments/s, open loop, ${medium}: time to the whole page`,
    value: `${whole ? '' : 'VOID '}p50 ${milliseconds(quantile(times_ms, 0.5))}, p99 ${milliseconds(p99_ms)}, p99.9 ${milliseconds(quantile(times_ms, 0.999))}`,
    goal: `p99 ≤ ${P99_GOAL_MS} ms`,
    met: whole && p99_ms <= P99_GOAL_MS,
    from: `${times_ms.length} pages, gzip; statuses ${JSON.stringify(statuses)}; ${settled} of ${payments.length} payments settled; /livez at the same rate beside the same payments: p99 ${milliseconds(control_ms)}`,
  };
}

async function lookBeside(
  { port, key }: Service,
  paths: string[],
  seconds: number,
  name: string,
): Promise<{ looked: PagesResult; payments: Payment[] }> {
  const look: PagesLoad = {
    kind: 'look',
    port,
    paths,
    seconds,
    per_second: LOOKS_A_SECOND,
    connections: 64,
  };
  const pay: OpenLoad = {
    port,
    key: key ?? '',
    per_second: PAYMENTS_A_SECOND,
    seconds: seconds + 2,
    connections: 128,
    name,
  };
  const paying = runHelper<Payment[]>('open.ts', pay);
  await sleep(1_000);
  const looked = await runHelper<PagesResult>('pages.ts', look);
  return { looked, payments: await paying };
}

async function measureAsking(service: Service, paths: string[], effort: Effort): Promise<Row> {
  const seconds = effort.quick ? 5 : 30;
  const live = paths.map((path) => `${path}/live`);
  const { helper } = await startHelper<undefined>('pages.ts', false);
  try {
    const ask = (for_seconds: number): PagesLoad => ({
      kind: 'ask',
      port: service.port,
      paths: live,
      seconds: for_seconds,
      every_s: ASKED_EVERY_S,
    });
    effort.say(`checkout: ${live.length} pages open`);
    await helper.ask<PagesResult>(ask(Math.ceil(ASKED_EVERY_S) + 1));
    const idle = await coresDuring(service, () => sleep(effort.quick ? 2_000 : 5_000));
    effort.say(`checkout: ${live.length} open pages ask`);
    let result: PagesResult = { times_ms: [], statuses: {} };
    const busy = await coresDuring(service, async () => {
      result = await helper.ask<PagesResult>(ask(seconds));
    });
    const { times_ms, statuses } = result;
    const cores = busy.service + busy.postgres - idle.service - idle.postgres;
    const whole = statuses['304'] === times_ms.length;
    const part = ({ service: own, postgres }: Spent) => `${own.toFixed(2)} + ${postgres.toFixed(2)}`;
    return {
      measurement: 'checkout',
      what: `${live.length.toLocaleString('en-GB')} open checkout pages that ask what is new, each every ${ASKED_EVERY_S.toFixed(1)} s: cores of service and PostgreSQL`,
      value: `${whole ? '' : 'VOID '}${cores.toFixed(2)} cores`,
      goal: live.length === OPEN_PAGES ? `≤ ${CORES_GOAL} cores` : null,
      met: live.length === OPEN_PAGES ? whole && cores <= CORES_GOAL : null,
      from: `service + PostgreSQL ${part(busy)}, idle ${part(idle)}; ${Math.round(times_ms.length / seconds)} asks/s, statuses ${JSON.stringify(statuses)}, p99 ${milliseconds(quantile(times_ms, 0.99))}`,
    };
  } finally {
    await helper.stop();
  }
}

/** Cores in use while some work ran. */
async function coresDuring(service: Service, work: () => Promise<unknown>): Promise<Spent> {
  const from_ms = performance.now();
  const { spent } = await spentDuring(service, work);
  const seconds = (performance.now() - from_ms) / 1000;
  return { service: spent.service / seconds, postgres: spent.postgres / seconds };
}
