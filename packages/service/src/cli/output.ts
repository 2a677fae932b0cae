import type { FileHandle } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { isUuid } from '../domain/keys.ts';

/**
 * What a command says on stderr when it can't do its work: whole sentences for a person, no stack. Exit
 * code 1, or 2 when the command line itself was wrong.
 */
export class CommandFailure extends Error {
  readonly exit_code: 1 | 2;

  constructor(sentence: string, exit_code: 1 | 2 = 1) {
    super(sentence);
    this.name = 'CommandFailure';
    this.exit_code = exit_code;
  }
}

/** An id as we keep it, in small letters: other programs show it in capitals. What is no id stays as it was typed. */
export const idAsKept = (text: string): string => (isUuid(text) ? text.toLowerCase() : text);

/** Adds a leaf command; every one of them knows `--json`, and an id in its `usage` that is typed in capitals. */
export function leaf(
  parent: Command,
  usage: string,
  description: string,
  { isDefault = false } = {},
): Command {
  const command = parent
    .command(usage, { isDefault })
    .description(description)
    .option('--json', 'answer with one line of JSON');
  for (const argument of command.registeredArguments)
    if (argument.variadic) argument.argParser<string[]>((text, before = []) => [...before, idAsKept(text)]);
    else argument.argParser(idAsKept);
  return command;
}

/** A whole number within a range, for commander's parsers of options and arguments; `like` shows how it is written. */
export function wholeNumber(min: number, max: number, like?: number): (text: string) => number {
  return (text) => {
    const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    const written = like === undefined ? '' : `, written like ${like}`;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}${written}.`);
  };
}

/** Texts separated by commas, without empty ones. */
export function commaList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

const LISTED_MAX = 10_000;
/** At most so many rows in a listing, which says so where it may have been cut there: `table`, or `cutAt`. */
export const limitOption = ['--limit <count>', 'at most so many', wholeNumber(1, LISTED_MAX), 100] as const;

/** What stands below so many rows where their limit may have cut them: nobody takes a part for the whole. */
export function cutAt(limit: number, count: number): string[] {
  if (count < limit) return [];
  const how = limit < LISTED_MAX ? `--limit shows more, up to ${LISTED_MAX}` : 'no list is longer';
  return [`These are ${count}, and there may be more: ${how}.`];
}

/**
 * Prints a command's answer: one line of JSON with `--json`, else lines for a person, whose cursor nothing that came from outside
 * may move.
 */
export function answer(json: boolean, value: unknown, lines: readonly string[]): void {
  const told = lines.flatMap((line) => line.split('\n')).map((line) => `${plain(line)}\n`);
  if (json) printJson(value);
  else process.stdout.write(told.join(''));
}

/** Prints one line for a person, as one, whatever of it came from outside. */
export function printLine(line: string): void {
  process.stdout.write(`${plain(line)}\n`);
}

/**
 * Prints a value as one line of JSON, which may be read in a terminal: what JSON leaves as it is and terminals obey is written
 * by its number.
 */
export function printJson(value: unknown): void {
  const text = JSON.stringify(value).replace(OBEYED, (found) =>
    Array.from({ length: found.length }, (_, at) => {
      const unit = found.charCodeAt(at).toString(16).padStart(4, '0');
      return `\\u${unit}`;
    }).join(''),
  );
  process.stdout.write(`${text}\n`);
}

/** Sentences beside the answer go to stderr, so that `--json` stays one clean line on stdout. */
export function tellPerson(sentence: string): void {
  process.stderr.write(`${sentence.split('\n').map(plain).join('\n')}\n`);
}

const OBEYED = /[\p{Cc}\p{Cf}]+/gu;
const plain = (text: string): string => text.replace(OBEYED, ' ');

/** Rows as aligned columns; the empty list as `nothing`. What was read with a `limit` says where that may have cut it. */
export function table(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  nothing: string,
  limit: number = Number.POSITIVE_INFINITY,
): string[] {
  if (rows.length === 0) return [nothing];
  const all = [heading, ...rows.map((row) => row.map(plain))];
  const widths = heading.map((_, column) => Math.max(...all.map((row) => [...(row[column] ?? '')].length)));
  const lines = all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [...lines, ...cutAt(limit, rows.length)];
}

/** So many letters of a text are shown. */
const TEXT_SHOWN = 300;

/** A text from outside, or so much of it, as one line: it must not look like a line of ours. */
export function oneLine(text: string, letters_max: number = TEXT_SHOWN): string {
  return plain(text).slice(0, letters_max);
}

/** A moment for a person: UTC, to the second. */
export function utcMoment(date: Date | null): string {
  return date === null ? '-' : `${date.toISOString().slice(0, 19).replace('T', ' ')}Z`;
}

/** What a file system answers that takes no order to write at once: some of FUSE, and folders that virtual machines share. */
const NEVER_AT_ONCE: ReadonlySet<string | undefined> = new Set(['EINVAL', 'ENOSYS', 'ENOTSUP']);

/** Brings what was written onto the disk, where the disk can be told to. */
export async function flush(file: FileHandle): Promise<void> {
  await file.sync().catch((error: NodeJS.ErrnoException) => {
    if (!NEVER_AT_ONCE.has(error.code)) throw error;
  });
}
