import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Intake, IntakeOutcome } from '../../engine/gateways/intake.ts';
import { answer, refuse } from '../answer.ts';
import { idOf } from '../request.ts';

const NO_BODY = Buffer.alloc(0);
const PATH = '/gateways/:id/inbound';

const REFUSALS = {
  unsigned: 'The request is not signed. Give the gateway its signing key.',
  wrong_signature: 'The signature is wrong. Check the signing key of the gateway.',
  stale: 'The signature is too old or of the future. Check the clock of the gateway.',
} as const;

/**
 * Where SMS gateways post what their phones received. It has credentials of its own and takes no API key. A
 * 200 says that each message is safe in the database, now or since an earlier attempt; it is settled after.
 */
export function gatewayInboundRoutes(app: FastifyInstance, intake: Intake): void {
  app.post(PATH, async (request, reply) => {
    const id = idOf(request);
    if (id === null) return refuseUnknown(reply);
    const body = (request.body as Buffer | undefined) ?? NO_BODY;
    return answerIntake(reply, await intake(id, { body, headers: request.headers }));
  });
  // Whoever opens the address in a browser, to see whether the phone could, learns that it is right.
  app.get(PATH, async (_request, reply) => {
    reply.header('allow', 'POST');
    return refuse(reply, 'METHOD_NOT_ALLOWED', { method: 'GET', allow: 'POST' });
  });
}

function answerIntake(reply: FastifyReply, outcome: IntakeOutcome): FastifyReply {
  switch (outcome.kind) {
    case 'taken': {
      const { kept, repeated, unrouted } = outcome;
      if (outcome.answer === null) return answer(reply, 200, { kept, repeated, unrouted });
      return reply.code(200).header('content-type', 'text/plain; charset=utf-8').send(outcome.answer);
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
