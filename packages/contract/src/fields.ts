import { type Static, type TSchema, Type } from 'typebox';
import { LIMITS } from './limits.ts';

/**
 * The values that several bodies share. `x-rule` is the sentence a caller reads in `error.fields` when the
 * value is not as it should be, so it says what to write, not what is wrong.
 */
export const RULE = 'x-rule';

export const ENVIRONMENTS = ['test', 'live'] as const;
export const OPERATORS = ['AIRTEL', 'MOOV'] as const;
export const CURRENCY = 'XAF';

export const Environment = Type.Enum(ENVIRONMENTS, {
  title: 'Environment',
  description: 'The environment of the API key that made the object.',
});
export type Environment = Static<typeof Environment>;

export const Operator = Type.Enum(OPERATORS, {
  title: 'Operator',
  description: 'The Mobile Money operator.',
  [RULE]: 'Must be AIRTEL or MOOV.',
});
export type Operator = Static<typeof Operator>;

export const Currency = Type.Literal(CURRENCY, {
  title: 'Currency',
  description: 'The only currency.',
  [RULE]: 'Must be XAF.',
});

export const AmountXaf = Type.Integer({
  minimum: LIMITS.amount_xaf.min,
  maximum: LIMITS.amount_xaf.max,
  description: 'Whole XAF, no decimals.',
  examples: [5000],
  [RULE]: 'Must be a whole number of XAF from 1 to 1,000,000,000, without decimals and without quotes.',
});

/** `+235` and 8 digits, in one form only, so that two spellings are never two payers. */
export const Phone = Type.String({
  pattern: '^\\+235[0-9]{8}$',
  description: 'A phone number of Chad in international form.',
  examples: ['+23566000001'],
  [RULE]: 'Must be +235 followed by 8 digits, without spaces, for example +23566000001.',
});

export const Reference = Type.String({
  minLength: 1,
  maxLength: LIMITS.reference_characters,
  pattern: '^[A-Za-z0-9._:/-]{1,100}$',
  description: 'Your order identifier, unique in the environment.',
  examples: ['ORDER-1001'],
  [RULE]:
    'Must be 1 to 100 characters, each a letter A to Z or a to z, a digit, or one of . _ : / - and no other.',
});

export const Description = Type.String({
  maxLength: LIMITS.description_characters,
  description: 'A short description.',
  [RULE]: 'Must be a text of at most 255 characters.',
});

export const Id = Type.String({ format: 'uuid', examples: ['0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f'] });

export const Timestamp = Type.String({
  format: 'date-time',
  description: 'UTC, with milliseconds and Z.',
  examples: ['2026-06-27T15:44:00.000Z'],
});

/**
 * A moment that a caller sends: any offset is accepted, none is refused. The years are bounded because far
 * from today a date is a mistake, and PostgreSQL has no year 0.
 */
export const SentTimestamp = Type.String({
  format: 'date-time',
  pattern:
    '^20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$',
  description: 'ISO 8601 with seconds and an offset, in the years 2000 to 2099.',
  examples: ['2026-06-27T15:44:00Z'],
  [RULE]:
    'Must be a real date and time of the years 2000 to 2099 in ISO 8601 with an offset, for example 2026-06-27T15:44:00Z.',
});

/** The rule sentence of a field's schema; fields without one are never refused by value. */
export function ruleOf(schema: TSchema): string {
  const rule = (schema as Record<string, unknown>)[RULE];
  return typeof rule === 'string' ? rule : 'Must be of the documented type.';
}

/**
 * Lists are read newest first, a page at a time. The cursor is the id of the last object of a page: what comes
 * in meanwhile goes before it, so following pages neither repeat nor miss what was there at the first.
 */
export const Cursor = Type.Optional(
  Type.String({
    format: 'uuid',
    description: 'The `next_cursor` of the page before. Left out: the newest.',
    [RULE]: 'Must be the next_cursor of the page before.',
  }),
);

export const PageLimit = Type.Optional(
  Type.Integer({
    minimum: 1,
    description: `How many at most: default ${LIMITS.page.default}, and more than ${LIMITS.page.max} is served as ${LIMITS.page.max}.`,
    [RULE]: `Must be a whole number from 1 on; more than ${LIMITS.page.max} is served as ${LIMITS.page.max}.`,
  }),
);

export const NextCursor = Type.Union([Id, Type.Null()], {
  description: 'Send it as `cursor` for the next, older page; null on the last.',
});
