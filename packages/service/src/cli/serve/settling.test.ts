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

test('what comes together is settled in one set, and what comes behind one that hangs goes beside it, but for its numbers', async () => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const slow: (() => void)[] = [];
  const settled: string[] = [];
  let sets = 0;
  const settling = openSettling(
    async (ids) => {
      sets += 1;
      await (sets === 1 ? held : turn());
      settled.push(...ids);
      return ids;
    },
    () => 'split',
    () => {},
    (then) => slow.push(then),
  );
  const tell = (message: number) => {
    for (const number of message === 1 ? NUMBERS.slice(0, 4) : NUMBERS)
      settling.settle({ notice_id: `${number}/${message}`, number_id: number });
  };
  const turns = async () => {
    for (let n = 0; n < 20; n += 1) await turn();
  };
  tell(1);
  await turns();
  tell(2);
  await turns();
  slow[0]?.();
  await turns();
  expect(settled).toEqual(NUMBERS.slice(4).map((number) => `${number}/2`));
  letGo();
  await settling.done();
  expect(settled.slice(5)).toEqual(
    [1, 2].flatMap((n) => NUMBERS.slice(0, 4).map((number) => `${number}/${n}`)),
  );
  expect(sets).toBe(3);
});

test('a notice that fails is told of, its neighbours are settled in order, and its number goes on', async () => {
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
