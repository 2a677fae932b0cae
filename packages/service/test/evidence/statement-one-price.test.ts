import { test } from 'vitest';
import { confirmPortals } from '../statements/play.ts';
import { bringListed } from './desk.ts';
import { perform, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

// A SIM that is swept to nothing and sells one price; the message of the first sweep is lost in the evening, so a waits. In the morning b is
// paid, and staff bring the list of today first and that of yesterday then; neither names payers. a's message names a's receipt, whose row is
// in the other file: it says nothing of b's row. That the balance fell between the two files asks for a reading.
test('Of two payments from nothing to the one price, of two days, a statement of each day settles its own, whichever is brought first', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `sms y credit 100 from 66777009
      wait 8h
      late d1 debit 62510
      wait 5min
      session a 5000 payer 66777001 ttl 60
      paid a from 66777001
      wait 30min
      sms d2 debit 5000
      wait 8h
      session b 5000 payer 66777002 ttl 60
      paid b from 66777002
      wait 30min`,
    );
    const nameless = { party: '' };
    await bringListed(stage, (moved) => moved.slice(-1).map((row) => ({ ...row, ...nameless })));
    await bringListed(stage, (moved) => moved.slice(0, -1).map((row) => ({ ...row, ...nameless })));
    await perform(stage, 'wait 1min\na -> SUCCESS\nb -> SUCCESS\nincidents -> statement_differs');
  }));
