import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatRecoveryCode,
  ownPath,
  passwordProblem,
  readEmail,
  readName,
  readRecoveryCode,
  readTotpCode,
} from './credentials.ts';

describe('A mail address', () => {
  test.each([
    [' Amina@Example.COM ', 'amina@example.com'],
    ['a+b.c@shop.example.td', 'a+b.c@shop.example.td'],
    ['nobody', null],
    ['a@b', null],
    ['a@@example.com', null],
    ['a b@example.com', null],
    ['a@example.com\r\nBcc: all@example.com', null],
    ['aw\u200Ba@example.com', null],
    ['awa\u202E@example.com', null],
    ['awa\u3164@example.com', null],
    ['Ame\u0301lie@example.com', 'amélie@example.com'],
    ['\u0430wa@example.com', null],
    ['<a@example.com>', null],
    [`${'a'.repeat(65)}@example.com`, null],
    [`a@${'b'.repeat(250)}.com`, null],
  ])('%j is kept as %j', (text, kept) => expect(readEmail(text)).toBe(kept));
});

describe('A password', () => {
  test.each([
    ['short', 'too_short'],
    ['x'.repeat(201), 'too_long'],
    ['aaaaaaaaaaaa', 'too_simple'],
    ['1234567890', 'too_simple'],
    ['abcdefghijkl', 'too_simple'],
    ['Password2026!', 'too_simple'],
    ['Boutique Amina', 'too_simple'],
    ['boutique amina 12', 'too_simple'],
    ['three goats in the shade', null],
    ['ثلاث عنزات في الظل', null],
  ])('%j is %j', (password, problem) => {
    expect(passwordProblem(password, ['Boutique Amina', 'amina@example.com'])).toBe(problem);
  });
});

describe('After signing in', () => {
  test.each(['/dashboard', '/dashboard/test/payments?after=1&x=%20', '/office/desk', '/account?x=1'])(
    '%s is ours',
    (path) => expect(ownPath(path)).toBe(path),
  );
  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/dashboard//evil.example',
    '/dashboard\\@evil.example',
    '/dashboardevil',
    '/dashboard@evil.example',
    '/pay/payment-sessions/x',
    'javascript:alert(1)',
    '/dashboard\r\nset-cookie: a=b',
    '',
    '/',
    `/dashboard/${'x'.repeat(1000)}`,
  ])('%j is not', (path) => expect(ownPath(path)).toBeNull());
});

test('A recovery code is read however it is typed, and what is none is not', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
      const code = formatRecoveryCode(bytes);
      expect(code).toMatch(/^(?:[A-Z2-9]{4}-){3}[A-Z2-9]{4}$/);
      expect(readRecoveryCode(` ${code.toLowerCase().replaceAll('-', ' ')} `)).toBe(code.replaceAll('-', ''));
    }),
  );
  expect([readRecoveryCode('123456'), readTotpCode('12 34 56'), readTotpCode('１２３４５６')]).toEqual([
    null,
    '123456',
    null,
  ]);
});

test('A name is one line of what can be seen', () => {
  expect([
    readName('  Amina \n  Deby ', 100),
    readName('', 9),
    readName('a\u0000', 9),
    readName('xxx', 2),
  ]).toEqual(['Amina Deby', null, null, null]);
});

describe('A name that somebody wants to pass for another', () => {
  test.each([
    ['written in the other direction', 'Ami\u202Egniraeppasid'],
    ['isolated in the other direction', 'Amina \u2067Deby\u2069'],
    ['marked for Arabic', 'Amina\u061C'],
    ['with a space that takes no room', 'Ami\u200Bna'],
    ['joined by nothing', 'Ami\u2060na\uFEFF'],
    ['with a soft hyphen', 'Ami\u00ADna'],
    ['of signs that show nothing', '\u3164\u2800'],
    ['of tags', 'Amina\u{E0041}'],
    ['with a line of its own', 'Amina\u2028Deby'],
    ['of private signs', 'Amina\uE000'],
    ['of half a sign', 'Amina\uD800'],
    ['under a heap of marks', `A${'\u0301'.repeat(9)}mina`],
    ['of marks alone', '\u0301\u0302'],
    ['of punctuation alone', '--- . ---'],
    ['Latin with a Cyrillic letter', 'Airt\u0435l Money'],
    ['Latin with a Greek letter', '\u039Coov'],
  ])('is refused: %s', (_, text) => {
    expect(readName(text, 100)).toBeNull();
  });

  test.each([
    ['composed letters', 'Ame\u0301lie', 'Amélie'],
    ['letters of mathematics', '\u{1D400}irtel', 'Airtel'],
    ['wide letters', 'Ｍｏｏｖ', 'Moov'],
  ])('is written as anybody would: %s', (_, text, plain) => {
    expect(readName(text, 100)).toBe(plain);
  });

  test.each([
    'Boutique « Chez Zara » n° 2, Moursal',
    'مكتبة السّلام',
    'Café ☕ & thé',
    'متجر Airtel',
    'Ngarmbatna-Odjimbéye',
    '7ème Ciel',
  ])('and an honest one is not: %s', (text) => {
    expect(readName(text, 100)).toBe(text.normalize('NFC'));
  });
});
