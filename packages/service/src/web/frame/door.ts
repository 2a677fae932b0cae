import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TooManyWaiting } from '../../engine/turns.ts';
import { type PageLimits, pageLimits } from '../problem.ts';
import { sendTooMany } from '../too-many.ts';
import { barredBy } from './barred.ts';
import { formOf, isUnreadable, takeForms, takeUploads } from './body.ts';
import { type Meeting, meet, meetNobody, type Site } from './meeting.ts';
import { openPlaces, Seats } from './places.ts';
import { sendAnswer, sendRefusal } from './reply.ts';
import { dropSpooled } from './spool.ts';
import { type Answer, type AnyPage, methodsAt, type OpenVisit } from './table.ts';
import { CSRF_FIELD, isFormToken } from './token.ts';
import type { Refusal } from './words.ts';

const ROOMS = ['/account', '/dashboard', '/office'] as const;

/** So many forms with files a page takes at once, and of one merchant or one of the staff: they are held until they are whole. */
const UPLOADS = { each: 2, all: 8 };
/** Those in a folder take no memory, but half an hour each where a slow line was cut and nobody has noticed. */
const SPOOLED = { each: 6, all: 24 };
/** A file is written as fast as it is read, so one may take long; each costs a thread and a connection again and again. */
const FILES = { each: 2, all: 500 };
const AGAIN_AFTER_MS = 5_000;

/** Pages of those who sign in, as the server takes them in. */
export type Door = {
  owns: (path: string) => boolean;
  routes: (app: FastifyInstance) => void;
  notFound: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
};

/** Makes an address of each page. Whoever may not open it is refused before anything of a form is read. */
export function openDoor(site: Site): Door {
  const parts: DoorParts = {
    site,
    limits: pageLimits(site.is_limited),
    met: new WeakMap(),
    seats: new Seats(),
    places: { uploads: openPlaces(UPLOADS), spooled: openPlaces(SPOOLED), files: openPlaces(FILES) },
    refuse: async (request, reply, refusal) =>
      sendRefusal(
        site,
        request,
        reply,
        parts.met.get(request) ?? (await meet(site, request, reply)),
        refusal,
      ),
  };
  const { refuse } = parts;
  return {
    owns: (path) => ROOMS.some((room) => path === room || path.startsWith(`${room}/`)),
    notFound: async (request, reply) => {
      const wait_ms = parts.limits.read(request.ip, site.services.now().getTime());
      if (wait_ms > 0) return sendTooMany(request, reply, wait_ms);
      const allowed = methodsAt(site.pages, request.url.split('?', 1)[0] ?? '');
      if (allowed === null || allowed.includes(request.method)) return refuse(request, reply, 'not_found');
      reply.header('allow', allowed.join(', '));
      return refuse(request, reply, 'method_not_allowed');
    },
    routes: (app) => {
      app.register(async (room) => {
        room.setErrorHandler(async (error, request, reply) => {
          await dropSpooled(request);
          if (isUnreadable(error)) return refuse(request, reply, 'too_large');
          // More wait for a password's hash or a PDF than can be served: nobody's fault, and over in a moment.
          const is_busy = error instanceof TooManyWaiting;
          const failure = is_busy ? 'passing' : site.failed(error, request.id);
          // Who it is may be what could not be asked.
          if (!parts.met.has(request)) parts.met.set(request, meetNobody(site, request, reply));
          if (failure === 'fault') return refuse(request, reply, 'fault');
          comeAgain(reply, AGAIN_AFTER_MS);
          return refuse(request, reply, failure === 'too_slow' ? 'too_slow' : 'unavailable');
        });
        takeForms(room);
        for (const page of site.pages) {
          const { uploads } = page;
          if (uploads === undefined) addPage(parts, room, page);
          else
            room.register(async (inner) => {
              takeUploads(inner, uploads);
              addPage(parts, inner, page);
            });
        }
      });
    },
  };
}

/** What the addresses of one door share. */
type DoorParts = {
  site: Site;
  limits: PageLimits;
  /** Who asks with a request, once that is known. */
  met: WeakMap<FastifyRequest, Meeting>;
  seats: Seats;
  places: Record<'uploads' | 'spooled' | 'files', ReturnType<typeof openPlaces>>;
  refuse: (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) => Promise<FastifyReply>;
};

function addPage(parts: DoorParts, room: FastifyInstance, page: AnyPage): void {
  const method = [...(page.get === undefined ? [] : ['GET']), ...(page.post === undefined ? [] : ['POST'])];
  room.route({
    method,
    url: page.path,
    ...(page.uploads?.within_ms !== undefined && { config: { body_within_ms: page.uploads.within_ms } }),
    onRequest: async (request, reply) =>
      (await enter(parts, page, request, reply)) ?? (await seat(parts, page, request, reply)),
    handler: async (request, reply) => {
      parts.seats.handle(request);
      try {
        return await handle(parts, page, request, reply);
      } finally {
        parts.seats.take(request)();
        await dropSpooled(request);
      }
    },
  });
}

/** Takes a place for what will be held of a request or written for it; an answer, where there is none. */
async function seat(
  { site, limits, met, seats, places, refuse }: DoorParts,
  { uploads, is_file }: AnyPage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const is_upload = uploads !== undefined && request.method === 'POST';
  if (!is_upload && is_file !== true) return undefined;
  const visit = met.get(request)?.visit;
  // In the merchant's name whoever of the team asks, else in the person's own.
  const name = visit?.merchant_id ?? visit?.person?.account.id ?? request.ip;
  const kind = !is_upload ? 'files' : uploads.is_spooled === true ? 'spooled' : 'uploads';
  const leave = places[kind](name);
  if (leave === null) {
    comeAgain(reply, AGAIN_AFTER_MS);
    return refuse(request, reply, is_upload ? 'too_many_uploads' : 'too_many_files');
  }
  // Nobody waits for the answer any more: it would cost as much.
  if (!seats.keep(request, reply, leave)) return refuse(request, reply, 'unavailable');
  // Those that are spooled come from staff.
  const limit = { files: limits.file, uploads: limits.upload, spooled: () => 0 }[kind];
  const wait_ms = limit(name, site.services.now().getTime());
  if (wait_ms === 0) return undefined;
  seats.take(request)();
  return sendTooMany(request, reply, wait_ms);
}

function comeAgain(reply: FastifyReply, wait_ms: number): void {
  reply.header('retry-after', String(Math.ceil(wait_ms / 1000)));
}

/** Before the body is read: who asks, and whether they may. An answer ends the request here. */
async function enter(
  parts: DoorParts,
  page: AnyPage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { site, limits, met, refuse } = parts;
  const wait_ms = limits.read(request.ip, site.services.now().getTime());
  if (wait_ms > 0) return sendTooMany(request, reply, wait_ms);
  if (request.method === 'POST' && isFromElsewhere(request)) return refuse(request, reply, 'cross_site');
  const known = await meet(site, request, reply);
  met.set(request, known);
  const barred = barredBy(page, known, request);
  return barred === null ? undefined : turnAway(parts, request, reply, known, barred);
}

async function turnAway(
  { site, refuse }: DoorParts,
  request: FastifyRequest,
  reply: FastifyReply,
  known: Meeting,
  barred: Refusal | Answer,
): Promise<FastifyReply> {
  await dropSpooled(request);
  return typeof barred === 'string'
    ? refuse(request, reply, barred)
    : sendAnswer(site, request, reply, known, barred);
}

/**
 * With the body: whether the form is this browser's own, and then what the page says. Who asks is asked again: a form may come half a
 * minute after its headers, files half an hour, and whoever sends it be signed out by then, or out of the team.
 */
async function handle(
  parts: DoorParts,
  page: AnyPage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { site, met, seats, refuse } = parts;
  const form = request.method === 'POST' ? await formOf(request) : undefined;
  if (form === null) return refuse(request, reply, 'too_large');
  const before = form === undefined ? met.get(request) : undefined;
  const known = before ?? (await meet(site, request, reply));
  const { visit, owner } = known;
  if (form !== undefined) {
    met.set(request, known);
    const barred = barredBy(page, known, request);
    if (barred !== null) return turnAway(parts, request, reply, known, barred);
    const merchant_id = visit.person?.membership?.merchant_id ?? null;
    const token = form.text(CSRF_FIELD);
    const { form: key } = site.services.account_keys;
    if (!isFormToken(key, { owner, merchant_id }, token, page.for === 'member'))
      return refuse(request, reply, 'stale_form');
    visit.form = form;
  }
  const answer = await run(page, request.method, visit);
  if (answer.kind === 'file' && answer.body instanceof Readable) seats.untilRead(request, answer.body);
  await dropSpooled(request);
  return sendAnswer(site, request, reply, known, answer);
}

/** Runs the page's own code; who it is for has been seen to before. */
async function run(page: AnyPage, method: string, visit: OpenVisit): Promise<Answer> {
  const handler = (method === 'POST' ? page.post : page.get) as
    | ((visit: OpenVisit) => Promise<Answer>)
    | undefined;
  return handler === undefined ? { kind: 'not_found' } : handler(visit);
}

/** Browsers say themselves when another site made them send something; the token is asked for all the same. */
function isFromElsewhere(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}
