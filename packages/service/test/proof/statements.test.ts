import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeIncidents } from '../../src/engine/desk/book/close.ts';
import { confirmProfiles } from '../../src/engine/desk/statements/confirm-profile.ts';
import { importStatement } from '../../src/engine/desk/statements/import-statement.ts';
import { settleStatements } from '../../src/engine/desk/statements/settle-statement.ts';
import { holdUnproven } from '../../src/engine/proof/hold.ts';
import { showDay } from '../../src/engine/proof/show.ts';
import { MSISDN, openSim, type Sim } from '../book/world.ts';
import { csvOf, fileOf, statementCells } from '../statements/portal.ts';
import { closeDays, passToMorning, TODAY } from './world.ts';

const AWA = { actor: 'Awa', note: 'from the portal' };
const BRAHIM = { actor: 'Brahim', note: 'from the portal' };

let sim: Sim;
beforeEach(async () => {
  sim = await openSim();
  await sim.say();
  for (const by of [AWA, BRAHIM])
    await confirmProfiles(sim.world.services, [{ profile: 'airtel-portal@1', ...by }]);
});
afterEach(() => sim.world.close());

const numbersDay = async () =>
  (await showDay(sim.world.services, TODAY)).accounts.find(({ kind }) => kind === 'FLOAT');

it('A day is not proven while a statement says another sum of one of its payments, whatever was read on the SIM', async () => {
  const { services } = sim.world;
  await sim.session(5000);
  const paid = sim.credit(5000);
  await sim.take(paid);
  sim.world.pass(600);
  await sim.say();
  const row = {
    id: paid.id,
    at: new Date(sim.world.now.getTime() - 600_000),
    delta_xaf: 4000,
    balance_xaf: 0,
  };
  const file = fileOf(csvOf(statementCells('AIRTEL', MSISDN, [{ ...row, no_balance: true }])));
  const brought = await importStatement(services, {
    file,
    number: MSISDN,
    day: null,
    after_a_gap: false,
    ...AWA,
  });
  if (brought.kind !== 'imported') throw new Error(brought.kind);
  const { id: statement_id } = brought.statement;
  const [settled] = await settleStatements(services, [{ statement_id, ...AWA }]);
  expect(settled?.kind).toBe('settled');
  passToMorning(sim);
  await closeDays(sim);
  expect(await numbersDay()).toMatchObject({
    state: 'not_proven',
    said_by: 'reading',
    lines: [{ kind: 'statement', amount_xaf: -1000, owner: 'staff' }],
  });
  await holdUnproven(services);
  const [incident] = await sim.world.rows<{ id: string }>(
    `select id from feed_incidents where kind = 'statement_differs' and closed_at is null`,
  );
  await closeIncidents(services, [{ incident_id: incident?.id ?? '', ...BRAHIM }]);
  expect(await holdUnproven(services)).toBe(1);
});

it('A day is not proven while a newer list has as failed what an older one, brought after it, has as paid', async () => {
  const { services } = sim.world;
  sim.world.pass(1200);
  const at = new Date(sim.world.now.getTime() - 600_000);
  const paid = { id: 'MP261121.1210.A10000', at, delta_xaf: 4000, balance_xaf: 0, no_balance: true };
  const later = { ...paid, id: 'MP261121.1220.A10010', at: sim.world.now, status: 'TF' };
  const bring = async (rows: Parameters<typeof statementCells>[2]): Promise<void> => {
    const file = fileOf(csvOf(statementCells('AIRTEL', MSISDN, rows)));
    const brought = await importStatement(services, {
      file,
      number: MSISDN,
      day: null,
      after_a_gap: false,
      ...AWA,
    });
    if (brought.kind !== 'imported') throw new Error(brought.kind);
    const { id: statement_id } = brought.statement;
    expect(await settleStatements(services, [{ statement_id, ...AWA }])).toMatchObject([{ kind: 'settled' }]);
  };
  await bring([{ ...paid, status: 'TF' }, later]);
  await bring([paid]);
  passToMorning(sim);
  await closeDays(sim);
  expect(await numbersDay()).toMatchObject({
    state: 'not_proven',
    lines: [{ kind: 'statement', subject: paid.id, amount_xaf: 4000, owner: 'staff' }],
  });
});
