import { describe, expect, test } from 'vitest';
import { fileProblemTold } from '../../src/domain/statement/problem.ts';
import { importStatement } from '../../src/engine/desk/statements/import-statement.ts';
import { settleStatements } from '../../src/engine/desk/statements/settle-statement.ts';
import { listStatements } from '../../src/engine/statements/list.ts';
import { perform, type Stage, stagesOfFile } from '../evidence/play.ts';
import type { Movement } from '../evidence/sim.ts';
import { AWA, BRAHIM, bring, confirmPortals, servicesOf, statementPlaysOfFile } from './play.ts';
import { csvOf, fileOf, type Listed, statementCells } from './portal.ts';

const onStage = stagesOfFile();
const playStatements = statementPlaysOfFile(onStage);

describe('Two files of one number', () => {
  test('whose days overlap bring each row once, in either order', () =>
    playStatements(`
      late m credit 2000
      wait 30min
      late n credit 3000
      wait 30min
      late o debit 1000
      statement s until n -> new 2
      float -> 5000
      statement t from n -> new 1
      findings t -> new 1, same 1
      float -> 4000
      statement u -> new 0
      findings u -> same 3
      float -> 4000
      incidents -> none
    `));

  test('that tell of one receipt with two amounts: the second is refused, whatever its balances say, and moves nothing', () =>
    playStatements(`
      late m credit 2000
      wait 30min
      late n credit 3000
      statement s -> new 2
      statement t change n 3500 unprinted -> refused changed_since
      statement u from n change n 3500 unprinted -> refused changed_since
      float -> 5000
      findings s -> new 2
      incidents -> none
      statement v newest -> new 0
    `));

  test('between which days are missing: the second is refused, and brought with the days before it both count', () =>
    playStatements(`
      sms x credit 2000
      wait 30min
      late m credit 3000
      wait 30min
      late n credit 700
      statement s until x -> new 0
      statement t from n -> refused not_continuous
      float -> 2000
      statement u until m -> new 1
      statement v from n -> new 1
      float -> 5700
      incidents -> none
    `));

  test('of which somebody has changed the later beginning are refused as if days were missing', () =>
    playStatements(`
      sms x credit 2000
      wait 30min
      sms y credit 3000
      statement s until x -> new 0
      statement t from y change y 2500 -> refused not_continuous
      statement u from y balance y 90000 -> refused not_continuous
      float -> 5000
    `));
});

describe('A file that somebody made, and to which nobody has agreed,', () => {
  const simOf = ({ world }: Stage) => {
    const sim = world.at('one').sim;
    return sim;
  };
  const fileWith = (
    stage: Stage,
    rows: readonly Movement[],
    change: (row: Movement, place: number) => object,
  ) => {
    const { operator, number } = simOf(stage);
    const listed = rows.map((row, place): Listed => ({ ...row, no_balance: true, ...change(row, place) }));
    return csvOf(statementCells(operator, number, listed));
  };
  const asItIs = (stage: Stage, rows = simOf(stage).movements) => {
    const { operator, number } = simOf(stage);
    return csvOf(statementCells(operator, number, rows));
  };
  const played = (table: string, then: (stage: Stage) => Promise<void>) =>
    onStage(async (stage) => {
      await confirmPortals(stage);
      await perform(stage, table);
      await then(stage);
      expect(await stage.world.ledgerProblems()).toEqual([]);
    });
  const LOST = `
      sms x credit 3000
      wait 2min
      late m credit 2000
      wait 2min`;

  test('stands in the way of no true one; once that counts, it counts no more, whoever agrees', () =>
    played(LOST, async (stage) => {
      const made = fileWith(stage, simOf(stage).movements, ({ delta_xaf }) =>
        delta_xaf === 2000 ? { delta_xaf: 900_000 } : {},
      );
      const { id, said } = await bring(stage, made, { alone: true });
      expect(said).toBe('proposed');
      expect((await bring(stage, asItIs(stage))).said).toBe('new 1');
      const [outcome] = await settleStatements(servicesOf(stage), [{ statement_id: id ?? '', ...BRAHIM }]);
      expect(outcome).toMatchObject({ kind: 'changed_since', told_xaf: 900_000, held_xaf: 2000 });
      expect(await stage.world.floatOf('one')).toBe(5000);
    }));

  test('nor, where two bring contradicting ones at once, do both count', () =>
    played(LOST, async (stage) => {
      const services = servicesOf(stage);
      const made = fileWith(stage, simOf(stage).movements, ({ delta_xaf }) =>
        delta_xaf === 2000 ? { delta_xaf: 2500 } : {},
      );
      const brought = await Promise.all(
        [asItIs(stage), made].map((text) =>
          importStatement(services, {
            ...{ file: fileOf(text), number: simOf(stage).number, day: null, after_a_gap: false },
            ...AWA,
          }),
        ),
      );
      const ids = brought.map((one) => (one.kind === 'imported' ? one.statement.id : ''));
      const outcomes = await Promise.all(
        ids.map((statement_id) => settleStatements(services, [{ statement_id, ...AWA }])),
      );
      expect(
        outcomes
          .flat()
          .map(({ kind }) => kind)
          .sort(),
      ).toEqual(['changed_since', 'settled']);
    }));

  test('leaves nothing that speaks when its end is refused', () =>
    played('sms x credit 3000', async (stage) => {
      for (let count = 0; count < 620; count += 1) simOf(stage).credit(10);
      await stage.world.pass(3600);
      const all = simOf(stage).movements;
      expect((await bring(stage, asItIs(stage, all.slice(600)), { after_a_gap: true })).said).toBe(
        'new 21 by two',
      );
      const made = fileWith(stage, all, (_row, place) => {
        if (place === 1) return { delta_xaf: 999 };
        return place === all.length - 1 ? { delta_xaf: 11 } : {};
      });
      expect((await bring(stage, made, { after_a_gap: true })).said).toBe('refused changed_since');
      const listed = await listStatements(servicesOf(stage), { limit: 100 });
      expect(listed.filter(({ state }) => state === 'IMPORTING')).toEqual([]);
      expect((await bring(stage, asItIs(stage))).said).toBe('new 599');
    }));
});

test.each([
  [
    {
      kind: 'changed_since' as const,
      operator_transaction_id: 'MP261121.1200.B10001',
      statement_id: 'S',
      told_xaf: 3500,
      held_xaf: 3000,
    },
    /B10001 moved 3.000.*3.500.*\.$/s,
  ],
  [
    {
      kind: 'not_continuous' as const,
      before_until: new Date('2026-11-21T11:00:00Z'),
      before_xaf: 5000,
      opening_xaf: 9000,
    },
    /9.000.*5.000|5.000.*9.000/s,
  ],
  [{ kind: 'changed_meanwhile' as const }, /changed while it was read\. Bring it again\./],
])('what is wrong between two files, or two readings of one, has its sentence (%#)', (problem, said) => {
  expect(fileProblemTold(problem)).toMatch(said);
});

test('A list that nobody has agreed to shuts out none of another account: whoever made it may have made it up', () =>
  onStage(async (stage) => {
    await confirmPortals(stage);
    await perform(stage, 'sim two moov\nwait 2min\nsms m credit 7123 on two\nwait 10min');
    const { sim } = stage.world.at('two');
    const row = sim.movements.at(-1);
    if (row === undefined) throw new Error('bug: nothing moved');
    const brings = async (account: string, listed: Listed) => {
      const file = fileOf(csvOf(statementCells('MOOV', sim.number, [listed], { account })));
      const asked = { file, number: sim.number, day: null, after_a_gap: true, ...AWA };
      return (await importStatement(servicesOf(stage), asked)).kind;
    };
    const made_up = { ...row, id: '999999999999', at: stage.world.now, delta_xaf: 5, balance_xaf: 12 };
    expect(await brings('OTHER SHOP', made_up)).toBe('imported');
    expect(await brings('CHARI', row)).toBe('imported');
  }));
