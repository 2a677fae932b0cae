import pg from 'pg';

const { builtins } = pg.types;
// Not in the type's list of built-in numbers, but pg knows it.
const INT8_ARRAY = 1016;

/** An int8 as a number. Amounts and counts stay far below 2^53; anything beyond is a bug and throws. */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} is beyond the safe integers`);
  return value;
}

function parseInt8Array(text: string): (number | null)[] {
  const items = pg.types.getTypeParser(INT8_ARRAY as never)(text) as (string | null)[];
  return items.map((item) => (item === null ? null : parseInt8(item)));
}

/**
 * How column values arrive: int8 as number, timestamptz as Date, json and jsonb parsed, date as the text
 * `YYYY-MM-DD` (a Date would depend on the machine's time zone), numeric as text.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (oid === builtins.INT8) return parseInt8;
      if (oid === INT8_ARRAY) return parseInt8Array;
      if (oid === builtins.DATE) return (text: string) => text;
    }
    return pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;
