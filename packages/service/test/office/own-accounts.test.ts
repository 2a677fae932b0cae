import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { checkLedger } from '../../src/engine/ledger/check.ts';
import { textOf } from '../account/site.ts';
import { balance } from '../refunds/world.ts';
import { openStaffed, type Staffed } from './staffed.ts';

let { sim, site, first, second, agent } = {} as Staffed;
beforeAll(async () => {
  ({ sim, site, first, second, agent } = await openStaffed());
});
afterAll(() => site.close());

const HERE = '/office/accounts';
const said = (answer: { body: string }) => textOf(answer.body);
const waiting = () =>
  sim.world.rows<{ id: string; subject_id: string }>(
    'select id, subject_id from staff_proposals where settled_at is null',
  );
/** The second person agrees to what waits, on its page. */
async function agree(note = 'x'): Promise<string> {
  const [one] = await waiting();
  return said(await second.submit(`/office/cases/proposal/${one?.id}/agree`, { note }));
}

describe('Our own money that came as an ordinary SMS', () => {
  test('is called capital on its page by two people, with both reasons on record', async () => {
    const before_xaf = await balance(sim.world, 'CAPITAL');
    await sim.take(sim.credit(20_000, '66999999'));
    const [credit] = await sim.world.rows<{ id: string }>("select id from credits where state = 'SUSPENSE'");
    const path = `/office/cases/suspense/${credit?.id}`;
    expect((await agent.get(path)).body).toContain(`${path}/capital`);
    const auditor = await site.staff('auditor');
    expect((await auditor.post(`${path}/capital`, { note: 'x' })).statusCode).toBe(403);
    expect(said(await agent.submit(`${path}/capital`, { note: '' }))).toContain('why');
    const told = await agent.submit(`${path}/capital`, { note: 'sent from our shop' });
    expect(said(told)).toContain('Another person must say');
    expect(said(await agent.submit(`${path}/capital`, { note: 'x' }))).toContain(
      'You proposed this yourself',
    );
    expect(said(await second.submit(`${path}/capital`, { note: 'I saw the slip' }))).toContain(
      'It is money of our own',
    );
    expect(await balance(sim.world, 'CAPITAL')).toBe(before_xaf + 20_000);
    expect(await balance(sim.world, 'SUSPENSE')).toBe(0);
    expect(said(await agent.get('/office/audit'))).toMatch(/Say that it is our own money.*I saw the slip/s);
    expect((await checkLedger(site.services)).problems).toEqual([]);
  });
});

describe('Our own capital', () => {
  const move = { amount: '30 000', day: '2026-11-21', time: '09:00', note: 'x' };

  test('is put in and taken out by two people on the page of our accounts, and no more out than is ours', async () => {
    const page = await agent.get(HERE);
    expect(page.body.match(/<option value="CAPITAL"/g)).toHaveLength(2);
    const put = { ...move, from: 'CAPITAL', into: 'WALLET_AIRTEL' };
    expect(said(await agent.submit(`${HERE}/move`, put))).toContain('Another person must say');
    expect(await agree()).toContain('The move is in the books.');
    expect(await balance(sim.world, 'CAPITAL')).toBe(50_000);
    const take = { ...move, from: 'WALLET_AIRTEL', into: 'CAPITAL', amount: '40 000' };
    expect(said(await agent.submit(`${HERE}/move`, take))).toContain('There is not enough to take');
    await agent.submit(`${HERE}/move`, { ...take, amount: '10 000' });
    expect(await agree()).toContain('The move is in the books.');
    expect(await balance(sim.world, 'CAPITAL')).toBe(40_000);
  });

  test('is what a movement is corrected to that somebody had called something else', async () => {
    sim.balance_xaf += 1000;
    await sim.say();
    const [step] = await sim.world.rows<{ id: string }>(
      "select id from book_steps where kind = 'UNEXPLAINED' order by id desc limit 1",
    );
    const explain = { step_id: step?.id ?? '', meaning: 'write_off' } as const;
    for (const actor of ['Awa', 'Brahim'])
      await explainSteps(site.services, [{ ...explain, actor, note: 'we did not know' }]);
    const correct = { what: 'step', subject: step?.id ?? '', place: 'capital', note: 'our own top-up' };
    expect(said(await agent.submit(`${HERE}/correct`, correct))).toContain('Another person must say');
    const [one] = await waiting();
    expect(said(await second.get(`/office/cases/proposal/${one?.id}`))).toContain('Our own capital');
    expect(await agree()).toContain('It is corrected.');
    expect(await balance(sim.world, 'CAPITAL')).toBe(41_000);
    expect((await checkLedger(site.services)).problems).toEqual([]);
  });
});

describe('Who holds our money by law', () => {
  const name = {
    account: 'WALLET_AIRTEL',
    institution: 'Airtel Mobile Commerce',
    licence: 'BEAC 12/2019',
    since: '2026-01-05',
    note: 'by the agreement',
  };

  test('is said of each account, and of those for whom nobody is named that there is nobody', async () => {
    expect(said(await agent.get(HERE)).match(/without a named custodian/g)).toHaveLength(3);
  });

  test('is named by two people who may, read by the second before they agree, and may be taken back', async () => {
    expect((await agent.get(HERE)).body).not.toContain(`${HERE}/custodian`);
    expect((await agent.post(`${HERE}/custodian`, name)).statusCode).toBe(403);
    for (const [typed, sentence] of [
      [{ account: 'CAPITAL' }, 'That is no other account of ours'],
      [{ institution: ' ' }, 'Write the institution and its licence'],
      [{ since: '2030-01-01' }, 'Write a day, today at the latest'],
      [{ since: 'soon' }, 'Write a day, today at the latest'],
    ] as const)
      expect(said(await first.submit(`${HERE}/custodian`, { ...name, ...typed }))).toContain(sentence);
    expect(said(await first.submit(`${HERE}/custodian`, name))).toContain('Another person must say');
    const [taken] = await waiting();
    const withdraw = { subject: taken?.subject_id ?? '', note: 'a slip' };
    expect(said(await first.submit('/office/proposals/withdraw', withdraw))).toContain('taken back');

    await first.submit(`${HERE}/custodian`, name);
    const [one] = await waiting();
    expect(said(await second.get(`/office/cases/proposal/${one?.id}`))).toMatch(
      /Name a custodian.*WALLET_AIRTEL.*Airtel Mobile Commerce.*BEAC 12\/2019.*2026-01-05/s,
    );
    expect(await agree()).toContain('The custodian is on record.');
    const page = said(await agent.get(HERE));
    expect(page).toMatch(/Airtel wallet.*Airtel Mobile Commerce.*licence BEAC 12\/2019, since 2026-01-05/s);
    expect(page.match(/without a named custodian/g)).toHaveLength(2);
  });
});

describe('What a wallet or a bank showed at the end of a day', () => {
  const reading = {
    read_account: 'WALLET_AIRTEL',
    read_day: '2026-11-20',
    balance: '12 500',
    note: 'the portal',
  };

  test('is said on the page of our accounts by two people, who write the same sum', async () => {
    expect((await agent.get(HERE)).body).toContain(`${HERE}/read`);
    const auditor = await site.staff('auditor');
    expect((await auditor.post(`${HERE}/read`, reading)).statusCode).toBe(403);
    for (const balance of ['', '12,5', '-3', '500,00'])
      expect(said(await agent.submit(`${HERE}/read`, { ...reading, balance }))).toContain('whole francs');
    expect(said(await agent.submit(`${HERE}/read`, { ...reading, read_day: '2099-01-01' }))).toContain(
      'today at the latest',
    );
    expect(said(await agent.submit(`${HERE}/read`, reading))).toContain('Another person must say');
    const [one] = await waiting();
    const page = await second.get(`/office/cases/proposal/${one?.id}`);
    expect(page.body).toContain(`${HERE}#read`);
    expect(page.body).toContain('/office/proposals/withdraw');
    const other = await second.submit(`${HERE}/read`, { ...reading, balance: '12 600' });
    expect(said(other)).toContain('Somebody has proposed something else');
    expect(said(await second.submit(`${HERE}/read`, reading))).toContain('What it held is on record');
    expect(
      await sim.world.rows(`select day::text, balance_xaf::int as xaf, note from account_readings`),
    ).toEqual([{ day: '2026-11-20', xaf: 12_500, note: 'the portal' }]);
  });

  test('of a bank account too, by its name', async () => {
    const added = {
      name: 'Ecobank',
      bank: 'Ecobank Tchad',
      iban: 'TD8960002000010271091600153',
      holder: 'Chari',
    };
    expect(said(await first.submit(`${HERE}/add`, { ...added, note: 'x' }))).toContain('is added');
    const bank = { ...reading, read_account: 'Ecobank', balance: '0' };
    await agent.submit(`${HERE}/read`, bank);
    expect(said(await second.submit(`${HERE}/read`, bank))).toContain('What it held is on record');
  });
});
