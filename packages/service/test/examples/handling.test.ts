import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEmptyDatabase, type TestDatabase } from '../database/open.ts';
import { blocksUnder } from './guide.ts';

// The rules of docs/webhooks.md, played by a shop that does what they say and no more.
const [MAKE, KEEP, LEFT, LOCK, DONE, OBJECTS, ADD, NEWER, FOLLOW] = blocksUnder('Handle an event', 'sql')
  .flatMap((block) => block.split(';'))
  .map((statement) => statement.trim())
  .filter((statement) => statement !== '');

let db: TestDatabase;
beforeEach(async () => {
  db = await openEmptyDatabase();
  await sql(
    'create table orders (reference text primary key, amount integer not null, status text not null)',
  );
  await sql(`insert into orders values ('ORDER-1', 5000, 'NEW')`);
  await sql(MAKE);
  await sql(OBJECTS);
  await sql(ADD);
});
afterEach(() => db.drop());

async function sql(text: string | undefined, values: unknown[] = []) {
  if (text === undefined) throw new Error('the guide has fewer statements');
  return db.pool.query(text, values);
}

const ID = '0198c5a3-1b2c-7d3e-8f40-5a6b7c8d9e0f';
const other = (n: number) => ID.replace(/.$/, `${n}`);
const event = (status: string, reference = 'ORDER-1', object_id = ID) =>
  JSON.stringify({ data: { id: object_id, reference, amount: 5000, status } });

/** Takes an event in, and answers. */
const take = async (id: string, sequence: number, body: string) =>
  (await sql(KEEP, [id, sequence, body])).rowCount;

/**
 * Works off what is left.
 * @returns how many orders each event changed
 */
async function work(): Promise<(number | null)[]> {
  const changed: (number | null)[] = [];
  for (const { id } of (await sql(LEFT)).rows) {
    const { rows } = await sql(LOCK, [id]);
    for (const { sequence, body } of rows) {
      const { id: object_id, status, reference, amount } = JSON.parse(body).data;
      const is_newer = (await sql(NEWER, [object_id, sequence, status, reference, amount])).rowCount === 1;
      changed.push(is_newer ? (await sql(FOLLOW, [reference, amount])).rowCount : 0);
      await sql(DONE, [id]);
    }
  }
  return changed;
}

const status = async () => (await sql('select chari_status from orders')).rows[0].chari_status;

test('a shop that does as the guide says follows an event that comes before the answer which names the session', async () => {
  expect(await take(ID, 1, event('SUCCESS'))).toBe(1);
  expect(await work()).toEqual([1]);
  expect(await status()).toBe('SUCCESS');
});

test('a shop that was killed between its answer and its work does the work at its next start, and once', async () => {
  await take(ID, 1, event('SUCCESS'));
  // Killed here. Chari has its 2xx; a resend changes nothing.
  expect(await take(ID, 1, event('SUCCESS'))).toBe(0);
  expect(await work()).toEqual([1]);
  expect(await take(ID, 1, event('SUCCESS'))).toBe(0);
  expect(await work()).toEqual([]);
});

test('an event that is older, or of no order, or of another amount, changes nothing', async () => {
  await take(other(2), 2, event('SUCCESS'));
  await take(other(3), 1, event('UNDER_REVIEW'));
  await take(other(4), 3, event('SUCCESS', 'ORDER-2'));
  await take(other(5), 4, event('EXPIRED').replace('5000', '4000'));
  expect(await work()).toEqual([1, 0, 0, 0]);
  expect(await status()).toBe('SUCCESS');
});

test('an order whose transaction ended unpaid is paid by the session that the shop makes next, and stays paid', async () => {
  const [transaction, session] = [other(7), other(8)];
  await take(other(1), 1, event('TIMEOUT', 'ORDER-1', transaction));
  await take(other(2), 1, event('SUCCESS', 'ORDER-1', session));
  expect(await work()).toEqual([1, 1]);
  expect(await status()).toBe('SUCCESS');
  // An event of the transaction that comes after the money says nothing of the order.
  await take(other(3), 2, event('FAILED', 'ORDER-1', transaction));
  expect(await work()).toEqual([0]);
  expect(await status()).toBe('SUCCESS');
});

test('an order of which money is under review is not offered to be paid again because something else of it has ended', async () => {
  const [transaction, session] = [other(7), other(8)];
  await take(other(1), 1, event('UNDER_REVIEW', 'ORDER-1', session));
  await take(other(2), 1, event('TIMEOUT', 'ORDER-1', transaction));
  await work();
  expect(await status()).toBe('UNDER_REVIEW');
  await take(other(3), 2, event('UNDER_REVIEW', 'ORDER-1', transaction));
  await take(other(4), 2, event('EXPIRED', 'ORDER-1', session));
  await work();
  expect(await status()).toBe('UNDER_REVIEW');
  await take(other(5), 3, event('TIMEOUT', 'ORDER-1', transaction));
  await work();
  expect(await status()).toBe('TIMEOUT');
});
