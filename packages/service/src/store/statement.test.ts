import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Database, recordsJson, statement } from './statement.ts';

/** A connection that only tells what it was asked. */
function listener() {
  const asked: unknown[] = [];
  const query = async ({ text, values }: { text: string; values: unknown[] }) => {
    asked.push(text, values);
    return { rows: [] };
  };
  return { asked, database: { query } as unknown as Database };
}

it('A second text under a name that is taken is refused where it is declared, not on the connection that meets both', () => {
  statement('a_name_of_this_test', 'select 1');
  expect(() => statement('a_name_of_this_test', 'select 1')).not.toThrow();
  expect(() => statement('a_name_of_this_test', 'select 2')).toThrow('two statements are called');
});

it('Values find their places by their names, in whatever order they are given', async () => {
  const find = statement<{ merchant_id: string; limit: number; now: Date | null }>(
    'find_of_this_test',
    `select '12$'::text where merchant_id = $merchant_id and ($now::timestamptz is null or at < $now) limit $limit`,
  );
  const { asked, database } = listener();
  await find(database, { limit: 3, now: null, merchant_id: 'm' });
  expect(asked).toEqual([
    `select '12$'::text where merchant_id = $1 and ($2::timestamptz is null or at < $2) limit $3`,
    ['m', null, 3],
  ]);
});

it('A value that nobody gave is a bug with a name, and nothing is asked', async () => {
  const find = statement<{ id: string }>('miss_of_this_test', 'select $id');
  const { asked, database } = listener();
  const forgotten = { id: undefined } as unknown as { id: string };
  await expect(find(database, forgotten)).rejects.toThrow('bug: miss_of_this_test is not told its $id');
  expect(asked).toEqual([]);
});

it('A place with a number is refused where the statement is declared', () => {
  expect(() => statement('number_of_this_test', 'select $1')).toThrow('have names, not numbers');
});

it('Of a set, only what no text of PostgreSQL holds is replaced, whatever stands around it', () => {
  const unit = fc.constantFrom(
    '\ud83d',
    '\ude42',
    '🙂',
    '\0',
    '\\',
    'u0000',
    'ud83d',
    '"',
    '\u001b',
    'é',
    'x',
  );
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      const [read] = JSON.parse(recordsJson([{ text, in: { it: [text] } }]));
      const kept = text.toWellFormed().replaceAll('\0', '\ufffd');
      expect(read).toEqual({ text: kept, in: { it: [kept] } });
    }),
  );
});
