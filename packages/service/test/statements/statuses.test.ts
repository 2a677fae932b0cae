import { expect, test } from 'vitest';
import { settleTold } from '../../src/engine/desk/statements/sentences.ts';
import { settleStatements } from '../../src/engine/desk/statements/settle-statement.ts';
import { showStatement } from '../../src/engine/statements/list.ts';
import { perform, stagesOfFile } from '../evidence/play.ts';
import { AWA, confirmPortals, importFile, servicesOf } from './play.ts';
import { csvOf, type Listed, statementCells } from './portal.ts';

const onStage = stagesOfFile();

test('Of a list it is said how many of its rows did not complete', () =>
  onStage(async (stage) => {
    await confirmPortals(stage);
    await perform(stage, 'sms x credit 3000\nwait 5min\nsms y credit 4000\nwait 5min');
    const { sim } = stage.world.at('one');
    const [first] = sim.movements;
    if (first === undefined) throw new Error('bug: nothing moved');
    const rows = [
      ...sim.movements,
      { ...first, id: 'MP261121.1201.B99999', at: stage.world.now, status: 'TF' },
    ];
    const listed = rows.map((row): Listed => ({ ...row, no_balance: true }));
    const { id } = await importFile(stage, csvOf(statementCells('AIRTEL', sim.number, listed)));
    const statement_id = id ?? '';
    const [outcome] = await settleStatements(servicesOf(stage), [{ statement_id, ...AWA }]);
    if (outcome === undefined) throw new Error('bug: no outcome');
    expect(settleTold({ statement_id }, outcome).sentences).toEqual([
      'It counts: the book knew every row that moved money. 1 row(s) did not complete and moved nothing.',
    ]);
    const shown = await showStatement(servicesOf(stage), statement_id, { limit: 1 });
    expect(shown?.uncompleted_rows).toBe(1);
  }));
