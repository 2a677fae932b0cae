import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../src/domain/time.ts';
import { createMerchantKeys } from '../../src/engine/desk/merchants/create-keys.ts';
import { refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { concludeTransactions } from '../../src/engine/rails/conclude.ts';
import { timeOutTransactions } from '../../src/engine/transactions/time-out.ts';
import { askRefunds } from '../../src/store/rails/refunds.ts';
import { findSuspense } from '../../src/store/suspense/credits.ts';
import type { Browser } from '../account/browser.ts';
import { Site, textOf } from '../account/site.ts';
import { ALWAYS, hearGateway, letGatewaysSend } from '../book/gateway.ts';
import { openSim, type Sim } from '../book/world.ts';
import { payable, says, start } from '../collection/transactions.ts';
import { brings, draft, shop } from '../settlements/shop.ts';
import { hire } from './people.ts';

let sim: Sim;
let site: Site;
let first: Browser;
let second: Browser;
beforeAll(async () => {
  sim = await openSim();
  site = new Site(sim.world);
  [first, second] = [await site.staff('supervisor'), await site.staff('supervisor')];
  await sim.say();
  await letGatewaysSend(sim.world.db.pool);
  await hearGateway(sim.world.db.pool, sim.gateway_id, { last_seen_at: ALWAYS });
});
afterAll(() => site.close());

const said = (answer: { body: string }) => textOf(answer.body);
const DECIDED = 'This case is decided.';

test('Money that was marked as sent back and not seen leaving says on its page what to do, and on which number; two people may take that back', async () => {
  await sim.take(sim.credit(8000, '66999999'));
  const [credit] = await sim.world.rows<{ id: string }>(`select id from credits where state = 'SUSPENSE'`);
  const credit_id = credit?.id ?? '';
  await refundCredits(site.services, [{ credit_id, actor: 'Awa', note: 'sending it' }]);
  const page = () => first.get(`/office/cases/suspense/${credit_id}`);
  expect(said(await page())).toContain(DECIDED);
  sim.world.pass(25 * 3600);
  [first, second] = [await site.staff('supervisor'), await site.staff('supervisor')];
  const late = await page();
  expect(said(late)).not.toContain(DECIDED);
  expect(said(late)).toContain('read its SIM, and explain what left it');
  expect(said(late)).toContain('To: 66999999');
  expect(late.body).toContain(`/office/numbers/${sim.number_id}`);
  expect(late.body).not.toContain(`${credit_id}/unmark`);
  await sim.say();
  const read = await page();
  expect(read.body).toContain(`/office/cases/suspense/${credit_id}/unmark`);
  const unmark = (who: Browser) =>
    who.submit(`/office/cases/suspense/${credit_id}/unmark`, { note: 'his wallet is closed' });
  expect(said(await unmark(first))).toContain('Another person must say');
  expect((await second.get('/office')).body).toContain(`/office/cases/suspense/${credit_id}`);
  const asked = await second.get(`/office/cases/suspense/${credit_id}`);
  expect(said(asked)).toMatch(/Proposed by.*has not left/s);
  expect(asked.body).toContain('/office/proposals/withdraw');
  expect(said(asked)).not.toContain('send it, or explain');
  expect(said(await unmark(second))).toContain('say the balance of its SIM first');
  sim.world.pass(600);
  await sim.say();
  expect(said(await unmark(second))).toContain('waits in suspense again');
  const [waiting] = await findSuspense(site.services.pool, [credit_id]);
  expect(waiting).toMatchObject({ state: 'SUSPENSE', reason: 'unmarked', waiting_xaf: 8000 });
});

test('Of a hundred payers who name one payment its page shows the likeliest twenty, the true one among them, and says how many there are', async () => {
  await sim.take(sim.credit(6500, '66123456'));
  const [credit] = await sim.world.rows<{ id: string; operator_transaction_id: string }>(
    `select id, operator_transaction_id from credits where state = 'SUSPENSE' and amount_xaf = 6500`,
  );
  const credit_id = credit?.id ?? '';
  const true_one = await sim.session(6500);
  const claim = (session_id: string, phone: string) =>
    sim.world.rows(
      `insert into payer_claims (session_id, ordinal, operator_transaction_id, payer_phone, claimed_at)
      values ($1, 1, $2, $3, $4)`,
      [session_id, credit?.operator_transaction_id, phone, sim.world.now],
    );
  await claim(true_one.id, '+23566123456');
  sim.world.pass(60);
  for (let n = 0; n < 99; n += 1) {
    const customer_phone = `+235661${String(10_000 + n)}`;
    await claim((await sim.session(20_000, { customer_phone })).id, '+23566999999');
  }
  const [found] = await findSuspense(site.services.pool, [credit_id]);
  expect(found?.claimed_count).toBe(100);
  expect(found?.claimed_for).toHaveLength(20);
  expect(found?.claimed_for[0]).toBe(true_one.id);
  const page = await first.get(`/office/cases/suspense/${credit_id}`);
  expect(said(page)).toMatch(/The likeliest are shown.*100/);
  expect(page.body.match(/66 99 99 99/g)?.length ?? 0).toBeLessThan(25);
});

/** The page to which the desk's link of a proposal leads. */
async function proposalPage(action: string): Promise<{ body: string }> {
  const [one] = await sim.world.rows<{ id: string }>(
    'select id from staff_proposals where action = $1 and settled_at is null',
    [action],
  );
  expect((await second.get('/office')).body).toContain(`/office/cases/proposal/${one?.id}`);
  const answer = await second.get(`/office/cases/proposal/${one?.id}`);
  return answer.statusCode === 303 ? second.get(String(answer.headers.location)) : answer;
}

describe('What waits for a second person leads to where it is agreed to, and taken back', () => {
  test('a settlement that one has approved', async () => {
    const merchant = await shop(sim.world);
    const at = new Date(sim.world.now.getTime() - 9 * DAY_MS);
    await brings(sim.world, merchant, [2_500_000], { at });
    const made = await draft(sim.world, merchant);
    expect(made.kind).toBe('drafted');
    const [one] = await sim.world.rows<{ id: string }>('select id from settlements');
    expect(said(await first.submit(`/office/settlements/${one?.id}/approve`, { note: 'looked' }))).toContain(
      'Another person must say',
    );
    const page = await proposalPage('settlement.approve');
    expect(page.body).toContain(`/office/settlements/${one?.id}/approve`);
    expect(page.body).toContain('/office/proposals/withdraw');
    expect(said(page)).toMatch(/Proposed by.*looked/s);
    const back = await second.submit('/office/proposals/withdraw', {
      subject: one?.id ?? '',
      note: 'not yet',
    });
    expect(said(back)).toContain('The proposal is taken back');
  });

  test('a key for which one has asked, on the command line', async () => {
    const merchant_id = await sim.world.merchant();
    const { actor, account_id, note } = await hire(site.services, 'Awa', 'supervisor');
    const asked = {
      merchant_id,
      environment: 'live',
      scopes: ['refunds:write'],
      random_bytes: Buffer.alloc(32, 7),
    };
    const [made] = await createMerchantKeys(site.services, [
      { ...asked, actor, account_id, note } as Parameters<typeof createMerchantKeys>[1][number],
    ]);
    expect(made?.kind).toBe('proposed');
    const page = await proposalPage('merchant.create_key');
    expect(said(page)).not.toContain(DECIDED);
    expect(said(page)).toContain('on the command line');
    const subject = `${merchant_id}/key`;
    expect(page.body).toContain(`value="${subject}"`);
    expect(said(await second.submit('/office/proposals/withdraw', { subject, note: 'x' }))).toContain(
      'The proposal is taken back',
    );
  });
});

describe('A transaction that its merchant’s customer paid', () => {
  test('is marked as sent back on its page where its rail sends nothing, also once that has said so', async () => {
    const merchant = await sim.world.merchant();
    const transaction = await start(sim.world, merchant, { environment: 'live', amount_xaf: 5000 });
    await sim.world.pay(payable(transaction));
    const { id } = transaction;
    const path = `/office/cases/transaction/${id}`;
    const before = await first.get(path);
    expect(before.body).toContain(`${path}/done`);
    expect(before.body).not.toContain(`${path}/rail`);
    const now = sim.world.now;
    await askRefunds(site.services.pool, [
      {
        ...{ transaction_id: id, rail: 'manual-sms', state: 'REFUSED', asked_by: 'Awa', note: 'x' },
        ...{ asked_at: now, detail: null, changed_at: now },
      } as Parameters<typeof askRefunds>[1][number],
    ]);
    const refused = await first.get(path);
    expect(said(refused)).not.toContain(DECIDED);
    expect(refused.body).toContain(`${path}/done`);
  });

  test('and that its rail proves only after it timed out is confirmed there, or marked as sent back', async () => {
    const merchant = await sim.world.merchant();
    const { policy } = sim.world.services;
    const live_rails = { AIRTEL: 'airtel-open-api', MOOV: 'manual-sms' } as const;
    sim.world.services.policy = { ...policy, live_rails };
    const transaction = await start(sim.world, merchant, { environment: 'live', amount_xaf: 5000 });
    sim.world.services.policy = policy;
    sim.world.pass(721);
    [first, second] = [await site.staff('supervisor'), await site.staff('supervisor')];
    await timeOutTransactions(site.services, { limit: 10 });
    await concludeTransactions(site.services, [says(sim.world, transaction, 'success')]);
    const path = `/office/cases/transaction/${transaction.id}`;
    const before = await first.get(path);
    expect(before.body).toContain(`${path}/confirm`);
    expect(before.body).toContain(`${path}/done`);
    expect(said(await first.submit(`${path}/done`, { note: 'sent back' }))).toContain(
      'It is marked as sent back.',
    );
    expect((await first.get(path)).body).not.toContain(`${path}/confirm`);
  });

  test('lets what somebody proposed about it be taken back', async () => {
    const merchant = await sim.world.merchant();
    const transaction = await start(sim.world, merchant, { environment: 'live', amount_xaf: 250_000 });
    await sim.world.pay(payable(transaction));
    const path = `/office/cases/transaction/${transaction.id}`;
    expect(said(await first.submit(`${path}/done`, { note: 'sent' }))).toContain('Another person must say');
    const page = await proposalPage('transaction.refund');
    expect(page.body).toContain('/office/proposals/withdraw');
    const back = { subject: transaction.id, note: 'not sent' };
    expect(said(await second.submit('/office/proposals/withdraw', back))).toContain('taken back');
  });
});
