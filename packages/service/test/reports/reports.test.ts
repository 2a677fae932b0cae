import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignCredits } from '../../src/engine/desk/payments/assign-credit.ts';
import { closeNextDay } from '../../src/engine/proof/close.ts';
import { suspenseByAge, volumeOf } from '../../src/engine/reports/sums.ts';
import { draftSettlements } from '../../src/engine/settlements/draft.ts';
import { readTable } from '../../src/files/read.ts';
import { openSite, textOf } from '../account/site.ts';
import { asked, made } from '../refunds/world.ts';

let site: Awaited<ReturnType<typeof openSite>>;
let owner: Awaited<ReturnType<typeof site.member>>;
beforeAll(async () => {
  site = await openSite();
  owner = await site.member('owner');
});
afterAll(() => site.close());

const merchant = () => owner.known.merchant_id ?? '';

async function paid(amount_xaf: number, reference: string, environment: 'test' | 'live' = 'test') {
  const session = await site.world.session(merchant(), { amount_xaf, reference, environment });
  await site.world.pay(session);
  return session;
}

const PATH = '/dashboard/test/reports';
const SPAN = 'from=2026-11-21&to=2026-11-21';

async function linesOf(query: string, path = PATH): Promise<string[][]> {
  const answer = await owner.get(`${path}/transfers?${query}`);
  return answer.body
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
}

describe('The file of a merchant’s transfers', () => {
  it('has every transfer of its days once, also those that settlements have taken, and what those pay: its sum is how the balance moved', async () => {
    await paid(5000, 'A-1');
    const second = await paid(7000, 'A-2');
    await made(site.services, asked(second, 1000));
    await draftSettlements(site.services, [{ merchant_id: merchant(), environment: 'test', by: 'a test' }]);
    await paid(300, 'A-3');
    const [head, ...rows] = await linesOf(SPAN);
    expect(head?.slice(2, 6)).toEqual(['Kind', 'Operator', 'Reference', 'Amount']);
    expect(rows.map((row) => row.slice(2, 6)).sort()).toEqual([
      ['Paid out', '', expect.stringMatching(/^ST/), '-11000'],
      ['Payments', 'AIRTEL', 'A-1', '5000'],
      ['Payments', 'AIRTEL', 'A-2', '7000'],
      ['Payments', 'AIRTEL', 'A-3', '300'],
      ['Refunds', 'AIRTEL', 'A-2', '-1000'],
    ]);
    const [balance] = await site.world.rows<{ xaf: number }>(
      `select account_balance(id) as xaf from ledger_accounts
      where owner_id = $1 and kind = 'PAYABLE' and environment = 'test'`,
      [merchant()],
    );
    expect(rows.reduce((sum, row) => sum + Number(row[5]), 0)).toBe(balance?.xaf);
    expect(await linesOf('from=2026-11-20&to=2026-11-20')).toHaveLength(1);
  });

  it('is a workbook as well, and refuses days that are none or stand the wrong way round', async () => {
    const answer = await owner.get(`${PATH}/transfers?${SPAN}&format=xlsx`);
    const rows: (readonly string[])[] = [];
    for await (const row of readTable(Readable.from([answer.rawPayload]), 'transfers.xlsx')) rows.push(row);
    expect(
      rows
        .map((row) => row[5])
        .slice(1)
        .sort(),
    ).toEqual(['-1000', '-11000', '300', '5000', '7000']);
    for (const query of ['from=2026-11-22&to=2026-11-21', 'from=x&to=2026-11-21', ''])
      expect((await owner.get(`${PATH}/transfers?${query}`)).statusCode).toBe(422);
  });

  it('holds nothing of live when it is test’s, nor of test when it is live’s', async () => {
    await site.world.liveNumber('+23566001007');
    site.world.pass(5);
    await paid(9000, 'L-1', 'live');
    const live = await linesOf(SPAN, '/dashboard/live/reports');
    expect(live.slice(1).map((row) => row.slice(4, 6))).toEqual([['L-1', '9000']]);
    expect((await linesOf(SPAN)).some((row) => row.includes('L-1'))).toBe(false);
  });

  it('is nobody’s but an owner’s and an accountant’s, of their own merchant', async () => {
    for (const role of ['cashier', 'developer'] as const) {
      const member = await site.member(role, merchant());
      expect((await member.get(`${PATH}/transfers?${SPAN}`)).statusCode).toBe(403);
    }
    const stranger = await site.member('accountant');
    expect((await stranger.get(`${PATH}/transfers?${SPAN}`)).body.trim().split('\r\n')).toHaveLength(1);
  });
});

it('The service knows what merchants collected by operator, and how old what is nobody’s is; test is in neither', async () => {
  const span = { from: '2026-11-21', to: '2026-11-21' };
  expect(await volumeOf(site.services, span)).toMatchObject([
    { merchant_id: merchant(), operator: 'AIRTEL', payments: 1, amount_xaf: 9000 },
  ]);
  expect(await volumeOf(site.services, { from: '2026-11-22', to: '2026-11-22' })).toEqual([]);
  const session = await site.world.session(merchant(), { environment: 'live', amount_xaf: 4000 });
  await site.world.pay(session, { amount: 1111 });
  const [open] = await site.world.rows<{ open: number }>(
    `select count(*)::int as open from credits where environment = 'live' and state in ('SUSPENSE', 'REVIEW')`,
  );
  const young = await suspenseByAge(site.services);
  expect(young[0]).toMatchObject({ bucket: '7 days', credits: open?.open, amount_xaf: 1111 });
  site.world.pass(40 * 86_400);
  const old = await suspenseByAge(site.services);
  expect(old.map(({ credits }) => credits)).toEqual([0, 0, open?.open, 0, 0]);
  // What staff give a merchant of it has its operator as any payment.
  const [credit] = await site.world.rows<{ id: string }>(
    `select id from credits where environment = 'live' and amount_xaf = 1111`,
  );
  const other = await site.member('owner');
  const to = { kind: 'merchant', merchant_id: other.known.merchant_id ?? '' } as const;
  const say = (actor: string) =>
    assignCredits(site.services, [{ credit_id: credit?.id ?? '', to, actor, note: 'his' }]);
  if ((await say('Awa'))[0]?.kind === 'proposed') await say('Brahim');
  const given = await other.get(`/dashboard/live/reports/transfers?from=2026-11-21&to=2027-01-31`);
  expect(given.body).toMatch(/Payments,AIRTEL,,1111/);
});

it('A month is a paper in three languages, with the hash of its last closed day', async () => {
  const { services } = site.world;
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  await closeNextDay({ ...services, sha256, randomHex: (bytes) => randomBytes(bytes).toString('hex') });
  const again = await site.member('owner', merchant());
  // A month without a closed day would be a paper that says that there is nothing.
  const none = await again.get('/dashboard/live/reports/statement?month=2027-01&lang=en');
  expect([none.statusCode, textOf(none.body).includes('No day of this month is closed.')]).toEqual([
    422,
    true,
  ]);
  for (const lang of ['fr', 'ar', 'en']) {
    const paper = await again.get(`/dashboard/live/reports/statement?month=2026-11&lang=${lang}`);
    expect([paper.statusCode, paper.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    expect(paper.rawPayload.length).toBeLessThan(150_000);
  }
  const wrong = await again.get('/dashboard/live/reports/statement?month=2026-13&lang=en');
  expect([wrong.statusCode, textOf(wrong.body).includes('Write a month such as 2026-11.')]).toEqual([
    422,
    true,
  ]);
});

it('Fees and their tax are a file by day or month, to the franc as the proof of those days has them', async () => {
  const { world } = site;
  const taxed = await world.merchant();
  await world.rows(
    `insert into fee_terms (merchant_id, flow, basis_points, tax_basis_points, valid_from, set_at)
    values ($1, 'session', 200, 1800, $2, $2)`,
    [taxed, new Date(world.now.getTime() - 1000)],
  );
  await world.pay(await world.session(taxed, { environment: 'live', amount_xaf: 10_000 }));
  world.pass(30 * 3600);
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  const closing = {
    ...world.services,
    sha256,
    randomHex: (bytes: number) => randomBytes(bytes).toString('hex'),
  };
  while ((await closeNextDay(closing)) !== null);
  const accountant = await site.member('accountant', taxed);
  const [year] = [world.now.getFullYear()];
  const span = `from=${year - 1}-01-01&to=${year}-12-31&lang=en`;
  const linesBy = async (by: string) =>
    (await accountant.get(`/dashboard/live/reports/fees?${span}&by=${by}`)).body.trim().split('\r\n');
  const [head, ...months] = await linesBy('month');
  expect(head).toContain('Closed days,Paid (XAF),Fees (XAF),Tax on fees (XAF),Fees and tax together (XAF)');
  expect(months.map((line) => line.split(',').slice(2))).toEqual([['10000', '200', '36', '236']]);
  const days = (await linesBy('day')).slice(1).map((line) => line.split(',').slice(1));
  expect(days.filter(([, paid]) => paid !== '0')).toEqual([['1', '10000', '200', '36', '236']]);
  const workbook = await accountant.get(`/dashboard/live/reports/fees?${span}&format=xlsx`);
  expect(workbook.rawPayload.subarray(0, 2).toString()).toBe('PK');
  const stranger = await site.member('accountant');
  const none = await stranger.get(`/dashboard/live/reports/fees?${span}`);
  expect(none.body.trim().split('\r\n')).toHaveLength(1);
  for (const query of ['', 'from=2026-11-30&to=2026-11-01', 'from=x&to=y'])
    expect((await accountant.get(`/dashboard/live/reports/fees?${query}`)).statusCode).toBe(422);
});
