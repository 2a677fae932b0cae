import { describe, expect, test } from 'vitest';
import { expectBooksWhole } from '../evidence/books.ts';
import { perform, type Stage, stagesOfFile } from '../evidence/play.ts';
import { bring, confirmPortals, statementPlaysOfFile } from './play.ts';
import { csvOf, type Listed, statementCells } from './portal.ts';

const onStage = stagesOfFile();
const playStatements = statementPlaysOfFile(onStage);

test('The fee of a debit on a row of its own is a step of its own, also where the statement ends with it', () =>
  onStage(async (stage) => {
    const { world } = stage;
    await confirmPortals(stage);
    await perform(stage, 'sms x credit 3000');
    const sim = world.at('one').sim;
    const [debit, fee] = [sim.debit(2000), sim.debit(20)];
    await world.pass(120);
    const rows = sim.movements.map((row): Listed => (row.id === fee.id ? { ...row, id: debit.id } : row));
    const { id, said } = await bring(stage, csvOf(statementCells(sim.operator, sim.number, rows)));
    expect(said).toBe('new 2');
    const found = await world.service.rows(
      `select f.finding, t.after_xaf from statement_findings f join book_steps t on t.id = f.step_id
      where f.statement_id = $1 order by f.ordinal`,
      [id],
    );
    expect(found).toEqual([
      { finding: 'SAME', after_xaf: 65_410 },
      { finding: 'NEW', after_xaf: 63_410 },
      { finding: 'NEW', after_xaf: 63_390 },
    ]);
    const open = await world.service.rows(
      'select kind from feed_incidents where closed_at is null and collection_number_id = $1',
      [world.sims.get('one')?.id],
    );
    expect(open).toEqual([]);
    await expectBooksWhole(world.service.db.pool);
  }));

/** Moves 2,000 with a fee of 20, which the list has first, on rows of one id and one second; the messages of these are delivered. */
async function feeFirst(stage: Stage, told: readonly ('debit' | 'fee')[]): Promise<Listed[]> {
  const { world } = stage;
  await confirmPortals(stage);
  await perform(stage, 'sms x credit 3000');
  const { sim } = world.at('one');
  const debit = sim.debit(2000);
  const fee = sim.movement(-20, 'Frais de service: 20 FCFA. Solde: BALANCE FCFA.');
  const sms = { debit, fee };
  for (const one of told) await world.deliver({ sms: sms[one], sim: 'one' });
  await world.pass(120);
  const [first, ...moved] = sim.movements.map((row): Listed => ({ ...row, no_balance: true }));
  const of_one = moved.map((row) => ({ ...row, id: debit.id, at: (moved[0] as Listed).at }));
  return [first as Listed, ...of_one.toReversed()];
}

describe('A fee that the list has above its debit', () => {
  test.each([
    ['whose messages are both lost', [], 'new 2'],
    ['of which alone a message tells', ['debit'], 'new 1'],
    ['where messages tell of both', ['debit', 'fee'], 'new 0'],
  ] as const)('%s, brings neither a second time', (_told, told, said) =>
    onStage(async (stage) => {
      const { world } = stage;
      const rows = await feeFirst(stage, told);
      const { sim } = world.at('one');
      const file = (some: readonly Listed[]) => csvOf(statementCells(sim.operator, sim.number, some));
      expect((await bring(stage, file(rows))).said.replace(' by two', '')).toBe(said);
      expect(await world.floatOf('one')).toBe(980);
      // The other way round.
      const turned = [rows[0], rows[2], rows[1]] as Listed[];
      expect((await bring(stage, file(turned))).said).toBe('new 0');
      expect(await world.floatOf('one')).toBe(980);
      const open = await world.service.rows(
        'select kind from feed_incidents where closed_at is null and collection_number_id = $1',
        [world.sims.get('one')?.id],
      );
      expect(open).toEqual([]);
      await expectBooksWhole(world.service.db.pool);
    }),
  );
});

test('A list that ends between the rows of one transaction is gone on with by one that has them all, and not by another sum', () =>
  onStage(async (stage) => {
    const { world } = stage;
    await confirmPortals(stage);
    await perform(stage, 'sms x credit 3000');
    const sim = world.at('one').sim;
    const [debit, fee] = [sim.debit(2000), sim.debit(20)];
    await world.pass(120);
    const rows = sim.movements.map((row): Listed => (row.id === fee.id ? { ...row, id: debit.id } : row));
    const file = (some: Listed[]) => csvOf(statementCells(sim.operator, sim.number, some));
    const brought = async (some: Listed[]) => (await bring(stage, file(some))).said;
    expect(await brought(rows.slice(0, 2))).toBe('new 1');
    const other = rows.map((row) =>
      row.delta_xaf === -2000 ? { ...row, delta_xaf: -1990, no_balance: true } : row,
    );
    expect(await brought(other.map((row) => ({ ...row, no_balance: true })))).toBe('refused changed_since');
    expect(await brought(rows)).toBe('new 1');
    // The morning's export, once more.
    expect(await brought([...rows.slice(0, 2)].map((row) => ({ ...row, party: '66999999' })))).not.toContain(
      'refused',
    );
    expect(await world.floatOf('one')).toBe(980);
    await expectBooksWhole(world.service.db.pool);
  }));

describe('A third row of a transaction that is greater than its second and comes only with the next list', () => {
  test.each([
    ['with balances', false],
    ['without balances', true],
  ])('is new, and the second is not booked again, %s', (_name, no_balance) =>
    onStage(async (stage) => {
      const { world } = stage;
      await confirmPortals(stage);
      await perform(stage, 'sms x credit 3000');
      const { sim } = world.at('one');
      const [debit, fee, tax] = [sim.debit(2000), sim.debit(20), sim.debit(36)];
      await world.pass(120);
      const rows = sim.movements.map(
        (row): Listed => ({ ...row, no_balance, id: [fee.id, tax.id].includes(row.id) ? debit.id : row.id }),
      );
      const brought = async (some: Listed[]) => {
        const { id, said } = await bring(stage, csvOf(statementCells(sim.operator, sim.number, some)));
        const found = await world.service.rows(
          `select f.finding, (t.after_xaf - t.before_xaf)::int as moved_xaf
          from statement_findings f join book_steps t on t.id = f.step_id where f.statement_id = $1 order by f.ordinal`,
          [id],
        );
        return { said: said.replace(' by two', ''), found };
      };
      expect((await brought(rows.slice(0, 3))).said).toBe('new 2');
      expect(await brought(rows)).toEqual({
        said: 'new 1',
        found: [
          { finding: 'SAME', moved_xaf: 3000 },
          { finding: 'SAME', moved_xaf: -2000 },
          { finding: 'SAME', moved_xaf: -20 },
          { finding: 'NEW', moved_xaf: -36 },
        ],
      });
      expect(await world.floatOf('one')).toBe(944);
      // Where a list has them in another order, each is still the step that it was.
      const turned = no_balance ? [rows[0], rows[3], rows[2], rows[1]] : rows.slice(0, 4);
      const { at } = rows[3] as Listed;
      const again = (turned as Listed[]).map((row, place) =>
        place === 0 ? row : { ...row, at, party: '66999999' },
      );
      expect((await brought(again)).said).toBe('new 0');
      const open = await world.service.rows(
        'select kind from feed_incidents where closed_at is null and collection_number_id = $1',
        [world.sims.get('one')?.id],
      );
      expect(open).toEqual([]);
      await expectBooksWhole(world.service.db.pool);
    }),
  );
});

describe('Of two rows between the same balances, of which an SMS without a transaction id told of one,', () => {
  const NAMELESS = '2000 "Bonjour, mouvement divers de 2000 FCFA, solde: BALANCE FCFA"';
  test('the other one is new', () =>
    playStatements(`
      sms x credit 3000
      wait 2min
      sms u moved ${NAMELESS}
      wait 2min
      sms d debit 2000
      wait 5min
      late m credit 2000
      wait 2min
      statement s -> new 1
      findings s -> new 1, same 3
      float -> 5000
      incidents -> none
    `));

  test('none is new where each had such an SMS', () =>
    playStatements(`
      sms x credit 3000
      wait 2min
      sms u moved ${NAMELESS}
      wait 2min
      sms d debit 2000
      wait 5min
      sms v moved ${NAMELESS}
      wait 2min
      statement s -> new 0
      findings s -> same 4
      float -> 5000
    `));

  test('nor where the first had one that names it', () =>
    playStatements(`
      sms x credit 3000
      wait 2min
      sms m credit 2000
      wait 2min
      sms d debit 2000
      wait 5min
      sms u moved ${NAMELESS}
      wait 2min
      statement s -> new 0
      findings s -> same 4
      float -> 5000
    `));
});
