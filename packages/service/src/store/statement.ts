import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { isoText } from '../domain/time.ts';
import { causeOf } from './connect/aborted.ts';

/** Every statement of the process: PostgreSQL prepares one text under a name, and refuses a second on that connection. */
const texts = new Map<string, string>();

/** @throws when another statement has that name already: one of the two would fail, on some connections */
function named(name: string, text: string): { name: string; text: string } {
  const known = texts.get(name);
  if (known !== undefined && known !== text) throw new Error(`bug: two statements are called ${name}`);
  texts.set(name, text);
  return { name, text };
}

/** A pool for reading, or the one connection of a transaction. */
export type Database = Pool | PoolClient;

/** @throws why it failed, or why its transaction had */
async function send<Row extends QueryResultRow>(
  database: Database,
  query: QueryConfig,
): Promise<QueryResult<Row>> {
  try {
    return await database.query<Row>(query);
  } catch (error) {
    throw causeOf(database, error);
  }
}

async function run<Row extends QueryResultRow>(database: Database, query: QueryConfig): Promise<Row[]> {
  return (await send<Row>(database, query)).rows;
}

/**
 * Declares a statement that takes one array of records and may return rows: `$1` is the array as JSON,
 * which `json_to_recordset` turns into a set. One statement whatever the length of the array; prepared once
 * per connection under its name, which also names it in `pg_stat_statements`.
 */
export function setStatement<Input, Row extends QueryResultRow = never>(name: string, text: string) {
  const query = named(name, text);
  return async (database: Database, input: readonly Input[]): Promise<Row[]> => {
    if (input.length === 0) return [];
    return run<Row>(database, { ...query, values: [recordsJson(input)] });
  };
}

/**
 * The same of a statement that writes what happens at one moment, `$2`, which isn't said again in each record, and returns no rows:
 * how many it wrote is what PostgreSQL says of it.
 */
export function momentStatement<Input>(name: string, text: string) {
  const query = named(name, text);
  return async (database: Database, input: readonly Input[], at: Date): Promise<number> => {
    if (input.length === 0) return 0;
    const { rowCount } = await send(database, { ...query, values: [recordsJson(input), isoText(at)] });
    return rowCount ?? 0;
  };
}

/**
 * Records as JSON. To PostgreSQL a member that is null and one that is absent are the same, so nulls are left
 * out; and moments are written out here, since a `toJSON` to call takes JSON.stringify five times as long.
 */
export function recordsJson(records: readonly unknown[]): string {
  return storableJson(records.map(withoutNulls));
}

/** The same by an id of each: one JSON object, in which a statement that goes by ids looks its values up. */
export function recordsByIdJson<R>(records: readonly R[], idOf: (record: R) => string): string {
  return storableJson(Object.fromEntries(records.map((record) => [idOf(record), withoutNulls(record)])));
}

/** As JSON writes them: half of a letter that takes two units, and NUL. */
const UNSTORABLE = /(?<=(?:^|[^\\])(?:\\\\)*)\\u(?:d[89a-f][0-9a-f]{2}|0000)/g;

/**
 * What no text of PostgreSQL holds becomes U+FFFD. A name that was cut to its length inside a letter failed the whole set that it
 * came with, again and again.
 */
function storableJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes('\\u') ? text.replace(UNSTORABLE, '\ufffd') : text;
}

function withoutNulls(record: unknown): unknown {
  if (typeof record !== 'object' || record === null) return record;
  const kept: Record<string, unknown> = {};
  for (const name in record) {
    const value = (record as Record<string, unknown>)[name];
    if (value !== null) kept[name] = value instanceof Date ? isoText(value) : value;
  }
  return kept;
}

/**
 * Declares a statement on the rows of some ids: `$1` is a `uuid[]`. One table by its primary key needs no
 * join, hence has one plan only.
 */
export function idStatement<Row extends QueryResultRow = never>(name: string, text: string) {
  const query = named(name, text);
  return async (database: Database, ids: readonly string[]): Promise<Row[]> => {
    if (ids.length === 0) return [];
    return run<Row>(database, { ...query, values: [`{${ids.join(',')}}`] });
  };
}

/** What a statement takes that takes nothing. */
export type None = Record<never, never>;

/**
 * Declares a statement that takes one object of values: `$name` in its text stands for the value of that name, so no two
 * of them can change places. It is prepared once per connection, as the others are.
 */
export function statement<Values extends object = None, Row extends QueryResultRow = never>(
  name: string,
  text: string,
) {
  if (/\$\d/.test(text)) throw new Error(`bug: the values of ${name} have names, not numbers`);
  const places = [...new Set(Array.from(text.matchAll(VALUE), ([, place = '']) => place))];
  const query = named(
    name,
    text.replace(VALUE, (_, place: string) => `$${places.indexOf(place) + 1}`),
  );
  return async (
    database: Database,
    ...[values]: keyof Values extends never ? [] : [values: Values]
  ): Promise<Row[]> => {
    const given = new Map<string, unknown>(Object.entries(values ?? {}));
    const missing = places.find((place) => given.get(place) === undefined);
    if (missing !== undefined) throw new Error(`bug: ${name} is not told its $${missing}`);
    return run<Row>(database, { ...query, values: places.map((place) => given.get(place)) });
  };
}

/** A value's place in a text. */
const VALUE = /\$([a-z][a-z0-9_]*)/g;

/** A moment as JSON of the domain has it: in milliseconds since 1970. */
export const epochMs = (at: string): string => `(extract(epoch from ${at}) * 1000)::bigint`;

/**
 * What sets a row aside that can't be gone on with, by its columns `failures` and `retry_at`: for as long as `first`, and for twice
 * as long each time, up to `longest`.
 */
export const triedLater = (now: string, first: string, longest: string): string =>
  `failures = failures + 1,
    retry_at = ${now} + least(interval '${longest}', interval '${first}' * 2 ^ least(failures, 10))`;
