import { expect, test } from 'vitest';
import type { Taken } from '../../store/sessions/reserve.ts';
import { inTurns as inTurnsOf } from './turns.ts';

const PLACE: Taken = { collection_number_id: 'N', amount_xaf: 5000 };

/**
 * Each command is refused so many times before it is served.
 * @param failing the turn that fails, with this error
 */
function asking(
  turns: Record<string, number>,
  { failing = 0, error = new Error('the database is gone') }: { failing?: number; error?: Error } = {},
) {
  const seen: { commands: string[]; ahead: number }[] = [];
  const ask = async (commands: readonly string[], _known: unknown, ahead: readonly Taken[]) => {
    seen.push({ commands: [...commands], ahead: ahead.length });
    if (seen.length === failing) throw error;
    const behind = commands.filter((command) => (turns[command] ?? 0) >= seen.length);
    return {
      outcomes: commands.map((command) => (behind.includes(command) ? `no ${command}` : `made ${command}`)),
      behind: new Map(behind.map((command) => [command, PLACE])),
    };
  };
  return { seen, ask };
}

const inTurns = (commands: string[], ask: ReturnType<typeof asking>['ask']) =>
  inTurnsOf(commands, async () => null, ask);

test('only what found nothing but what others were taking is asked again, and each outcome stands in its place', async () => {
  const { seen, ask } = asking({ b: 1, d: 2 });
  expect(await inTurns(['a', 'b', 'c', 'd'], ask)).toEqual(['made a', 'made b', 'made c', 'made d']);
  expect(seen).toEqual([
    { commands: ['a', 'b', 'c', 'd'], ahead: 0 },
    { commands: ['b', 'd'], ahead: 2 },
    { commands: ['d'], ahead: 1 },
  ]);
});

test('what others are always just taking is refused after four turns', async () => {
  const { seen, ask } = asking({ a: 9 });
  expect(await inTurns(['a'], ask)).toEqual(['no a']);
  expect(seen.length).toBe(4);
});

const failingWith = (code: string) => Object.assign(new Error('it failed'), { code });

test('a later turn that was certainly not carried out leaves refused what it was to try again, and the rest as it is', async () => {
  for (const error of [
    new Error('a bug'),
    new Error('timeout exceeded when trying to connect'),
    failingWith('ECONNREFUSED'),
    failingWith('55P03'),
  ])
    expect(await inTurns(['a', 'b'], asking({ b: 1 }, { failing: 2, error }).ask)).toEqual([
      'made a',
      'no b',
    ]);
});

test('a turn of which nobody knows whether it was carried out fails all, so that nobody is told that nothing was made', async () => {
  const error = failingWith('ECONNRESET');
  await expect(inTurns(['a', 'b'], asking({ b: 1 }, { failing: 2, error }).ask)).rejects.toThrow('it failed');
  await expect(inTurns(['a'], asking({}, { failing: 1 }).ask)).rejects.toThrow('the database is gone');
});

test('what speaks against a command is read anew for each turn, so that none goes by what the first has read', async () => {
  let looks = 0;
  const look = async (commands: readonly string[]) => {
    looks += 1;
    return `${commands.join()} by look ${looks}`;
  };
  const known: string[] = [];
  const { ask } = asking({ b: 2 });
  const outcomes = await inTurnsOf(['a', 'b'], look, async (commands, one, ahead) => {
    known.push(one);
    return ask(commands, one, ahead);
  });
  expect(outcomes).toEqual(['made a', 'made b']);
  expect(known).toEqual(['a,b by look 1', 'b by look 2', 'b by look 3']);
});

test('what can’t be read for a later turn leaves refused what it was to try again, whatever went wrong, and the rest as it is', async () => {
  const { seen, ask } = asking({ b: 1 });
  const look = async () => {
    if (seen.length > 0) throw failingWith('ECONNRESET');
    return null;
  };
  expect(await inTurnsOf(['a', 'b'], look, ask)).toEqual(['made a', 'no b']);
});
