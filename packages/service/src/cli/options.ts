import { type Command, InvalidArgumentError } from 'commander';

/** Adds a leaf command; every one of them knows `--json`. */
export function leaf(parent: Command, usage: string, description: string): Command {
  return parent.command(usage).description(description).option('--json', 'answer with one line of JSON');
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
