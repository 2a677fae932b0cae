import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS, localDay } from '../../src/domain/time.ts';
import { addBankAccounts } from '../../src/engine/desk/settlements/rules.ts';
import { draftDue } from '../../src/engine/settlements/rounds.ts';
import { openSite, textOf } from '../account/site.ts';
import { drafted, sent } from './desk.ts';
import { agree, brings, payOutTo, payOutToBank, standing, verify } from './shop.ts';

let site: Awaited<ReturnType<typeof openSite>>;
let owner: Awaited<ReturnType<typeof site.member>>;
beforeAll(async () => {
  site = await openSite();
  owner = await site.member('owner');
  await site.world.rows(`update merchants set kyc_status = 'APPROVED' where id = $1`, [merchant()]);
  await verify(site.world, merchant());
});
afterAll(() => site.close());

const merchant = () => owner.known.merchant_id ?? '';
const IBAN = 'TD8960002000010271091600153';
const OTHER_IBAN = 'TD8960001000010271091600145';
const PAYOUT = '/dashboard/payout';
const NUMBER = { kind: 'number', operator: 'AIRTEL', msisdn: '66 12 34 56', holder_name: 'MAHAMAT Awa' };
const ids = async (table: string, more = '') =>
  (
    await site.world.rows<{ id: string }>(
      `select id from ${table} where merchant_id = $1 ${more} order by id desc`,
      [merchant()],
    )
  ).map(({ id }) => id);
const said = (answer: { body: string }) => textOf(answer.body);

describe('A payout account', () => {
  test('is asked for under a name of the verified profile, confirmed by staff, frozen for 72 hours, and told to all owners', async () => {
    const partner = await site.member('owner', merchant());
    const wrong = await owner.post(PAYOUT, { ...NUMBER, holder_name: 'Ali Hassan' });
    expect([wrong.statusCode, said(wrong)]).toEqual([
      422,
      expect.stringContaining('no name of your verified profile'),
    ]);
    await site.world.liveNumber('+23566777001');
    const ours = await owner.post(PAYOUT, { ...NUMBER, msisdn: '66 77 70 01' });
    expect([ours.statusCode, said(ours)]).toEqual([422, expect.stringContaining('a number of ours')]);
    expect(said(await owner.submit(PAYOUT, NUMBER))).toContain('frozen for 72 hours');
    expect(said(await owner.submit(PAYOUT, NUMBER))).toContain('One waits for us already');
    const mails = await site.world.rows<{ member: string }>(
      `select m.account_id as member from mail_notices n join members m on m.id = n.member_id where n.kind = 'payout_account'`,
    );
    expect(mails.map(({ member }) => member).toSorted()).toEqual(
      [owner.known.account_id, partner.known.account_id].toSorted(),
    );
    const [id = ''] = await ids('payout_accounts');
    const supervisor = await site.staff('supervisor');
    const shown = said(await supervisor.get('/office/settlements'));
    expect(shown).toContain('MAHAMAT Awa');
    expect(shown).toContain('nothing changed');
    expect(
      (await (await site.staff('agent')).post(`/office/payouts/${id}/confirm`, { note: 'x' })).statusCode,
    ).toBe(403);
    expect(said(await supervisor.submit(`/office/payouts/${id}/confirm`, { note: 'called them' }))).toContain(
      'Confirmed.',
    );
    expect(said(await owner.get(PAYOUT))).toMatch(
      /None: nothing can be paid out yet\..*To come.*Frozen until/s,
    );
    site.world.pass((72 * HOUR_MS) / 1000);
    const later = said(await owner.get(PAYOUT));
    expect(later).toMatch(/In force.*MAHAMAT Awa confirmed/s);
    expect(later).not.toContain('None: nothing');
  });

  test('is confirmed in sight of who joined the team and who got a new password in the 14 days before', async () => {
    const other = await site.member('owner');
    const of = other.known.merchant_id ?? '';
    const partner = await site.member('owner', of);
    await site.world.rows(`update merchants set kyc_status = 'APPROVED' where id = $1`, [of]);
    await verify(site.world, of);
    const did = (action: string, merchant_id: string | null, days_ago: number) =>
      site.world.rows(
        `insert into member_actions (id, merchant_id, account_id, action, at) values ($1, $2, $3, $4, $5)`,
        [
          site.services.newId(),
          merchant_id,
          partner.known.account_id,
          action,
          new Date(site.world.now.getTime() - days_ago * 24 * HOUR_MS),
        ],
      );
    await did('member.joined', of, 13);
    await did('password.reset', null, 3);
    await did('totp.removed', null, 15);
    expect(said(await other.submit(PAYOUT, NUMBER))).toContain('frozen for 72 hours');
    const shown = said(await (await site.staff('supervisor')).get('/office/settlements'));
    expect(shown).toMatch(/changed: call before you confirm.*set a new password by mail.*joined the team/s);
    expect(shown).not.toContain('removed a code app');
  });

  test('is confirmed in sight of each owner whom no mail about it has reached', async () => {
    const other = await site.member('owner');
    const of = other.known.merchant_id ?? '';
    const [told, untold] = [await site.member('owner', of), await site.member('owner', of)];
    await site.world.rows(`update merchants set kyc_status = 'APPROVED' where id = $1`, [of]);
    await verify(site.world, of);
    await other.submit(PAYOUT, NUMBER);
    const supervisor = await site.staff('supervisor');
    const shown = async () => {
      const { body } = await supervisor.get('/office/settlements');
      return [other, told, untold].map(({ known }) =>
        textOf(body).includes(`No mail has reached them: ${known.email}`),
      );
    };
    await site.world.rows(`update mail_notices set state = 'SENT', ended_at = $1 where state = 'WAITING'`, [
      site.world.now,
    ]);
    const became = (person: typeof told, state: string) =>
      site.world.rows(
        `update mail_notices n set state = $2, ended_at = case when $2 <> 'WAITING' then $3::timestamptz end
         from members m where m.id = n.member_id and m.account_id = $1`,
        [person.known.account_id, state, site.world.now],
      );
    expect(await shown()).toEqual([false, false, false]);
    await became(untold, 'WAITING');
    expect(await shown()).toEqual([false, false, true]);
    await became(untold, 'FAILED');
    expect(await shown()).toEqual([false, false, true]);
  });

  test('is typed by whoever has shown a moment ago who they are: others are asked first, and come back to the form', async () => {
    const other = await site.member('owner');
    const password = 'correct horse battery staple';
    await site.givePassword(other.known, password);
    await site.world.rows(`update merchants set kyc_status = 'APPROVED' where id = $1`, [
      other.known.merchant_id,
    ]);
    await verify(site.world, other.known.merchant_id ?? '');
    expect((await other.get(PAYOUT)).body).toContain('name="iban"');
    site.world.pass(16 * 60);
    const shown = (await other.get(PAYOUT)).body;
    expect(shown).not.toContain('name="iban"');
    const confirm = /href="([^"]*\/account\/confirm\?next=[^"]+)"/.exec(shown)?.[1] ?? '';
    expect(confirm).toBe('/account/confirm?next=%2Fdashboard%2Fpayout');
    // A form that was drawn before is asked the same.
    expect((await other.post(PAYOUT, NUMBER)).headers.location).toBe(confirm);
    expect((await other.get(confirm)).body).toContain('name="next" value="/dashboard/payout"');
    const back = await other.post('/account/confirm', { password, next: PAYOUT });
    expect(back.headers.location).toBe(PAYOUT);
    expect((await other.get(PAYOUT)).body).toContain('name="iban"');
    expect(said(await other.submit(PAYOUT, NUMBER))).toContain('frozen for 72 hours');
    // While one waits, no other is typed in vain.
    expect((await other.get(PAYOUT)).body).not.toContain('name="iban"');
  });

  test('is asked for five times a day at most, since each is mailed to every owner', async () => {
    const other = await site.member('owner');
    const of = other.known.merchant_id ?? '';
    await site.world.rows(`update merchants set kyc_status = 'APPROVED' where id = $1`, [of]);
    await verify(site.world, of);
    const ask = async () => said(await other.submit(PAYOUT, NUMBER));
    for (let n = 0; n < 5; n += 1) {
      expect(await ask()).toContain('frozen for 72 hours');
      const id = /payout\/([0-9a-f-]{36})\/withdraw/.exec((await other.get(PAYOUT)).body)?.[1];
      await other.submit(`${PAYOUT}/${id}/withdraw`);
    }
    expect(await ask()).toContain('asked for several accounts today');
    site.world.pass((24 * HOUR_MS) / 1000);
    const back = await site.signedIn(other.known);
    expect(said(await back.submit(PAYOUT, NUMBER))).toContain('frozen for 72 hours');
  });

  test('is nobody else’s: not an accountant’s to change, and another merchant’s is not there', async () => {
    const accountant = await site.member('accountant', merchant());
    expect((await accountant.post(PAYOUT, NUMBER)).statusCode).toBe(403);
    const [id = ''] = await ids('payout_accounts');
    const stranger = await site.member('owner');
    expect((await stranger.post(`${PAYOUT}/${id}/withdraw`, {})).statusCode).toBe(404);
    expect((await owner.post(`${PAYOUT}/nothing/withdraw`, {})).statusCode).toBe(404);
  });
});

describe('A settlement', () => {
  test('is drafted on the merchant’s own schedule, approved, sent and shown to whom it belongs', async () => {
    const live = '/dashboard/live/settlements';
    const fields = { cadence: 'daily', weekday: '1', minimum: '1 000' };
    expect(said(await owner.submit(`${live}/schedule`, fields))).toContain('The schedule is saved.');
    for (const minimum of ['much', '250.000', '1e3', '0x10'])
      expect(said(await owner.submit(`${live}/schedule`, { ...fields, minimum }))).toContain(
        'Write a sum in digits',
      );
    expect(said(await owner.submit(`${live}/now`, {}))).toContain('Nothing is due now.');
    await brings(site.world, merchant(), [40_000, 2000], {
      at: new Date(site.world.now.getTime() - 48 * HOUR_MS),
    });
    site.world.pass(86_400);
    expect(await draftDue(site.world.services, { limit: 10 })).toMatchObject({ drafted: 1 });
    const [id = ''] = await ids('settlements');
    const page = said(await owner.get(`${live}/${id}`));
    expect(page).toMatch(/42[\s\u00a0\u202f,]000.*Being prepared.*Airtel Money[\s\u00a0]+•• •• 34 56/s);
    expect((await owner.get(`/dashboard/test/settlements/${id}`)).statusCode).toBe(404);
    expect((await (await site.member('owner')).get(`${live}/${id}`)).statusCode).toBe(404);
    expect((await (await site.member('owner')).get(`${live}/${id}/transfers.csv`)).statusCode).toBe(404);
    const paper = await owner.get(`${live}/${id}/settlement.pdf`);
    expect([paper.statusCode, paper.body.slice(0, 5)]).toEqual([200, '%PDF-']);
    expect((await (await site.member('owner')).get(`${live}/${id}/settlement.pdf`)).statusCode).toBe(404);
    const file = await owner.get(`${live}/${id}/transfers.csv`);
    const sums = file.body
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => Number(line.split(/[,;]/)[3]));
    expect([sums, sums.reduce((all, one) => all + one, 0)]).toEqual([
      [expect.any(Number), expect.any(Number), -42_000],
      0,
    ]);

    const agent = await site.staff('agent');
    const office = `/office/settlements/${id}`;
    const verb = async (does: string, more: Record<string, string> = {}) =>
      said(await agent.submit(`${office}/${does}`, { note: 'as agreed', ...more }));
    expect(await verb('send', { from: 'wallet:AIRTEL' })).toContain('no longer in that state');
    expect(await verb('approve')).toContain('It can be sent');
    expect(said(await agent.get('/office/settlements'))).toContain('+23566123456');
    expect((await agent.post('/office/settlements/sending.csv')).body).toContain('+23566123456');
    const list = await agent.post('/office/settlements/sending.pdf');
    expect([list.statusCode, list.body.slice(0, 5)]).toEqual([200, '%PDF-']);
    expect(await verb('send', { from: 'wallet:MOOV' })).toContain('isn’t reached from there');
    expect(await verb('send', { from: 'the till' })).toContain('Fill in what is missing');
    expect(await verb('send', { from: 'wallet:AIRTEL' })).toContain('Noted.');
    const row = { by: 'statement_row', record: 'TX1', amount: '42 000', day: localDay(site.world.now) };
    expect(await verb('prove', { ...row, amount: '41999' })).toContain('not the same amount');
    await verb('prove', row);
    const other = await site.staff('supervisor');
    const proven = await other.submit(`${office}/prove`, { note: 'read it too', ...row });
    expect(said(proven)).toContain('Paid, and proven.');
    expect(await standing(site.world, merchant())).toEqual({ PAID: 42_000 });
    expect(said(await owner.get(`${live}/${id}`))).toContain('Paid');
    const auditor = await site.staff('auditor');
    expect((await auditor.post(`${office}/approve`, { note: 'x' })).statusCode).toBe(403);
    expect((await auditor.get(office)).statusCode).toBe(200);
  });
});

test('A settlement that the bank has sent back says so on its page to staff, who say it there, and to its merchant', async () => {
  const shop = await site.member('owner');
  const merchant_id = shop.known.merchant_id ?? '';
  await site.world.rows(`update merchants set kyc_status = 'APPROVED' where id = $1`, [merchant_id]);
  await verify(site.world, merchant_id);
  const bank = { name: 'main', bank_name: 'Banque', iban: IBAN, holder_name: 'Banque' };
  await addBankAccounts(site.world.services, [{ ...bank, actor: 'Awa', note: 'ours' }]);
  await payOutToBank(site.world, merchant_id, IBAN);
  await agree(site.world, merchant_id);
  const id = await sent(site.world, merchant_id, 42_000, { kind: 'bank', name: 'main' });
  const office = `/office/settlements/${id}`;
  const [one, two] = [await site.staff('supervisor'), await site.staff('supervisor')];
  const row = { note: 'read there', amount: '42 000', day: localDay(site.world.now) };
  const say = async (who: typeof one, by: string, record: string) =>
    said(await who.submit(`${office}/prove`, { ...row, by, record, to: IBAN }));
  expect(said(await one.get(office))).not.toContain('It has come back');
  const [{ reference = '' } = {}] = await site.world.rows<{ reference: string }>(
    `select reference from settlements where id = $1`,
    [id],
  );
  const found = await one.get(
    `/office/settlements?reference=${encodeURIComponent(` ${reference.toLowerCase()} `)}`,
  );
  expect([found.statusCode, found.headers.location]).toEqual([303, office]);
  expect(said(await one.get('/office/settlements?reference=ST0'))).toContain('Reference (ST…)');
  expect(await say(one, 'bank_return', 'R-9')).toContain('no longer in that state');
  const nameless = { ...row, by: 'bank_row', record: 'R-1' };
  expect(said(await one.submit(`${office}/prove`, nameless))).toContain('type the account');
  const elsewhere = await one.submit(`${office}/prove`, { ...nameless, to: OTHER_IBAN });
  expect(said(elsewhere)).toContain('names another');
  await say(one, 'bank_row', 'R-1');
  expect(await say(two, 'bank_row', 'R-1')).toContain('Paid, and proven.');
  expect(said(await one.get(office))).toContain('It has come back');
  await say(one, 'bank_return', 'R-9');
  expect(await say(two, 'bank_return', 'R-9')).toContain('It came back: its sum is due again');
  const page = said(await one.get(office));
  expect(page).toContain('came back');
  expect(page).not.toContain('It has come back');
  const seen = await site.signedIn(shop.known);
  expect(said(await seen.get(`/dashboard/live/settlements/${id}`))).toContain('Came back');
  expect((await seen.get(`/dashboard/live/settlements/${id}/settlement.pdf`)).statusCode).toBe(200);
  expect(said(await seen.get('/dashboard/payout'))).toContain('None: nothing can be paid out yet.');
});

test('A settlement that failed and was paid after all is said to be so on its page, by two people', async () => {
  const shop = await site.member('owner');
  const merchant_id = shop.known.merchant_id ?? '';
  await site.world.rows(`update merchants set kyc_status = 'APPROVED' where id = $1`, [merchant_id]);
  await verify(site.world, merchant_id);
  const bank = { name: 'second', bank_name: 'Banque', iban: OTHER_IBAN, holder_name: 'Banque' };
  await addBankAccounts(site.world.services, [{ ...bank, actor: 'Awa', note: 'ours' }]);
  await payOutToBank(site.world, merchant_id, IBAN);
  await agree(site.world, merchant_id);
  const id = await sent(site.world, merchant_id, 43_000, { kind: 'bank', name: 'second' });
  const office = `/office/settlements/${id}`;
  const people = [await site.staff('supervisor'), await site.staff('supervisor')] as const;
  const both = async (does: string, more: Record<string, string> = {}) => {
    const form = { note: 'read there', ...more };
    const [one, two] = people;
    await one.submit(`${office}/${does}`, form);
    return said(await two.submit(`${office}/${does}`, form));
  };
  expect(await both('fail')).toContain('Failed: the amount is payable again.');
  expect(said(await people[0].get(office))).toContain('It was paid after all');
  const row = { by: 'bank_row', record: 'R-21', amount: '43 000', day: localDay(site.world.now) };
  expect(await both('prove', { ...row, to: IBAN.slice(-4) })).toContain(
    'Paid after all: the sum is taken from what the merchant has',
  );
  expect(said(await people[0].get(office))).not.toContain('It was paid after all');
  expect(said(await (await site.signedIn(shop.known)).get(`/dashboard/live/settlements/${id}`))).toContain(
    'Paid',
  );
});

test.each([
  { file: 'an order to a bank', to: 'bank', by: 'bank_row' },
  { file: 'the sending list', to: 'phone', by: 'statement_row' },
])(
  'A settlement on $file that two people took back is said to be paid after all on its page, and by none that stands on no file',
  async ({ to, by }) => {
    const shop = await site.member('owner');
    const merchant_id = shop.known.merchant_id ?? '';
    await site.world.rows(`update merchants set kyc_status = 'APPROVED' where id = $1`, [merchant_id]);
    await verify(site.world, merchant_id);
    if (to === 'bank') await payOutToBank(site.world, merchant_id, IBAN);
    else await payOutTo(site.world, merchant_id);
    await agree(site.world, merchant_id);
    const people = [await site.staff('supervisor'), await site.staff('supervisor')] as const;
    const take = async () => {
      const file =
        to === 'bank'
          ? await people[0].submit('/office/settlements/order.xml', { bank: 'second' })
          : await people[0].post('/office/settlements/sending.csv');
      expect(file.statusCode).toBe(200);
    };
    /** One that two people take back after a file was taken on which it stands, or didn't. */
    const takenBack = async (amount_xaf: number, on_file: boolean) => {
      const id = await drafted(site.world, merchant_id, amount_xaf);
      const office = `/office/settlements/${id}`;
      const form = { note: 'for the bank' };
      await people[0].submit(`${office}/approve`, form);
      if (on_file) await take();
      await people[0].submit(`${office}/cancel`, form);
      expect(said(await people[1].submit(`${office}/cancel`, form))).toContain('Taken back');
      return { id, office };
    };
    const { office: nowhere } = await takenBack(44_000, false);
    const without = said(await people[0].get(nowhere));
    expect(without).toContain('Taken back');
    expect(without).not.toContain('It was paid after all');
    const { id, office } = await takenBack(1_000, true);
    const page = said(await people[0].get(office));
    expect(page).toContain('It was paid after all');
    expect(page).toContain(to === 'bank' ? 'On the order taken to' : 'On the sending list taken on');
    expect(page.includes('Number that the row names')).toBe(to === 'phone');
    expect(page.includes('Account that the row names')).toBe(to === 'bank');
    const row = {
      note: 'read there',
      by,
      record: `R-${by}`,
      to: to === 'bank' ? IBAN : '',
      amount: '45 000',
      day: localDay(site.world.now),
    };
    await people[0].submit(`${office}/prove`, row);
    const done = said(await people[1].submit(`${office}/prove`, row));
    expect(done).toContain('Paid after all: the sum is taken from what the merchant has');
    expect(done).not.toContain('It was paid after all');
    const seen = said(await (await site.signedIn(shop.known)).get(`/dashboard/live/settlements/${id}`));
    expect(seen).toContain('The operator’s or the bank’s own record shows that it has gone.');
  },
);

test('Who asks for settlements again and again is told when to ask next, and another merchant is not kept waiting', async () => {
  const accountant = await site.member('accountant', merchant());
  const ask = async (browser: typeof accountant) =>
    said(await browser.submit('/dashboard/test/settlements/now', {}));
  for (let n = 0; n < 10; n += 1) await ask(n % 2 === 0 ? accountant : owner);
  expect(await ask(owner)).toContain('Ask again in six minutes');
  expect(await ask(await site.member('owner'))).toContain('Nothing is due now.');
  site.world.pass(6 * 60);
  expect(await ask(accountant)).toContain('Nothing is due now.');
});
