// The merchant's side: checks each webhook's signature over the raw body and notes when it came.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

export type Received = { session_id: string; event: string; at_ns: bigint };
export type ReceiverReport = { received: Received[]; bad_signatures: number };

let secret = '';
let received: Received[] = [];
let bad_signatures = 0;

function isSigned(body: Buffer, header: string | string[] | undefined): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(String(header));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const at_ns = process.hrtime.bigint();
    response.writeHead(204).end();
    const body = Buffer.concat(parts);
    if (!isSigned(body, request.headers['x-service-signature'])) {
      bad_signatures += 1;
      return;
    }
    const { event, data } = JSON.parse(body.toString()) as { event: string; data: { id: string } };
    received.push({ session_id: data.id, event, at_ns });
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' && address !== null ? address.port : 0 });
});
process.on('message', (message: { secret?: string; ask?: 'count' | 'report' }) => {
  if (message.secret !== undefined) secret = message.secret;
  if (message.ask === 'count') process.send?.({ count: received.length });
  if (message.ask === 'report') {
    process.send?.({ received, bad_signatures } satisfies ReceiverReport);
    received = [];
    bad_signatures = 0;
  }
});
process.once('disconnect', () => process.exit(0));
