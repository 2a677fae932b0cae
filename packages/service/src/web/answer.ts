import { Buffer } from 'node:buffer';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../domain/account/person.ts';
import { type Coding, codingFor } from '../domain/text/negotiation.ts';
import type { Drawn } from './document.ts';
import { pageHeaders } from './headers.ts';
import { languageCookie, languageOf } from './language.ts';

/** Below this compressing saves no packet. */
const WORTH_BYTES = 600;

export type Encoded = { body: Buffer; encoding: Coding | null };

/**
 * A page's text as the browser takes it smallest. It takes a third of a millisecond, half of one for brotli. On another
 * thread it took 5 ms, and one in a hundred 24, when all cores were busy: until that thread had its turn, and we ours.
 */
export function compress(text: string, accepted: string | undefined): Encoded {
  const body = Buffer.from(text);
  if (body.length < WORTH_BYTES) return { body, encoding: null };
  const encoding = codingFor(accepted);
  if (encoding === 'br') {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    };
    return { body: brotliCompressSync(body, { params }), encoding };
  }
  if (encoding === 'gzip') return { body: gzipSync(body, { level: 6 }), encoding };
  return { body, encoding: null };
}

/** The language that this request asks for; `otherwise` where it asks for none of ours. */
export function languageFor(request: FastifyRequest, otherwise?: Language): Language {
  const { cookie, 'accept-language': accept } = request.headers;
  return languageOf({ query: queryOf(request, 'lang'), cookie, accept }, otherwise);
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
  const { body, encoding } = compress(text, request.headers['accept-encoding']);
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply.code(status).headers(pageHeaders(allowed)).send(body);
}

/**
 * Another site may make a browser send our forms. No cookie of a payer gives them power, but limits would be spent and
 * evidence invented in other people's names. Browsers say so themselves; the Origin of our own forms is `null`,
 * since our pages send no referrer.
 */
export function isFromElsewhere(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}
