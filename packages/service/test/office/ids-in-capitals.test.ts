import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSite, textOf } from '../account/site.ts';
import { start } from '../collection/transactions.ts';

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

it('An id that another program wrote in capitals is the same id to every page that decides', async () => {
  const { id } = await start(site.world, await site.world.merchant());
  const agent = await site.staff('agent');
  const page = `/office/cases/transaction/${id.toUpperCase()}`;
  const note = 'as another program shows it';
  expect(textOf((await agent.submit(`${page}/confirm`, { note })).body)).toContain('This one is neither.');
  expect(textOf((await agent.submit(`${page}/done`, { note })).body)).toContain(
    'Only a transaction that was paid can be refunded.',
  );
});
