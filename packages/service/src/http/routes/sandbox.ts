import { InjectCredit, InjectSms, type NoticeReceipt, OPERATIONS, SimulateScenario } from '@chari/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { writeInjected } from '../../domain/credit.ts';
import type { Operator } from '../../domain/operator.ts';
import { presentSession } from '../../domain/session/session.ts';
import type { NoticeOutcome } from '../../engine/book/settle.ts';
import type { SandboxNotice } from '../../engine/sandbox/inject.ts';
import { answer, refuseClosedSession, refuseFields, refuseMissing } from '../answer.ts';
import { isRealMoment } from '../body/check.ts';
import type { ServerDeps } from '../deps.ts';
import { type Guard, principalOf } from '../guard.ts';
import { underKey } from '../idempotency.ts';
import { bodyReader, idOf } from '../request.ts';

const readSms = bodyReader(InjectSms, { received_at: isRealMoment });
const readCredit = bodyReader(InjectCredit, { occurred_at: isRealMoment });
const readScenario = bodyReader(SimulateScenario);

export function sandboxRoutes(app: FastifyInstance, deps: ServerDeps, guard: Guard): void {
  const { inject_sms, inject_credit, simulate_payment_session } = OPERATIONS;
  app.route({
    method: inject_sms.method,
    url: inject_sms.path,
    ...guard.forOperation(inject_sms),
    handler: async (request, reply) => {
      const body = readSms(request, reply);
      if (body === null) return reply;
      const { text, sender, received_at } = body;
      const at = received_at === undefined ? deps.services.now() : new Date(received_at);
      const notice = { source: 'SANDBOX_SMS', sender: sender ?? null, body: text, received_at: at } as const;
      return receive(deps, request, reply, body, notice);
    },
  });
  app.route({
    method: inject_credit.method,
    url: inject_credit.path,
    ...guard.forOperation(inject_credit),
    handler: async (request, reply) => {
      const body = readCredit(request, reply);
      if (body === null) return reply;
      const text = writeInjected(body);
      const received_at = deps.services.now();
      return receive(deps, request, reply, body, {
        source: 'SANDBOX_CREDIT',
        sender: null,
        body: text,
        received_at,
      });
    },
  });
  app.route({
    method: simulate_payment_session.method,
    url: simulate_payment_session.path,
    ...guard.forOperation(simulate_payment_session),
    handler: (request, reply) => simulate(deps, request, reply),
  });
}

async function receive(
  deps: ServerDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  body: { operator: Operator; collection_number: string },
  notice: Pick<SandboxNotice, 'source' | 'sender' | 'body' | 'received_at'>,
): Promise<FastifyReply> {
  const { merchant_id } = principalOf(request);
  const { operator, collection_number } = body;
  const asked = { environment: 'test' as const, merchant_id, operator, collection_number, ...notice };
  const same = { ...body, merchant_id };
  const outcome = await underKey(request, reply, deps.verbs.sandbox.receive, asked, same);
  if (outcome === null) return reply;
  if (outcome.kind === undefined) return answer(reply, 202, presentNotice(outcome));
  return refuseFields(reply, {
    collection_number: `Is no ${operator} number of your sandbox. Use the assigned_collection_number of one of your test sessions.`,
  });
}

async function simulate(
  deps: ServerDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const body = readScenario(request, reply);
  if (body === null) return reply;
  const thing = 'payment session with this id';
  const session_id = idOf(request);
  if (session_id === null) return refuseMissing(reply, thing);
  const { scenario } = body;
  const asked = { merchant_id: principalOf(request).merchant_id, session_id, scenario };
  const outcome = await underKey(request, reply, deps.verbs.sandbox.simulate, asked);
  if (outcome === null) return reply;
  switch (outcome.kind) {
    case 'simulated': {
      const { policy, now } = deps.services;
      const payment_session = presentSession(outcome.session, policy.dashboard_url, now());
      return answer(reply, 200, { scenario, notices: outcome.notices.map(presentNotice), payment_session });
    }
    case 'not_found':
      return refuseMissing(reply, thing);
    case 'scenario_impossible':
      return refuseFields(reply, {
        scenario: `The scenario ${scenario} can't be played on this session: ${outcome.reason}.`,
      });
    case 'not_awaiting_payment':
      return refuseClosedSession(reply, outcome.status, 'acted on by the sandbox');
  }
}

function presentNotice(notice: NoticeOutcome): NoticeReceipt {
  const { notice_id, credit_id, verdict } = notice;
  // Only live numbers have books, and with them steps that are no credit.
  const outcome = notice.outcome === 'STEP' || notice.outcome === 'UNREAD' ? 'NOT_A_CREDIT' : notice.outcome;
  if (verdict === null) return { notice_id, credit_id, outcome, verdict: null };
  const { verdict: word, rule, reason, session_ids } = verdict;
  return {
    notice_id,
    credit_id,
    outcome,
    verdict: { verdict: word, rule, reason, session_ids: [...session_ids] },
  };
}
