import { expect } from 'vitest';
import type { stagesOfFile } from '../evidence/play.ts';
import { fewer } from './fewer.ts';
import { type Judge, playDays } from './play.ts';

/** Where days go wrong they are played again tens of times, to say by which few lines. */
export const PATIENCE_MS = 900_000;
/** What a complaint is about, whatever sums and names are in it. */
const kindOf = (wrong: string): string => wrong.replace(/\{.*|-?\d[\d,-]*/gs, '').trim();

/** What goes wrong is told by as few lines as do. */
export async function expectRight(
  onStage: ReturnType<typeof stagesOfFile>,
  lines: readonly string[],
  judge?: Judge,
): Promise<void> {
  const play = (some: readonly string[]) => onStage((stage) => playDays(stage, some, judge));
  const { wrong, told } = await play(lines);
  const [first] = wrong;
  if (first === undefined) return;
  const few = await fewer(lines.slice(0, told.length), async (some) =>
    (await play(some)).wrong.map(kindOf).includes(kindOf(first)),
  );
  const again = await play(few);
  expect.fail(['', ...again.told, ...again.wrong].join('\n'));
}
