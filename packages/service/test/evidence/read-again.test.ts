import { expect, test } from 'vitest';
import { settleNotices } from '../../src/engine/book/settle.ts';
import { replayNotices } from '../../src/engine/book/settle-waiting.ts';
import { trustSenders } from '../../src/engine/desk/book/trust-senders.ts';
import { receiveNotices } from '../../src/engine/notices.ts';
import { hold, untilWaiting } from '../book/statement-races.ts';
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

/** Two people say whose word counts on the SIM `two`. */
async function trustOnTwo(stage: Stage, ...senders: string[]): Promise<void> {
  const number = stage.world.at('two').sim.number;
  for (const actor of ['Awa', 'Brahim'])
    await trustSenders(servicesOf(stage), [{ number, senders, ...by(actor) }]);
}

test.each([
  ['strike off', ['AirtelMoney', NEW_NAME], ['AirtelMoney'], 'AWAITING_PAYMENT', 'UNTRUSTED_SENDER'],
  ['list', ['AirtelMoney'], ['AirtelMoney', NEW_NAME], 'SUCCESS', 'CREDIT'],
])(
  'A sender whom two people %s while his message waits behind another SIM’s counts as they say',
  (_, before, since, status, outcome) =>
    scene(async (stage) => {
      await perform(stage, 'sim two\nwait 5min\nsession v 5000 on two\nwait 1min');
      await trustOnTwo(stage, ...before);
      const services = servicesOf(stage);
      const { one, two } = { one: stage.world.at('one'), two: stage.world.at('two') };
      const texts = [
        { sim: one.sim, sender: 'AirtelMoney', body: one.sim.credit(700).text },
        { sim: two.sim, sender: NEW_NAME, body: two.sim.credit(5000).text },
      ];
      const kept = await receiveNotices(
        services,
        texts.map(({ sim, sender, body }) => ({
          ...{ environment: 'live', merchant_id: null, operator: 'AIRTEL', source: 'GATEWAY_SMS' },
          ...{ collection_number: sim.number, sender, body, received_at: stage.world.now },
        })),
      );
      const ids = kept.flatMap((each) => (each.kind === 'kept' ? [each.notice_id] : []));
      const letGo = await hold(
        services.pool,
        'select from books where collection_number_id = $1 for update',
        [one.id],
      );
      const settled = settleNotices(services, ids);
      await untilWaiting(services.pool, 1);
      await trustOnTwo(stage, ...since);
      await letGo();
      expect((await settled).map((each) => each.outcome)).toEqual(['CREDIT', outcome]);
      await perform(stage, `v -> ${status}`);
    }),
);
