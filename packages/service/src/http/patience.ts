import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A body may take so long to arrive here, where it may be large: only whoever is let in before it is read. */
    body_within_ms?: number;
  }
}

/** A request arrives within this time, unless its address says otherwise. */
export const REQUEST_WITHIN_MS = 30_000;
/** No address waits longer for a body. */
export const BODY_WITHIN_MOST_MS = 30 * 60_000;

/**
 * Gives up on a request whose body does not arrive in time. Node knows one limit for all addresses, so that is the
 * longest, and this one holds everywhere else.
 * @param late answers what is no whole request
 */
export function awaitBody(
  { raw, method, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  within_ms: number,
  late: () => void,
): void {
  if (method === 'GET' || method === 'HEAD') return;
  const { body_within_ms = within_ms } = routeOptions.config ?? {};
  const timer = setTimeout(() => {
    if (raw.complete || raw.readableEnded) return;
    // An answer is on its way already, and a second one would be read as that to the next request.
    if (reply.sent) raw.destroy();
    else late();
  }, body_within_ms);
  timer.unref();
  raw.once('close', () => clearTimeout(timer));
}
