import { describe, test } from 'vitest';
import { sweep } from './desk.ts';
import { perform, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

describe('A SIM that is swept to nothing twice while one message is late', () => {
  const TWICE = async (stage: Stage) => {
    await perform(
      stage,
      `session a 5000 ttl 60
      session b 3000 ttl 60
      wait 1min
      late z credit 100
      wait 1min
      paid a
      wait 1min`,
    );
    await sweep(stage, 67_510);
    await perform(stage, 'wait 1min\nsms s1 debit 67510\nwait 2min\npaid b\nwait 1min');
    await sweep(stage, 3000);
    await perform(stage, 'wait 1min\nsms s2 debit 3000\nwait 5min');
  };

  test('is not short when it is read', () =>
    scene(async (stage) => {
      await TWICE(stage);
      await perform(stage, 'anchor\nwait 1min\nincidents -> none\na -> SUCCESS\nb -> SUCCESS');
    }));

  test('pays everybody once it was read and the message has come', () =>
    scene(async (stage) => {
      await TWICE(stage);
      await perform(stage, 'anchor\nwait 1min\ndeliver z\nwait 1min\na -> SUCCESS\nb -> SUCCESS');
    }));
});

describe('A debit whose message prints no fee', () => {
  // From the tip it would have cost 1,050 francs, which no operator takes of an announced 35,000: money came and left between.
  test('swallows no payments that came before it, when the SIM is read behind a late one', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `sms x credit 10205
        wait 5min
        session a 60020 ttl 60
        session b 10030 ttl 60
        late a's credit 60020
        wait 1min
        paid b
        wait 2min`,
      );
      await sweep(stage, 71_000);
      await perform(stage, 'wait 3min\nsms s1 debit 71000 fee 100\nwait 5min');
      await sweep(stage, 35_000);
      await perform(
        stage,
        "wait 1min\nsms s2 debit 35000\nwait 5min\nanchor\nwait 1min\ndeliver a's\nwait 1min",
      );
      await perform(stage, 'incidents -> none\nb -> SUCCESS\na -> SUCCESS');
    }));
});

// The sweep and what came behind it lie below both ends of the gap, and what came last is above them.
test('What came between an announced sweep and another payment, both late, is paid once both have come', () =>
  scene(async (stage) => {
    await perform(stage, 'wait 5min\nsession a 10020 ttl 60\nsession c 10030 ttl 60\nsession b 25035 ttl 60');
    await sweep(stage, 33_000);
    await perform(
      stage,
      `wait 3min
      late d debit 33000 fee 100
      wait 1min
      paid a
      wait 1min
      late c's credit 10030
      wait 1min
      paid b
      wait 5min
      anchor
      wait 1min
      deliver d
      deliver c's
      wait 1min
      a -> SUCCESS
      b -> SUCCESS
      c -> SUCCESS`,
    );
  }));

// The same, and less is read than the book says: nothing is missing once both have come, and nothing is suspected.
test('What came between an announced sweep and another payment, both late, keeps no number short', () =>
  scene(async (stage) => {
    await perform(stage, 'wait 5min\nsession a 1300 ttl 60\nsession c 11000 ttl 60');
    await sweep(stage, 50_000);
    await perform(
      stage,
      `wait 3min
      late d debit 50000
      wait 4min
      paid a
      wait 2min
      late c's credit 11000
      wait 5min
      anchor
      wait 5min
      deliver d
      deliver c's
      wait 1min
      incidents -> none
      a -> SUCCESS
      c -> SUCCESS
      session b 5000
      paid b
      b -> SUCCESS`,
    );
  }));

// It lies above both ends of the gap by no more than was announced. Today its session is EXPIRED, and the number stays short.
test('What came between a payment and an announced sweep of all, both late, is paid once both have come', () =>
  scene(async (stage) => {
    await perform(
      stage,
      "wait 5min\nsession a 100000 ttl 60\nsession b 3320 ttl 60\nlate a's credit 100000\nwait 2min",
    );
    await perform(stage, 'paid b\nwait 2min');
    await sweep(stage, 165_730);
    await perform(
      stage,
      `wait 3min
      late d debit 165730
      wait 5min
      anchor
      wait 5min
      deliver d
      deliver a's
      wait 1min
      incidents -> none
      b -> SUCCESS
      a -> SUCCESS`,
    );
  }));
