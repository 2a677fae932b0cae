import { describe, expect, test } from 'vitest';
import { expectBooksWhole } from '../evidence/books.ts';
import { act, perform, type Stage, stagesOfFile } from '../evidence/play.ts';
import { bring, confirmPortals } from './play.ts';
import { csvOf, type Listed, statementCells } from './portal.ts';

const onStage = stagesOfFile();

/** Staff move 5,000 from one SIM of ours to another; the operator tells of it by one id on both, unless a message is lost. */
async function moveBetween(stage: Stage, told: readonly ('one' | 'two')[], before = ''): Promise<void> {
  const { world } = stage;
  await confirmPortals(stage);
  await perform(stage, 'sim two\nwait 2min\nsms x credit 9000 on one\nsms y credit 700 on two\nwait 10min');
  await perform(stage, before);
  const { out, come } = world.at('one').sim.sendTo(world.at('two').sim, 5000);
  stage.messages.set('two', { sms: come, sim: 'two' });
  stage.messages.set('one', { sms: out, sim: 'one' });
  for (const sim of told) await act(stage, ['deliver', sim]);
  await perform(stage, 'wait 30min\nsms v credit 100 on one\nsms w credit 200 on two\nwait 2min');
}

/** What comes of the list of a SIM, and what it says of each row. */
async function listOf(stage: Stage, name: string, no_balance = false): Promise<string> {
  const { sim } = stage.world.at(name);
  const rows = sim.movements.map((row): Listed => ({ ...row, no_balance }));
  const { id, said } = await bring(stage, csvOf(statementCells(sim.operator, sim.number, rows)), {
    sim: name,
  });
  const found = await stage.world.service.rows<{ finding: string }>(
    `select concat_ws(' ', f.finding, f.differs_in, case when t.collection_number_id <> s.collection_number_id then 'of another' end,
        case when f.step_id is null then 'without a step' end) as finding
    from statement_findings f join statements s on s.id = f.statement_id left join book_steps t on t.id = f.step_id
    where f.statement_id = $1 order by f.ordinal`,
    [id],
  );
  return [said.replace(' by two', ''), ...found.map(({ finding }) => finding)].join(', ');
}

/** Nobody is asked to look at the transfer, and each SIM stands where the operator says. */
async function expectInOrder(stage: Stage, floats = [4100, 5900]): Promise<void> {
  const { world } = stage;
  const open = await world.service.rows(
    'select kind from feed_incidents where closed_at is null and collection_number_id = any ($1::uuid[])',
    [[...world.sims.values()].map(({ id }) => id)],
  );
  expect(open).toEqual([]);
  expect([await world.floatOf('one'), await world.floatOf('two')]).toEqual(floats);
  await expectBooksWhole(world.service.db.pool);
}

describe.each([
  ['with balances', false],
  ['without balances', true],
])('A transfer between two SIMs of ours is in the list of both, %s,', (_prints, no_balance) => {
  test.each([
    ['the one that sent it', ['one', 'two']],
    ['the one that got it', ['two', 'one']],
  ] as const)('and the same in each where the first to be told was %s', (_first, told) =>
    onStage(async (stage) => {
      await moveBetween(stage, told);
      expect(await listOf(stage, 'two', no_balance)).toBe('new 0, SAME, SAME, SAME');
      expect(await listOf(stage, 'one', no_balance)).toBe('new 0, SAME, SAME, SAME');
      await expectInOrder(stage);
    }),
  );

  test.each([
    ['sent', 'two', 'one'],
    ['got', 'one', 'two'],
  ] as const)('and proves it for the SIM that %s it and whose message is lost', (_end, told, lost) =>
    onStage(async (stage) => {
      await moveBetween(stage, [told]);
      expect(await listOf(stage, lost, no_balance)).toMatch(/^new \d, SAME, NEW, (SAME|NEW)$/);
      expect(await listOf(stage, told, no_balance)).toBe('new 0, SAME, SAME, SAME');
      await stage.world.pass(60);
      await expectInOrder(stage);
      // What is brought once more is known by now.
      await stage.world.pass(60);
      await act(stage, ['deliver', lost]);
      await stage.world.pass(60);
      await expectInOrder(stage);
    }),
  );

  test.each([
    ['sent', 'one', 4400, 5900],
    ['got', 'two', 4100, 6200],
  ] as const)(
    'and proves it for the SIM that %s it and whose message waits behind a lost one',
    (_end, name, one, two) =>
      onStage(async (stage) => {
        const told = name === 'one' ? (['two', 'one'] as const) : (['one', 'two'] as const);
        await moveBetween(stage, told, `late q credit 300 on ${name}\nwait 5min`);
        expect(await listOf(stage, name, no_balance)).toMatch(/^new 3, SAME, NEW, NEW, (SAME|NEW)$/);
        await stage.world.pass(60);
        await expectInOrder(stage, [one, two]);
      }),
  );
});
