import { expect, test } from 'vitest';
import { replayNotices } from '../../src/engine/book/settle-waiting.ts';
import { trustSenders } from '../../src/engine/desk/book/trust-senders.ts';
import { by, numberOf, servicesOf } from './desk.ts';
import { GUESSES, guessed, lines, perform, type Stage, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();

const NEW_NAME = 'AirtelMomey';

/** Two people list the name by which the operator signs from now on, and what had come by it is read again. */
async function listed(stage: Stage): Promise<void> {
  const command = { number: numberOf(stage), senders: ['AirtelMoney', NEW_NAME] };
  for (const actor of ['Awa', 'Brahim'])
    await trustSenders(servicesOf(stage), [{ ...command, ...by(actor) }]);
  await replayNotices(servicesOf(stage), { after: 0, limit: 100 });
}

/** Debits from each likely balance to one that he knows, by a name that is not listed, with ids that name this time. */
async function guessAt(stage: Stage, time: string): Promise<void> {
  const { sim } = stage.world.at('one');
  for (let n = 0; n < GUESSES; n += 1) {
    const sms = sim.wordDebit(guessed(n) - HUB_XAF, HUB_XAF, 0, `PP${time}.B${20_000 + n}`);
    await stage.world.deliver({ sim: 'one', sms: { ...sms, sender: NEW_NAME } });
  }
}

const HUB_XAF = 10_000;
const sum = (n: number): number => 190_000 - n;
const end = (n: number): number => (n < 0 ? HUB_XAF : end(n - 1) + sum(n));
/** Five sessions that nobody pays, and their forged payments, which go on from what the guesses have in common. */
const PAID_FROM_HUB = `${lines(5, (n) => `session v${n} ${sum(n)} payer 6612345${n} by rival${n} ttl 60`)}
  ${lines(5, (n) => `sms f${n} forged ${sum(n)} balance ${end(n)} from 6612345${n}`)}`;

// They had come before the SIM was read: as they would begin there, they could not be told from what came since, but by when they came.
test.each([
  ['of a time to come', '271231.2300', 10],
  ['of some minutes after they came', null, 6],
])(
  'Guesses with ids %s, by a sender who is listed once the SIM was read, move no book when they are read again',
  (_, printed, before_min) =>
    scene(async (stage) => {
      await perform(stage, 'wait 5min');
      const soon = new Date(stage.world.now.getTime() + 3_600_000 + 9 * 60_000).toISOString();
      await guessAt(
        stage,
        printed ?? `${soon.slice(2, 10).replaceAll('-', '')}.${soon.slice(11, 16).replace(':', '')}`,
      );
      await perform(stage, `wait ${before_min}min\nanchor\nwait 1min`);
      await listed(stage);
      await perform(
        stage,
        `${PAID_FROM_HUB}
        session a 700
        paid a
        wait 1min`,
      );
      expect(await taken(stage)).toBe(0);
      await perform(stage, 'a -> SUCCESS');
    }),
);
