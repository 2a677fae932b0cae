import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { announceSweeps } from '../../src/engine/desk/book/announce-sweep.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { assignCredits } from '../../src/engine/desk/payments/assign-credit.ts';
import { checkLedger } from '../../src/engine/ledger/check.ts';
import { readTable } from '../../src/files/read.ts';
import { Site, textOf } from '../account/site.ts';
import { MSISDN, openSim } from '../book/world.ts';
import { balance } from '../refunds/world.ts';
import { openStaffed, type Staffed } from './staffed.ts';

let { sim, site, first, second, agent } = {} as Staffed;
beforeAll(async () => {
  ({ sim, site, first, second, agent } = await openStaffed());
  await sim.take(sim.credit(20_000, '66777777'));
  const sweep = { number: MSISDN, amount_xaf: 15_000, actor: 'Awa', note: 'to the bank' };
  await announceSweeps(site.services, [sweep]);
  await sim.take(sim.debit(15_000));
});
afterAll(() => site.close());

const HERE = '/office/accounts';
const said = (answer: { body: string }) => textOf(answer.body);
/** The page where a second person agrees to what waits. */
async function waiting(): Promise<string> {
  const [one] = await sim.world.rows<{ id: string }>(
    'select id from staff_proposals where settled_at is null',
  );
  return `/office/cases/proposal/${one?.id}`;
}

test('Money in suspense that people found never paid can only be voided, by its page', async () => {
  const other = await openSim();
  const desk = new Site(other.world);
  try {
    const person = await desk.staff('supervisor');
    await other.say();
    await other.take(other.credit(7000, '66777001'));
    await other.wait(600);
    await other.say(other.balance_xaf - 7000);
    const [credit] = await other.world.rows<{ id: string }>('select id from credits');
    const credit_id = credit?.id ?? '';
    for (const actor of ['Awa', 'Brahim'])
      await explainSteps(desk.services, [
        { step_id: credit_id, meaning: 'write_off', actor, note: 'not on the list' },
      ]);
    const page = `/office/cases/suspense/${credit_id}`;
    const { body } = await person.get(page);
    expect(said({ body })).toContain('never paid');
    expect(['void', 'refund', 'merchant'].map((verb) => body.includes(`${page}/${verb}`))).toEqual([
      ...[true, false, false],
    ]);
    expect(said(await person.submit(`${page}/void`, { note: 'x' }))).toContain('It is voided');
  } finally {
    await desk.close();
  }
});

describe('Our own accounts', () => {
  const bank = {
    name: 'Principal',
    bank: 'Ecobank',
    iban: '60002 00001 02710916001 53',
    holder: 'Chari SA',
    note: 'opened in November',
  };

  test('a bank account is added once, by its digits, under a name that a move can name', async () => {
    expect((await agent.post(`${HERE}/add`, bank)).statusCode).toBe(403);
    const wrong = await first.submit(`${HERE}/add`, { ...bank, iban: '60002 00001 02710916001 54' });
    expect(said(wrong)).toContain('That is no account of Chad');
    expect(wrong.body).toContain('value="Ecobank"');
    for (const name of ['', 'a/b', 'x'.repeat(61)])
      expect(said(await first.submit(`${HERE}/add`, { ...bank, name }))).toContain('Write a short name');
    expect(said(await first.submit(`${HERE}/add`, bank))).toContain('The account is added');
    expect(said(await first.submit(`${HERE}/add`, bank))).toContain('is there already');
    expect(said(await agent.get(HERE))).toMatch(/Taken off by us.*15\s000.*Principal.*Chari SA/s);
  });

  const move = {
    from: 'SWEPT',
    into: 'Principal',
    amount: '15 000',
    day: '2026-11-21',
    time: '10:00',
    note: 'x',
  };

  test('a move is said by one person and agreed to by another, who reads it on the desk', async () => {
    for (const [typed, sentence] of [
      [{ time: '25:00' }, 'Write a day and an hour that are over'],
      [{ day: '2030-01-01' }, 'Write a day and an hour that are over'],
      [{ amount: '15001' }, 'There is not enough to take'],
      [{ into: 'SWEPT' }, 'That is no other account of ours'],
      [{ amount: 'all' }, 'whole francs'],
    ] as const)
      expect(said(await first.submit(`${HERE}/move`, { ...move, ...typed }))).toContain(sentence);
    expect(said(await agent.submit(`${HERE}/move`, move))).toContain('Another person must say');
    expect(await balance(sim.world, 'SWEPT')).toBe(-15_000);
    const path = await waiting();
    expect(said(await second.get(path))).toMatch(/15\s000/);
    expect(said(await second.submit(`${path}/agree`, { note: 'I was at the counter' }))).toContain(
      'The move is in the books.',
    );
    expect(said(await agent.get(HERE))).toMatch(/Principal.*15\s000/s);
  });

  test('a payment that was given to the wrong merchant is put right by two people', async () => {
    const right = await sim.world.merchant();
    await sim.take(sim.credit(3000, '66777778'));
    const [credit] = await sim.world.rows<{ id: string }>('select id from credits order by id desc limit 1');
    const to = { kind: 'merchant', merchant_id: sim.merchant } as const;
    const given = { credit_id: credit?.id ?? '', to, actor: 'Awa', note: 'wrongly' };
    await assignCredits(site.services, [given]);
    const correct = {
      what: 'credit',
      subject: credit?.id ?? '',
      place: 'merchant',
      merchant: right,
      note: 'x',
    };
    for (const [typed, sentence] of [
      [{ subject: 'nothing' }, 'does not exist'],
      [{ merchant: 'nobody' }, 'There is no such merchant'],
      [{ place: 'write_off' }, 'A payment belongs to a merchant'],
      [{ merchant: sim.merchant }, 'stands there already'],
    ] as const)
      expect(said(await agent.submit(`${HERE}/correct`, { ...correct, ...typed }))).toContain(sentence);
    expect((await agent.post(`${HERE}/correct`, { ...correct, what: 'all' })).statusCode).toBe(404);
    expect(said(await agent.submit(`${HERE}/correct`, correct))).toContain('Another person must say');
    expect(said(await agent.submit(`${HERE}/correct`, correct))).toContain('You proposed this yourself');
    const path = await waiting();
    expect(said(await second.get(path))).toContain('A payment that was given to a merchant');
    expect(said(await second.submit(`${path}/agree`, { note: 'x' }))).toContain('It is corrected.');
    expect(await balance(sim.world, 'PAYABLE', right)).toBe(3000);
    expect((await checkLedger(site.services)).problems).toEqual([]);
  });
});

describe('On the page of a merchant', () => {
  test('two of staff set its hold and reserve, and an agent drafts what is due, or reads why nothing is', async () => {
    const here = `/office/merchants/${sim.merchant}`;
    const terms = { hold_days: '3', reserve: '50 000', note: 'as agreed' };
    expect((await agent.post(`${here}/settlement-terms`, terms)).statusCode).toBe(403);
    const unusable = [{ hold_days: '31' }, { hold_days: '1e1' }, { hold_days: '' }, { reserve: 'much' }];
    // What Number() would read as 250, 1,000 and 16 francs.
    for (const typed of [...unusable, { reserve: '250.000' }, { reserve: '1e3' }, { reserve: '0x10' }])
      expect(said(await first.submit(`${here}/settlement-terms`, { ...terms, ...typed }))).toContain(
        'Write 0 to 30 days',
      );
    expect(said(await first.submit(`${here}/settlement-terms`, terms))).toContain('Another person must say');
    const path = await waiting();
    expect(said(await second.get(path))).toMatch(/Days of hold.*3.*50\s000/s);
    expect(said(await second.submit(`${path}/agree`, { note: 'x' }))).toContain('hold from now on');
    expect(said(await agent.get(here))).toMatch(/3 days.*50\s000/s);
    expect(said(await agent.submit(`${here}/settlement-draft`, { note: 'they asked' }))).toMatch(
      /not verified|no payout account|Nothing is due/,
    );
    const unknown = '/office/merchants/01890000-0000-7000-8000-000000000000';
    expect(said(await agent.submit(`${unknown}/settlement-draft`, { note: 'x' }))).not.toContain('drafted');
    expect((await agent.post('/office/merchants/nobody/settlement-draft', { note: 'x' })).statusCode).toBe(
      404,
    );
  });
});

describe('Reports of staff', () => {
  test('say how old it is what is nobody’s, and what merchants collected, also as files', async () => {
    await sim.take(sim.credit(1111, '66777779'));
    expect(said(await agent.get('/office/reports'))).toMatch(/up to 7 days.*In all/s);
    const csv = await agent.get('/office/reports/suspense?format=csv');
    expect(csv.body.split('\r\n')[0]).toContain('Age,Payments,Amount (XAF)');
    expect(csv.body.split('\r\n')).toHaveLength(7);
    const xlsx = await agent.get('/office/reports/volume?format=xlsx&from=2026-11-01&to=2026-11-30');
    const rows: (readonly string[])[] = [];
    for await (const row of readTable(Readable.from([xlsx.rawPayload]), 'volume.xlsx')) rows.push(row);
    expect(rows[0]?.[0]).toBe('Merchant');
    for (const query of ['from=x', 'from=2026-11-30&to=2026-11-01'])
      for (const path of ['/office/reports', '/office/reports/volume'])
        expect((await agent.get(`${path}?${query}`)).statusCode).toBe(422);
  });
});
