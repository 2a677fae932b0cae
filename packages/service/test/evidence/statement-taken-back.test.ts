import { test } from 'vitest';
import { confirmPortals } from '../statements/play.ts';
import { bringListed } from './desk.ts';
import { perform, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

// A customer pays what nobody asked for and has the operator take it back; the message of that is lost. Airtel's list has no column of what a row undoes, so the row is a
// debit of 40,000 that nobody announced or has explained. Staff, asked by the customer, send him the 40,000 a second time.
test('A payment is not sent back while the statement lists a debit of its very sum since, which nobody announced and nobody has explained', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `wait 5min
      sms p credit 40000 from 66777001
      wait 5min
      anchor
      wait 5min
      late r reversal p 40000
      wait 5min`,
    );
    await bringListed(stage, (moved) => moved.map((row) => ({ ...row, party: '66777001' })));
    await perform(stage, 'wait 31s\nrefund p as Awa -> refused');
  }));
