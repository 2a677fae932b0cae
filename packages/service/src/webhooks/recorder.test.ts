import { expect, test } from 'vitest';
import { Recorder } from './recorder.ts';

const ignore = () => undefined;
const options = { batch: 100, backoff: () => 0, log: { info: ignore, warn: ignore, error: ignore } };

function failing(code: string): Error {
  return Object.assign(new Error(code), { code });
}

test('what settles while a write is under way is written together in the next', async () => {
  const batches: number[][] = [];
  let release = () => {};
  const recorder = new Recorder<number>({
    ...options,
    write: async (items) => {
      batches.push([...items]);
      if (batches.length === 1) await new Promise<void>((resolve) => (release = resolve));
    },
  });
  recorder.add(1);
  recorder.add(2);
  await expect.poll(() => batches.length).toBe(1);
  for (const item of [3, 4, 5]) recorder.add(item);
  expect(recorder.size).toBe(5);
  release();
  expect(await recorder.close()).toBe(0);
  expect(batches).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
});

test('while the database is away everything is kept, in order, and written once it is back', async () => {
  let away = true;
  let tries = 0;
  const written: number[] = [];
  const recorder = new Recorder<number>({
    ...options,
    write: async (items) => {
      tries += 1;
      if (away) throw failing('ECONNREFUSED');
      written.push(...items);
    },
  });
  for (const item of [1, 2, 3]) recorder.add(item);
  await expect.poll(() => tries).toBeGreaterThan(3);
  expect(recorder.size).toBe(3);
  away = false;
  await expect.poll(() => written).toEqual([1, 2, 3]);
});

test('one result that the database refuses for ever does not keep the others', async () => {
  const written: number[] = [];
  const recorder = new Recorder<number>({
    ...options,
    write: async (items) => {
      if (items.includes(7)) throw failing('22P05');
      written.push(...items);
    },
  });
  for (let item = 1; item <= 20; item += 1) recorder.add(item);
  await expect.poll(() => recorder.size).toBe(0);
  expect(written).toEqual([1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
});

test('closing while the database is away ends, and says how much is not written', async () => {
  const recorder = new Recorder<number>({
    ...options,
    write: async () => {
      throw failing('ECONNREFUSED');
    },
  });
  recorder.add(1);
  recorder.add(2);
  expect(await recorder.close()).toBe(2);
});
