import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite } from '../account/site.ts';
import { drafted } from './desk.ts';
import { agree, shop } from './shop.ts';

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

test('All settlements of a state are found on the page of the back office, a hundred at a time, and the unknown ones stand first', async () => {
  const shop_id = await shop(site.world);
  await agree(site.world, shop_id);
  for (let at = 0; at < 101; at += 1) {
    await drafted(site.world, shop_id, 1_000 + at);
    site.world.pass(1);
  }
  const [last] = await site.world.rows<{ reference: string }>(
    'select reference from settlements order by created_at desc limit 1',
  );
  const agent = await site.staff('agent');
  const page = (await agent.get('/office/settlements')).body;
  const next = /href="([^"]*[?]draft=[^"]*)"/.exec(page)?.[1] ?? '';
  expect([page.includes(last?.reference ?? ''), next]).toEqual([false, expect.stringContaining('draft=')]);
  expect(page.indexOf('id="unknown"')).toBeLessThan(page.indexOf('id="sending"'));
  const more = (await agent.get(next)).body;
  expect(more).toContain(last?.reference);
  expect(more).not.toContain('rel="prev"');
});
