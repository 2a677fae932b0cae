import { Type } from 'typebox';
import { Id, RULE } from './fields.ts';
import { LIMITS } from './limits.ts';

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
