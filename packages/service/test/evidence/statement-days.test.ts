import { test } from 'vitest';
import { bring, confirmPortals } from '../statements/play.ts';
import { csvOf, statementCells } from '../statements/portal.ts';
import { nameless } from './desk.ts';
import { perform, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

// A spreadsheet that shows a column as days drops the hours: each payment would have moved at midnight, and pay whoever waited then.
test('A list whose rows name a day and no hour pays nobody', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `wait 690min
      session v 5000 payer 66999001 by rival ttl 60
      sms f forged 5000 balance 9000000 from 66999001
      wait 70min
      session h 5000 payer 66777001 ttl 30
      wait 5min
      late p cash-in 5000
      wait 2min`,
    );
    const { sim } = stage.world.at('one');
    const [titles = [], ...rows] = statementCells(sim.operator, sim.number, nameless(sim.movements));
    const days = rows.map(([at, ...row]) => [String(Math.floor(Number(at))), ...row]);
    await bring(stage, csvOf([titles, ...days]));
    await perform(stage, 'wait 1min\nunpaid v -> yes');
  }));
