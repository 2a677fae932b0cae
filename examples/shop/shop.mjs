// A shop that is paid through Chari. Run, beside `npm start`: KEY=service_test_… npm run shop
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { ChariError, WebhookSignatureError } from '@chari/sdk';
import { Orders } from './orders.mjs';
import { errorPage, orderPage, PRODUCTS, shopPage, total } from './pages.mjs';
import { openPayments } from './payments.mjs';

const { KEY, PORT = '3000', CHARI_URL = 'http://127.0.0.1:8080', SHOP_FILE = 'shop.sqlite' } = process.env;
const { SHOP_URL = `http://127.0.0.1:${PORT}` } = process.env;
const BODY_BYTES_MAX = 1024 * 1024;
const CATCH_UP_MS = 30_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

if (!KEY) {
  console.error('Set KEY to the test key (service_test_…) that `npm start` shows.');
  process.exit(2);
}
const orders = new Orders(SHOP_FILE);
const settings = { api_key: KEY, chari_url: CHARI_URL, shop_url: SHOP_URL };
const payments = await openPayments(settings, orders).catch((error) => {
  console.error(`Chari at ${CHARI_URL} does not take the shop in: ${error.message}`);
  process.exit(1);
});

const ROUTES = {
  'GET /': ({ basket }) => html(200, shopPage(linesOf(basket), randomUUID())),

  'POST /basket': ({ basket, form }) => {
    const product = form.get('product');
    if (Object.hasOwn(PRODUCTS, product)) basket.set(product, Number(basket.get(product) ?? 0) + 1);
    return seeOther('/', product ? basket : '');
  },

  'POST /orders': async ({ basket, form }) => {
    const [id, lines] = [form.get('id') ?? '', linesOf(basket)];
    const operator = form.get('operator') === 'MOOV' ? 'MOOV' : 'AIRTEL';
    if (UUID.test(id) && lines.length > 0) orders.add({ id, lines, amount_xaf: total(lines), operator });
    return seeOther(await whereToPay(id), '');
  },

  'POST /orders/:id/pay': async ({ id }) => seeOther(await whereToPay(id)),

  // What stands in this address only says which page to show: whether the order is paid is in the database.
  'GET /return': ({ query }) => seeOther(`/orders/${encodeURIComponent(query.get('reference') ?? '')}`),

  'GET /orders/:id': ({ id }) => {
    const order = orders.find(id);
    return order
      ? html(200, orderPage(order))
      : html(404, errorPage('Inconnue', 'Cette commande n’existe pas.'));
  },

  'POST /webhooks': async ({ body, headers }) => {
    await payments.receive(body, headers);
    // Chari gets its answer first. Should the shop stop here, the order is shipped at its next start.
    setImmediate(ship);
    return { status: 204 };
  },
};

async function whereToPay(id) {
  const order = orders.find(id);
  if (order?.state !== 'WAITING') return order ? `/orders/${id}` : '/';
  const { status, checkout_url } = await payments.ask(order);
  return status === 'AWAITING_PAYMENT' ? checkout_url : `/orders/${id}`;
}

function ship() {
  for (const id of orders.ship()) console.log(`shipped ${id}`);
}

/** The basket is in the customer's cookie: names and quantities, never prices. */
function linesOf(basket) {
  return Object.entries(PRODUCTS)
    .map(([product, facts]) => ({ ...facts, quantity: Math.trunc(Number(basket.get(product))) }))
    .filter(({ quantity }) => quantity >= 1 && quantity <= 99);
}

const html = (status, body) => ({ status, body, headers: { 'Content-Type': 'text/html; charset=utf-8' } });

function seeOther(location, basket) {
  const cookie = `basket=${basket}; Path=/; HttpOnly; SameSite=Lax`;
  return {
    status: 303,
    headers: { Location: location, ...(basket !== undefined && { 'Set-Cookie': cookie }) },
  };
}

async function answer(request) {
  const { pathname, searchParams: query } = URL.parse(SHOP_URL + request.url) ?? new URL(SHOP_URL);
  const [, id] = /^\/orders\/([^/]+)/.exec(pathname) ?? [];
  const route = ROUTES[`${request.method} ${id === undefined ? pathname : pathname.replace(id, ':id')}`];
  if (!route) return html(404, errorPage('Introuvable', 'Cette page n’existe pas.'));
  if (!(Number(request.headers['content-length'] ?? 0) <= BODY_BYTES_MAX)) return { status: 413 };
  if (request.headers['transfer-encoding']) return { status: 411 };
  // The raw bytes: a webhook that was parsed and written again is no longer what was signed.
  const body = await buffer(request);
  const { cookie = '' } = request.headers;
  const basket = new URLSearchParams(/(?:^|; )basket=([^;]*)/.exec(cookie)?.[1]);
  const form = new URLSearchParams(request.method === 'POST' ? body.toString() : '');
  return route({ id, query, form, basket, body, headers: request.headers });
}

function refusal(error) {
  if (error instanceof WebhookSignatureError) return { status: 400, body: error.message };
  console.error(error);
  if (!(error instanceof ChariError)) return html(500, errorPage('Panne', 'Réessayez dans un instant.'));
  return html(
    503,
    errorPage('Paiement indisponible', 'Votre commande est gardée. Réessayez dans un instant.'),
  );
}

const server = createServer(async (request, response) => {
  const { status, headers = {}, body = '' } = await answer(request).catch(refusal);
  response.writeHead(status, {
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    ...headers,
  });
  response.end(body);
});

async function catchUp() {
  await payments.catchUp();
  ship();
}

await catchUp();
setInterval(catchUp, CATCH_UP_MS);
server.listen(Number(PORT), '127.0.0.1', () => console.log(`The shop is open at ${SHOP_URL}`));
