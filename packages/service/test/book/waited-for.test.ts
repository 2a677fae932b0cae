import { expect, test } from 'vitest';
import { countToBePaid } from '../../src/engine/book/look.ts';
import { firstSim, perform, type Stage, stagesOfFile } from '../evidence/play.ts';

const scene = stagesOfFile();

const waiting = async (stage: Stage) =>
  (await countToBePaid(stage.world.service.first.services, [firstSim(stage)])).get(firstSim(stage)) ?? 0;

test('Staff see on how many payments somebody waits where a message has no place: not on those that are paid, cancelled or over', () =>
  scene(async (stage) => {
    await perform(stage, 'sms f forged 7000 off +500\nwait 31s\nincidents -> claim');
    expect(await waiting(stage)).toBe(0);
    await perform(
      stage,
      `session a 5000 on one
      session b 6000 on one
      session c 7000 on one
      transaction t 8000 payer 66000009 on one`,
    );
    expect(await waiting(stage)).toBe(4);
    await perform(stage, 'paid a\na -> SUCCESS\ncancel b');
    expect(await waiting(stage)).toBe(2);
    await perform(stage, 'wait 30min\nc -> EXPIRED');
    expect(await waiting(stage)).toBe(0);
  }));
