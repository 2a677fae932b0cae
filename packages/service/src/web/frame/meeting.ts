import type { FastifyReply, FastifyRequest } from 'fastify';
import { firstEnvironment, type Language, type Person } from '../../domain/account/person.ts';
import { isUuid } from '../../domain/keys.ts';
import type { Environment } from '../../domain/operator.ts';
import { findPerson } from '../../engine/account/person.ts';
import type { SiteServices } from '../../engine/account/services.ts';
import { queryOf } from '../answer.ts';
import { languageOf, WORDS } from '../language.ts';
import { type CookieJar, cookieJar } from './cookies.ts';
import { NO_FORM } from './form.ts';
import type { AnyPage, MemberVisit, OpenVisit } from './table.ts';
import { csrfField, formToken } from './token.ts';

/** What the pages of those who sign in are made with. */
export type Site = {
  services: SiteServices;
  pages: readonly AnyPage[];
  /** What stands before every path on this host, without a slash at its end: the path of DASHBOARD_URL. */
  base: string;
  /** `https://host` and the base. */
  dashboard_url: string;
  is_secure: boolean;
  is_limited: boolean;
  failed: (error: unknown, request_id: string) => 'passing' | 'too_slow' | 'fault';
};

/** Who asks, before it is known whether they may. */
export type Meeting = {
  visit: OpenVisit & Partial<Pick<MemberVisit, 'merchant_id' | 'environment' | 'actor'>>;
  /** What the tokens of this browser's forms belong to. */
  owner: string;
  environment: Environment;
  jar: CookieJar;
};

const FORM_COOKIE_BYTES = 18;

/** Finds who asks, in which language, and in which of a merchant's environments. */
export async function meet(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<Meeting> {
  const jar = cookieJar(request, reply, site.is_secure);
  const cookie = jar.get('session');
  const person = cookie === null ? null : await findPerson(site.services, cookie);
  return metAs(site, request, jar, person);
}

/** The same without asking the database: for a page that says that it can't be asked. */
export function meetNobody(site: Site, request: FastifyRequest, reply: FastifyReply): Meeting {
  return metAs(site, request, cookieJar(request, reply, site.is_secure), null);
}

/** The named parts of the address. An id that another program shows in capitals is the same id. */
function paramsOf({ params }: FastifyRequest): Record<string, string> {
  const named = Object.entries((params ?? {}) as Record<string, string>);
  return Object.fromEntries(named.map(([name, text]) => [name, isUuid(text) ? text.toLowerCase() : text]));
}

function metAs(site: Site, request: FastifyRequest, jar: CookieJar, person: Person | null): Meeting {
  const { services } = site;
  const owner = person === null ? `form ${formCookie(site, jar)}` : `session ${person.session_id}`;
  const merchant_id = person?.membership?.merchant_id ?? null;
  const params = paramsOf(request);
  const environment = environmentOf(params.environment, jar.get('environment'), person);
  const language = languageFor(request, person);
  const at = (path: string): string => `${site.base}${path.replace(':environment', environment)}`;
  const csrf = csrfField(formToken(services.account_keys.form, { owner, merchant_id }));
  const visit: Meeting['visit'] = {
    services,
    now: services.now(),
    request_id: request.id,
    ip: request.ip,
    host: request.headers.host ?? '',
    user_agent: request.headers['user-agent'] ?? '',
    language,
    words: WORDS[language],
    params,
    query: queryOfUrl(request.url),
    form: NO_FORM,
    at,
    address: (path) => `${site.dashboard_url}${path.replace(':environment', environment)}`,
    csrf,
    keepCookie: jar.set,
    cookie: jar.get,
    person,
  };
  return { visit, owner, environment, jar };
}

/** What stands behind the question mark, without NUL, which no text of PostgreSQL can hold. */
function queryOfUrl(url: string): URLSearchParams {
  const sent = new URLSearchParams(url.split('?', 2)[1] ?? '');
  for (const [name, value] of [...sent]) if (value.includes('\0')) sent.set(name, value.replaceAll('\0', ''));
  return sent;
}

/** Before anybody is signed in, a random text in a cookie is what a form's token belongs to. */
function formCookie({ services }: Site, jar: CookieJar): string {
  const known = jar.get('form');
  if (known !== null) return known;
  const made = Buffer.from(services.randomBytes(FORM_COOKIE_BYTES)).toString('base64url');
  jar.set('form', made);
  return made;
}

/** The address says it; else what was seen last; else where this merchant begins. */
function environmentOf(named: string | undefined, kept: string | null, person: Person | null): Environment {
  const said = named ?? kept;
  if (said === 'test' || said === 'live') return said;
  return person?.membership == null ? 'test' : firstEnvironment(person.membership);
}

/** What the address asks for, then the cookie, then the person's own language, then the browser's. */
function languageFor(request: FastifyRequest, person: Person | null): Language {
  const { cookie, 'accept-language': accept } = request.headers;
  return languageOf({ query: queryOf(request, 'lang'), cookie, accept: person?.account.language ?? accept });
}
