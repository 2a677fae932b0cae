import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { TooManyWaiting } from '../turns.ts';
import { createHashing } from './hashing.ts';

const costs = { memory: 8, passes: 1, parallelism: 1 };
const hashing = createHashing(randomBytes, { costs });

test('A password matches its own hash, however its signs are composed, and nothing else does', async () => {
  const hash = await hashing.hash('cafe\u0301 au lait');
  expect(await hashing.matches(hash, 'caf\u00e9 au lait')).toBe(true);
  expect(await hashing.matches(hash, 'cafe au lait')).toBe(false);
  expect(await hashing.matches(null, 'cafe\u0301 au lait')).toBe(false);
  expect(await hashing.hash('cafe\u0301 au lait')).not.toBe(hash);
});

test('A hash of other costs is still understood', async () => {
  const before = createHashing(randomBytes, { costs: { memory: 16, passes: 2, parallelism: 1 } });
  expect(await hashing.matches(await before.hash('seven boats'), 'seven boats')).toBe(true);
});

test('So many wait for their turn, and the next is told to come again', async () => {
  const small = createHashing(randomBytes, { costs, max_queue: 2 });
  const asked = await Promise.allSettled([1, 2, 3, 4].map((n) => small.hash(`password ${n}`)));
  expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
  expect(asked[3]).toMatchObject({ reason: expect.any(TooManyWaiting) });
  expect(await small.hash('password')).toMatch(/^\$argon2id\$/);
});

test('What strangers try waits for all else, and takes none of its room', async () => {
  const small = createHashing(randomBytes, { costs, max_queue: 2 });
  const order: string[] = [];
  const stranger = () =>
    small.matches(null, 'password', { is_stranger: true }).finally(() => order.push('stranger'));
  const strangers = Promise.allSettled([1, 2, 3, 4].map(stranger));
  const owner = small.hash('password').then(() => order.push('owner'));
  expect((await strangers).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
  ]);
  await owner;
  // One was under way, one was refused at once.
  expect(order).toEqual(['stranger', 'stranger', 'owner', 'stranger', 'stranger']);
});
