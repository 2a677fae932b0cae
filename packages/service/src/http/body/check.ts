import { ruleOf } from '@chari/contract';
import type { Static, TObject, TSchema } from 'typebox';
import { Compile } from 'typebox/schema';

export type Fields = Record<string, string>;
export type CheckedBody<T> = { ok: true; value: T } | { ok: false; fields: Fields | null };

/** What a schema can't say of one field: is this value, of the right type already, as the rule asks? */
export type Refinements = Readonly<Record<string, (value: never) => boolean>>;

type FieldCheck = { name: string; required: boolean; rule: string; passes: (value: unknown) => boolean };

const UNKNOWN_FIELDS_SHOWN = 20;

/** The API key says these, and nobody may say them otherwise: each is refused with a sentence of its own. */
const IMPOSED: ReadonlyMap<string, string> = new Map([
  ['merchant_id', 'Must not be sent: the API key selects the merchant.'],
  ['is_test', 'Must not be sent: the API key selects test or live.'],
  ['environment', 'Must not be sent: the API key selects the environment.'],
]);

/**
 * Compiles a schema into a check that reports every wrong field at once, each with the rule of its schema.
 * Null is refused where the schema does not name it: an optional field is left out.
 *
 * @returns `fields: null` when the value is not an object at all
 */
export function checker<Schema extends TObject>(
  schema: Schema,
  refinements: Refinements = {},
): (value: unknown) => CheckedBody<Static<Schema>> {
  const whole = Compile(schema);
  const required = new Set<string>(schema.required as string[] | undefined);
  const checks = Object.entries(schema.properties as Record<string, TSchema>).map(
    ([name, property]): FieldCheck => {
      const shape = Compile(property);
      const refine = refinements[name] as ((value: unknown) => boolean) | undefined;
      return {
        name,
        required: required.has(name),
        rule: ruleOf(property),
        passes: (value) => shape.Check(value) && (refine === undefined || refine(value)),
      };
    },
  );
  const refined = checks.filter(({ name }) => refinements[name] !== undefined);
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { ok: false, fields: null };
    const body = value as Record<string, unknown>;
    const right = whole.Check(body) && refined.every((check) => problemOf(check, body) === null);
    return right
      ? { ok: true, value: body as Static<Schema> }
      : { ok: false, fields: problems(checks, body) };
  };
}

function problems(checks: FieldCheck[], body: Record<string, unknown>): Fields {
  // Without a prototype, since a query may have a name that sets it.
  const fields = Object.create(null) as Fields;
  for (const check of checks) {
    const problem = problemOf(check, body);
    if (problem !== null) fields[check.name] = problem;
  }
  const names = checks.map(({ name }) => name);
  const unknown = Object.keys(body).filter((name) => !names.includes(name));
  const known = `Is not a field of this request. ${names.length === 0 ? 'It has none' : `Its fields are: ${names.join(', ')}`}.`;
  for (const name of unknown.slice(0, UNKNOWN_FIELDS_SHOWN)) fields[name] = IMPOSED.get(name) ?? known;
  return fields;
}

function problemOf(check: FieldCheck, body: Record<string, unknown>): string | null {
  const value = Object.hasOwn(body, check.name) ? body[check.name] : undefined;
  if (value === undefined) return check.required ? `Is missing. ${check.rule}` : null;
  if (value === null && !check.passes(null)) {
    return check.required
      ? `Must not be null. ${check.rule}`
      : `Must not be null: leave it out. ${check.rule}`;
  }
  return check.passes(value) ? null : check.rule;
}

/**
 * A value as JSON with the keys of every object sorted, so that the same content in another order is the
 * same text; an instant is written as JSON writes it. Depth is bounded by the scan of the body.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null || value instanceof Date)
    return JSON.stringify(value) ?? 'null';
  const record = value as Record<string, unknown>;
  const members = Object.keys(record)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(record[key])}`);
  return `{${members.join(',')}}`;
}

/**
 * Whether a text in the form of `SentTimestamp` is a moment that JavaScript can hold. The schema's format has
 * judged the calendar day already; second 60 passes there and not here.
 */
export function isRealMoment(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}
