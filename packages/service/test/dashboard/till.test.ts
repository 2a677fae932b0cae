import { afterAll, beforeAll, expect, test } from 'vitest';
import { concludeTransactions } from '../../src/engine/rails/conclude.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { timeOutTransactions } from '../../src/engine/transactions/time-out.ts';
import type { Browser } from '../account/browser.ts';
import { type Known, openSite, type Site, textOf } from '../account/site.ts';
import { says, start } from '../collection/transactions.ts';

let site: Site;
let owner: Browser & { known: Known };
let merchant: string;
beforeAll(async () => {
  site = await openSite();
  owner = await site.member('owner');
  merchant = owner.known.merchant_id ?? '';
});
afterAll(() => site.close());

async function tillOf({ id }: { id: string }): Promise<{ state: string; text: string; is_final: boolean }> {
  const { body } = await owner.get(`/dashboard/test/new/${id}`);
  const [section = ''] = /<section id="till"[\s\S]*?<\/section>/.exec(body) ?? [];
  return {
    state: /data-state="(\w+)"/.exec(section)?.[1] ?? '',
    text: textOf(section),
    is_final: section.includes('data-final'),
  };
}

test('once the time is over the till asks for no money, and says what became of what came after the end', async () => {
  const { world } = site;
  const session = await world.session(merchant, { amount_xaf: 5100 });
  expect((await tillOf(session)).text).toContain('The customer sends to this number');
  world.pass(600);
  const over = await tillOf(session);
  expect(over).toMatchObject({ state: 'listening', is_final: false });
  expect(over.text).toContain('The time is over');
  expect(over.text).not.toMatch(/The customer sends|Before|scan/);
  // A page that waited is told.
  const live = await owner.get(`/dashboard/test/new/${session.id}/live?state=waiting`);
  expect(live.body).toContain('data-state="listening"');
  world.pass(600);
  await expireSessions(world.services, { limit: 10 });
  expect(await tillOf(session)).toMatchObject({ state: 'over', is_final: true });
  await world.pay(session);
  const late = await tillOf(session);
  // Staff may still count it.
  expect(late).toMatchObject({ state: 'aside', is_final: false });
  expect(late.text).toContain('ask the customer for nothing else');
  expect(late.text).not.toContain('new payment');
});

test('a payer who refuses is not said to be too late; one who was, and whose money came, is asked for no other', async () => {
  const { world } = site;
  const refused = await start(world, merchant);
  world.pass(10);
  await concludeTransactions(world.services, [says(world, refused, 'failed')]);
  const failed = await tillOf(refused);
  expect(failed).toMatchObject({ state: 'failed', is_final: true });
  expect(failed.text).toContain('The request was declined');
  expect(failed.text).not.toContain('time is over');

  const slow = await start(world, merchant);
  world.pass(720);
  await timeOutTransactions(world.services, { limit: 10 });
  expect((await tillOf(slow)).state).toBe('over');
  await concludeTransactions(world.services, [says(world, slow, 'success')]);
  expect((await tillOf(slow)).state).toBe('aside');
});
