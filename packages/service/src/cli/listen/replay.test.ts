import { expect, it } from 'vitest';
import { isSecret, listenSecret, parseReplay } from './listen.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');

it.each([
  ['1', { kind: 'count', count: 1 }],
  ['100000', { kind: 'count', count: 100_000 }],
  ['90s', { kind: 'since', since: new Date('2026-11-21T11:58:30.000Z') }],
  ['15m', { kind: 'since', since: new Date('2026-11-21T11:45:00.000Z') }],
  ['2h', { kind: 'since', since: new Date('2026-11-21T10:00:00.000Z') }],
  ['3d', { kind: 'since', since: new Date('2026-11-18T12:00:00.000Z') }],
  ['999999d', { kind: 'since', since: new Date(0) }],
  ['2026-11-20', { kind: 'since', since: new Date('2026-11-20T00:00:00.000Z') }],
  ['2026-11-20T10:00:00+01:00', { kind: 'since', since: new Date('2026-11-20T09:00:00.000Z') }],
])('--replay %s is understood', (text, expected) => {
  expect(parseReplay(text, NOW)).toEqual(expected);
});

it.each([
  '',
  '0',
  '100001',
  '-1',
  '1.5',
  '2w',
  'h',
  'yesterday',
  '2026-13-01',
  '2026-02-31',
  '2026-02-31T10:00Z',
  '2026-11-20T10:00',
  '20 ',
])('--replay %j is refused', (text) => {
  expect(parseReplay(text, NOW)).toBeNull();
});

it('the secret of an installation is one that every verifier takes, and differs with its key', () => {
  const one = listenSecret(Buffer.alloc(32, 1));
  expect(isSecret(one)).toBe(true);
  expect(listenSecret(Buffer.alloc(32, 1))).toBe(one);
  expect(listenSecret(Buffer.alloc(32, 2))).not.toBe(one);
});

it.each(['', 'whsec_', 'whsec_AAAA', 'AAAA', `whsec_${'A'.repeat(43)}`, `whsec_${'é'.repeat(40)}`])(
  '%j is no secret',
  (text) => {
    expect(isSecret(text)).toBe(false);
  },
);
