import { describe, expect, test } from 'vitest';
import { mayBeGivenBack } from './given-back.ts';

const AT_MS = Date.parse('2026-11-21T12:00:00Z');
const SENT = {
  recipient: '66123456',
  amount_xaf: 5000,
  left_xaf: 5050,
  occurred_at_ms: AT_MS,
  is_dated: true,
};
const COME = { payer: '66123456', amount_xaf: 5000, occurred_at_ms: AT_MS + 60_000 };
const HOUR_MS = 3_600_000;

describe('What comes from a phone may be what was sent to it', () => {
  test.each([
    ['of that very sum', {}, {}],
    ['with the fee of it', { amount_xaf: 5050 }, {}],
    ['without the fee that unknown words hide', {}, { amount_xaf: 5050, is_unread: true }],
    ['where the list hides digits of the phone', { payer: '66••••56' }, {}],
    ['where the message of what was sent hid some', {}, { recipient: '66••••56' }],
    ['a week later', { occurred_at_ms: AT_MS + 7 * 24 * HOUR_MS }, {}],
    [
      'where a phone dates what was sent minutes later',
      { occurred_at_ms: AT_MS - 540_000 },
      { is_dated: false },
    ],
  ])('%s', (_how, come, sent) => {
    expect(mayBeGivenBack({ ...COME, ...come }, { ...SENT, ...sent })).toBe(true);
  });
});

describe('It is not', () => {
  test.each([
    ['of another sum', { amount_xaf: 4950 }, {}],
    ['of less than unknown words hide a fee of', { amount_xaf: 4500 }, { is_unread: true }],
    ['of more than left by unknown words', { amount_xaf: 5100 }, { is_unread: true }],
    ['from another phone', { payer: '66123457' }, {}],
    ['where either names nobody', { payer: null }, { recipient: null }],
    ['where what was sent left afterwards', { occurred_at_ms: AT_MS - 1000 }, {}],
    [
      'where it left an hour afterwards, as a phone dates it',
      { occurred_at_ms: AT_MS - HOUR_MS },
      { is_dated: false },
    ],
    ['more than a week later', { occurred_at_ms: AT_MS + 7 * 24 * HOUR_MS + 1 }, {}],
  ])('%s', (_how, come, sent) => {
    expect(mayBeGivenBack({ ...COME, ...come }, { ...SENT, ...sent })).toBe(false);
  });
});
