import { describe, expect, test } from 'vitest';
import { stagesOfFile } from '../evidence/play.ts';
import { drawDays } from './draw.ts';
import { fewer } from './fewer.ts';
import { playDays } from './play.ts';
import { DISHONEST, linesOf, OPEN, SCENES } from './scenes.ts';
import { SEEDS } from './seeds.ts';

/** Where days go wrong they are played again tens of times, to say by which few lines. */
const PATIENCE_MS = 900_000;
type OnStage = ReturnType<typeof stagesOfFile>;
const play = (onStage: OnStage, lines: readonly string[]) => onStage((stage) => playDays(stage, lines));
/** What a complaint is about, whatever sums and names are in it. */
const kindOf = (wrong: string): string => wrong.replace(/\{.*|-?\d[\d,-]*/gs, '').trim();

/** What goes wrong is told by as few lines as do. */
async function expectRight(onStage: OnStage, lines: readonly string[]): Promise<void> {
  const { wrong, told } = await play(onStage, lines);
  const [first] = wrong;
  if (first === undefined) return;
  const few = await fewer(lines.slice(0, told.length), async (some) =>
    (await play(onStage, some)).wrong.map(kindOf).includes(kindOf(first)),
  );
  const again = await play(onStage, few);
  expect.fail(['', ...again.told, ...again.wrong].join('\n'));
}

describe.each(SEEDS)('Nothing is lost, booked twice or left open', (...seeds) => {
  const onStage = stagesOfFile();
  test.each(seeds)(
    'after the honest days of seed %i',
    (seed) => expectRight(onStage, drawDays(seed)),
    PATIENCE_MS,
  );
});

describe('Of what somebody wrote', () => {
  const onStage = stagesOfFile();
  test.each(SCENES)(
    'nothing is lost, booked twice or left open where %s',
    (_title, text) => expectRight(onStage, linesOf(text)),
    PATIENCE_MS,
  );

  test.each([...OPEN, ...DISHONEST])('the judge complains where %s', async (_title, complaints, text) => {
    const { wrong } = await play(onStage, linesOf(text));
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
