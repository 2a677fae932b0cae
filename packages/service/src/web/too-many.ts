import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../domain/account/person.ts';
import { codingFor } from '../domain/text/negotiation.ts';
import { compress, type Encoded, languageFor } from './answer.ts';
import { pageHeaders } from './headers.ts';
import { PROBLEM_STATUS, problemPage } from './problem.ts';

type Made = Encoded & { headers: Record<string, string> };
const MADE = new Map<string, Made>();

/**
 * Says that an address asks too much: the same page to everybody, in their language, made once. To find out who asks, to draw a
 * page for them and to compress it costs as much as what they are refused.
 * @param wait_ms until the next request may pass; without it the answer says that already
 */
export function sendTooMany(request: FastifyRequest, reply: FastifyReply, wait_ms?: number): FastifyReply {
  const { body, encoding, headers } = madeFor(languageFor(request), request.headers['accept-encoding']);
  if (encoding !== null) reply.header('content-encoding', encoding);
  if (wait_ms !== undefined) reply.header('retry-after', String(Math.ceil(wait_ms / 1000)));
  return reply.code(PROBLEM_STATUS.too_many).headers(headers).send(body);
}

/** There are as many as languages and encodings together. */
function madeFor(language: Language, accepted: string | undefined): Made {
  const name = `${language} ${codingFor(accepted) ?? 'plain'}`;
  const known = MADE.get(name);
  if (known !== undefined) return known;
  const { text, allowed } = problemPage('too_many', language, null);
  const made = { ...compress(text, accepted), headers: pageHeaders(allowed) };
  MADE.set(name, made);
  return made;
}
