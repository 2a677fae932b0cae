import { LANGUAGES, type Language } from '../domain/account/person.ts';
import { ar } from './words/ar.ts';
import { en } from './words/en.ts';
import { fr } from './words/fr.ts';
import type { Words } from './words/words.ts';

/** The name of the cookie that keeps a choice. */
export const LANGUAGE_COOKIE = 'lang';

export const WORDS: Readonly<Record<Language, Words>> = { fr, ar, en };

export const DIRECTIONS: Readonly<Record<Language, 'ltr' | 'rtl'>> = { fr: 'ltr', ar: 'rtl', en: 'ltr' };

const isLanguage = (text: unknown): text is Language => LANGUAGES.some((language) => language === text);

export type AskedLanguage = { query?: unknown; cookie?: string | undefined; accept?: string | undefined };

/** The language of an answer: what the address says, else the cookie, else the browser; `otherwise` when none is ours. */
export function languageOf({ query, cookie, accept }: AskedLanguage, otherwise: Language = 'fr'): Language {
  if (isLanguage(query)) return query;
  const kept = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([a-z]{2})(?:;|$)`).exec(cookie ?? '')?.[1];
  return isLanguage(kept) ? kept : (accepted(accept) ?? otherwise);
}

/** The first of the browser's languages that is ours, by its own weights. */
function accepted(accept = ''): Language | null {
  const offers = accept
    .slice(0, 500)
    .split(',')
    .flatMap((part) => {
      const [tag = '', ...rest] = part.trim().toLowerCase().split(';');
      const weight = Number(/^\s*q=([01](?:\.[0-9]{0,3})?)\s*$/.exec(rest.at(-1) ?? '')?.[1] ?? 1);
      const language = tag.split('-', 1)[0];
      return isLanguage(language) && weight > 0 ? [{ language, weight }] : [];
    });
  return offers.toSorted((a, b) => b.weight - a.weight)[0]?.language ?? null;
}

/** What `?lang=` leaves behind, so that the next page speaks the same. */
export function languageCookie(language: Language, is_secure: boolean): string {
  return `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly${is_secure ? '; Secure' : ''}`;
}
