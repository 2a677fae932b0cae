import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';

const SERVICE = join(import.meta.dirname, '../..');
const ROOT = join(SERVICE, '../..');
const files = (folder: string, ending: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !name.endsWith(`.test${ending}`))
    .map((name) => join(folder, name));

/** Behind the words of the command: what stands for a value (`AMOUNT`, `${day}`, `+235…`), or an option. */
const VALUE = /^(?:[A-Z][A-Z_]+(?:\.\.\.)?|\$\{[^}]*\}\S*|\+\S+)$/;
type Named = { words: string[]; values: number; options: string[]; from: string };

function namedIn(file: string): Named[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) =>
      line
        .split(/(?:npx |: |`)chari (?=[a-z])/)
        .slice(1)
        .map((said) => readCommand(said, file)),
    );
}

function readCommand(said: string, from: string): Named {
  const words = said.replace(/\$\{[^}]*\}/g, (slot) => slot.replaceAll(' ', '')).split(/\s+/);
  const named: Named = { words: [], values: 0, options: [], from: `${from.slice(ROOT.length + 1)}: ${said}` };
  let is_option_value = false;
  for (const word of words) {
    const plain = word.replace(/\]\(.*$|[`'",;:.)\]]+$/, '');
    if (/^--[a-z]/.test(plain)) named.options.push(plain.replace(/=.*/, ''));
    else if (VALUE.test(plain)) named.values += is_option_value ? 0 : 1;
    else if (named.values + named.options.length === 0 && /^[a-z][a-z-]*$/.test(plain))
      named.words.push(plain);
    else if (!is_option_value) break;
    is_option_value = /^--[a-z]/.test(plain);
    if (plain !== word) break;
  }
  return named;
}

async function problemOf({ words, values, options, from }: Named): Promise<string | null> {
  let command: Command = await createProgram(words);
  for (const word of words) {
    const next = command.commands.find((one) => one.name() === word);
    if (next === undefined) break;
    command = next;
  }
  if (command.parent === null) return `there is no such command: ${from}`;
  const unknown = options.filter(
    (name) => name !== '--help' && !command.options.some(({ long }) => long === name),
  );
  if (unknown.length > 0) return `it has no ${unknown.join(', ')}: ${from}`;
  const { registeredArguments: taken } = command;
  // With a note it is meant to be typed as it stands, and not the name of a command in a sentence.
  if (options.includes('--note')) {
    const missing = command.options.filter(
      ({ mandatory, long }) => mandatory && !options.includes(long ?? ''),
    );
    if (missing.length > 0) return `it lacks ${missing.map(({ long }) => long).join(', ')}: ${from}`;
    const least = taken.filter(({ required }) => required).length;
    if (values < least) return `it takes ${least} and not ${values}: ${from}`;
  }
  if (taken.some(({ variadic }) => variadic) || command.commands.length > 0) return null;
  return values > taken.length ? `it takes ${taken.length} and not ${values}: ${from}` : null;
}

test('whatever command a page or a sentence of the service names can be typed', async () => {
  const named = [...files(join(ROOT, 'docs'), '.md'), ...files(join(SERVICE, 'src'), '.ts')].flatMap(namedIn);
  expect(named.length).toBeGreaterThan(300);
  const problems = await Promise.all(named.map(problemOf));
  expect(problems.filter((one) => one !== null)).toEqual([]);
});
