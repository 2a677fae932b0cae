import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '../domain/keys.ts';
import { readSlug } from '../domain/link/link.ts';
import { keepLanguage, languageFor, sendPage } from './answer.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import { openDoor } from './frame/door.ts';
import { linkRoutes } from './links/routes.ts';
import { type PageDeps, PROBLEM_STATUS, pageLimits, problemPage, type Room } from './problem.ts';
import { SITE_PAGES } from './site.ts';
import { sendTooMany } from './too-many.ts';

const ROOM = '/pay';
const FORM_BYTES = 4096;

/** The pages, as the server takes them in beside the API. */
export type Pages = {
  /** Whether an address is one of a page, so that its answers are pages too. */
  owns: (url: string) => boolean;
  routes: (app: FastifyInstance) => void;
  notFound: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
};

export function createPages(deps: PageDeps): Pages {
  const { pathname, protocol } = new URL(deps.dashboard_url);
  const base = pathname.replace(/\/$/, '');
  const is_secure = protocol === 'https:';
  const limits = pageLimits(deps.is_limited);
  const waitToRead = (ip: string) => limits.read(ip, deps.now().getTime());
  const refuse = refusing(base, is_secure, waitToRead);
  const notFound: Pages['notFound'] = async (request, reply) => {
    const wait_ms = waitToRead(request.ip);
    if (wait_ms > 0) return sendTooMany(request, reply, wait_ms);
    const allowed = allowedAt(pathOf(request.url));
    if (allowed === null || allowed.includes(request.method)) return refuse(request, reply, 'not_found');
    reply.header('allow', allowed.join(', '));
    return refuse(request, reply, 'method_not_allowed');
  };
  const failed = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const code = (error as { code?: unknown }).code;
    if (typeof code === 'string' && code.startsWith('FST_ERR_CTP_'))
      return refuse(request, reply, 'too_large');
    if (deps.failed(error, request.id) === 'fault') return refuse(request, reply, 'fault');
    reply.header('retry-after', '5');
    return refuse(request, reply, 'unavailable');
  };
  const { site_services, dashboard_url, is_limited } = deps;
  // Without its services there is nobody to sign in: the pages for payers stand alone.
  const door =
    site_services === undefined
      ? null
      : openDoor({
          services: site_services,
          pages: SITE_PAGES,
          base,
          dashboard_url,
          is_secure,
          is_limited,
          failed: deps.failed,
        });
  return {
    owns: (url) => isIn(ROOM, pathOf(url)) || door?.owns(pathOf(url)) === true,
    notFound: (request, reply) =>
      door?.owns(pathOf(request.url)) === true ? door.notFound(request, reply) : notFound(request, reply),
    routes: (app) => {
      door?.routes(app);
      app.register(
        async (room) => {
          room.setNotFoundHandler(notFound);
          room.setErrorHandler(failed);
          readForms(room);
          checkoutRoutes(room, deps, { base, is_secure, refuse });
          linkRoutes(room, deps, { base, is_secure, refuse });
        },
        { prefix: ROOM },
      );
    },
  };
}

/**
 * How payers' pages refuse.
 * @param waitToRead how long an address has to wait until a page may be drawn for it
 */
function refusing(base: string, is_secure: boolean, waitToRead: (ip: string) => number): Room['refuse'] {
  return async (request, reply, problem) => {
    const language = languageFor(request);
    keepLanguage(request, reply, language, is_secure);
    // Whoever sent a form is led back to where it stands, as long as somebody may read what is drawn for it; whoever reads
    // has only to look again.
    if (problem === 'too_many' && (request.method !== 'POST' || waitToRead(request.ip) > 0))
      return sendTooMany(request, reply);
    const page = problemPage(problem, language, problem === 'not_found' ? null : homeOf(base, request.url));
    return sendPage(request, reply, PROBLEM_STATUS[problem], page);
  };
}

function readForms(room: FastifyInstance): void {
  room.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
}

/** The checkout or the link that a request was about, if its address names one. */
function homeOf(base: string, url: string): string | null {
  const [, , noun, id = ''] = pathOf(url).split('/');
  const slug = noun === 'l' ? readSlug(id) : null;
  if (slug !== null) return `${base}${ROOM}/l/${slug}`;
  return noun === 'payment-sessions' && isUuid(id) ? `${base}${ROOM}/${noun}/${id.toLowerCase()}` : null;
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

const isIn = (room: string, path: string): boolean => path === room || path.startsWith(`${room}/`);

/** The methods of a checkout's or a link's addresses; null where there is none. */
function allowedAt(path: string): readonly string[] | null {
  const [, , noun, id = '', part, ...rest] = path.split('/');
  if (noun === 'l' && part === undefined && readSlug(id) !== null) return ['GET', 'HEAD', 'POST'];
  if (noun !== 'payment-sessions' || !isUuid(id) || rest.length > 0) return null;
  if (part === undefined || part === 'live') return ['GET', 'HEAD'];
  return part === 'claims' || part === 'sandbox' ? ['POST'] : null;
}
