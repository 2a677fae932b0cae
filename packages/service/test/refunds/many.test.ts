import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { concludeRefunds } from '../../src/engine/refunds/conclude.ts';
import { listRefundsToSend } from '../../src/engine/refunds/under-way.ts';
import { openSite, textOf } from '../account/site.ts';
import { asked, made, refund } from './world.ts';

let site: Awaited<ReturnType<typeof openSite>>;
let merchant: string;
beforeAll(async () => {
  site = await openSite();
  merchant = await site.world.merchant();
  await site.world.liveNumber('+23566001009');
  site.world.pass(5);
});
afterAll(() => site.close());

async function paid(environment: 'live' | 'test', amount_xaf = 5000) {
  const session = await site.world.session(merchant, { environment, amount_xaf });
  await site.world.pay(session);
  return session;
}

it('Of one payment at most ten refunds are under way: the next waits until one of them has ended', async () => {
  const session = await paid('test');
  for (let n = 0; n < 10; n += 1) await made(site.services, asked(session, 100));
  expect(await refund(site.services, asked(session, 100))).toBe('too_many_open 10');
  site.world.pass(3);
  await concludeRefunds(site.services, { limit: 100 });
  expect(await refund(site.services, asked(session, 100))).toBe('PENDING 100');
});

describe('The page of refunds to send', () => {
  it('shows a hundred at once, the oldest first, and leads to those that wait behind them', async () => {
    for (let payment = 0; payment < 10; payment += 1) {
      const session = await paid('live', 5000 + payment);
      for (let n = 0; n < 10; n += 1) await made(site.services, asked(session, 1));
    }
    site.world.pass(60);
    const last = await made(site.services, asked(await paid('live', 6000), 4321));
    const agent = await site.staff('agent');
    const first = (await agent.get('/office/refunds')).body;
    expect(first).not.toContain(last.id);
    const next = /rel="next" href="([^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const second = (await agent.get(next)).body;
    expect([second.includes(last.id), /rel="next"/.test(second)]).toEqual([true, false]);
    expect(textOf(second)).toMatch(/4[\s\u00a0\u202f,]321/);
    expect(await listRefundsToSend(site.services, { limit: 1000 })).toHaveLength(101);
  });
});
