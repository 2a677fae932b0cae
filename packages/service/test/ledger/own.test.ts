import { afterEach, beforeEach, expect, it } from 'vitest';
import { localDay } from '../../src/domain/time.ts';
import { showBooks } from '../../src/engine/book/look.ts';
import { announceSweeps } from '../../src/engine/desk/book/announce-sweep.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { addBankAccounts } from '../../src/engine/desk/settlements/rules.ts';
import { bankTold } from '../../src/engine/desk/settlements/sentences.ts';
import { moveOwn } from '../../src/engine/desk/transfers/move-own.ts';
import { checkLedger } from '../../src/engine/ledger/check.ts';
import { showDay } from '../../src/engine/proof/show.ts';
import { MSISDN, openSim, type Sim } from '../book/world.ts';

let sim: Sim;
beforeEach(async () => {
  sim = await openSim();
  await sim.say();
  await sim.take(sim.credit(20_000, '66777777'));
  await announceSweeps(sim.world.services, [{ number: MSISDN, amount_xaf: 20_000, ...by('Awa') }]);
  await sim.take(sim.debit(20_000));
  const bank = {
    name: 'main',
    bank_name: 'Banque',
    iban: 'TD8960002000010271091600153',
    holder_name: 'Banque',
  };
  await addBankAccounts(sim.world.services, [{ ...bank, ...by('Awa') }]);
});
afterEach(() => sim.world.close());

const by = (actor: string) => ({ actor, note: 'deposited at the counter' });
const move = async (from: string, to: string, amount_xaf: number, actor = 'Awa') =>
  (await moveOwn(sim.world.services, [{ from, to, amount_xaf, moved_at: sim.world.now, ...by(actor) }]))[0];

it('What was swept is at the bank once two people say so, and no more than there is', async () => {
  expect(await move('SWEPT', 'main', 15_000)).toEqual({ kind: 'proposed' });
  expect((await move('SWEPT', 'main', 14_000, 'Brahim'))?.kind).toBe('other_proposal');
  expect(await move('SWEPT', 'main', 15_000, 'Brahim')).toEqual({
    kind: 'moved',
    from: { name: 'SWEPT', stands_xaf: 5000 },
    to: { name: 'main', stands_xaf: 15_000 },
  });
  expect(await move('SWEPT', 'main', 5001)).toEqual({ kind: 'not_covered', held_xaf: 5000 });
  expect(await move('SWEPT', 'other', 1)).toEqual({ kind: 'account_not_found', name: 'other' });
  expect(await move('SWEPT', 'SWEPT', 1)).toEqual({ kind: 'account_not_found', name: 'SWEPT' });
  expect(await move('main', 'SWEPT', 0.5)).toEqual({ kind: 'amount_unusable' });
  expect((await checkLedger(sim.world.services)).problems).toEqual([]);
});

it('A move that both have agreed on is made once, also where neither saw its answer and both say it again', async () => {
  await move('SWEPT', 'main', 5000);
  expect((await move('SWEPT', 'main', 5000, 'Brahim'))?.kind).toBe('moved');
  for (const actor of ['Brahim', 'Awa', 'Chantal'])
    expect(await move('SWEPT', 'main', 5000, actor)).toEqual({ kind: 'moved_before' });
  const later = {
    from: 'SWEPT',
    to: 'main',
    amount_xaf: 5000,
    moved_at: new Date(sim.world.now.getTime() - 1000),
  };
  await moveOwn(sim.world.services, [{ ...later, ...by('Awa') }]);
  const twice = { ...later, ...by('Brahim') };
  const outcomes = await moveOwn(sim.world.services, [twice, twice]);
  expect(outcomes.map((one) => one.kind)).toEqual(['moved', 'moved_before']);
  expect((await checkLedger(sim.world.services)).problems).toEqual([]);
});

it('The same money is moved once by many who agree at the same moment', async () => {
  await move('SWEPT', 'main', 20_000);
  const processes = await sim.world.processes(5, 2);
  const command = { from: 'SWEPT', to: 'main', amount_xaf: 20_000, moved_at: sim.world.now, ...by('Brahim') };
  const said = await Promise.allSettled(processes.map((one) => moveOwn(one, [command])));
  const kinds = said.map((one) => (one.status === 'fulfilled' ? one.value[0]?.kind : 'failed'));
  expect(kinds.filter((kind) => kind === 'moved')).toEqual(['moved']);
});

it('No bank account gets a name with a “/”, by which its moves could not be read; from one that has it money is moved as ever', async () => {
  const iban = 'TD8960003000203600000000160';
  const bank = { name: 'Bank 1/2', bank_name: 'Banque', iban, holder_name: 'Banque' };
  const other = { ...bank, name: 'Bank 1-2', ...by('Awa') };
  const [said, added] = await addBankAccounts(sim.world.services, [{ ...bank, ...by('Awa') }, other]);
  expect([said?.kind, added?.kind]).toEqual(['name_unusable', 'added']);
  expect(bankTold(bank, { kind: 'name_unusable' })).toEqual({
    kind: 'unusable',
    sentences: [expect.stringContaining('such as Bank 1-2.')],
  });
  await sim.world.rows(
    `insert into bank_accounts (id, name, bank_name, iban, holder_name, created_at)
    select gen_random_uuid(), 'Bank 1/2', bank_name, 'TD89600030002036000000001', holder_name, created_at
    from bank_accounts where name = 'Bank 1-2'`,
  );
  expect((await both('CAPITAL', 'Bank 1/2', 1000))?.kind).toBe('moved');
  expect((await both('Bank 1/2', 'SWEPT', 1000))?.kind).toBe('moved');
  expect((await checkLedger(sim.world.services)).problems).toEqual([]);
});

const both = async (from: string, to: string, amount_xaf: number) => {
  const first = await move(from, to, amount_xaf);
  return first?.kind === 'proposed' ? move(from, to, amount_xaf, 'Brahim') : first;
};
const today = () => showDay(sim.world.services, localDay(sim.world.now));

it('Our own money is put in from CAPITAL, and the proof says that it is what is held above what is owed', async () => {
  await both('SWEPT', 'main', 20_000);
  expect(await both('CAPITAL', 'main', 300_000)).toMatchObject({
    kind: 'moved',
    from: { name: 'CAPITAL', stands_xaf: 300_000 },
    to: { name: 'main', stands_xaf: 320_000 },
  });
  const { held_xaf, owed_xaf, between } = await today();
  expect(held_xaf - owed_xaf).toBe(300_000);
  expect(between).toEqual([{ kind: 'CAPITAL', amount_xaf: 300_000 }]);
  expect((await checkLedger(sim.world.services)).problems).toEqual([]);
});

it('No more is taken out than what is ours: neither merchants’ money nor what a loss has eaten', async () => {
  await both('CAPITAL', 'main', 10_000);
  // What was taken off the SIM stands on no account that somebody reads: until it does, it may be gone.
  expect(await move('main', 'CAPITAL', 1)).toEqual({ kind: 'not_ours', ours_xaf: 0 });
  await both('SWEPT', 'main', 20_000);
  expect(await move('main', 'CAPITAL', 30_001)).toEqual({ kind: 'not_covered', held_xaf: 30_000 });
  expect(await move('main', 'CAPITAL', 10_001)).toEqual({ kind: 'not_ours', ours_xaf: 10_000 });
  const lost = await unexplained(-4000);
  for (const actor of ['Awa', 'Brahim'])
    await explainSteps(sim.world.services, [{ step_id: lost, meaning: 'write_off', ...by(actor) }]);
  expect(await move('main', 'CAPITAL', 6001)).toEqual({ kind: 'not_ours', ours_xaf: 6000 });
  expect(await both('main', 'CAPITAL', 6000)).toMatchObject({ kind: 'moved', from: { stands_xaf: 24_000 } });
  expect((await today()).between).toEqual([
    { kind: 'CAPITAL', amount_xaf: 4000 },
    { kind: 'WRITE_OFF', amount_xaf: -4000 },
  ]);
  expect(await both('CAPITAL', 'CAPITAL', 1)).toEqual({ kind: 'account_not_found', name: 'CAPITAL' });
});

it('What is taken out by several at once is never more than what is ours', async () => {
  await both('CAPITAL', 'main', 10_000);
  await both('SWEPT', 'main', 20_000);
  await move('main', 'CAPITAL', 10_000);
  const processes = await sim.world.processes(5, 2);
  const command = {
    from: 'main',
    to: 'CAPITAL',
    amount_xaf: 10_000,
    moved_at: sim.world.now,
    ...by('Brahim'),
  };
  await Promise.allSettled(processes.map((one) => moveOwn(one, [command])));
  expect((await today()).between).toEqual([]);
  expect(await move('main', 'CAPITAL', 1)).toEqual({ kind: 'not_ours', ours_xaf: 0 });
});

it('What we have put on a SIM is capital once two people explain it so', async () => {
  await both('SWEPT', 'main', 20_000);
  const step_id = await unexplained(25_000);
  for (const actor of ['Awa', 'Brahim'])
    await explainSteps(sim.world.services, [{ step_id, meaning: 'capital', ...by(actor) }]);
  expect((await today()).between).toEqual([{ kind: 'CAPITAL', amount_xaf: 25_000 }]);
});

/**
 * A reading finds so much more on the SIM, or less, than messages told of.
 * @returns the step
 */
async function unexplained(more_xaf: number): Promise<string> {
  sim.balance_xaf += more_xaf;
  await sim.say();
  const [number] = await sim.world.rows<{ id: string }>(
    'select id from collection_numbers where msisdn = $1',
    [MSISDN],
  );
  const { unexplained: steps } = await showBooks(sim.world.services, [number?.id ?? '']);
  return steps.findLast(({ kind }) => kind === 'UNEXPLAINED')?.id ?? '';
}
