import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

export type SlowLine = {
  url: string;
  /** Bytes that came down, since the last time it was asked. */
  bytes: () => number;
  close: () => void;
};

export type Slowness = {
  round_trip_ms: number;
  bits_per_second: number;
  /** Round trips that a new connection spends before its first byte: TCP, then TLS 1.3. */
  round_trips_to_open: number;
};

/** A line of a slow network before a port of this machine: every byte waits for its turn, and then travels. */
export async function openSlowLine(port: number, slowness: Slowness): Promise<SlowLine> {
  const sockets = new Set<Socket>();
  let bytes = 0;
  const server = createServer(async (near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => [near, far].forEach((one) => void one.destroy()));
    }
    await sleep(slowness.round_trips_to_open * slowness.round_trip_ms);
    near.pipe(travel(slowness)).pipe(far);
    const down = travel(slowness);
    down.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    far.pipe(down).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: () => {
      const since = bytes;
      bytes = 0;
      return since;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** One direction: packets one after the other at the line's rate, each half a round trip under way. */
function travel({ round_trip_ms, bits_per_second }: Slowness): Transform {
  const PACKET_BYTES = 1_400;
  let free_at_ms = 0;
  return new Transform({
    async transform(chunk: Buffer, _encoding, done) {
      for (let at = 0; at < chunk.length; at += PACKET_BYTES) {
        const packet = chunk.subarray(at, at + PACKET_BYTES);
        const sent_at_ms =
          Math.max(performance.now(), free_at_ms) + (packet.length * 8_000) / bits_per_second;
        free_at_ms = sent_at_ms;
        setTimeout(() => this.push(packet), sent_at_ms - performance.now() + round_trip_ms / 2);
      }
      done();
    },
    flush(done) {
      setTimeout(done, Math.max(0, free_at_ms - performance.now()) + round_trip_ms / 2 + 1);
    },
  });
}
