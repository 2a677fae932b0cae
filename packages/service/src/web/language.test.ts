import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../domain/account/person.ts';
import { languageCookie, languageOf, WORDS } from './language.ts';

describe('The language of a page', () => {
  test.each([
    [{}, 'fr'],
    [{ accept: 'de-DE,de;q=0.9' }, 'fr'],
    [{ accept: 'en-GB,en;q=0.9,fr;q=0.8' }, 'en'],
    [{ accept: 'fr;q=0.5, ar-TD;q=0.9, en;q=0.1' }, 'ar'],
    [{ accept: 'en;q=0, ar;q=0.1' }, 'ar'],
    [{ accept: '*' }, 'fr'],
    [{ accept: `${'x'.repeat(10_000)},en` }, 'fr'],
    [{ accept: 'en', cookie: 'lang=ar' }, 'ar'],
    [{ accept: 'en', cookie: 'a=b; lang=fr; c=d' }, 'fr'],
    [{ accept: 'en', cookie: 'slang=ar' }, 'en'],
    [{ cookie: 'lang=xx', accept: 'ar' }, 'ar'],
    [{ query: 'en', cookie: 'lang=ar', accept: 'fr' }, 'en'],
    [{ query: 'xx', cookie: 'lang=ar' }, 'ar'],
    [{ query: ['en', 'ar'], accept: 'ar' }, 'ar'],
  ])('asked for by %j is %s', (asked, language) => {
    expect(languageOf(asked)).toBe(language);
  });

  test('is kept in a cookie that no script reads, and that goes over https where the page does', () => {
    expect(languageCookie('ar', true)).toBe(
      'lang=ar; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly; Secure',
    );
    expect(languageCookie('en', false)).not.toContain('Secure');
  });

  test('has a plural of its own: Arabic has a word for two', () => {
    expect([1, 2, 3].map(WORDS.ar.claim.problems)).toHaveLength(
      new Set([1, 2, 3].map(WORDS.ar.claim.problems)).size,
    );
  });

  test.each(LANGUAGES)('%s never says that a payment failed, and never names a code to dial', (language) => {
    const words = JSON.stringify(WORDS[language], (_key, value) =>
      typeof value === 'function' ? undefined : value,
    );
    expect(words).not.toMatch(/[*#][0-9]|failed|échou|فشل/i);
  });
});
