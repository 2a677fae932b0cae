import { amountProblem, CreateTransaction, OPERATIONS } from '@chari/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { presentCreated, presentListed, presentTransaction } from '../../domain/transaction/event.ts';
import { answer, refuse, refuseFields, refuseMissing, refuseTooManyOpen, refuseValues } from '../answer.ts';
import type { ServerDeps } from '../deps.ts';
import type { Guard } from '../guard.ts';
import { underKey } from '../idempotency.ts';
import { bodyReader, callerOf, idOf } from '../request.ts';
import { readListQuery } from './transaction-query.ts';

const THING = 'transaction with this id';
const readCreate = bodyReader(CreateTransaction);

export function transactionRoutes(app: FastifyInstance, deps: ServerDeps, guard: Guard): void {
  const { create_transaction, list_transactions, retrieve_transaction } = OPERATIONS;
  app.route({
    method: create_transaction.method,
    url: create_transaction.path,
    ...guard.forOperation(create_transaction),
    handler: (request, reply) => create(deps, request, reply),
  });
  app.route({
    method: list_transactions.method,
    url: list_transactions.path,
    ...guard.forOperation(list_transactions),
    handler: (request, reply) => list(deps, request, reply),
  });
  app.route({
    method: retrieve_transaction.method,
    url: retrieve_transaction.path,
    ...guard.forOperation(retrieve_transaction),
    handler: (request, reply) => retrieve(deps, request, reply),
  });
}

async function create(deps: ServerDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const body = readCreate(request, reply);
  if (body === null) return reply;
  const too_much = amountProblem(body.amount, body.operator);
  if (too_much !== null) return refuseValues(reply, { amount: too_much });
  const asked = {
    ...callerOf(request),
    reference: body.reference,
    amount_xaf: body.amount,
    operator: body.operator,
    phone_number: body.phone_number,
    description: body.description ?? null,
  };
  const outcome = await underKey(request, reply, deps.verbs.transactions.create, asked);
  if (outcome === null) return reply;
  switch (outcome.kind) {
    case 'created':
      return answer(reply, 201, presentCreated(outcome.transaction));
    case 'operator_not_enabled':
      return refuseValues(reply, {
        operator: `Must be an operator that is enabled for you; ${asked.operator} is not.`,
      });
    case 'reference_already_used': {
      const { existing_transaction_id } = outcome;
      const { reference, environment } = asked;
      return refuse(reply, 'DUPLICATE_REFERENCE', { reference, environment }, { existing_transaction_id });
    }
    case 'payer_asked_too_often': {
      const { retry_after_s: retry_after } = outcome;
      return refuse(reply, 'PAYER_ASKED_TOO_OFTEN', { retry_after: String(retry_after) }, { retry_after });
    }
    case 'too_many_open_sessions':
      return refuseTooManyOpen(reply, asked.operator, outcome);
    case 'gateway_unavailable': {
      const { retry_after_s: retry_after } = outcome;
      const values = { operator: asked.operator, retry_after: String(retry_after) };
      return refuse(reply, 'GATEWAY_UNAVAILABLE', values, { retry_after });
    }
  }
}

async function retrieve(
  deps: ServerDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const transaction_id = idOf(request);
  if (transaction_id === null) return refuseMissing(reply, THING);
  const transaction = await deps.verbs.transactions.retrieve({ ...callerOf(request), transaction_id });
  if (transaction === null) return refuseMissing(reply, THING);
  return answer(reply, 200, presentTransaction(transaction));
}

async function list(deps: ServerDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const read = readListQuery(callerOf(request), request.query as Record<string, unknown>);
  if (!read.ok) return refuseFields(reply, read.fields);
  const { limit, offset } = read.asked;
  const { transactions, total } = await deps.verbs.transactions.list(read.asked);
  return answer(reply, 200, { transactions: transactions.map(presentListed), total, limit, offset });
}
