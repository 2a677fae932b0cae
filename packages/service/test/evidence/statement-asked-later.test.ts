import { describe, expect, test } from 'vitest';
import { settleStatements } from '../../src/engine/desk/statements/settle-statement.ts';
import { AWA, BRAHIM, confirmPortals } from '../statements/play.ts';
import { bringListed, importListed, nameless, servicesOf } from './desk.ts';
import { perform, type Stage, stagesOfFile, undatedOf } from './play.ts';

const scene = stagesOfFile();

/** h's payer pays 900,000 on the wrong SIM, with his ticket; an insider keeps the operator's message back. */
async function payWrongSim(stage: Stage): Promise<void> {
  await confirmPortals(stage);
  await perform(
    stage,
    `sim two
    session h 900000 on two ttl 60
    wait 5min
    late p credit 900000 from 66777001 motif "{h}"`,
  );
}

const ASKED = 'session v 900000 by rival on one ttl 60\nwait 1min';

const KNOWN: [string, string][] = [
  ['a reading had found its money missing', 'wait 1min\nanchor'],
  [
    'a message had come that begins where its money ends',
    'wait 10s\nsms q credit 100 from 66777003\nwait 10s',
  ],
];

// Who reads the messages of a SIM sees a payment on the wrong SIM, keeps its message back and asks for the same sum within two minutes;
// then staff bring the list, which knows no ticket. By our own clock the money had moved before v was asked for.
test.each(KNOWN)('A row of the statement pays no session that was asked for after %s', (_how, known) =>
  scene(async (stage) => {
    await payWrongSim(stage);
    await perform(stage, `${known}\n${ASKED}`);
    await bringListed(stage, nameless);
    await perform(stage, 'wait 1min\nunpaid v -> yes');
  }),
);

// The same with no reading: the row itself is in our hands, imported by one person and not agreed to, when v is asked for. 900,000.
test('A row of the statement pays no session that was asked for after the statement was imported', () =>
  scene(async (stage) => {
    await payWrongSim(stage);
    await perform(stage, 'wait 1min');
    const statement_id = await importListed(stage);
    const [first] = await settleStatements(servicesOf(stage), [{ statement_id, ...AWA }]);
    expect(first?.kind).toBe('proposed');
    await perform(stage, ASKED);
    await settleStatements(servicesOf(stage), [{ statement_id, ...BRAHIM }]);
    stage.world.sims.get('one')?.sim.anchored();
    await perform(stage, 'wait 1min\nunpaid v -> yes');
  }));

// Both: q's message waits until the SIM is read, which is later than v, and has its place then.
test('A row of the statement pays no session that was asked for after a message had come that begins where its money ends, though the SIM was read since', () =>
  scene(async (stage) => {
    await payWrongSim(stage);
    await perform(stage, `wait 10s\nsms q credit 100 from 66777003\nwait 10s\n${ASKED}\nwait 5min\nanchor`);
    await bringListed(stage, nameless);
    await perform(stage, 'wait 1min\nunpaid v -> yes');
  }));

// An operator whose clock is ahead prints the row minutes after q's message came by ours; both print the same clock.
describe.each([90, 180, 480])('By an operator whose clock is %i s ahead', (ahead_s) => {
  test.each([
    ['waits', ''],
    ['had waited until the SIM was read', 'wait 5min\nanchor'],
  ])(
    'a row of the statement pays no session that was asked for after a message had come that begins where its money ends, and %s',
    (_how, read) =>
      scene(async (stage) => {
        stage.world.at('one').sim.clock_off_s = ahead_s;
        await payWrongSim(stage);
        await perform(
          stage,
          `wait 10s\nsms q credit 100 from 66777003\nwait 10s\nsession v 900000 by rival on one ttl 60\nwait 5min\n${read}`,
        );
        await bringListed(stage, nameless);
        await perform(stage, 'wait 1min\nunpaid v -> yes');
      }),
  );
});

// The message itself, nothing forged, kept back until v is asked for: it tells of the money from then on. 900,000.
describe('A row of the statement dates the payment of a message that it proves', () => {
  /** h's payer pays 900,000 on the wrong SIM and quotes nothing. */
  const payWrongSimSilently = async (stage: Stage): Promise<void> => {
    await confirmPortals(stage);
    await perform(
      stage,
      `sim two
      session h 900000 on two ttl 60
      wait 5min
      late p credit 900000 from 66777001`,
    );
  };

  test.each(KNOWN)('which pays no session that was asked for after %s', (_how, known) =>
    scene(async (stage) => {
      await payWrongSimSilently(stage);
      await perform(stage, `${known}\n${ASKED}\ndeliver p\nwait 1min`);
      await bringListed(stage);
      await perform(stage, 'wait 1min\nunpaid v -> yes');
    }),
  );

  test('which pays no session that was asked for after the statement was imported', () =>
    scene(async (stage) => {
      await payWrongSimSilently(stage);
      await perform(stage, 'wait 1min');
      const statement_id = await importListed(stage);
      const [first] = await settleStatements(servicesOf(stage), [{ statement_id, ...AWA }]);
      expect(first?.kind).toBe('proposed');
      await perform(stage, `${ASKED}\ndeliver p\nwait 1min`);
      await settleStatements(servicesOf(stage), [{ statement_id, ...BRAHIM }]);
      stage.world.sims.get('one')?.sim.anchored();
      await perform(stage, 'wait 1min\nunpaid v -> yes');
    }));

  const DAY_ONLY = `moved 900000 ${undatedOf('66777001', 900_000, 'DAYID')}`;

  test('which pays no session that was asked for since, where the message prints no time', () =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `sim two
        session h 900000 on two ttl 60
        wait 5min
        late p ${DAY_ONLY}
        wait 15min
        ${ASKED}
        deliver p
        wait 1min`,
      );
      await bringListed(stage);
      await perform(stage, 'wait 1min\nunpaid v -> yes');
    }));

  test('which pays no session that was asked for since, where an insider prints a later time in its place', () =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `sim two moov
        sim three moov
        session h 900000 on two ttl 60
        wait 5min
        late p credit 900000 from 94777001 on three
        wait 15min
        session v 900000 by rival on three ttl 60
        wait 1min
        sms f forged 900000 off -900000 like p from 94777001 on three
        wait 1min`,
      );
      await bringListed(stage, undefined, { on: 'three' });
      await perform(stage, 'wait 1min\nunpaid v -> yes');
    }));

  test('and a customer who paid in time is paid, however late his message comes that prints no time', () =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `session a 900000 on one ttl 15
        wait 5min
        late p ${DAY_ONLY}
        wait 11min
        deliver p
        a -> AWAITING_PAYMENT
        wait 1min`,
      );
      await bringListed(stage);
      await perform(stage, 'wait 1min\na -> SUCCESS');
    }));
});
