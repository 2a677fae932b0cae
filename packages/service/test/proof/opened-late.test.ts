import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addBankAccounts } from '../../src/engine/desk/settlements/rules.ts';
import { moveOwn } from '../../src/engine/desk/transfers/move-own.ts';
import { showDay } from '../../src/engine/proof/show.ts';
import { addSim, openSim, type Sim } from '../book/world.ts';
import { closeDays, dayAfter, passToMorning, payAt, TODAY } from './world.ts';

let sim: Sim;
beforeEach(async () => {
  sim = await openSim();
  await sim.say();
});
afterEach(() => sim.world.close());

const dayOfIt = async (one: Sim, day: string) =>
  (await showDay(sim.world.services, day)).accounts.find(({ name }) => name === one.msisdn);

describe('A number that is opened after a day’s end, and before that day is closed', () => {
  const openOther = async () => {
    const other = await addSim(sim.world, '+23566002002');
    await other.say();
    return other;
  };

  it('is not in that day, and its first one begins with what its SIM held', async () => {
    await payAt(sim);
    await sim.say();
    // One in the morning: the day is over, and closed at three.
    sim.world.pass(13 * 3600);
    const second = await openOther();
    sim.world.pass(3 * 3600);
    expect(await closeDays(sim)).toEqual([TODAY]);
    expect(await dayOfIt(second, TODAY)).toBeUndefined();
    expect(await dayOfIt(sim, TODAY)).toMatchObject({ opening_xaf: 50_000, closing_xaf: 55_000 });
    await second.take(second.credit(5000, '66777777'));
    sim.world.pass(86_400);
    await closeDays(sim);
    expect(await dayOfIt(second, dayAfter(TODAY))).toMatchObject({
      opening_xaf: 50_000,
      closing_xaf: 55_000,
    });
  });

  it('is not either in days that are closed since our own money is booked on them afterwards', async () => {
    const moved_at = new Date(sim.world.now.getTime() - 2 * 86_400_000);
    const bank = { bank_name: 'Banque', iban: 'TD8960002000010271091600153', holder_name: 'Banque' };
    const by = (actor: string) => ({ actor, note: 'what the account began with' });
    await addBankAccounts(sim.world.services, [{ name: 'main', ...bank, ...by('Awa') }]);
    for (const actor of ['Awa', 'Brahim'])
      await moveOwn(sim.world.services, [
        { from: 'CAPITAL', to: 'main', amount_xaf: 300_000, moved_at, ...by(actor) },
      ]);
    expect(await closeDays(sim)).toEqual(['2026-11-19', '2026-11-20']);
    await payAt(sim);
    passToMorning(sim);
    expect(await closeDays(sim)).toEqual([TODAY]);
    expect(await dayOfIt(sim, '2026-11-20')).toBeUndefined();
    expect(await dayOfIt(sim, TODAY)).toMatchObject({ opening_xaf: 50_000, closing_xaf: 55_000 });
  });

  it('begins with what its SIM held also where such a day has it already, with nothing on it', async () => {
    await payAt(sim);
    passToMorning(sim);
    await closeDays(sim);
    const second = await openOther();
    await sim.world.rows(
      `insert into proof_accounts (day, account_id, opening_xaf, in_xaf, out_xaf, closing_xaf, ledger_xaf, state, reason)
      select $1, a.id, 0, 0, 0, 0, 0, 'proven', 'as it was' from ledger_accounts a where a.kind = 'FLOAT' and a.owner_id = $2`,
      [TODAY, second.number_id],
    );
    sim.world.pass(86_400);
    await closeDays(sim);
    expect(await dayOfIt(second, dayAfter(TODAY))).toMatchObject({
      opening_xaf: 50_000,
      closing_xaf: 50_000,
    });
  });

  it('goes on with what its SIM held where the day after that one is closed without it, for good', async () => {
    await payAt(sim);
    passToMorning(sim);
    sim.world.pass(86_400);
    await closeDays(sim);
    const second = await openOther();
    // Closed days can't be written again: these are what was closed for a number that was opened at one in the morning.
    await sim.world.rows(
      `insert into proof_accounts (day, account_id, opening_xaf, in_xaf, out_xaf, closing_xaf, ledger_xaf, closing_ordinal, state, reason)
      select d.day, a.id, 0, 0, 0, 0, 0, d.closing_ordinal, 'proven', 'as it was'
      from (values ($1::date, null::bigint), ($2::date, 1)) as d (day, closing_ordinal), ledger_accounts a
      where a.kind = 'FLOAT' and a.owner_id = $3`,
      [TODAY, dayAfter(TODAY), second.number_id],
    );
    await second.take(second.credit(5000, '66777777'));
    await second.say();
    sim.world.pass(86_400);
    await closeDays(sim);
    expect(await dayOfIt(second, dayAfter(dayAfter(TODAY)))).toMatchObject({
      opening_xaf: 50_000,
      in_xaf: 5000,
      closing_xaf: 55_000,
      said_xaf: 55_000,
      ledger_xaf: 55_000,
    });
  });
});
