import { type Command, InvalidArgumentError } from 'commander';

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

/** Adds a leaf command; every one of them knows `--json`. */
export function leaf(
  parent: Command,
  usage: string,
  description: string,
  { isDefault = false } = {},
): Command {
  return parent
    .command(usage, { isDefault })
    .description(description)
    .option('--json', 'answer with one line of JSON');
}

/** A whole number within a range, for commander's option parsers. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

/** Texts separated by commas, without empty ones. */
export function commaList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** At most so many rows in a listing. */
export const limitOption = ['--limit <count>', 'at most so many', wholeNumber(1, 10_000), 100] as const;

/** Prints a command's answer: one line of JSON with `--json`, else lines for a person. */
export function answer(json: boolean, value: unknown, lines: readonly string[]): void {
  process.stdout.write(json ? `${JSON.stringify(value)}\n` : lines.map((line) => `${line}\n`).join(''));
}

/** Rows as aligned columns; the empty list as `nothing`. */
export function table(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  nothing: string,
): string[] {
  if (rows.length === 0) return [nothing];
  const all = [heading, ...rows];
  const widths = heading.map((_, column) => Math.max(...all.map((row) => [...(row[column] ?? '')].length)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** A moment for a person: UTC, to the second. */
export function moment(date: Date | null): string {
  return date === null ? '-' : `${date.toISOString().slice(0, 19).replace('T', ' ')}Z`;
}
