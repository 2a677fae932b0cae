import { OPERATION_NAMES, OPERATIONS } from '@chari/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from './answer.ts';
import { DOCS } from './docs/page.ts';
import type { Guard } from './guard.ts';

const OPERATIONAL_PATHS = ['/livez', '/readyz', '/openapi.json', ...Object.values(DOCS)];

const NOTHING_HERE = 'There is nothing at this address. Check it against the reference at /docs.';

/** The methods of each address, HEAD beside GET as HTTP has it. */
const METHODS: ReadonlyMap<string, readonly string[]> = methodsByPath();

/**
 * Answers what no route takes: 405 with Allow where the address exists for another method, else 404. Under
 * /v1 the key comes first, so a stranger learns nothing of what is there; that holds for the transaction
 * addresses too, which are not open yet and answer 404.
 */
export async function answerUnmatched(
  guard: Guard,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const path = request.url.split('?', 1)[0] ?? '';
  if ((path === '/v1' || path.startsWith('/v1/')) && !(await guard.enter(request, reply))) return reply;
  const allowed = METHODS.get(path) ?? METHODS.get(templateOf(path));
  // The right method on a known address: the id is one that the router could not take, so it is no id.
  if (allowed === undefined || allowed.includes(request.method)) {
    return refuse(reply, 'NOT_FOUND', { problem: NOTHING_HERE });
  }
  reply.header('allow', allowed.join(', '));
  return refuse(reply, 'METHOD_NOT_ALLOWED', { method: request.method, allow: allowed.join(' or ') });
}

function methodsByPath(): Map<string, string[]> {
  const methods = new Map<string, string[]>(OPERATIONAL_PATHS.map((path) => [path, ['GET', 'HEAD']]));
  for (const name of OPERATION_NAMES) {
    const { method, path } = OPERATIONS[name];
    const own = methods.get(path) ?? [];
    methods.set(path, [...own, ...(method === 'GET' ? ['GET', 'HEAD'] : [method])]);
  }
  return methods;
}

/** The segments that an id follows. */
const NOUNS: ReadonlySet<string> = new Set(
  OPERATION_NAMES.flatMap((name) => {
    const segments = OPERATIONS[name].path.split('/');
    return segments.filter((_, at) => segments[at + 1] === ':id');
  }),
);

/** The address with the segment after the first of those nouns written as `:id`. */
function templateOf(path: string): string {
  const segments = path.split('/');
  const at = segments.findIndex((segment) => NOUNS.has(segment));
  if (at > 0 && segments[at + 1] !== undefined) segments[at + 1] = ':id';
  return segments.join('/');
}
