// A process of its own: so many connections, each sends its next request when the last one is answered.
import { quantile } from '../measure.ts';
import { Connection, postText, sessionBody } from './socket.ts';

export type ClosedLoad = {
  port: number;
  key: string;
  path: string;
  connections: number;
  /** Before counting begins. */
  warm_up_seconds: number;
  seconds: number;
  /** Makes references of this run its own. */
  name: string;
};

export type ClosedResult = {
  per_second: number;
  count: number;
  p50_ms: number;
  p99_ms: number;
  /** Answers by status, warm-up included. */
  statuses: Record<string, number>;
};

async function run(load: ClosedLoad): Promise<ClosedResult> {
  const connections = await Promise.all(
    Array.from({ length: load.connections }, () => Connection.open(load.port)),
  );
  const from_ms = performance.now() + load.warm_up_seconds * 1000;
  const until_ms = from_ms + load.seconds * 1000;
  const times_ms: number[] = [];
  const statuses: Record<string, number> = {};
  let sequence = 0;
  const lane = async (connection: Connection): Promise<void> => {
    for (;;) {
      const sent_ms = performance.now();
      if (sent_ms >= until_ms) break;
      sequence += 1;
      const answer = await connection.send(postText(load.path, load.key, sessionBody(load.name, sequence)));
      const now_ms = performance.now();
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      if (now_ms >= from_ms && now_ms < until_ms) times_ms.push(now_ms - sent_ms);
    }
    connection.close();
  };
  await Promise.all(connections.map(lane));
  return {
    per_second: times_ms.length / load.seconds,
    count: times_ms.length,
    p50_ms: quantile(times_ms, 0.5),
    p99_ms: quantile(times_ms, 0.99),
    statuses,
  };
}

process.once('message', (load) => {
  void run(load as ClosedLoad).then((result) => process.send?.(result, () => process.disconnect()));
});
