import { expect, test } from 'vitest';
import { confirmPortals } from '../statements/play.ts';
import { bringListed, explainAll, sweep } from './desk.ts';
import { perform, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

// An honest day: a message is lost, the SIM is read, the list of a portal that prints no balances is brought. The reading has booked the 5,000 as unexplained; the row
// has no balances, so it fills no gap and lifts the tip by 5,000 once more. The book holds 5,000 that the SIM never had; the next payment waits, and the next true
// reading is `short`: the SIM settles by witnesses alone.
test.each(['', ', and two people have said that it was a payment'])(
  'A lost payment that a reading has found%s is not booked twice by a statement that prints no balances',
  (explained) =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `session a 5000 payer 66777001 ttl 60
        wait 1min
        late p credit 5000 from 66777001
        wait 2min
        anchor
        wait 5min`,
      );
      if (explained !== '') expect(await explainAll(stage, ['UNEXPLAINED'], 'credit')).toBe(1);
      await bringListed(stage, (moved) =>
        moved.map((row) => ({ ...row, party: '66777001', no_balance: true })),
      );
      await perform(
        stage,
        `wait 5min
        session b 6000 payer 66777002 ttl 60
        paid b from 66777002
        wait 5min
        anchor
        wait 1min
        incidents -> none
        b -> SUCCESS`,
      );
    }),
);

// The same with an announced sweep whose message is lost: the reading has booked it as that sweep, the row takes the 30,000 off the tip once more, and the next payment
// waits for a reading. Where the portal prints balances the row is known to be that very step, and b is paid at once.
test('An announced sweep that a reading has found is not booked twice by a statement that prints no balances', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(stage, 'sms y credit 100\nwait 5min');
    await sweep(stage, 30_000);
    await perform(stage, 'late d debit 30000\nwait 5min\nanchor\nwait 5min');
    await bringListed(stage, (moved) => moved.map((row) => ({ ...row, no_balance: true })));
    await perform(
      stage,
      `session b 6000 payer 66777002 ttl 60
      paid b from 66777002
      wait 1min
      b -> SUCCESS
      incidents -> none`,
    );
  }));

// One reading finds the sum of both. Each row is a step of its own, and nothing is left to explain.
test('Two lost payments that one reading has found are told by a statement that prints no balances, each for its session', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `session a 5000 payer 66777001 ttl 60
      session b 7000 payer 66777002 ttl 60
      wait 1min
      late p credit 5000 from 66777001
      wait 1min
      late q credit 7000 from 66777002
      wait 3min
      anchor
      wait 1min`,
    );
    const payers = ['66777001', '66777002'];
    await bringListed(stage, (moved) =>
      moved.map((row, at) => ({ ...row, party: payers[at] ?? '', no_balance: true })),
    );
    await perform(stage, 'wait 1min\na -> SUCCESS\nb -> SUCCESS\nincidents -> none');
    expect(await explainAll(stage, ['UNEXPLAINED'], 'write_off')).toBe(0);
  }));
