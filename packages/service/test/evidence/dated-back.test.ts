import { describe, expect, test } from 'vitest';
import { perform, type Stage, stagesOfFile, undatedOf } from './play.ts';

const scene = stagesOfFile();
const DAY_S = 86_400;

/** The phone of `one` tells a message that it dates so long ago: it was away, or had no time when the message came. */
async function datedBack(stage: Stage, name: string, back_s: number): Promise<void> {
  const one = stage.world.sims.get('one');
  const sms = stage.messages.get(name)?.sms;
  if (one === undefined || sms === undefined) throw new Error('no SIM');
  const body = JSON.parse(one.phone.received(sms.text));
  body.payload.receivedAt = new Date(stage.world.now.getTime() - back_s * 1000).toISOString();
  expect((await one.phone.post(JSON.stringify(body))).status).toBe(200);
  one.sim.told(sms);
  await perform(stage, 'wait 1s');
}

/** A payment whose message prints no time, a minute after what asks for it was made. */
const PAID = (asks: string, phone = '66123456') => `sms x credit 300
  wait 4min
  ${asks}
  wait 1min
  late m moved 5000 ${undatedOf(phone)}
  wait 1min`;

const BACK: [string, number][] = [
  ['an hour', 3600],
  ['three days', 3 * DAY_S],
];

describe.each(BACK)('A payment without a time that its phone dates %s back', (_, back_s) => {
  test('is not forgotten when it is proven by a reading: people look, and give it to its session', () =>
    scene(async (stage) => {
      await perform(stage, PAID('session a 5000 on one'));
      await datedBack(stage, 'm', back_s);
      await perform(
        stage,
        `anchor
        wait 65min
        a -> AWAITING_PAYMENT
        wait 24h
        a -> UNDER_REVIEW unproven
        assign m to a as Awa -> assigned
        a -> SUCCESS`,
      );
    }));

  test('nor before it is proven', () =>
    scene(async (stage) => {
      await perform(stage, PAID('session a 5000 on one'));
      await datedBack(stage, 'm', back_s);
      await perform(stage, 'wait 65min\na -> AWAITING_PAYMENT\nwait 24h\na -> UNDER_REVIEW unproven');
    }));

  test('keeps nobody who declared another phone or was asked for another sum, whoever asks later, and whoever pays', () =>
    scene(async (stage) => {
      await perform(stage, `${PAID('session a 5000 payer 66000009 on one')}\nsession c 6000 on one`);
      await datedBack(stage, 'm', back_s);
      await perform(
        stage,
        `anchor
        wait 65min
        a -> EXPIRED
        c -> EXPIRED
        wait 1h
        session b 5000 by rival on one
        wait 65min
        b -> EXPIRED`,
      );
    }));

  test('confirms nobody, and keeps no payment of its own', () =>
    scene(async (stage) => {
      await perform(stage, PAID('session a 5000 on one'));
      await datedBack(stage, 'm', back_s);
      await perform(stage, 'anchor\na -> AWAITING_PAYMENT\npaid a from 66000002\na -> SUCCESS');
    }));
});

describe.each(['12 min', 'three hours'])(
  'A payment that prints its time, before one that its phone dates %s back',
  (back) => {
    const back_s = back === '12 min' ? 720 : 3 * 3600;

    test('pays its session as of the time that it prints', () =>
      scene(async (stage) => {
        await perform(
          stage,
          `session a 250000 on one
        wait 5min
        sms x credit 250000
        wait 1min
        late m moved 5000 ${undatedOf('66000009')}
        wait 1min`,
        );
        await datedBack(stage, 'm', back_s);
        await perform(stage, 'anchor\nwait 1min\na -> SUCCESS');
      }));
  },
);
