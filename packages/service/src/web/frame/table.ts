import type { Buffer } from 'node:buffer';
import type { Readable } from 'node:stream';
import type {
  Language,
  Member,
  MemberRole,
  Person,
  StaffPerson,
  StaffRole,
} from '../../domain/account/person.ts';
import type { Environment } from '../../domain/operator.ts';
import { isFresh } from '../../engine/account/own.ts';
import type { SiteServices } from '../../engine/account/services.ts';
import type { SafeHtml } from '../html.ts';
import type { Words } from '../words/words.ts';
import type { Form } from './form.ts';

/** One request for a page, as its handler sees it. */
export type Visit = {
  services: SiteServices;
  now: Date;
  request_id: string;
  ip: string;
  /** The host that the browser asked for, as it says itself. */
  host: string;
  user_agent: string;
  language: Language;
  /** The base catalogue, for what formats amounts and moments; a room has its own words besides. */
  words: Words;
  /** Named parts of the address. An id is whatever was written there: check it with `isUuid`. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** Empty unless it was sent by POST. */
  form: Form;
  /** The address of another page on this host: `:environment` becomes the one that this visit is in. */
  at: (path: string) => string;
  /** The same as the world knows it, for mails and QR codes. */
  address: (path: string) => string;
  /** The hidden field that every form which posts must have; `postForm` draws it. */
  csrf: SafeHtml;
  /** The session's cookie is set or taken away with the answer, when this is called. */
  keepCookie: (name: CookieName, value: string | null, expires_at?: Date) => void;
  cookie: (name: CookieName) => string | null;
};
export type CookieName = 'session' | 'form' | 'said' | 'environment' | 'device';

/** A visit by anybody; `person` is null where nobody is signed in. */
export type OpenVisit = Visit & { person: Person | null };
/** By somebody who is signed in, in whatever team or none. */
export type PersonVisit = Visit & { person: Person };
/** By somebody in the merchant's team. `environment` is that of the address, else the one seen last. */
export type MemberVisit = Visit & {
  person: Member;
  merchant_id: string;
  environment: Environment;
  /** Who did it, for `recordDone`. */
  actor: { account_id: string; merchant_id: string };
};
/** By Chari's staff. */
export type StaffVisit = Visit & { person: StaffPerson };

export type Shown = {
  title: string;
  content: SafeHtml;
  /** 200 unless said otherwise; 422 shows a form again with what is wrong. */
  status?: number;
  /** A script of ours, which the page must not need. */
  script?: string;
};
/** `text` is plain: it is escaped where it is shown. `kept`: what was typed and would be lost, for whoever types it again. */
export type Said = { text: string; tone: 'done' | 'warn'; kept?: string };
export type Answer =
  | ({ kind: 'page' } & Shown)
  /** A part of a page, for a script that asked. */
  | { kind: 'part'; content: SafeHtml }
  | { kind: 'data'; value: unknown }
  | { kind: 'go'; to: string; said?: Said }
  | { kind: 'file'; name: string; type: string; body: Buffer | Readable }
  | { kind: 'not_found' };

export const show = (shown: Shown): Answer => ({ kind: 'page', ...shown });
/** After a change: the browser GETs `to` (from `visit.at`), which says `said` once. */
export const goTo = (to: string, text?: string, tone: Said['tone'] = 'done'): Answer =>
  text === undefined ? { kind: 'go', to } : { kind: 'go', to, said: { text, tone } };
/** Where nothing was done: the page says why, and what was written. */
export const goBack = (to: string, text: string, kept: string): Answer => ({
  kind: 'go',
  to,
  said: { text, tone: 'warn', kept },
});

/**
 * What changes how somebody signs in, or who signs for whom, asks first whether it is them, unless they have shown it a moment
 * ago: else whoever sits at an open browser is two people.
 * @param next the page on which they then do it again
 */
export function surely(
  visit: Visit & { person: Pick<Person, 'proved_at'> },
  next: string,
  act: () => Promise<Answer>,
): Promise<Answer> | Answer {
  return isFresh(visit.person, visit.now) ? act() : proveFirst(visit, next);
}

/**
 * Asks whether it is them.
 * @param said why, above the form; left out: the form says it
 */
export function proveFirst(visit: Visit, next: string, said?: string): Answer {
  return goTo(confirmThen(visit, next), said, 'warn');
}

/** Where somebody shows that it is them, and is led to `next`. */
export const confirmThen = (visit: Visit, next: string): string =>
  visit.at(`/account/confirm?next=${encodeURIComponent(next)}`);

export const NOT_FOUND: Answer = { kind: 'not_found' };

/**
 * How large a file may be, and how many; those that are spooled lie in a folder instead of in memory. `within_ms`: a
 * slow line may take so long, where the thirty seconds of other requests are too few.
 */
export type Uploads = { file_bytes: number; files: number; is_spooled?: boolean; within_ms?: number };

type Handler<V> = (visit: V) => Promise<Answer> | Answer;
/** A link in the navigation: shown to those who may open the page, in the order of `place`. */
export type Link = { place: number; label: Readonly<Record<Language, string>> };
type Page<V> = {
  /** As the router has it: `/dashboard/:environment/payments/:id`. */
  path: string;
  link?: Link;
  get?: Handler<V>;
  post?: Handler<V>;
  /** A form with files. Others are forms of 64 KB without files. */
  uploads?: Uploads;
  /** What it answers is a file, which costs more than a page: few of one merchant are written at once, and few a minute. */
  is_file?: boolean;
};
export type OpenPage = Page<OpenVisit> & { for: 'anybody' };
export type PersonPage = Page<PersonVisit> & { for: 'person' };
export type MemberPage = Page<MemberVisit> & { for: 'member'; roles: readonly MemberRole[] };
export type StaffPage = Page<StaffVisit> & { for: 'staff'; roles: readonly StaffRole[] };
export type AnyPage = OpenPage | PersonPage | MemberPage | StaffPage;

export const openPage = (page: Page<OpenVisit>): OpenPage => ({ for: 'anybody', ...page });
export const personPage = (page: Page<PersonVisit>): PersonPage => ({ for: 'person', ...page });
export const memberPage = (roles: readonly MemberRole[], page: Page<MemberVisit>): MemberPage => ({
  for: 'member',
  roles,
  ...page,
});
export const staffPage = (roles: readonly StaffRole[], page: Page<StaffVisit>): StaffPage => ({
  for: 'staff',
  roles,
  ...page,
});

/** A room's words in the three languages: one that lacks a word does not compile. */
export type Catalogue<Words> = Readonly<Record<Language, Words>>;

/** The methods that an address takes; null where there is none. */
export function methodsAt(pages: readonly AnyPage[], path: string): string[] | null {
  const found = pages.filter((page) => matcherOf(page.path).test(path));
  if (found.length === 0) return null;
  const gets = found.some(({ get }) => get !== undefined) ? ['GET', 'HEAD'] : [];
  return [...gets, ...(found.some(({ post }) => post !== undefined) ? ['POST'] : [])];
}

function matcherOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:[a-z_]+/g, '[^/]+')}$`);
}
