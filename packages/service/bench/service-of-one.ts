// The same service with batches of one, wired as `serve` wires it: what the batcher is compared against.
import { Registry } from 'prom-client';
import { MIGRATIONS, openDatabase } from '../src/cli/database.ts';
import { openLog } from '../src/cli/log.ts';
import { loadConfig } from '../src/cli/run.ts';
import { loadSecretKey } from '../src/cli/secret-key.ts';
import { findFreePort } from '../src/cli/serve/port.ts';
import { createVerbs } from '../src/cli/serve/verbs.ts';
import { createServices } from '../src/cli/services.ts';
import { policyOf } from '../src/domain/config/config.ts';
import { createAuthenticator } from '../src/engine/keys/authenticate.ts';
import { httpMetrics } from '../src/http/metrics.ts';
import { createServer } from '../src/http/server.ts';
import { migrate } from '../src/store/migrations/migrate.ts';

const in_flight = Number(process.argv[2]);
const SPARE_CONNECTIONS = 4;

const config = loadConfig();
const database = await openDatabase(config, {
  max_connections: in_flight + SPARE_CONNECTIONS,
  log: () => undefined,
});
await migrate(database.pool, MIGRATIONS);
const { logger } = openLog(config, database.data_dir);
const secret_key = await loadSecretKey(config, database.data_dir);
const services = createServices(database.pool, policyOf(config), () => undefined);
const server = createServer({
  services,
  authenticate: createAuthenticator(services, () => performance.now()),
  rate_limit_per_second: config.rate_limit_per_second,
  public_url: config.public_url,
  verbs: createVerbs(services, {
    secret_key,
    allow_private_webhooks: config.allow_private_webhooks,
    limits: { max_batch: 1, in_flight, max_queue: 10_000 },
  }),
  metrics: httpMetrics(new Registry()),
  readiness: async () => ({ ready: true, checks: { database: true } }),
  log: logger,
});
const port = await findFreePort(config.host);
await server.listen({ port, host: config.host });
process.stdout.write(`ready at http://${config.host}:${port}\nCtrl-C ends it\n`);
process.once('SIGTERM', () => {
  void server.close().then(() => database.close());
});
