import { Buffer } from 'node:buffer';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { keepLanguage, sendPage } from '../answer.ts';
import { pageHeaders } from '../headers.ts';
import { html } from '../html.ts';
import { drawFramed } from './layout.ts';
import type { Meeting, Site } from './meeting.ts';
import { linkButton } from './parts.ts';
import type { Answer, Said, Shown } from './table.ts';
import { packSaid, unpackSaid } from './token.ts';
import { FRAME_WORDS, type Refusal } from './words.ts';

const STATUS: Readonly<Record<Refusal, number>> = {
  not_found: 404,
  method_not_allowed: 405,
  forbidden: 403,
  stale_form: 403,
  cross_site: 403,
  too_many_uploads: 429,
  too_many_files: 429,
  too_large: 413,
  unavailable: 503,
  too_slow: 503,
  fault: 500,
};

/** Sends what a page answered. */
export async function sendAnswer(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  met: Meeting,
  answer: Answer,
): Promise<FastifyReply> {
  switch (answer.kind) {
    case 'page':
      return sendFramed(site, request, reply, met, answer);
    case 'part':
      return sendPage(request, reply, 200, {
        text: answer.content.text,
        allowed: { styles: [], scripts: [] },
      });
    case 'data':
      return reply
        .headers({ ...bare(), 'content-type': 'application/json; charset=utf-8' })
        .send(JSON.stringify(answer.value));
    case 'go':
      if (answer.said !== undefined)
        met.jar.set('said', packSaid(site.services.account_keys.form, met.owner, answer.said));
      return reply.code(303).headers({ 'cache-control': 'no-store', location: answer.to }).send();
    case 'file':
      return reply.headers({ ...bare(), ...fileHeaders(answer) }).send(answer.body);
    case 'not_found':
      return sendRefusal(site, request, reply, met, 'not_found');
  }
}

/** Says why nothing was done, and repeats nothing of the request. */
export function sendRefusal(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  met: Meeting,
  refusal: Refusal,
): Promise<FastifyReply> {
  const words = FRAME_WORDS[met.visit.language];
  const { title, text } = words.refusals[refusal];
  const home = met.visit.at(met.visit.person === null ? '/account/sign-in' : '/account/home');
  const content = html`<p>${text}</p><p>${linkButton(words.back, home, 'main')}</p>`;
  return sendFramed(site, request, reply, met, { title, content, status: STATUS[refusal] });
}

function sendFramed(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  met: Meeting,
  shown: Shown,
): Promise<FastifyReply> {
  const { language, person, at, csrf } = met.visit;
  keepLanguage(request, reply, language, site.is_secure);
  const drawn = drawFramed(
    {
      language,
      person,
      environment: met.environment,
      path: request.routeOptions.url ?? request.url.split('?', 1)[0] ?? '',
      asked: `${site.base}${request.url}`,
      is_answer: request.method === 'POST',
      said: takeSaid(site, met, request),
      pages: site.pages,
      at,
      csrf,
    },
    shown,
  );
  return sendPage(request, reply, shown.status ?? 200, drawn);
}

/** What the last form left to be said; said once. */
function takeSaid(site: Site, { jar, owner }: Meeting, request: FastifyRequest): Said | null {
  const kept = request.method === 'GET' ? jar.get('said') : null;
  if (kept === null) return null;
  jar.set('said', null);
  return unpackSaid(site.services.account_keys.form, owner, kept);
}

/** The headers of what is no page: it may do nothing, wherever it is opened. */
function bare(): Record<string, string> {
  const { 'content-security-policy': _, ...headers } = pageHeaders({ styles: [], scripts: [] });
  return { ...headers, 'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'" };
}

/** A file is saved, never shown in the page's own name; the name it came with is only letters for us. */
function fileHeaders({ name, type, body }: Extract<Answer, { kind: 'file' }>): Record<string, string> {
  const plain = name.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(-100);
  return {
    'content-type': type,
    'content-disposition': `attachment; filename="${plain}"`,
    ...(Buffer.isBuffer(body) ? { 'content-length': String(body.length) } : {}),
  };
}
