import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite, type Site, textOf } from '../account/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const TARIFF = {
  operator: 'AIRTEL',
  service: 'transfer',
  brackets: '1-5000=100 5001-500000=1%',
  note: 'as posted',
};
const brackets = () => site.world.rows('select service from operator_tariffs', []);

test('a tariff is set by two accounts on the page, and then it is listed', async () => {
  const [first, second] = [await site.staff('supervisor'), await site.staff('supervisor')];
  expect(textOf((await first.submit('/office/tariffs/set', TARIFF)).body)).toContain(
    'Another person must say',
  );
  expect(textOf((await first.submit('/office/tariffs/set', TARIFF)).body)).toContain(
    'You proposed this yourself',
  );
  expect(await brackets()).toEqual([]);
  expect(textOf((await second.submit('/office/tariffs/set', TARIFF)).body)).toContain('The tariff is set.');
  expect(await brackets()).toHaveLength(2);
  expect((await second.get('/office/tariffs')).body).toContain(TARIFF.brackets);
});

test('a tariff that makes no sense is refused, and what was typed stays', async () => {
  const first = await site.staff('supervisor');
  const refused = await first.submit('/office/tariffs/set', { ...TARIFF, brackets: '5-1=x' });
  expect(textOf(refused.body)).toContain('That tariff can’t be used');
  expect(refused.body).toContain('value="5-1=x"');
});

test('an agent looks at tariffs and sets none', async () => {
  const agent = await site.staff('agent');
  expect((await agent.get('/office/tariffs')).body).not.toContain('action="/office/tariffs/set"');
  expect((await agent.post('/office/tariffs/set', TARIFF)).statusCode).toBe(403);
});

test('A tariff that holds no more is taken away by two people', async () => {
  const [first, second] = [await site.staff('supervisor'), await site.staff('supervisor')];
  const none = { ...TARIFF, brackets: 'none' };
  expect(textOf((await first.submit('/office/tariffs/set', none)).body)).toContain('Another person must say');
  expect(await brackets()).not.toEqual([]);
  const [one] = await site.world.rows<{ id: string }>(
    'select id from staff_proposals where settled_at is null',
  );
  const page = `/office/cases/proposal/${one?.id}`;
  expect(textOf((await second.get(page)).body)).toContain('none');
  expect(textOf((await second.submit(`${page}/agree`, { note: 'gone' })).body)).toContain(
    'The tariff is set.',
  );
  expect(await brackets()).toEqual([]);
});
