import { randomInt } from 'node:crypto';
import type { Logger } from 'pino';
import { type Config, localUrl, type Role } from '../../domain/config/config.ts';
import { productionRefusals, productionWarnings } from '../../domain/config/production.ts';
import { writeTerms } from '../../domain/fee/words.ts';
import { type DemoPeople, openDemoPeople } from '../../engine/demo.ts';
import { adoptDefaultFees } from '../../engine/fees/schedules.ts';
import type { Services } from '../../engine/services.ts';
import { dropLeftUploads } from '../../web/frame/spool.ts';
import { noteAddress } from '../address.ts';
import { type OpenDatabase, openDatabase } from '../database.ts';
import { type Log, openLog } from '../log.ts';
import { CommandFailure, tellPerson } from '../output.ts';
import { settlePolicy } from '../policy.ts';
import { loadConfig } from '../run.ts';
import { openKeyFile, settleSecretKey } from '../secret-key.ts';
import { playDesk } from './demo-desk.ts';
import { playWeek } from './demo-week.ts';
import { prepareDemo } from './first-start.ts';
import type { Fleet } from './fleet/fleet.ts';
import { keepDatabase } from './keep-database.ts';
import { siteServices } from './pages.ts';
import { openParts } from './parts.ts';
import { findFreePort } from './port.ts';
import { prepareSchema } from './schema.ts';
import { screenLines } from './screen.ts';
import { drainOnSignal } from './signals.ts';

/** Room for every batcher's two sets in flight, key lookups, the sweep and the delivery loop. What pages ask and what settles live messages comes besides. */
const SERVE_CONNECTIONS = 12;

type ServeOptions = { role: Role; json?: boolean; processes?: number };

/** Runs the service: returns once it has started; it ends by a signal. */
export async function serve(options: ServeOptions): Promise<void> {
  const config = await settledConfig(options);
  const { processes } = config;
  const refusals = productionRefusals(config);
  if (refusals.length > 0) throw new CommandFailure(refusals.join('\n'));

  const notes: string[] = [];
  let log: Logger | null = null;
  const tell = (sentence: string): void => {
    if (log === null) notes.push(sentence);
    else log.warn(sentence);
  };
  const opening = openDatabase(config, { max_connections: SERVE_CONNECTIONS, log: tell });
  let ending = false;
  // A signal that comes while we start must not leave the embedded database running behind us.
  let end = (): Promise<void> =>
    opening.then(
      (database) => database.close(),
      () => undefined,
    );
  const tellEverywhere = (sentence: string): void => {
    tell(sentence);
    if (config.mode === 'development') tellPerson(sentence);
  };
  drainOnSignal(() => {
    ending = true;
    return end();
  }, tellEverywhere);
  let fleet: Fleet | null = null;
  const database = keepDatabase(await opening, tell, (url) => fleet?.moved(url));
  if (ending) return;
  end = database.close;
  try {
    const opened = openLog(config, database.data_dir);
    log = opened.logger;
    for (const note of notes) log.info(note);
    await prepareSchema(config, database, log, tellEverywhere);
    const secret_key = await settleSecretKey(config, database);
    if (ending) return;
    const parts = openParts({ config, database, secret_key, log }, options.role, processes);
    fleet = parts.fleet;
    end = parts.drain;
    if (await adoptDefaultFees(parts.services, config.default_fee))
      log.info({ default_fee: writeTerms(config.default_fee) }, 'the default fee holds within a minute');
    if (options.role !== 'worker') await dropLeftUploads(new Date());
    await parts.start();
    if (ending) return;
    if (options.role !== 'worker')
      await noteAddress(database.data_dir, config.public_url).catch((error: Error) =>
        tell(`The address was not noted: ${error.message}`),
      );
    const started = { ...options, processes, metrics_url: parts.operationsUrl(), secret_key };
    await showStart(parts.services, config, database, opened, started);
  } catch (error) {
    // What fails because the database is being given back is no failure to start.
    if (ending) return;
    await end().catch(() => undefined);
    throw error;
  }
}

/** With the port that it gets, and as many processes as the command or the settings say: whoever writes the log asks how many do. */
async function settledConfig({ role, processes }: ServeOptions): Promise<Config> {
  const config = await settlePort(loadConfig(), role);
  // Who only works has no port to share.
  return { ...config, processes: role === 'worker' ? 1 : (processes ?? config.processes) };
}

async function showStart(
  services: Services,
  config: Config,
  database: OpenDatabase,
  log: Log,
  options: ServeOptions & { processes: number; metrics_url: string | null; secret_key: Uint8Array },
): Promise<void> {
  const listens = options.role !== 'worker';
  // Once it has started, and shows pages to whoever decides: a start that fails is no server, and a worker bounds nobody.
  if (listens) await settlePolicy(config, database.pool, log.logger);
  const { role, processes, metrics_url } = options;
  const address = {
    role,
    metrics_url,
    ...(listens ? { host: config.host, port: config.port, processes } : {}),
  };
  log.logger.info(address, 'started');
  for (const sentence of productionWarnings(config)) log.logger.warn(sentence);
  const opened = config.secret_key === null ? await openKeyFile(database.data_dir) : null;
  if (opened?.to === 'others') log.logger.warn(opened.sentence);
  if (options.json === true) {
    process.stdout.write(`${JSON.stringify({ ...address, public_url: config.public_url })}\n`);
  } else if (config.mode === 'development') {
    const demo = listens ? await prepareDemo(services, database.data_dir) : ({ kind: 'none' } as const);
    const people =
      config.demo && demo.kind === 'first_start'
        ? await furnishDemo(services, config, options.secret_key, demo)
        : null;
    const lines = listens
      ? screenLines({
          public_url: config.public_url,
          metrics_url,
          data_dir: database.data_dir,
          log_file: log.file,
          database: database.source,
          demo,
          people,
          sign_in_url: `${config.dashboard_url}/account/sign-in`,
          reference: `first-${randomInt(100_000, 1_000_000)}`,
        })
      : ['Chari sweeps and delivers. Ctrl-C ends it; what is under way is finished first.'];
    process.stdout.write(lines.map((line) => `${line}\n`).join(''));
  }
}

/** What the pages show at first: people to sign in as, a week of payments, and what waits on staff's desk. */
async function furnishDemo(
  services: Services,
  { allow_private_webhooks }: Config,
  secret_key: Uint8Array,
  { merchant_id }: { merchant_id: string },
): Promise<DemoPeople> {
  // Its links stand on the screen, so nothing is mailed.
  const mailing = { is_set_up: false, newest: null };
  const site = siteServices(services, { secret_key, allow_private_webhooks, mailing });
  const people = await openDemoPeople(site, merchant_id);
  await playWeek(services, merchant_id);
  await playDesk(site);
  return people;
}

// Addresses are part of what is wired, so PORT=0 is made a number before anything else.
async function settlePort(config: Config, role: Role): Promise<Config> {
  if (config.port !== 0 || role === 'worker') return config;
  const port = await findFreePort(config.host);
  const suggested = localUrl(config.host, 0);
  const settle = (url: string): string => (url === suggested ? localUrl(config.host, port) : url);
  return {
    ...config,
    port,
    public_url: settle(config.public_url),
    dashboard_url: settle(config.dashboard_url),
  };
}
