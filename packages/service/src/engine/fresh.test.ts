import { expect, test } from 'vitest';
import { trusted } from './fresh.ts';

/** A source whose answers are given when the test says so, and a clock that it moves. */
function openSource() {
  const asked: string[][] = [];
  const open: { resolve: (values: string[]) => void; reject: (error: Error) => void; names: string[] }[] = [];
  const clock = { ms: 0 };
  const valueFor = trusted(
    (names) => {
      asked.push(names);
      return new Promise<string[]>((resolve, reject) => open.push({ resolve, reject, names }));
    },
    3,
    () => clock.ms,
  );
  const questions = (count: number) => expect.poll(() => asked.length).toBe(count);
  const answer = (value: string): void => {
    const question = open.shift();
    question?.resolve(question.names.map((name) => `${name} ${value}`));
  };
  return { asked, open, clock, valueFor, questions, answer };
}

test('what was asked for less than half a second ago is known at once, and then asked for again', async () => {
  const { clock, valueFor, questions, answer } = openSource();
  const first = valueFor('a');
  await questions(1);
  answer('yes');
  expect(await first).toBe('a yes');
  clock.ms = 499;
  expect(valueFor('a')).toBe('a yes');
  clock.ms = 500;
  const second = valueFor('a');
  await questions(2);
  answer('no');
  expect(await second).toBe('a no');
});

test('an answer is as old as its question, however long it was on its way', async () => {
  const { clock, valueFor, questions, answer } = openSource();
  const first = valueFor('a');
  await questions(1);
  clock.ms = 500;
  const during = valueFor('a');
  answer('yes');
  expect(await first).toBe('a yes');
  await questions(2);
  answer('no');
  expect(await during).toBe('a no');
  expect(valueFor('a')).toBe('a no');
});

test('who asks while the same is asked for has that answer, and others travel together', async () => {
  const { asked, valueFor, questions, answer } = openSource();
  const all = ['a', 'b', 'a'].map((name) => valueFor(name));
  await questions(1);
  const late = valueFor('b');
  answer('yes');
  expect(await Promise.all(all)).toEqual(['a yes', 'b yes', 'a yes']);
  expect(await late).toBe('b yes');
  expect(asked).toEqual([['a', 'b']]);
});

test('a failure is nobody’s answer: the next one asks again', async () => {
  const { open, valueFor, questions, answer } = openSource();
  const failed = Promise.resolve(valueFor('a'));
  await questions(1);
  open.shift()?.reject(new Error('bug'));
  await expect(failed).rejects.toThrow('bug');
  const next = valueFor('a');
  await questions(2);
  answer('yes');
  expect(await next).toBe('a yes');
});

test('so many names are known and no more: the one refreshed longest ago goes first', async () => {
  const { asked, valueFor, questions, answer } = openSource();
  for (const [n, name] of ['a', 'b', 'c', 'd'].entries()) {
    const value = valueFor(name);
    await questions(n + 1);
    answer('yes');
    await value;
  }
  expect(['b', 'c', 'd'].map((name) => valueFor(name))).toEqual(['b yes', 'c yes', 'd yes']);
  const again = valueFor('a');
  await questions(5);
  answer('yes');
  expect(await again).toBe('a yes');
  expect(asked.at(-1)).toEqual(['a']);
});
