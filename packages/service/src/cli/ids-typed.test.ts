import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from './program.ts';

const KEPT = '0198c5a3-1b2c-7d3e-8f40-5a6b7c8d9e10';
/** A phone of a gateway has the name that its maker gave it. */
const NAMED_ELSEWHERE = ['--device'];

/** The commands that do something, with what is typed behind `chari` to get there. */
function leavesOf(command: Command, words: string[] = []): { words: string; leaf: Command }[] {
  if (command.commands.length === 0) return [{ words: words.join(' '), leaf: command }];
  return command.commands.flatMap((one) => leavesOf(one, [...words, one.name()]));
}

test('An id that another program shows in capitals is the same id to every command', async () => {
  const leaves = leavesOf(await createProgram([]));
  const takes = (parse: unknown): unknown =>
    typeof parse === 'function' ? [parse(KEPT.toUpperCase(), undefined)].flat()[0] : 'nothing parses it';
  const problems = leaves.flatMap(({ words, leaf }) => [
    ...leaf.registeredArguments
      // What is parsed into something else, a sum or a moment, is no id.
      .filter((argument) =>
        /id|credit|session|transaction|merchant|statement|settlement/.test(argument.name()),
      )
      .map((argument) => [`${words} <${argument.name()}>`, takes(argument.parseArg)]),
    ...leaf.options
      .filter(({ flags, long }) => flags.endsWith('id>') && !NAMED_ELSEWHERE.includes(long ?? ''))
      .map((option) => [`${words} ${option.flags}`, takes(option.parseArg)]),
  ]);
  expect(problems.length).toBeGreaterThan(40);
  expect(problems.filter(([, typed]) => typed !== KEPT)).toEqual([]);
});

test('What is no id stays as it was typed', async () => {
  const feeds = await createProgram(['feeds']);
  const show = leavesOf(feeds).find(({ words }) => words === 'feeds show')?.leaf;
  expect(show?.registeredArguments[0]?.parseArg?.('+235 66 00 00 01', undefined as never)).toBe(
    '+235 66 00 00 01',
  );
  const gateways = await createProgram(['gateways']);
  const pause = leavesOf(gateways).find(({ words }) => words === 'gateways pause')?.leaf;
  expect(pause?.registeredArguments[0]?.parseArg?.('Boutique Nord', undefined as never)).toBe(
    'Boutique Nord',
  );
});
