import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A body may take so long to arrive here, where it may be large: only whoever is let in before it is read. */
    body_within_ms?: number;
  }
}

/** A request arrives within this time, unless its address says otherwise. */
export const REQUEST_WITHIN_MS = 30_000;
/** So often late headers are looked for: each look costs what is late, not what is open. */
export const LATE_HEADERS_EVERY_MS = 1000;
/** No address waits longer for a body. */
export const BODY_WITHIN_MOST_MS = 30 * 60_000;

/**
 * Gives up on a request whose body does not arrive in time. Node knows one limit for all addresses, so that is the
 * longest, and this one holds everywhere else. What was answered already is not waited for: whoever was not let in would
 * keep the connection as long as whoever was.
 * @param late answers what is no whole request
 */
export function awaitBody(
  { raw, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  within_ms: number,
  late: () => void,
): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers;
  if (length === '0' && encoding === undefined) return;
  let left_ms = routeOptions.config?.body_within_ms ?? within_ms;
  let timer: NodeJS.Timeout;
  const wait = () => {
    timer = setTimeout(look, Math.min(left_ms, within_ms));
    timer.unref();
  };
  const look = () => {
    left_ms -= within_ms;
    if (raw.complete || raw.readableEnded) return;
    // An answer is on its way already, and a second one would be read as that to the next request.
    if (reply.sent) raw.destroy();
    else if (left_ms > 0) wait();
    else late();
  };
  wait();
  raw.once('close', () => clearTimeout(timer));
}
