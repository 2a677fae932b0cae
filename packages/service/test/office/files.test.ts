import { afterAll, beforeAll, expect, test } from 'vitest';
import { readIban } from '../../src/domain/settlement/payout-account.ts';
import { DAY_MS } from '../../src/domain/time.ts';
import { decideSettlements } from '../../src/engine/desk/settlements/approve.ts';
import { addBankAccounts } from '../../src/engine/desk/settlements/rules.ts';
import { takeBankOrder } from '../../src/engine/desk/settlements/take-file.ts';
import { SITE_PAGES } from '../../src/web/site.ts';
import { openSite, type Site, textOf } from '../account/site.ts';
import { agree, brings, draft, payOutToBank, verify } from '../settlements/shop.ts';
import { hire } from './people.ts';

const IBAN = String(readIban('60002 00001 02710916001 53'));

let site: Site;
beforeAll(async () => {
  site = await openSite();
  const { world } = site;
  const merchant = await world.merchant();
  await verify(world, merchant);
  await world.rows(
    `insert into payout_accounts (id, merchant_id, kind, bank_name, iban, holder_name, state, asked_by, asked_at,
      frozen_until, decided_by, decided_at)
    values ($1, $2, 'bank', 'Ecobank', $4, 'Awa Mahamat', 'CONFIRMED', 'owner@example.com',
      $3::timestamptz - interval '30 days', $3::timestamptz - interval '27 days', 'Moussa', $3)`,
    [world.services.newId(), merchant, world.now, IBAN],
  );
  await brings(world, merchant, [5000], { at: new Date(world.now.getTime() - 5 * DAY_MS) });
  const one = await draft(world, merchant);
  if (one.kind !== 'drafted') throw new Error(JSON.stringify(one));
  const by = await hire(site.services, 'Awa', 'supervisor');
  await decideSettlements(site.services, [{ settlement_id: one.settlement_id, does: 'approve', ...by }]);
  const bank = {
    name: 'Principal',
    bank_name: 'Ecobank',
    iban: IBAN,
    holder_name: 'Chari SA',
  };
  await addBankAccounts(site.services, [{ ...bank, ...by }]);
});
afterAll(() => site.close());

/** Taking it changes what is on the next one. */
const ORDER = '/office/settlements/order.xml';
/** Whoever has spoken before one is taken of what is on it speaks again. */
const LISTS = [
  '/office/settlements/sending.csv',
  '/office/settlements/sending.pdf',
  '/office/refunds/sending.pdf',
];
/** The addresses of files that change nothing, by their pages. */
const FILES: Readonly<Record<string, string>> = {
  '/office/reports/suspense': '/office/reports/suspense?format=xlsx',
  '/office/reports/volume': '/office/reports/volume?from=2026-11-01&to=2026-11-30',
  '/office/proof/:day/proof.pdf': '/office/proof/2026-11-20/proof.pdf',
};

test('every file that staff take stands in the audit trail, with who took it: an auditor too', async () => {
  const named = SITE_PAGES.filter((page) => page.for === 'staff' && /\.[a-z]{3}$|reports\/./.test(page.path));
  expect(named.map(({ path }) => path).toSorted()).toEqual(
    [ORDER, ...LISTS, ...Object.keys(FILES)].toSorted(),
  );
  const auditor = await site.staff('auditor');
  for (const address of [...LISTS, ...Object.values(FILES)]) {
    const answer = LISTS.includes(address) ? await auditor.post(address) : await auditor.get(address);
    const name = /filename="([^"]+)"/.exec(String(answer.headers['content-disposition']))?.[1];
    expect([address, answer.statusCode, typeof name]).toEqual([address, 200, 'string']);
    const rows = await site.world.rows<{ subject_id: string }>(
      `select subject_id from staff_actions where action = 'file.take' and account_id = $1 order by id desc limit 1`,
      [auditor.known.account_id],
    );
    expect(rows[0]?.subject_id.replace(/\.[a-z]+$/, '')).toBe(name?.replace(/\.[a-z]+$/, ''));
  }
});

test('a sending list is taken by a form: a link that somebody follows takes none in their name', async () => {
  const agent = await site.staff('agent');
  for (const url of LISTS) {
    for (const method of ['GET', 'HEAD'] as const)
      expect([url, (await agent.send({ method, url })).statusCode >= 400]).toEqual([url, true]);
    expect([url, (await agent.post(url, {}, { csrf: null })).statusCode]).toEqual([url, 403]);
  }
  const page = (await agent.get('/office/settlements')).body;
  for (const action of LISTS.slice(0, 2)) expect(page).toContain(`<form method="post" action="${action}"`);
  const taken = await site.world.rows(
    `select from staff_actions where action = 'file.take' and account_id = $1`,
    [agent.known.account_id],
  );
  expect(taken).toEqual([]);
});

/** Who has taken an order, and what is on it. */
const orders = () =>
  site.world.rows<{ account_id: string; detail: { references: string[] } }>(
    `select account_id, detail from staff_actions where subject_id like 'pain001-%' order by id`,
  );

test('an order to a bank is taken by a form, by those who send settlements: a link, a look or an auditor puts nothing on one', async () => {
  const [auditor, supervisor] = [await site.staff('auditor'), await site.staff('supervisor')];
  for (const somebody of [auditor, supervisor])
    for (const method of ['GET', 'HEAD'] as const)
      expect((await somebody.send({ method, url: `${ORDER}?bank=Principal` })).statusCode).toBe(404);
  expect((await auditor.get('/office/settlements')).body).not.toContain(ORDER);
  expect((await auditor.post(ORDER, { bank: 'Principal' })).statusCode).toBe(403);
  expect((await supervisor.post(ORDER, { bank: 'Principal' }, { csrf: null })).statusCode).toBe(403);
  expect(await orders()).toEqual([]);

  const form = `<form method="post" action="${ORDER}"`;
  const before = (await supervisor.get('/office/settlements')).body;
  expect([before.includes(form), before.includes('On an order')]).toEqual([true, false]);
  expect(textOf((await supervisor.submit(ORDER, { bank: 'Nobody' })).body)).toContain('bank account of ours');
  const taken = await supervisor.post(ORDER, { bank: 'Principal' });
  expect([taken.statusCode, taken.headers['content-disposition']]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename="pain001-[0-9-]+\.xml"$/),
  ]);
  expect(taken.body).toContain('<MsgId>CHARI-');
  const [reference = ''] = /ST[0-9A-Z-]+/.exec(taken.body) ?? [];
  const detail = { bank: 'Principal', sum_xaf: 5000, references: [reference] };
  expect(await orders()).toEqual([{ account_id: supervisor.known.account_id, detail }]);
});

test('what stands on an order that somebody has taken is named beside the form of the next one', async () => {
  const agent = await site.staff('agent');
  const [taken] = await orders();
  const reference = taken?.detail.references[0] ?? 'nothing on it';
  const said = textOf((await agent.get('/office/settlements')).body);
  expect(said).toContain(`On an order that somebody has taken, so on no other one (1): ${reference}`);
  site.world.pass(DAY_MS / 1000);
  const next = textOf((await (await site.staff('agent')).submit(ORDER, { bank: 'Principal' })).body);
  expect(next).toContain('All of it stands on an order that somebody has taken');
  expect(await orders()).toHaveLength(1);
});

test('an order is refused where its taker may not send settlements, in a terminal too', async () => {
  const by = await hire(site.services, 'Idriss', 'auditor');
  const merchant = await site.world.merchant();
  await verify(site.world, merchant);
  await agree(site.world, merchant);
  await payOutToBank(site.world, merchant, IBAN);
  await brings(site.world, merchant, [7000]);
  const one = await draft(site.world, merchant);
  if (one.kind !== 'drafted') throw new Error(JSON.stringify(one));
  const supervisor = await hire(site.services, 'Zara', 'supervisor');
  await decideSettlements(site.services, [
    { settlement_id: one.settlement_id, does: 'approve', ...supervisor },
  ]);
  const order = { bank: 'Principal', file: 'pain001-terminal.xml' };
  await expect(takeBankOrder(site.services, { ...order, ...by })).rejects.toThrow('auditor');
  expect(await orders()).toHaveLength(1);
  expect(await takeBankOrder(site.services, { ...order, ...supervisor })).toMatchObject({
    kind: 'order',
    sum_xaf: 7000,
  });
});
