import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allApart, eachApart } from './apart.ts';

test('what can’t be done keeps nothing else of its set from being done, and is thrown at the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 30 }), async (bad) => {
      const done = new Set<number>();
      const together = async (some: number[]) => {
        if (some.some((at) => bad[at])) throw new Error('at fault');
        for (const at of some) done.add(at);
        return some;
      };
      const all = bad.map((_, at) => at);
      const told = await allApart(all, together).catch((error: Error) => error.message);
      expect(told).toEqual(bad.includes(true) ? 'at fault' : all);
      expect([...done].toSorted((a, b) => a - b)).toEqual(all.filter((at) => !bad[at]));
    }),
  );
});

test('where the database is gone a set is not tried in parts', async () => {
  let tries = 0;
  const results = await eachApart([1, 2, 3], () => {
    tries += 1;
    return Promise.reject(Object.assign(new Error('deadlock'), { code: '40P01' }));
  });
  expect([tries, results.map(({ status }) => status)]).toEqual([1, ['rejected', 'rejected', 'rejected']]);
});
