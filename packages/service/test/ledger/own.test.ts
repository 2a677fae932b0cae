import { afterEach, beforeEach, expect, it } from 'vitest';
import { announceSweeps } from '../../src/engine/desk/announce-sweep.ts';
import { moveOwn } from '../../src/engine/desk/move-own.ts';
import { addBankAccounts } from '../../src/engine/desk/settlement-rules.ts';
import { checkLedger } from '../../src/engine/ledger/check.ts';
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
    from_held_xaf: 5000,
    to_held_xaf: 15_000,
  });
  expect(await move('SWEPT', 'main', 5001)).toEqual({ kind: 'not_covered', held_xaf: 5000 });
  expect(await move('SWEPT', 'other', 1)).toEqual({ kind: 'account_not_found', name: 'other' });
  expect(await move('SWEPT', 'SWEPT', 1)).toEqual({ kind: 'account_not_found', name: 'SWEPT' });
  expect(await move('main', 'SWEPT', 0.5)).toEqual({ kind: 'amount_unusable' });
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
