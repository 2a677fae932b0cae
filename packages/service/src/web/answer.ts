import type { FastifyReply, FastifyRequest } from 'fastify';
import { compress } from './compress.ts';
import { pageHeaders } from './headers.ts';
import { type Language, languageCookie, languageOf } from './language.ts';
import type { Drawn } from './page.ts';

/** The language that this request asks for. */
export function languageFor(request: FastifyRequest): Language {
  const { cookie, 'accept-language': accept } = request.headers;
  return languageOf({ query: queryOf(request, 'lang'), cookie, accept });
}

/** One value of the query; null when it is missing or there are several. */
export function queryOf(request: FastifyRequest, name: string): string | null {
  const value = (request.query as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : null;
}

/** Keeps the language that the address named, so that the next page speaks the same. */
export function keepLanguage(
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
  is_secure: boolean,
): void {
  if (queryOf(request, 'lang') === language) reply.header('set-cookie', languageCookie(language, is_secure));
}

/** Sends a page, compressed as its reader takes it, under a policy that allows nothing else. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  { text, allowed }: Drawn,
): Promise<FastifyReply> {
  const { body, encoding } = await compress(text, request.headers['accept-encoding']);
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply.code(status).headers(pageHeaders(allowed)).send(body);
}
