import { describe, expect, test } from 'vitest';
import { stagesOfFile } from '../evidence/play.ts';
import { drawDays } from './draw.ts';
import { expectRight, PATIENCE_MS } from './expect-right.ts';
import { fewer } from './fewer.ts';
import { playDays } from './play.ts';
import { DISHONEST, linesOf, OPEN, SCENES } from './scenes.ts';
import { seedsFrom } from './seeds.ts';

describe.each(seedsFrom(3))('Nothing is lost, booked twice or left open', (...seeds) => {
  const onStage = stagesOfFile({ keeps_house: true });
  test.each(seeds)(
    'after the honest days of seed %i',
    (seed) => expectRight(onStage, drawDays(seed)),
    PATIENCE_MS,
  );
});

describe('Of what somebody wrote', () => {
  const onStage = stagesOfFile({ keeps_house: true });
  test.each(SCENES)(
    'nothing is lost, booked twice or left open where %s',
    (_title, text) => expectRight(onStage, linesOf(text)),
    PATIENCE_MS,
  );

  test.each([...OPEN, ...DISHONEST])('the judge complains where %s', async (_title, complaints, text) => {
    const { wrong } = await onStage((stage) => playDays(stage, linesOf(text)));
    expect(wrong).toEqual(complaints.map((one) => expect.stringContaining(one)));
  });
});

describe('Days that go wrong', () => {
  test('are drawn again from their seed', () => expect(drawDays(17)).toEqual(drawDays(17)));

  test('are told by the lines that they take', async () => {
    const takes = ['b', 'g', 'look'];
    const goesWrong = async (some: readonly string[]) => takes.every((line) => some.includes(line));
    expect(await fewer([...'abcdefgh', 'look'], goesWrong)).toEqual(takes);
  });
});
