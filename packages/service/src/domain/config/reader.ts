import type { SettingName } from './settings.ts';

/** A variable by its name, null where it is not set; and what is wrong with those that were read, each in a sentence. */
export type SettingReader = { text: (name: SettingName) => string | null; problems: string[] };

/** A whole number; where it is none of the range, the default and a problem. */
export function readNumber(
  reader: SettingReader,
  name: SettingName,
  range: { min: number; max: number; default: number },
): number {
  const text = reader.text(name);
  if (text === null) return range.default;
  const value = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= range.min && value <= range.max) return value;
  reader.problems.push(`${name} is "${text}": it must be a whole number from ${range.min} to ${range.max}.`);
  return range.default;
}

const YES: ReadonlySet<string> = new Set(['true', '1', 'on', 'yes']);
const NO: ReadonlySet<string> = new Set(['false', '0', 'off', 'no']);

/** Whether something is on. */
export function readSwitch(reader: SettingReader, name: SettingName, otherwise: boolean): boolean {
  const text = reader.text(name)?.toLowerCase() ?? null;
  if (text === null) return otherwise;
  if (YES.has(text)) return true;
  if (NO.has(text)) return false;
  reader.problems.push(`${name} is "${text}": it can be true or false.`);
  return otherwise;
}
