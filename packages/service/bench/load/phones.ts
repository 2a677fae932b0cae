// A process of its own: phones, one for each SIM. Each signs and posts its SMS one after the other, at the
// moments that were set for them, or as fast as they are answered.
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../measure.ts';
import type { ClosedResult } from './closed.ts';
import { Connection } from './socket.ts';

export type PhoneText = { name: string; body: string; sender: string };

export type PhonesLoad = {
  port: number;
  path: string;
  secret: string;
  /** All their texts spread evenly over so long; null: the next one goes when the last is answered. */
  seconds: number | null;
  phones: { device_id: string; texts: PhoneText[] }[];
};

/** When each text was due to be sent, by its name: time in our own queue counts, since a customer would feel it. */
export type PhonesResult = { due_ns: Map<string, bigint>; load: ClosedResult };

const NS_PER_MS = 1e6;

function requestOf({ path, secret }: PhonesLoad, device_id: string, text: PhoneText): string {
  const body = JSON.stringify({
    deviceId: device_id,
    event: 'sms:received',
    id: text.name,
    webhookId: 'LreFUt-Z3sSq0JufY9uWB',
    payload: {
      messageId: text.name,
      message: text.body,
      sender: text.sender,
      recipient: null,
      phoneNumber: text.sender,
      simNumber: 1,
      receivedAt: new Date().toISOString(),
    },
  });
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', secret)
    .update(body + timestamp)
    .digest('hex');
  return `POST ${path} HTTP/1.1\r\nHost: bench\r\nX-Timestamp: ${timestamp}\r\nX-Signature: ${signature}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

async function run(load: PhonesLoad): Promise<PhonesResult> {
  const connections = await Promise.all(load.phones.map(() => Connection.open(load.port)));
  const started_ns = process.hrtime.bigint();
  const due_ns = new Map<string, bigint>();
  const times_ms: number[] = [];
  const statuses: Record<string, number> = {};
  const phone = async ({ device_id, texts }: PhonesLoad['phones'][number], place: number): Promise<void> => {
    const connection = connections[place] as Connection;
    const every_ms = ((load.seconds ?? 0) * 1000) / texts.length;
    for (const [n, text] of texts.entries()) {
      // Phones don't begin at one moment.
      const after_ms = every_ms * (n + place / load.phones.length);
      const now_ns = process.hrtime.bigint();
      const due = load.seconds === null ? now_ns : started_ns + BigInt(Math.round(after_ms * NS_PER_MS));
      if (due > now_ns) await sleep(Number(due - now_ns) / NS_PER_MS);
      due_ns.set(text.name, due);
      const { status } = await connection.send(requestOf(load, device_id, text));
      statuses[status] = (statuses[status] ?? 0) + 1;
      times_ms.push(Number(process.hrtime.bigint() - due) / NS_PER_MS);
    }
    connection.close();
  };
  await Promise.all(load.phones.map(phone));
  const seconds = Number(process.hrtime.bigint() - started_ns) / NS_PER_MS / 1000;
  const count = times_ms.length;
  const quantiles = { p50_ms: quantile(times_ms, 0.5), p99_ms: quantile(times_ms, 0.99) };
  return { due_ns, load: { per_second: count / seconds, count, ...quantiles, statuses } };
}

process.once('message', (load) => {
  void run(load as PhonesLoad).then((result) => process.send?.(result, () => process.disconnect()));
});
