import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSamePayment } from '../../domain/checkout/state.ts';
import { type PayerFields, type PayerWrong, type ReadPayer, readPayerForm } from '../../domain/link/forms.ts';
import { type PublicLink, publicRefusal } from '../../engine/links/pay.ts';
import { householdOf, rateLimiter } from '../../engine/rates.ts';
import { isFromElsewhere, keepLanguage, languageFor, sendPage } from '../answer.ts';
import { type PageDeps, pageLimits, type Room } from '../problem.ts';
import { type LinkSight, linkPage, PAYER_FIELDS, type PayerNote } from './page.ts';

/** What one link may ask of this process. What its merchant's links may hold open is judged where places are taken: half of it. */
const BEGUN_BY_ONE_LINK = { interval_ms: 2_000, burst: 60 };
/**
 * Beyond that whoever has begun little by this link still may: else a stranger with sixteen addresses shuts it. Together they may
 * no more than a shop could ever sell.
 */
const BEGUN_BY_ONE_PAYER = { interval_ms: 5 * 60_000, burst: 2 };
const BEGUN_BEYOND = { interval_ms: 200, burst: 300 };

const NOTHING_WRONG: PayerWrong = { amount: false, operator: false, phone: false };

/** The page of a payment link, and its form, which makes a session and leads to its checkout. */
export function linkRoutes(app: FastifyInstance, deps: PageDeps, room: Room): void {
  const limits = pageLimits(deps.is_limited);
  const takeFromLink = deps.is_limited ? beginningLimiter() : () => 0;
  app.get('/l/:slug', async (request, reply) => {
    const wait_ms = limits.read(request.ip, deps.now().getTime());
    if (wait_ms > 0) return tooMany(room, wait_ms, request, reply);
    const link = await linkOf(deps, request);
    if (link === null) return room.refuse(request, reply, 'not_found');
    const here = pathOf(room, link);
    // Typed by hand: from here on the address is the link's own, for which its cookie is.
    if (slugOf(request) !== link.slug) return reply.code(302).header('location', here).send();
    return show(deps, room, link, request, reply, 200);
  });
  app.post('/l/:slug', async (request, reply) => {
    const now_ms = deps.now().getTime();
    const read_wait_ms = limits.read(request.ip, now_ms);
    if (read_wait_ms > 0) return tooMany(room, read_wait_ms, request, reply);
    if (isFromElsewhere(request)) return room.refuse(request, reply, 'cross_site');
    if (!(request.body instanceof URLSearchParams)) return room.refuse(request, reply, 'too_large');
    const link = await linkOf(deps, request);
    // What is no link counts as reading: nobody invents links until an address may pay by none.
    if (link === null) return room.refuse(request, reply, 'not_found');
    const wait_ms = limits.pay(request.ip, now_ms, link.id);
    if (wait_ms > 0) return tooMany(room, wait_ms, request, reply);
    const form = readForm(request.body, link);
    // Only what may make a session counts: else anybody shuts a link, which is public, by sending what is no form.
    const makes_one = form.read.ok && publicRefusal(link, deps.now()) === null;
    const link_wait_ms = makes_one ? takeFromLink(link.id, request.ip, now_ms) : 0;
    if (link_wait_ms > 0) return tooMany(room, link_wait_ms, request, reply);
    return pay(deps, room, link, request, reply, form);
  });
}

/** How long somebody has to wait until a session may be begun by a link, in milliseconds. */
function beginningLimiter(): (link_id: string, ip: string, now_ms: number) => number {
  const ofLink = rateLimiter(BEGUN_BY_ONE_LINK);
  const ofPayer = rateLimiter(BEGUN_BY_ONE_PAYER);
  const beyond = rateLimiter(BEGUN_BEYOND);
  return (link_id, ip, now_ms) => {
    const payer_wait_ms = ofPayer(`${link_id} ${householdOf(ip)}`, now_ms);
    const link_wait_ms = ofLink(link_id, now_ms);
    if (link_wait_ms === 0 || payer_wait_ms > 0) return link_wait_ms;
    return beyond(link_id, now_ms);
  };
}

const slugOf = (request: FastifyRequest): string => (request.params as { slug?: string }).slug ?? '';
const linkOf = (deps: PageDeps, request: FastifyRequest): Promise<PublicLink | null> =>
  deps.links.look(slugOf(request));
const pathOf = ({ base }: Room, { slug }: PublicLink): string => `${base}/pay/l/${slug}`;

function tooMany(
  { refuse }: Room,
  wait_ms: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('retry-after', String(Math.ceil(wait_ms / 1000)));
  return refuse(request, reply, 'too_many');
}

type PayerForm = { fields: PayerFields; read: ReadPayer };

function readForm(sent: URLSearchParams, link: PublicLink): PayerForm {
  const fields: PayerFields = {
    amount: sent.get(PAYER_FIELDS.amount) ?? '',
    operator: sent.get(PAYER_FIELDS.operator) ?? '',
    phone: sent.get(PAYER_FIELDS.phone) ?? '',
    token: sent.get(PAYER_FIELDS.token) ?? '',
  };
  return { fields, read: readPayerForm(fields, link, link.operators) };
}

async function pay(
  deps: PageDeps,
  room: Room,
  link: PublicLink,
  request: FastifyRequest,
  reply: FastifyReply,
  { fields, read }: PayerForm,
): Promise<FastifyReply> {
  const again = (status: number, more: Partial<LinkSight>, wrong = NOTHING_WRONG): Promise<FastifyReply> =>
    show(deps, room, link, request, reply, status, { retold: { fields, wrong }, ...more });
  const leadAgain = async (session_id: string): Promise<FastifyReply> => {
    const mine = await deps.checkout.look(session_id);
    return mine !== null && isSamePayment(mine, deps.now())
      ? lead(room, link, fields.token, session_id, request, reply)
      : again(409, { mine, retold: { fields, wrong: NOTHING_WRONG, note: 'began_before' } });
  };
  // What it takes no more it may have taken already, by this very form.
  if (publicRefusal(link, deps.now()) !== null) {
    const session_id = read.ok ? await deps.links.underWay(link, read.token) : null;
    return session_id === null ? again(409, {}) : leadAgain(session_id);
  }
  // No form of ours: it is shown, with what it brought.
  if (!read.ok) return again(422, {}, read.wrong ?? NOTHING_WRONG);
  const outcome = await deps.links.pay({ ...read, link, address: householdOf(request.ip) });
  const noted = (note: PayerNote) => again(409, { retold: { fields, wrong: NOTHING_WRONG, note } });
  switch (outcome.kind) {
    case 'made':
      return outcome.is_new
        ? lead(room, link, read.token, outcome.session_id, request, reply)
        : leadAgain(outcome.session_id);
    case 'form_used':
      return noted('form_used');
    case 'no_number':
      return read.customer_phone === null ? noted('phone_needed') : again(503, { refusal: 'not_ready' });
    case 'too_many_open':
      reply.header('retry-after', String(outcome.retry_after_s));
      return again(503, { refusal: 'not_ready' });
    case 'twice':
    case 'not_ready':
      return again(503, { refusal: 'not_ready' });
    case 'used_up':
    case 'busy':
      // Of an open amount a smaller one may still be taken.
      return link.amount_xaf === null && (await isStillOpen(deps, link))
        ? noted('amount_left')
        : again(409, { refusal: outcome.kind });
    case 'closed':
    case 'expired':
      return again(409, { refusal: outcome.kind });
  }
}

/** To the checkout of a session; the browser keeps the way back. */
function lead(
  room: Room,
  link: PublicLink,
  token: string,
  session_id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  return reply
    .code(303)
    .header('set-cookie', cookieOf(room, link, token))
    .header(
      'location',
      `${room.base}/pay/payment-sessions/${session_id}?lang=${languageFor(request, link.language)}`,
    )
    .send();
}

async function isStillOpen(deps: PageDeps, { slug }: PublicLink): Promise<boolean> {
  const link = await deps.links.look(slug);
  return link !== null && publicRefusal(link, deps.now()) === null;
}

async function show(
  deps: PageDeps,
  room: Room,
  link: PublicLink,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  more: Partial<LinkSight> = {},
): Promise<FastifyReply> {
  const language = languageFor(request, link.language);
  keepLanguage(request, reply, language, room.is_secure);
  const token = keptToken(request);
  const mine_id = token === null ? null : await deps.links.underWay(link, token);
  const mine = mine_id === null ? null : await deps.checkout.look(mine_id);
  const has_none = link.operators.length === 0;
  const sight: LinkSight = {
    link,
    refusal: publicRefusal(link, deps.now()) ?? (has_none ? 'not_ready' : null),
    language,
    path: pathOf(room, link),
    checkouts: `${room.base}/pay/payment-sessions`,
    token: deps.newToken(),
    mine,
    now: deps.now(),
    ...more,
  };
  return sendPage(request, reply, status, linkPage(sight));
}

const COOKIE = 'link';
/** Longer than a session waits and is looked at. */
const KEPT_S = 86_400;

/** The form's token stays with the browser, for this link alone: it is how a payer who comes back is known. */
function cookieOf(room: Room, link: PublicLink, token: string): string {
  const secure = room.is_secure ? '; Secure' : '';
  return `${COOKIE}=${token}; Path=${pathOf(room, link)}; Max-Age=${KEPT_S}; SameSite=Lax; HttpOnly${secure}`;
}

function keptToken({ headers }: FastifyRequest): string | null {
  return /(?:^|;\s*)link=([A-Za-z0-9_-]{22})(?:;|$)/.exec(headers.cookie ?? '')?.[1] ?? null;
}
