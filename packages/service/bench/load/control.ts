// The control: what the load generator reaches when the server does nothing but answer.
import Fastify from 'fastify';

export type Listening = { port: number };

const ANSWER = JSON.stringify({ payment_session: { id: '0'.repeat(36), filler: '0'.repeat(500) } });

const app = Fastify({ logger: false });
app.post('/v1/payment-sessions', (_request, reply) =>
  reply.code(201).header('content-type', 'application/json; charset=utf-8').send(ANSWER),
);
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
const listening: Listening = { port: typeof address === 'object' && address !== null ? address.port : 0 };
process.send?.(listening);
process.once('disconnect', () => void app.close());
