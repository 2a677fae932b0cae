import { startRailLoop } from '../../src/cli/serve/rails.ts';
import { createIds } from '../../src/cli/services.ts';
import { DEFAULT_POLICY } from '../../src/domain/policy.ts';
import { airtelRail } from '../../src/rails/airtel/airtel.ts';
import { connect } from '../../src/store/connect/connect.ts';

// The rails' loop in a process of its own, for tests that kill it. Arguments: database URL, address of the
// operator's API, by how many milliseconds the clock is ahead.
const [url, base_url, ahead_ms] = process.argv.slice(2);
if (url === undefined || base_url === undefined) throw new Error('database URL and address are needed');
const now_ms = (): number => Date.now() + Number(ahead_ms ?? 0);
const settings = { base_url, client_id: 'chari', client_secret: 'quiet' };
const rail = airtelRail(settings, () => performance.now(), { timeout_ms: 10_000 });
startRailLoop(
  {
    pool: await connect(url),
    now: () => new Date(now_ms()),
    newId: createIds(now_ms),
    random: Math.random,
    policy: DEFAULT_POLICY,
    onEvents: () => undefined,
  },
  { rails: { 'airtel-open-api': rail }, secret_key: Buffer.alloc(32, 5), log: { error: () => undefined } },
);
