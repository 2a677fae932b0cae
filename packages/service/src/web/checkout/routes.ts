import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageState } from '../../domain/checkout/state.ts';
import { type CheckoutView, readClaim } from '../../domain/checkout/view.ts';
import { isUuid } from '../../domain/keys.ts';
import { knows } from '../../domain/text/negotiation.ts';
import type { ScenarioName } from '../../engine/sandbox/scenarios.ts';
import { compress, isFromElsewhere, keepLanguage, languageFor, queryOf, sendPage } from '../answer.ts';
import { pageHeaders } from '../headers.ts';
import { WORDS } from '../language.ts';
import { type PageDeps, type PageLimits, pageLimits, type Room } from '../problem.ts';
import { checkoutMain, checkoutPage, sightOf, tagOf, type Wishes } from './page.ts';
import { CLAIM_FIELDS } from './parts.ts';

const SESSIONS = '/payment-sessions/:id';

type Found = { view: CheckoutView; path: string; address: string };
type Door = { limit: PageLimits['claim']; look: PageDeps['checkout']['look']; handle: Handler };
type Handler = (found: Found, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** The checkout of a payment session: its page, the part that a page asks for again, and two forms. */
export function checkoutRoutes(app: FastifyInstance, deps: PageDeps, room: Room): void {
  const limits = pageLimits(deps.is_limited);
  const { look, lookAgain } = deps.checkout;
  const on = (method: 'GET' | 'POST', part: string, limit: keyof PageLimits, handle: Handler): void => {
    const door: Door = { limit: limits[limit], look: part === '/live' ? lookAgain : look, handle };
    app.route({
      method,
      url: `${SESSIONS}${part}`,
      handler: (request, reply) => enter(deps, room, door, request, reply),
    });
  };
  on('GET', '', 'read', (found, request, reply) => show(deps, room, found, request, reply));
  on('GET', '/live', 'read', (found, request, reply) => live(deps, found, request, reply));
  on('POST', '/claims', 'claim', (found, request, reply) => claim(deps, room, found, request, reply));
  on('POST', '/sandbox', 'play', (found, request, reply) => play(deps, room, found, request, reply));
}

/** Who asks too often waits; who asks for what is not there learns no more than that, whatever the id looks like. */
async function enter(
  deps: PageDeps,
  { base, refuse }: Room,
  { limit, look, handle }: Door,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id = '' } = request.params as { id?: string };
  const session_id = isUuid(id) ? id.toLowerCase() : null;
  const wait_ms = limit(request.ip, deps.now().getTime(), session_id ?? 'none');
  if (wait_ms > 0) {
    reply.header('retry-after', String(Math.ceil(wait_ms / 1000)));
    return refuse(request, reply, 'too_many');
  }
  if (request.method === 'POST') {
    if (isFromElsewhere(request)) return refuse(request, reply, 'cross_site');
    if (!(request.body instanceof URLSearchParams)) return refuse(request, reply, 'too_large');
  }
  const view = session_id === null ? null : await look(session_id);
  if (view === null) return refuse(request, reply, 'not_found');
  const path = `/pay/payment-sessions/${view.id}`;
  const found = { view, path: `${base}${path}`, address: `${deps.dashboard_url}${path}` };
  return handle(found, request, reply);
}

function show(
  deps: PageDeps,
  { is_secure }: Room,
  { view, path, address }: Found,
  request: FastifyRequest,
  reply: FastifyReply,
  wishes: Wishes = {},
  status = 200,
): Promise<FastifyReply> {
  const language = languageFor(request, view.language);
  keepLanguage(request, reply, language, is_secure);
  const wanted: Wishes = {
    shows_qr: queryOf(request, 'qr') === '1',
    refreshes: queryOf(request, 'refresh') === '1',
    is_impossible: queryOf(request, 'played') === 'impossible',
    ...wishes,
  };
  const sight = sightOf(view, deps.now(), language, path, wanted);
  return sendPage(request, reply, status, checkoutPage(sight, { path, address }, wanted));
}

async function live(
  deps: PageDeps,
  { view, path }: Found,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const sight = sightOf(view, deps.now(), languageFor(request, view.language), path);
  // Weak, since what it names is sent in several codings.
  const etag = `W/${tagOf(sight)}`;
  // Seventy of these come while somebody waits: each byte counts.
  if (knows(request.headers['if-none-match'], etag))
    return reply.removeHeader('x-request-id').code(304).header('etag', etag).send();
  const { body, encoding } = compress(checkoutMain(sight).text, request.headers['accept-encoding']);
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply
    .headers(pageHeaders({ styles: [], scripts: [] }))
    .header('etag', etag)
    .send(body);
}

async function claim(
  deps: PageDeps,
  room: Room,
  found: Found,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const sent = request.body as URLSearchParams;
  const fields = {
    transaction: sent.get(CLAIM_FIELDS.transaction) ?? '',
    phone: sent.get(CLAIM_FIELDS.phone) ?? '',
  };
  const read = readClaim(fields);
  const state = pageState(found.view, deps.now());
  const takes = 'claim' in state && (state.claim === 'open' || state.claim === 'told');
  if (!read.ok && takes) {
    const retold = { ...fields, wrong: read.wrong };
    return show(deps, room, found, request, reply, { retold }, 422);
  }
  if (read.ok) {
    const { operator_transaction_id, payer_phone } = read;
    await deps.checkout.claim({ session_id: found.view.id, operator_transaction_id, payer_phone });
  }
  return backTo(found, request, reply);
}

async function play(
  deps: PageDeps,
  { refuse }: Room,
  found: Found,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { environment, merchant_id, id: session_id } = found.view;
  const scenario = (request.body as URLSearchParams).get('scenario') ?? '';
  // A live session has no such address.
  if (environment !== 'test' || !isScenario(scenario)) return refuse(request, reply, 'not_found');
  const outcome = await deps.checkout.play({ merchant_id, session_id, scenario });
  return backTo(found, request, reply, outcome === 'impossible' ? '&played=impossible' : '');
}

const isScenario = (text: string): text is ScenarioName => Object.hasOwn(WORDS.fr.test.scenarios, text);

/** The page says what has become of it; sent again by a reload, a form would be sent twice. */
function backTo(
  { path, view }: Found,
  request: FastifyRequest,
  reply: FastifyReply,
  rest = '',
): FastifyReply {
  return reply
    .code(303)
    .header('location', `${path}?lang=${languageFor(request, view.language)}${rest}`)
    .send();
}
