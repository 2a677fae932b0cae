// The control for the intake: a bare Fastify handler that writes the raw notice, one INSERT a request, and
// nothing else. No signature, no replay protection, no route, no inbox, nothing settled.
import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { connect } from '../../src/store/connect/connect.ts';
import type { Listening } from './control.ts';

export type NoticeWriter = { url: string; path: string; collection_number_id: string };

type Event = { payload: { message: string; sender: string; receivedAt: string } };

const INSERT = {
  name: 'bench_insert_notice',
  text: `insert into notices (id, environment, operator, collection_number_id, source, sender, body, received_at,
    created_at) values ($1, 'live', 'AIRTEL', $2, 'GATEWAY_SMS', $3, $4, $5, now())`,
};

async function begin({ url, path, collection_number_id }: NoticeWriter): Promise<void> {
  const pool = await connect(url, { max_connections: 16 });
  const app = Fastify({ logger: false });
  app.post<{ Body: Event }>(path, async (request, reply) => {
    const { message, sender, receivedAt } = request.body.payload;
    await pool.query({
      ...INSERT,
      values: [randomUUID(), collection_number_id, sender, message, receivedAt],
    });
    return reply.code(200).header('content-type', 'application/json; charset=utf-8').send('{"kept":1}');
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  const listening: Listening = { port: typeof address === 'object' && address !== null ? address.port : 0 };
  process.once('disconnect', () => void app.close().then(() => pool.end()));
  process.send?.(listening);
}

process.once('message', (asked) => void begin(asked as NoticeWriter));
