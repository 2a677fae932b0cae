import { expect, test } from 'vitest';
import { bring, confirmPortals } from '../statements/play.ts';
import { csvOf, portalTime, statementCells } from '../statements/portal.ts';
import { nameless } from './desk.ts';
import { perform, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

const DAYS: [string, string, (at: Date) => string][] = [
  ['name a day and no hour', 'AIRTEL', (at) => portalTime(at).slice(0, 10)],
  ['say midnight in full', 'AIRTEL', (at) => `${portalTime(at).slice(0, 10)} 00:00:00`],
  ['say midnight in full', 'MOOV', (at) => `${portalTime(at).slice(0, 10)} 00:00:00`],
];

// A spreadsheet that shows a column as days drops the hours, and writes midnight once it is told to show hours: each payment would have
// moved then, and pay whoever waited.
test.each(DAYS)('A list whose rows %s pays nobody, of %s', (_how, operator, written) =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `sim two moov
      wait 690min
      session v 5000 payer 66999001 by rival on ${operator === 'MOOV' ? 'two' : 'one'} ttl 60
      sms f forged 5000 balance 9000000 from 66999001 on ${operator === 'MOOV' ? 'two' : 'one'}
      wait 70min
      session h 5000 payer 66777001 on ${operator === 'MOOV' ? 'two' : 'one'} ttl 30
      wait 5min
      late p cash-in 5000 on ${operator === 'MOOV' ? 'two' : 'one'}
      wait 2min`,
    );
    const name = operator === 'MOOV' ? 'two' : 'one';
    const { sim } = stage.world.at(name);
    const cells = statementCells(sim.operator, sim.number, nameless(sim.movements));
    const listed = cells.slice(-sim.movements.length);
    const column = operator === 'MOOV' ? 1 : 0;
    listed.forEach((row, n) => {
      row[column] = written(sim.movements[n]?.at ?? stage.world.now);
    });
    const { said } = await bring(stage, csvOf(cells), { sim: name });
    await perform(stage, 'wait 1min\nunpaid v -> yes');
    expect(said).toMatch(/^refused/);
  }),
);
