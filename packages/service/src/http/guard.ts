import type { Operation } from '@chari/contract';
import type { FastifyReply, FastifyRequest, onRequestHookHandler, preHandlerHookHandler } from 'fastify';
import type { Principal } from '../domain/keys.ts';
import { refuse } from './answer.ts';
import type { ServerDeps } from './deps.ts';
import { costOf, requestRate } from './rate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose key this is; null until the guard has let the request in. */
    principal: Principal | null;
  }
}

export type Guard = {
  /** Lets a request in by its key alone; answers and gives false otherwise. A promise only for a new key. */
  enter: (request: FastifyRequest, reply: FastifyReply) => boolean | Promise<boolean>;
  /**
   * The hooks of one operation: key, rate, scope, KYC, in this order: a stranger learns about its key first, and nothing else. Of one
   * that has a body the key is asked again once that is there: it may come half a minute after its headers, and its key be revoked by
   * then, or its merchant frozen.
   */
  forOperation: (operation: Operation) => {
    onRequest: onRequestHookHandler;
    preHandler?: preHandlerHookHandler;
  };
};

/** The principal of a request that the guard let in. */
export function principalOf(request: FastifyRequest): Principal {
  if (request.principal === null) throw new Error(`no guard before ${request.method} ${request.url}`);
  return request.principal;
}

export function createGuard(deps: ServerDeps): Guard {
  const isWithinRate = requestRate(deps);

  const isKnown = (principal: Principal | null, request: FastifyRequest, reply: FastifyReply): boolean => {
    request.principal = principal;
    if (principal !== null) return true;
    const key = request.headers['x-api-key'];
    refuseStranger(request, reply, key === undefined || key === '');
    return false;
  };

  /** Asks whose key it is, and then whether the request may go on. */
  const ask = (
    request: FastifyRequest,
    reply: FastifyReply,
    may: () => boolean,
  ): boolean | Promise<boolean> => {
    const key = request.headers['x-api-key'];
    const found = typeof key === 'string' && key !== '' ? deps.authenticate(key) : null;
    const decide = (principal: Principal | null) => isKnown(principal, request, reply) && may();
    return found instanceof Promise ? found.then(decide) : decide(found);
  };

  const hook =
    (
      may: (request: FastifyRequest, reply: FastifyReply) => boolean,
    ): onRequestHookHandler & preHandlerHookHandler =>
    (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
      const goOn = (admitted: boolean): void => {
        if (admitted) done();
      };
      const admitted = ask(request, reply, () => may(request, reply));
      if (typeof admitted === 'boolean') goOn(admitted);
      else admitted.then(goOn, done);
    };

  return {
    enter: (request, reply) => ask(request, reply, () => isWithinRate(principalOf(request), reply)),
    forOperation: (operation) => {
      const isAdmitted = (request: FastifyRequest, reply: FastifyReply): boolean =>
        admit(operation, principalOf(request), reply);
      const onRequest = hook(
        (request, reply) =>
          isWithinRate(principalOf(request), reply, costOf(operation, request)) && isAdmitted(request, reply),
      );
      return operation.method === 'GET' ? { onRequest } : { onRequest, preHandler: hook(isAdmitted) };
    },
  };
}

/** A missing or unknown key is AUTH_REQUIRED on the transaction endpoints and UNAUTHORIZED elsewhere. */
function refuseStranger(request: FastifyRequest, reply: FastifyReply, absent: boolean): void {
  const what = !absent
    ? 'This API key is unknown or was revoked.'
    : hasBrowserSession(request)
      ? 'Signing in to the dashboard is not accepted here.'
      : 'The request has no API key.';
  const problem = `${what} Send an active API key in the X-API-Key header.`;
  refuse(reply, isTransactionPath(request.url) ? 'AUTH_REQUIRED' : 'UNAUTHORIZED', { problem });
}

/** A session of the dashboard, as its cookie or where a token is sent: a JWT. Whose it is, and whether it is one, is not looked at. */
function hasBrowserSession({ headers: { cookie = '', authorization = '' } }: FastifyRequest): boolean {
  return /(?:^|;\s*)(?:__Host-)?chari-session=/.test(cookie) || /^bearer\s+ey[\w-]+\./i.test(authorization);
}

function isTransactionPath(url: string): boolean {
  const prefix = '/v1/transactions';
  return url.startsWith(prefix) && ['', '/', '?'].includes(url.charAt(prefix.length));
}

/** Says that staff have frozen the merchant of a key, where it may not do what it asks for. */
export function refuseFrozen(
  reply: FastifyReply,
  { environment }: Pick<Principal, 'environment'>,
): FastifyReply {
  const problem = `This merchant is frozen in ${environment}: what is open goes on, its events are delivered and everything can be read, but nothing new can be made or changed. Ask the service's staff.`;
  return refuse(reply, 'API_KEY_PERMISSION_DENIED', { problem });
}

function admit(operation: Operation, principal: Principal, reply: FastifyReply): boolean {
  const { scope } = operation;
  if (scope === 'sandbox:write' && principal.environment === 'live') {
    const problem = 'The sandbox is for test keys only, and this is a live key. Use a test key.';
    refuse(reply, 'API_KEY_PERMISSION_DENIED', { problem });
    return false;
  }
  if (!principal.scopes.includes(scope)) {
    const problem = `This API key lacks the scope ${scope}. Use a key that has it, or create one with it.`;
    refuse(reply, 'API_KEY_PERMISSION_DENIED', { problem });
    return false;
  }
  if (operation.writes && principal.is_frozen) {
    refuseFrozen(reply, principal);
    return false;
  }
  if (operation.writes && principal.environment === 'live' && principal.kyc_status !== 'APPROVED') {
    refuse(reply, 'KYC_REQUIRED', {});
    return false;
  }
  return true;
}
