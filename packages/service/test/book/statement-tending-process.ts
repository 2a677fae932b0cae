import { createIds } from '../../src/cli/services.ts';
import { DEFAULT_POLICY } from '../../src/domain/policy.ts';
import { settleWaitingNotices } from '../../src/engine/book/settle-waiting.ts';
import { tendBooks } from '../../src/engine/book/tend.ts';
import type { Services } from '../../src/engine/services.ts';
import { tendStatements } from '../../src/engine/statements/tend.ts';
import { connect } from '../../src/store/connect/connect.ts';

// What a worker does for statements and books, in a process of its own, for tests that kill it. Arguments: database URL,
// by how many milliseconds the clock is ahead. It begins when its standard input says so.
const [url, ahead_ms] = process.argv.slice(2);
if (url === undefined) throw new Error('a database URL is needed');
const now_ms = (): number => Date.now() + Number(ahead_ms ?? 0);
const services: Services = {
  pool: await connect(url, { max_connections: 3 }),
  now: () => new Date(now_ms()),
  newId: createIds(now_ms),
  random: Math.random,
  policy: { ...DEFAULT_POLICY, dashboard_url: 'https://pay.example' },
  onEvents: () => undefined,
};
process.stdout.write('ready\n');
process.stdin.once('data', async () => {
  for (;;) {
    await tendStatements(services, { limit: 20, patience_ms: 0 });
    await settleWaitingNotices(services, { limit: 500, patience_ms: 0 });
    await tendBooks(services, null);
  }
});
