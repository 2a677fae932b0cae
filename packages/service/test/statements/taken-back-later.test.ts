import { test } from 'vitest';
import { bringRows } from '../../src/engine/statements/bring.ts';
import { loadStatements, noteAgreed } from '../../src/store/statements/statements.ts';
import { perform, stagesOfFile } from '../evidence/play.ts';
import { confirmPortals, importFile, servicesOf } from './play.ts';
import { csvOf, statementCells } from './portal.ts';

const scene = stagesOfFile();

// A busy SIM's week has thousands of rows, and they come to the book in portions.
test('A payment that its own list says was taken back settles nobody, in however small portions its rows come to the book', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `sim two moov
      session v 5000 payer 66777001 on two ttl 60
      wait 1min
      late p credit 5000 from 66777001 on two
      wait 1min
      late r reversal p 5000 on two
      wait 1min`,
    );
    const services = servicesOf(stage);
    const { sim } = stage.world.at('two');
    const [paid] = sim.movements;
    const rows = sim.movements.map((row) => (row.delta_xaf < 0 ? { ...row, linked: paid?.id ?? '' } : row));
    const { id } = await importFile(stage, csvOf(statementCells(sim.operator, sim.number, rows)), {
      sim: 'two',
    });
    await noteAgreed(services.pool, [{ id: id ?? '', agreed_at: services.now() }]);
    const [statement] = await loadStatements(services.pool, [id ?? '']);
    if (statement === undefined) throw new Error('bug: nothing was imported');
    const first = await bringRows(services, statement, 0, 1);
    await perform(stage, 'wait 1s\nunpaid v -> yes');
    await bringRows(services, statement, first?.until_row ?? 0, 1);
    sim.anchored();
    await perform(stage, 'wait 1s\nunpaid v -> yes');
  }));
