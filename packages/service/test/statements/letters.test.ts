import { expect, test } from 'vitest';
import { importStatement } from '../../src/engine/desk/statements/import-statement.ts';
import { openStage, perform } from '../evidence/play.ts';
import { AWA, servicesOf } from './play.ts';
import { fileOf, type Listed, statementCells } from './portal.ts';
import { workbookOf } from './workbook.ts';

test('A workbook is kept whatever letters its cells, its account and its name have, also such as no text may hold', async () => {
  const stage = await openStage();
  try {
    await perform(stage, 'sim m moov');
    const sim = stage.world.at('m').sim;
    await stage.world.pass(60);
    for (const letter of ['_x0000_', '_xD800_', '_xDE00__xD83D_']) {
      sim.credit(1000);
      await stage.world.pass(60);
      const rows = sim.movements.map((row): Listed => ({ ...row, linked: letter }));
      const account = `${sim.number} ${'b'.repeat(36)}${'😀'.repeat(9)}`;
      const file = await workbookOf(statementCells('MOOV', sim.number, rows, { account }));
      const name = `\0${'a'.repeat(198)}😀.xlsx`;
      const command = { number: sim.number, day: null, after_a_gap: false, ...AWA };
      const brought = await importStatement(servicesOf(stage), { file: fileOf(file, name), ...command });
      expect(brought).toMatchObject({
        kind: 'imported',
        statement: { file_name: `${'a'.repeat(198)}\ufffd` },
      });
    }
  } finally {
    await stage.world.close();
  }
});
