import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../domain/account/person.ts';
import type { CheckoutView } from '../domain/checkout/view.ts';
import type { Rate } from '../domain/rate/gcra.ts';
import type { SiteServices } from '../engine/account/services.ts';
import type { ClaimOutcome, ClaimPayment } from '../engine/checkout.ts';
import type { PayLink, PayOutcome, PublicLink } from '../engine/links/pay.ts';
import { addressLimiter, householdOf, READING, rateLimiter } from '../engine/rates.ts';
import type { ScenarioName } from '../engine/sandbox/scenarios.ts';
import type { Drawn } from './document.ts';
import { html, NOTHING } from './html.ts';
import { WORDS } from './language.ts';
import { drawMain, drawPage } from './page.ts';
import type { Problem } from './words/words.ts';

export const PROBLEM_STATUS: Readonly<Record<Problem, number>> = {
  not_found: 404,
  method_not_allowed: 405,
  too_many: 429,
  too_large: 413,
  cross_site: 403,
  unavailable: 503,
  fault: 500,
};

/** What the payers' pages share: where they stand, and how each refuses. */
export type Room = {
  base: string;
  is_secure: boolean;
  refuse: (request: FastifyRequest, reply: FastifyReply, problem: Problem) => Promise<FastifyReply>;
};

/**
 * A page that says what went wrong and what to do; it repeats nothing of the request.
 * @param home the checkout that the request was about; null where there is none
 */
export function problemPage(problem: Problem, language: Language, home: string | null): Drawn {
  const words = WORDS[language];
  const { status, heading, text } = words.problems[problem];
  const path = home ?? '';
  const back =
    home === null
      ? NOTHING
      : html`<p><a class="btn full" href="${home}?lang=${language}">${words.home}</a></p>`;
  return drawPage({
    language,
    path,
    title: status,
    content: drawMain({
      state: problem,
      tone: problem === 'not_found' || problem === 'cross_site' ? 'off' : 'warn',
      title: status,
      status,
      body: html`<h1>${heading}</h1><p>${text}</p>${back}`,
      is_final: true,
    }),
  });
}

/**
 * What an address may write of one session or by one link, and in all: thousands of payers share the address of their operator, so
 * that one of them, or one shop that sells a lot, must not stand in the way of the others. A claim is kept for a person to read; a
 * link makes a session that holds a number for a quarter of an hour. What else one address could take is held where it is taken: five
 * claims by a session, what a link may ask of a process, and the places of a merchant's links that are open to one address.
 */
const CLAIMING = { each: { interval_ms: 60_000, burst: 10 }, all: { interval_ms: 5_000, burst: 100 } };
const BEGINNING = { each: { interval_ms: 15_000, burst: 20 }, all: { interval_ms: 1_000, burst: 200 } };

/** A scenario is a dozen statements. */
const PLAYING = { interval_ms: 2_000, burst: 30 };

/** A year of statements and a month of proofs come at once; whoever goes on has the next in two seconds. */
const FILING = { interval_ms: 2_000, burst: 30 };

/**
 * All documents of a merchant come at once, and some once more. Each may take half a minute to arrive, and holds one of few places
 * for so long, so whoever goes on has one of them half of the time.
 */
const UPLOADING = { interval_ms: 60_000, burst: 12 };

export type PageLimits = Record<
  'read' | 'play' | 'file' | 'upload',
  (ip_or_merchant: string, now_ms: number) => number
> &
  Record<'claim' | 'pay', (ip: string, now_ms: number, about: string) => number>;

/** Limits per address of a client, of claims and payments also per session and link, of files and uploads per merchant; each says how many milliseconds to wait, 0 when the request may pass. */
export function pageLimits(is_limited: boolean): PageLimits {
  const none = () => 0;
  if (!is_limited) return { read: none, claim: none, play: none, pay: none, file: none, upload: none };
  return {
    read: addressLimiter(READING),
    claim: limiterOfEach(CLAIMING),
    play: addressLimiter(PLAYING),
    pay: limiterOfEach(BEGINNING),
    file: rateLimiter(FILING),
    upload: rateLimiter(UPLOADING),
  };
}

/**
 * A rate for each address and what it asks about, and one for the address. Who is refused the first takes nothing of the second:
 * it is what their neighbours are left.
 */
function limiterOfEach({ each, all }: Record<'each' | 'all', Rate>): PageLimits['claim'] {
  const takeOfEach = rateLimiter(each);
  const takeOfAll = rateLimiter(all);
  return (ip, now_ms, about) => {
    const address = householdOf(ip);
    return takeOfEach(`${address} ${about}`, now_ms) || takeOfAll(address, now_ms);
  };
}

/** What the pages are handed by `cli`. */
export type PageDeps = {
  now: () => Date;
  /** For the pages of those who sign in; without them there are none. */
  site_services?: SiteServices;
  /** Base of every page, without a slash at its end. */
  dashboard_url: string;
  /** False lifts the limits of an address, as CHARI_RATE_LIMIT=0 does for keys. */
  is_limited: boolean;
  checkout: {
    look: (session_id: string) => Promise<CheckoutView | null>;
    /** The same for a page that is open and asks what is new: it may wait for others that ask too. */
    lookAgain: (session_id: string) => Promise<CheckoutView | null>;
    claim: (command: ClaimPayment) => Promise<ClaimOutcome>;
    /** Plays a scenario of the sandbox on a test session. */
    play: (asked: {
      merchant_id: string;
      session_id: string;
      scenario: ScenarioName;
    }) => Promise<PlayOutcome>;
  };
  links: {
    /** The link of an address as somebody typed it; null where there is none. */
    look: (slug: string) => Promise<PublicLink | null>;
    pay: (asked: PayLink) => Promise<PayOutcome>;
    /** The session that a form of this link made, or null. */
    underWay: (link: PublicLink, token: string) => Promise<string | null>;
  };
  /** 128 bits in base64url, for a form: sent twice it does one thing. */
  newToken: () => string;
  /** Logs what was thrown, and says whether the same request may succeed a moment later. */
  failed: (error: unknown, request_id: string) => 'passing' | 'too_slow' | 'fault';
};

export type PlayOutcome = 'played' | 'impossible' | 'too_late';
