// A process of its own: so many phones, each signs and posts its next SMS when the last one is answered.
import { createHmac } from 'node:crypto';
import { quantile } from '../measure.ts';
import type { ClosedResult } from './closed.ts';
import { Connection } from './socket.ts';

export type GatewayLoad = {
  port: number;
  path: string;
  secret: string;
  connections: number;
  warm_up_seconds: number;
  seconds: number;
  /** Makes the messages of this run its own. */
  name: string;
};

const AMOUNT_MAX_XAF = 1_000_000;

function eventOf(name: string, sequence: number): string {
  const amount = 1 + Math.floor(Math.random() * AMOUNT_MAX_XAF);
  const at = new Date();
  const day = at.toISOString().slice(2, 10).replaceAll('-', '');
  const message = `Trans.ID : PP${day}.0000.A${String(sequence).padStart(8, '0')}. Vous avez recu ${amount} FCFA du 66123456. Votre solde disponible est ${amount} FCFA.`;
  return JSON.stringify({
    deviceId: 'bench',
    event: 'sms:received',
    id: `${name}-${sequence}`,
    webhookId: 'LreFUt-Z3sSq0JufY9uWB',
    payload: {
      messageId: 'abc123',
      message,
      sender: 'AirtelMoney',
      recipient: null,
      phoneNumber: 'AirtelMoney',
      simNumber: 1,
      receivedAt: at.toISOString(),
    },
  });
}

function requestOf({ path, secret }: GatewayLoad, body: string): string {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', secret)
    .update(body + timestamp)
    .digest('hex');
  return `POST ${path} HTTP/1.1\r\nHost: bench\r\nX-Timestamp: ${timestamp}\r\nX-Signature: ${signature}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

async function run(load: GatewayLoad): Promise<ClosedResult> {
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
      sequence += 1;
      const request = requestOf(load, eventOf(load.name, sequence));
      const sent_ms = performance.now();
      if (sent_ms >= until_ms) break;
      const answer = await connection.send(request);
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
  void run(load as GatewayLoad).then((result) => process.send?.(result, () => process.disconnect()));
});
