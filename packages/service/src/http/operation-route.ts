import type { Operation } from '@chari/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Guard } from './guard.ts';

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Opens the route of one operation of the contract, behind the guard. */
export function operationRoutes(app: FastifyInstance, guard: Guard) {
  return (operation: Operation, handler: Handler): void => {
    const { method, path: url } = operation;
    app.route({ method, url, onRequest: guard.forOperation(operation), handler });
  };
}
