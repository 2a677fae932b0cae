import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Intake, IntakeOutcome } from '../../engine/gateways/intake.ts';
import { rateLimiter } from '../../engine/rates.ts';
import { answer, refuse, UNKEPT } from '../answer.ts';
import type { TakeCallback } from '../deps.ts';
import { refuseRate } from '../rate.ts';
import { idOf } from '../request.ts';

const NO_BODY = Buffer.alloc(0);
const UNKNOWN: IntakeOutcome = { kind: 'unknown_gateway' };
const TOO_MANY_LARGE = 'This gateway sends too many large requests.';
const PATH = '/gateways/:id/inbound';

const REFUSALS = {
  unsigned: 'The request is not signed. Give the gateway its signing key.',
  wrong_signature: 'The signature is wrong. Check the signing key of the gateway.',
  stale: 'The signature is too old or of the future. Check the clock of the gateway.',
} as const;

/** Above this, one is an export of an inbox, or nothing of a phone's: an SMS in JSON has two or three KB. */
const LARGE_BYTES = 8_192;
/** What of those is taken from one gateway: more would cost others their time before the signature is known. */
const LARGE = { interval_ms: 50, burst: 40 };
/** So much counts as one of those; a larger one counts as several. */
const LARGE_PORTION_BYTES = 65_536;
/** A phone that hands on its whole inbox at once tells of hundreds of messages, and what is refused never comes again. */
const REQUEST_BYTES_MAX = 262_144;

/**
 * Where SMS gateways post what their phones received. It has credentials of its own and takes no API key. A
 * 200 says that each message is safe in the database, now or since an earlier attempt; it is settled after.
 * What the headers condemn is answered before the body is read, and the connection ends with it.
 */
export function gatewayInboundRoutes(app: FastifyInstance, intake: Intake, now: () => Date): void {
  const takeLarge = rateLimiter(LARGE);
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    // The bytes are what is signed. What they call themselves keeps no authentic message out.
    request.headers['content-type'] = 'application/octet-stream';
    const id = idOf(request);
    const refused = id === null ? UNKNOWN : await intake.admit(id, request.headers);
    if (refused !== null) return answerIntake(reply.header('connection', 'close'), refused);
    const portions = portionsOf(request);
    const wait_ms = portions > 0 ? takeLarge(id ?? '', now().getTime(), portions) : 0;
    if (wait_ms > 0) refuseRate(reply.header('connection', 'close'), TOO_MANY_LARGE, wait_ms);
    return reply.sent ? reply : undefined;
  };
  app.post(PATH, { onRequest, bodyLimit: REQUEST_BYTES_MAX }, async (request, reply) => {
    const body = (request.body as Buffer | undefined) ?? NO_BODY;
    return answerIntake(reply, await intake.take(idOf(request) ?? '', { body, headers: request.headers }));
  });
}

/** What it counts as among large ones; nothing, where it is none. Without a length it may be any. */
function portionsOf({ headers }: FastifyRequest): number {
  const any = headers['transfer-encoding'] === undefined ? 0 : REQUEST_BYTES_MAX;
  const bytes = Math.min(Number(headers['content-length'] ?? any), REQUEST_BYTES_MAX);
  return bytes > LARGE_BYTES ? Math.ceil(bytes / LARGE_PORTION_BYTES) : 0;
}

function answerIntake(reply: FastifyReply, outcome: IntakeOutcome): FastifyReply {
  switch (outcome.kind) {
    case 'taken': {
      const { kept, repeated, unrouted } = outcome;
      if (outcome.answer === null) return answer(reply, 200, { kept, repeated, unrouted });
      reply.code(200).header('content-type', 'text/plain; charset=utf-8').header(UNKEPT.name, UNKEPT.value);
      return reply.send(outcome.answer);
    }
    case 'refused':
      return refuse(reply, 'UNAUTHORIZED', { problem: REFUSALS[outcome.reason] });
    case 'paused':
      return refuse(reply, 'UNAUTHORIZED', {
        problem: 'This gateway is paused. Nothing of it is taken until staff resume it.',
      });
    case 'unknown_gateway':
      return refuseUnknown(reply);
  }
}

function refuseUnknown(reply: FastifyReply): FastifyReply {
  return refuse(reply, 'NOT_FOUND', { problem: 'There is no gateway of this id. Check the address.' });
}

/**
 * Where Airtel tells how a payment ended. No API key: the hash is the credential, and what is said only makes
 * us ask. A 200 says that it is kept; a forged one is refused and forgotten.
 */
export function railCallbackRoutes(app: FastifyInstance, take: TakeCallback): void {
  app.post('/rails/airtel/callback', async (request, reply) => {
    switch (await take((request.body as Buffer | undefined) ?? NO_BODY)) {
      case 'genuine':
        return answer(reply, 200, { received: true });
      case 'forged':
        return refuse(reply, 'UNAUTHORIZED', { problem: 'The hash of this callback is wrong.' });
      case 'unreadable':
        return refuse(reply, 'VALIDATION_ERROR', {
          problem: 'This is no callback: transaction.id or hash is missing.',
        });
    }
  });
}
