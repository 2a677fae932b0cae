import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { importStatement } from '../../src/engine/desk/statements/import-statement.ts';
import { refuseStatements } from '../../src/engine/desk/statements/refuse-statement.ts';
import { settleStatements } from '../../src/engine/desk/statements/settle-statement.ts';
import type { StatementFile } from '../../src/engine/statements/check.ts';
import { listStatements, showStatement } from '../../src/engine/statements/list.ts';
import { act, perform, type Stage, stagesOfFile } from '../evidence/play.ts';
import { AWA, agreed, BRAHIM, confirmPortals, importFile, servicesOf } from './play.ts';
import { csvOf, fileOf, statementCells } from './portal.ts';

const onStage = stagesOfFile();

/** The list of the second SIM, whose payment of 5,000 has a message that is late. Airtel's names its own number nowhere. */
async function listOfTwo(stage: Stage): Promise<string> {
  await confirmPortals(stage);
  await perform(
    stage,
    `sim two
    wait 2min
    sms m credit 7000 on two
    wait 10min
    session his 5000 by rival on two
    wait 1min
    late lost credit 5000 on two from 66000001
    wait 2min`,
  );
  const { sim } = stage.world.at('two');
  const rows = sim.movements.slice(-1).map((row) => ({ ...row, party: '66000001' }));
  return csvOf(statementCells('AIRTEL', sim.number, rows));
}

const refuse = async (stage: Stage, statement_id: string, by = AWA) =>
  (await refuseStatements(servicesOf(stage), [{ statement_id, ...by }]))[0];

describe('A statement that was brought for the wrong number', () => {
  test('is refused by one person, and counts for the right one when its file is brought again', () =>
    onStage(async (stage) => {
      const list = await listOfTwo(stage);
      const wrong = await importFile(stage, list, { sim: 'one' });
      expect(wrong.said).toBe('imported');
      expect(await importFile(stage, list, { sim: 'two' })).toMatchObject({
        said: 'refused file_of_another_number',
      });
      const id = wrong.id ?? '';
      expect(await refuse(stage, id)).toMatchObject({ kind: 'statement_refused', before: false });
      expect(await refuse(stage, id, BRAHIM)).toMatchObject({ kind: 'statement_refused', before: true });
      const right = await importFile(stage, list, { sim: 'two' });
      expect(right.said).toBe('imported');
      expect(right.id).not.toBe(id);
      expect(await agreed(stage, right.id ?? '')).toBe('new 1');
      await perform(stage, 'wait 1min\nhis -> SUCCESS');
      const shown = await showStatement(servicesOf(stage), id, { limit: 10 });
      expect(shown).toMatchObject({
        statement: { state: 'REFUSED', refused_by: 'Awa', kept_rows: 1, agreed_at: null },
      });
    }));

  test('may be brought for it once more, if that was a mistake', () =>
    onStage(async (stage) => {
      const list = await listOfTwo(stage);
      const first = await importFile(stage, list, { sim: 'two' });
      await refuse(stage, first.id ?? '');
      const [settled] = await settleStatements(servicesOf(stage), [{ statement_id: first.id ?? '', ...AWA }]);
      expect(settled).toMatchObject({ kind: 'is_refused', statement: { refused_by: 'Awa' } });
      const again = await importFile(stage, list, { sim: 'two' });
      expect(await agreed(stage, again.id ?? '')).toBe('new 1');
    }));

  test('lets what somebody had proposed about it fall, and leaves alone what counts', () =>
    onStage(async (stage) => {
      const list = await listOfTwo(stage);
      const wrong = await importFile(stage, list, { sim: 'one' });
      const id = wrong.id ?? '';
      expect(await agreed(stage, id, true)).toBe('proposed');
      await refuse(stage, id);
      const { rows } = await servicesOf(stage).pool.query(
        'select outcome from staff_proposals where subject_id = $1',
        [id],
      );
      expect(rows).toEqual([{ outcome: 'WITHDRAWN' }]);
      const right = await importFile(stage, list, { sim: 'two' });
      await agreed(stage, right.id ?? '');
      expect(await refuse(stage, right.id ?? '')).toMatchObject({ kind: 'statement_counts' });
      await expect(
        servicesOf(stage).pool.query(
          "update statements set state = 'REFUSED', agreed_at = null, settled_at = null, refused_at = now(), refused_by = 'x' where id = $1",
          [right.id],
        ),
      ).rejects.toThrow('one that counts is not refused');
      await act(stage, ['deliver', 'lost']);
    }));
});

test('A statement of which a part is in the book is refused by nobody, though it waits for people once more', () =>
  onStage(async (stage) => {
    const list = await listOfTwo(stage);
    const { id } = await importFile(stage, list, { sim: 'two' });
    expect(await agreed(stage, id ?? '')).toBe('new 1');
    // As it is left where its first rows were brought, and the next would bring more than people agreed to.
    await servicesOf(stage).pool.query(
      "update statements set state = 'KEPT', agreed_at = null, settled_at = null where id = $1",
      [id],
    );
    expect(await refuse(stage, id ?? '')).toMatchObject({ kind: 'statement_counts' });
    expect(await agreed(stage, id ?? '')).toMatch(/^new/);
    await act(stage, ['deliver', 'lost']);
  }));

test('One person refuses a statement at the moment at which another lets it count: exactly one of the two holds', () =>
  onStage(async (stage) => {
    const list = await listOfTwo(stage);
    const services = servicesOf(stage);
    const number = stage.world.at('two').sim.number;
    const ends = new Set<string>();
    for (let round = 0; round < 20; round += 1) {
      const imported = await importStatement(services, {
        file: fileOf(list),
        number,
        day: null,
        after_a_gap: false,
        ...AWA,
      });
      if (imported.kind !== 'imported') throw new Error(imported.kind);
      const { id: statement_id, state } = imported.statement;
      if (state === 'SETTLED') break;
      const [[settled], refused] = await Promise.all([
        settleStatements(services, [{ statement_id, ...BRAHIM }]),
        refuse(stage, statement_id),
      ]);
      const end = [settled?.kind, refused?.kind].join(' ');
      expect(['is_refused statement_refused', 'settled statement_counts']).toContain(end);
      ends.add(end);
    }
    expect(ends.size).toBeGreaterThan(0);
  }));

test('A file that is refused while its rows are kept says so, and may be brought again', () =>
  onStage(async (stage) => {
    const list = await listOfTwo(stage);
    const services = servicesOf(stage);
    const number = stage.world.at('two').sim.number;
    const file = fileOf(list);
    let opened = 0;
    const open = () => {
      opened += 1;
      // The first reading looks at all of it, the second keeps its rows.
      return opened === 1 ? file.open() : Readable.from(refusedFirst(stage, file));
    };
    const command = { file: { name: file.name, open }, number, day: null, after_a_gap: false, ...AWA };
    expect(await importStatement(services, command)).toEqual({
      kind: 'file_refused',
      problem: { kind: 'refused_meanwhile' },
    });
    const again = await importFile(stage, list, { sim: 'two' });
    expect(await agreed(stage, again.id ?? '')).toBe('new 1');
  }));

async function* refusedFirst(stage: Stage, { open }: StatementFile) {
  const [{ id } = { id: '' }] = await listStatements(servicesOf(stage), { limit: 1 });
  await refuse(stage, id, BRAHIM);
  yield* open();
}
