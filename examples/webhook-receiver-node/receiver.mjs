// Receives Chari's webhooks with nothing but Node (20 or later). Run: WEBHOOK_SECRET=whsec_… node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

const SECRET = process.env.WEBHOOK_SECRET ?? '';
const PORT = Number(process.env.PORT ?? 3000);
// How far the time of signing may be from our clock, in seconds; 0 does not look at it.
const TOLERANCE_S = Number(process.env.WEBHOOK_TOLERANCE_SECONDS ?? 300);
const BODY_BYTES_MAX = 1024 * 1024;
const REMEMBERED_MAX = 10_000;

if (!SECRET.startsWith('whsec_')) {
  console.error('Set WEBHOOK_SECRET to the secret (whsec_…) that was shown with the endpoint.');
  process.exit(2);
}

const server = createServer(async (request, response) => {
  const reply = (status, text) => {
    response.writeHead(status, { 'Content-Type': 'text/plain' }).end(text);
    if (text) console.log(`refused: ${text}`);
  };
  if (request.method !== 'POST' || request.url !== '/webhooks') return reply(404, 'POST to /webhooks');
  const length = Number(request.headers['content-length']);
  if (!(length >= 0)) return reply(411, 'the length of the body is missing');
  if (length > BODY_BYTES_MAX) return reply(413, 'the body is too large');
  // The raw bytes: parsed and written again they would no longer be what was signed.
  const body = await buffer(request).catch(() => null);
  if (body === null) return;
  if (!isSigned(request.headers, body)) return reply(401, 'the signature is not right');
  if (TOLERANCE_S > 0 && !isFresh(request.headers, body))
    return reply(400, 'the time of signing is not right');
  // Without it (a proxy may leave it out) nothing tells an older event from a newer one.
  const sequence = request.headers['x-service-sequence'] ?? '';
  if (!/^[1-9]\d{0,14}$/.test(sequence)) return reply(400, 'X-Service-Sequence is missing or no number');
  const event = JSON.parse(body.toString('utf8'));
  // A real shop writes the event into a table with a unique id here, so that a crash loses nothing.
  response.writeHead(204).end();
  setImmediate(() => handleInTurn(event, Number(sequence)));
});

/** X-Service-Signature, or the one by the secret before, for a day after a rotation. */
function isSigned(headers, body) {
  const expected = `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`;
  return (
    isSame(headers['x-service-signature'], expected) ||
    isSame(headers['x-service-signature-previous'], expected)
  );
}

/** Standard Webhooks: this signature covers the time as well, so an old delivery can't be sent again by others. */
function isFresh(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_S)) return false;
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return signatures.split(' ').some((one) => isSame(one, `v1,${expected}`));
}

/** Takes the same time however much of it is right. */
function isSame(given, expected) {
  const bytes = Buffer.from(given ?? '');
  return bytes.length === expected.length && timingSafeEqual(bytes, Buffer.from(expected));
}

const seen_ids = new Set();
const sequences = new Map();
let turn = Promise.resolve();

/** One after the other, also where the work awaits: the next one must know what this one did. */
function handleInTurn(event, sequence) {
  turn = turn
    .then(() => handle(event, sequence))
    // Without this the process ends, with all that was answered and isn't handled yet.
    .catch((error) => console.log(`failed ${event.id}: send it again once this is mended`, error));
}

/** Each event once (its id is `webhook-id` too), never an older one after a newer one of its session or transaction. */
async function handle(event, sequence) {
  if (seen_ids.has(event.id)) return console.log(`duplicate ${event.id}`);
  const is_older = sequence <= (sequences.get(event.data.id) ?? 0);
  if (is_older) console.log(`older ${event.id}`);
  else await work(event);
  // After the work: what failed is done when it is sent again.
  remember(seen_ids, event.id, () => seen_ids.add(event.id));
  if (!is_older) remember(sequences, event.data.id, () => sequences.set(event.data.id, sequence));
}

/** Here the shop ships the order: only on payment_session.succeeded or transaction.success, and for its amount. */
function work(event) {
  const { id, reference, status } = event.data;
  // A refund has no reference: it names the payment that it gives back.
  console.log(`accepted ${event.id} ${event.event} ${reference ?? id} ${status}`);
}

function remember(kept, name, add) {
  if (kept.size >= REMEMBERED_MAX && !kept.has(name)) kept.delete(kept.keys().next().value);
  add();
}

server.listen(PORT, '127.0.0.1', () => {
  console.log(`waiting at http://127.0.0.1:${server.address().port}/webhooks`);
});
