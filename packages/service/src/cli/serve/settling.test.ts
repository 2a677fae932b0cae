import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openSettling } from './settling.ts';

const NUMBERS = Array.from({ length: 9 }, (_, n) => `0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5${n}`);
const numberOf = (notice_id: string) => notice_id.split('/')[0] as string;
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('the notices of a number are settled in the order in which they came, however long each set takes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(NUMBERS.length - 1), fc.boolean()), { maxLength: 200 }),
      fc.array(fc.nat(5), { minLength: 1 }),
      async (arrivals, turns) => {
        const settled: string[] = [];
        const busy = new Set<string>();
        let sets = 0;
        const settling = openSettling(
          async (ids) => {
            const numbers = new Set(ids.map(numberOf));
            for (const number of numbers) expect(busy.has(number)).toBe(false);
            for (const number of numbers) busy.add(number);
            for (let left = turns[sets++ % turns.length] as number; left > 0; left -= 1) await turn();
            for (const number of numbers) busy.delete(number);
            settled.push(...ids);
            return ids;
          },
          () => 'split',
          (error) => expect(error).toBe(null),
        );
        const came: string[] = [];
        for (const [number, pause] of arrivals) {
          const id = `${NUMBERS[number]}/${came.length}`;
          came.push(id);
          settling.settle({ notice_id: id, number_id: numberOf(id) });
          if (pause) await turn();
        }
        await settling.done();
        expect(settled.length).toBe(came.length);
        for (const number of NUMBERS) {
          const own = (ids: string[]) => ids.filter((id) => numberOf(id) === number);
          expect(own(settled)).toEqual(own(came));
        }
      },
    ),
  );
});

test('several numbers are settled at once, and one that hangs holds up only its lane', async () => {
  const under_way = new Set<string>();
  let most = 0;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const settled: string[] = [];
  const settling = openSettling(
    async (ids) => {
      for (const id of ids) under_way.add(id);
      most = Math.max(most, under_way.size);
      await (ids.some((id) => numberOf(id) === NUMBERS[0]) ? held : turn());
      for (const id of ids) under_way.delete(id);
      settled.push(...ids);
      return ids;
    },
    () => 'split',
    () => {},
  );
  for (const number of NUMBERS) settling.settle({ notice_id: `${number}/1`, number_id: number });
  for (let n = 0; n < 20; n += 1) await turn();
  expect(most).toBeGreaterThan(1);
  expect(settled.length).toBeGreaterThanOrEqual(NUMBERS.length / 2);
  expect(settled).not.toContain(`${NUMBERS[0]}/1`);
  letGo();
  await settling.done();
  expect(settled.toSorted()).toEqual(NUMBERS.map((number) => `${number}/1`));
});

test('a notice that fails is told of, its neighbours are settled in order, and its lane goes on', async () => {
  const settled: string[] = [];
  const failures: unknown[] = [];
  const settling = openSettling(
    async (ids) => {
      await turn();
      const bad = ids.find((id) => id.endsWith('/3'));
      if (bad !== undefined) throw new Error(bad);
      settled.push(...ids);
      return ids;
    },
    () => 'split',
    (error) => failures.push((error as Error).message),
  );
  const ids = [1, 2, 3, 4, 5, 6].map((n) => `${NUMBERS[0]}/${n}`);
  for (const id of ids.slice(0, 5)) settling.settle({ notice_id: id, number_id: numberOf(id) });
  await turn();
  settling.settle({ notice_id: ids[5] as string, number_id: NUMBERS[0] as string });
  await settling.done();
  expect(failures).toEqual([ids[2]]);
  expect(settled).toEqual(ids.filter((id) => id !== ids[2]));
});

test('what it waits for at the end is everything, also what came in meanwhile; without work it ends at once', async () => {
  const settled: string[] = [];
  const settling = openSettling(
    async (ids) => {
      await turn();
      settled.push(...ids);
      return ids;
    },
    () => 'split',
    () => {},
  );
  await settling.done();
  settling.settle({ notice_id: 'a/1', number_id: 'a' });
  const done = settling.done();
  settling.settle({ notice_id: 'b/1', number_id: 'b' });
  await done;
  expect(settled.toSorted()).toEqual(['a/1', 'b/1']);
});
