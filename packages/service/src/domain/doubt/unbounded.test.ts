import { expect, test } from 'vitest';
import { clock, message } from '../../../test/book/chains.ts';
import { mayBeLucky, rightOnes, withGuesses } from './unbounded.ts';

const step = { at_ms: clock('10:00'), guesses: 2 };
const guess = message('g 10:05 +5 =99999');
const late = message('h 10:06 +5 =88888');

test('A step is a lucky guess where more than two others were wrong by then, or within five minutes', () => {
  expect(mayBeLucky(step, [])).toBe(false);
  expect(mayBeLucky(withGuesses(step, [guess]), [])).toBe(true);
  expect(mayBeLucky(withGuesses(step, [late]), [])).toBe(false);
});

test('What finds its place is no wrong guess around a step, and one is forgiven less where one was wrong in the week before', () => {
  expect(mayBeLucky(withGuesses(step, [guess]), [guess])).toBe(false);
  expect(mayBeLucky(step, [late], 1)).toBe(true);
  expect(mayBeLucky(null, [], 2)).toBe(false);
});

test('Where balances come back again and again, a message was right as it came where all that lead to it came before; else all were', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((key) => message(`${key} 10:00 +5 =10`));
  if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error('bug');
  const chain = [a, c, b, { ...d, is_stored: true }].map((claim) => ({ claim, after_xaf: 10 }));
  const batch = [a, b, c, ...chain.slice(3).map(({ claim }) => claim)];
  expect(rightOnes(chain, batch).map(({ claim }) => claim.key)).toEqual(['a', 'c']);
  const onward = chain.map(({ claim }, n) => ({ claim, after_xaf: n }));
  expect(rightOnes(onward, batch)).toEqual(onward);
});
