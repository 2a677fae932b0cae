import { describe, expect, test } from 'vitest';
import { answer, fakeApi, refusal, type Sent } from '../test/fake-api.ts';

const query = ({ url }: Sent) => Object.fromEntries(new URL(url).searchParams);
const named = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `t-${count - index}` }));

/** A list of transactions, newest first, onto which something new is put between two pages. */
function growing(count: number, arrivals: number) {
  let rows = named(count);
  return (sent: Sent) => {
    const { limit = 20, offset = 0 } = query(sent);
    const page = rows.slice(Number(offset), Number(offset) + Number(limit));
    const total = rows.length;
    rows = [...Array.from({ length: arrivals }, (_, index) => ({ id: `new-${total}-${index}` })), ...rows];
    return answer(200, { transactions: page, total, limit: Number(limit), offset: Number(offset) });
  };
}

async function idsOf(list: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of list) ids.push(id);
  return ids;
}

describe('a list', () => {
  test('sends nothing before it is awaited or read', async () => {
    const { chari, sent } = fakeApi([growing(3, 0)]);
    const list = chari.transactions.list();
    expect(sent).toHaveLength(0);
    expect((await list).transactions).toHaveLength(3);
    expect(sent).toHaveLength(1);
  });

  test('of transactions is one page when awaited, with its filters in the address', async () => {
    const { chari, sent } = fakeApi([growing(30, 0)]);
    const page = await chari.transactions.list({
      limit: 5,
      offset: 10,
      status: 'SUCCESS',
      search: 'A&B',
      operator: undefined,
    });
    expect(page).toMatchObject({ total: 30, limit: 5, offset: 10 });
    expect(sent.map(query)).toEqual([{ limit: '5', offset: '10', status: 'SUCCESS', search: 'A&B' }]);
  });

  test.for([0, 1, 19, 20, 21, 40, 47])('of %s transactions gives each of them once', async (count) => {
    const { chari } = fakeApi([growing(count, 0)]);
    expect(await idsOf(chari.transactions.list())).toEqual(named(count).map(({ id }) => id));
  });

  test('gives each transaction once while others come in', async () => {
    const { chari } = fakeApi([growing(47, 3)]);
    const ids = await idsOf(chari.transactions.list({ limit: 10 }));
    expect(ids).toEqual(named(47).map(({ id }) => id));
  });

  test('of events is followed by its cursor, from where the caller begins, with the filters on each page', async () => {
    const pages = [
      { events: [{ id: 'e-3' }, { id: 'e-2' }], next_cursor: 'e-2' },
      { events: [], next_cursor: 'e-1' },
      { events: [{ id: 'e-0' }], next_cursor: null },
    ];
    const { chari, sent } = fakeApi(pages.map((page) => answer(200, page)));
    const list = chari.events.list({ type: 'transaction.success', cursor: 'e-4' });
    expect(await idsOf(list)).toEqual(['e-3', 'e-2', 'e-0']);
    const type = 'transaction.success';
    expect(sent.map(query)).toEqual([
      { type, cursor: 'e-4' },
      { type, cursor: 'e-2' },
      { type, cursor: 'e-1' },
    ]);
  });

  test('is read no further than the caller does, and throws what a page throws', async () => {
    const { chari, sent } = fakeApi([growing(100, 0)]);
    for await (const { id } of chari.transactions.list()) if (id === 't-95') break;
    expect(sent).toHaveLength(1);
    const refused = fakeApi([refusal(400, 'VALIDATION_ERROR')]);
    await expect(idsOf(refused.chari.transactions.list())).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    await expect(refused.chari.transactions.list()).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});
