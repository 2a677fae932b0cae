import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sweepSteps } from '../../src/cli/serve/steps.ts';
import { announceSweeps } from '../../src/engine/desk/book/announce-sweep.ts';
import { decideRefunds } from '../../src/engine/desk/payments/refund-transaction.ts';
import { readAccounts } from '../../src/engine/desk/settlements/read-account.ts';
import { holdUnproven } from '../../src/engine/proof/hold.ts';
import { checkChain, listDays, showDay } from '../../src/engine/proof/show.ts';
import { letGatewaysSend } from '../book/gateway.ts';
import { MSISDN, openSim, type Sim } from '../book/world.ts';
import { start } from '../collection/transactions.ts';
import { isBooked, moneyOf } from '../ledger/world.ts';
import { closeDays, passToMorning, payAt, provingOf, TODAY } from './world.ts';

let sim: Sim;
beforeEach(async () => {
  sim = await openSim();
  await sim.say();
});
afterEach(() => sim.world.close());

const proving = () => provingOf(sim);
const closeAll = () => closeDays(sim);
const toMorning = () => passToMorning(sim);
const paid = (amount_xaf?: number) => payAt(sim, amount_xaf);

it('A wallet that no SIM tells of is proven by what two people have read there', async () => {
  const by = (actor: string) => ({ actor, note: 'read on the portal' });
  const say = async (balance_xaf: number, actor: string, account = 'WALLET_AIRTEL') => {
    const [outcome] = await readAccounts(sim.world.services, [
      { account, day: TODAY, balance_xaf, ...by(actor) },
    ]);
    return outcome?.kind;
  };
  expect(await say(0, 'Awa', 'nothing')).toBe('account_not_found');
  expect(await say(0, 'Awa')).toBe('proposed');
  expect(await say(0, 'AWA')).toBe('same_person');
  expect(await say(0, 'Brahim')).toBe('read');
  const shown = await showDay(sim.world.services, TODAY);
  expect(shown.accounts.find(({ name }) => name === 'WALLET_AIRTEL')).toMatchObject({
    said_xaf: 0,
    state: 'proven',
  });
});

it('Settlements stop for a number whose day is not proven, and go on as soon as its SIM is read', async () => {
  await paid();
  toMorning();
  await closeAll();
  const held = async () => {
    await holdUnproven(sim.world.services);
    return sim.world.rows<{ kind: string }>(
      'select a.kind from held_accounts h join ledger_accounts a on a.id = h.account_id',
    );
  };
  expect(await held()).toEqual([{ kind: 'FLOAT' }]);
  await sim.say();
  expect(await held()).toEqual([]);
});

it('Settlements stop for a SIM that holds less than its book also where a day can’t be closed', async () => {
  const step = sweepSteps(sim.world.services, pino({ level: 'silent' })).find(
    ({ name }) => name === 'close_days',
  );
  const sweep = async () => {
    sim.world.pass(600);
    return step?.run();
  };
  await paid();
  await sim.say();
  toMorning();
  expect([await sweep(), await sweep()]).toEqual([1, 0]);
  await sim.world.rows(`create function break_close() returns trigger language plpgsql as $$
    begin raise exception 'the disk is full'; end $$`);
  await sim.world.rows(
    'create trigger break_close before insert on proof_days for each row execute function break_close()',
  );
  sim.world.pass(86_400);
  await sim.say(sim.balance_xaf - 1000);
  await expect(sweep()).rejects.toThrow('the disk is full');
  expect(
    await sim.world.rows('select a.kind from held_accounts h join ledger_accounts a on a.id = h.account_id'),
  ).toEqual([{ kind: 'FLOAT' }]);
});

it('A day that a clock which was ahead has closed holds nothing up once the clock is right: nobody can read its end yet', async () => {
  const { world } = sim;
  const pushed = {
    ...moneyOf(world, await world.merchant(), 'found', 4000),
    ...({ environment: 'live', cause: 'OWN_MOVED' } as const),
    debit: { kind: 'WALLET_AIRTEL', owner_id: null } as const,
    credit: { kind: 'CAPITAL', owner_id: null } as const,
  };
  expect(await isBooked(world, [pushed])).toBe(true);
  world.pass(40 * 86_400);
  await closeAll();
  world.pass(-39 * 86_400);
  const why = async () => {
    await holdUnproven(world.services);
    return (await world.rows<{ reason: string }>('select reason from held_accounts')).map(
      ({ reason }) => reason,
    );
  };
  expect(await why()).toEqual([expect.stringMatching(/^2026-11-21 is not proven/)]);
  for (const actor of ['Awa', 'Brahim'])
    await readAccounts(world.services, [
      { account: 'WALLET_AIRTEL', day: TODAY, balance_xaf: 4000, actor, note: 'on the portal' },
    ]);
  expect(await why()).toEqual([]);
});

describe('Held ≥ owed', () => {
  const by = (actor: string) => ({ actor, note: 'looked' });
  const sums = async (day = TODAY) => {
    const { held_xaf, owed_xaf, between, swept_unread_xaf } = await showDay(sim.world.services, day);
    const claims = between.find(({ kind }) => kind === 'CLAIMS');
    // The parts add up, without a rest.
    expect(between.reduce((sum, { amount_xaf }) => sum + amount_xaf, 0)).toBe(held_xaf - owed_xaf);
    expect(between.map(({ kind }) => kind)).not.toContain('BOOKED_SINCE');
    return { held_xaf, owed_xaf, claims_xaf: 0 - (claims?.amount_xaf ?? 0), swept_unread_xaf };
  };

  it('is not met by what another merchant owes us', async () => {
    await letGatewaysSend(sim.world.db.pool);
    await paid(5000);
    // Another merchant's payment is kept as its reserve, and then goes back to its payer: that it owes us.
    const other = await sim.world.merchant();
    const fields = { environment: 'live', amount_xaf: 3000, phone_number: '+23566777777' } as const;
    const transaction = await start(sim.world, other, fields);
    await sim.take(sim.credit(3000, '66777777'));
    const kept = { ...moneyOf(sim.world, other, 'RESERVE_KEPT', 3000), environment: 'live' as const };
    expect(await isBooked(sim.world, [kept])).toBe(true);
    await decideRefunds(sim.world.services, [{ transaction_id: transaction.id, by: 'done', ...by('Awa') }]);
    const told = { held_xaf: 8000, owed_xaf: 11_000, claims_xaf: 3000, swept_unread_xaf: 0 };
    expect(await sums()).toEqual(told);
    await sim.take(sim.debit(3000, '66777777'));
    await sim.say();
    toMorning();
    await closeAll();
    const closed = { held_xaf: 5000, owed_xaf: 8000, claims_xaf: 3000, swept_unread_xaf: 0 };
    expect(await sums()).toEqual(closed);
    const [day] = await listDays(sim.world.services, { before: '9999-12-31', limit: 1 });
    expect(day).toMatchObject({ state: 'not_proven', ...closed });
    expect(await checkChain(proving())).toEqual({ days: 1, problems: [] });
    await sim.world.rows('alter table proof_days disable trigger proof_days_append_only');
    await sim.world.rows('update proof_days set claims_xaf = 0');
    await sim.world.rows('alter table proof_days enable trigger proof_days_append_only');
    expect((await checkChain(proving())).problems).toEqual([`what merchants owe on ${TODAY} was changed`]);
    await holdUnproven(sim.world.services);
    const held = await sim.world.rows(
      `select h.reason from held_accounts h join ledger_accounts a on a.id = h.account_id where a.kind = 'PAYABLE'`,
    );
    expect(held).toHaveLength(2);
  });

  it('counts what was taken off a SIM once two people have read that it is in our own wallet', async () => {
    await paid(20_000);
    await announceSweeps(sim.world.services, [{ number: MSISDN, amount_xaf: 15_000, ...by('Awa') }]);
    await sim.take(sim.debit(15_000, '66000009'));
    const nowhere = { held_xaf: 5000, owed_xaf: 20_000, claims_xaf: 0, swept_unread_xaf: 15_000 };
    expect(await sums()).toEqual(nowhere);
    const read = (balance_xaf: number, actor: string) =>
      readAccounts(sim.world.services, [{ account: 'SWEPT', day: TODAY, balance_xaf, ...by(actor) }]);
    await sim.say();
    toMorning();
    for (const actor of ['Awa', 'Brahim']) await read(9000, actor);
    expect(await sums()).toEqual({ ...nowhere, held_xaf: 14_000, swept_unread_xaf: 6000 });
    for (const actor of ['Awa', 'Brahim']) await read(15_000, actor);
    await closeAll();
    expect(await sums()).toEqual({ ...nowhere, held_xaf: 20_000, swept_unread_xaf: 0 });
    expect(await showDay(sim.world.services, TODAY)).toMatchObject({ state: 'proven' });
  });
});
