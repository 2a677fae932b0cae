import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { ClusterFailure, type ClusterOptions, openCluster } from '../src/index.ts';

// A process of its own that opens the cluster named by its first argument (options as JSON), says how that
// went in one line of JSON, and gives it back when its standard input ends.

const options: Pick<ClusterOptions, 'name' | 'data_dir'> = JSON.parse(process.argv[2] ?? '{}');
const logged: string[] = [];

try {
  const cluster = await openCluster({ ...options, randomBytes, log: (sentence) => logged.push(sentence) });
  const { url, port, data_dir, joined } = cluster;
  console.log(JSON.stringify({ url, port, data_dir, joined, logged }));
  process.stdin.resume();
  await once(process.stdin, 'end');
  await cluster.stop();
} catch (error) {
  // Anything else is a fault of ours, and the stack says where.
  if (!(error instanceof ClusterFailure)) throw error;
  console.log(JSON.stringify({ reason: error.reason, sentence: error.message, logged }));
}
