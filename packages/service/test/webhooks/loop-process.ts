import { connect } from '../../src/store/connect/connect.ts';
import { startDelivery } from '../../src/webhooks/deliver.ts';

// A delivery loop in a process of its own, for tests that kill it. Arguments: database URL, key in hex.
const [url, key] = process.argv.slice(2);
if (url === undefined || key === undefined) throw new Error('database URL and key are needed');
const ignore = () => undefined;
startDelivery({
  pool: await connect(url),
  now: () => new Date(),
  random: () => 0,
  secret_key: Buffer.from(key, 'hex'),
  allow_private_webhooks: true,
  log: { info: ignore, warn: ignore, error: ignore },
});
