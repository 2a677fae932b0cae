import { LIMITS, type Operation } from '@chari/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../domain/keys.ts';
import type { Rate } from '../domain/rate/gcra.ts';
import { rateLimiter } from '../engine/rates.ts';
import { refuse } from './answer.ts';
import type { ServerDeps } from './deps.ts';

const rateOf = (per_second: number): Rate => ({
  interval_ms: 1_000 / Math.max(per_second, 1),
  burst: Math.max(per_second, 1) * LIMITS.requests_per_second.burst_factor,
});

/** Lets a request of this key pass, or answers that it comes too soon and gives false. */
type RequestRate = (principal: Principal, reply: FastifyReply, cost?: number) => boolean;

/** The rate of each key, and that of all keys of a merchant in one environment. */
export function requestRate({ rate_limit_per_second: per_second, services }: ServerDeps): RequestRate {
  if (per_second <= 0) return () => true;
  const takeFromKey = rateLimiter(rateOf(per_second));
  const takeFromMerchant = rateLimiter(rateOf(per_second * LIMITS.requests_per_second.merchant_factor));
  return ({ key_id, merchant_id, environment }, reply, cost = 1) => {
    const now_ms = services.now().getTime();
    const key_ms = takeFromKey(key_id, now_ms, cost);
    if (key_ms > 0) refuseRate(reply, 'This API key sends too many requests.', key_ms);
    if (key_ms > 0) return false;
    const merchant_ms = takeFromMerchant(`${merchant_id}/${environment}`, now_ms, cost);
    if (merchant_ms > 0)
      refuseRate(reply, 'The API keys of this merchant send too many requests.', merchant_ms);
    return merchant_ms === 0;
  };
}

/**
 * As how many requests one counts. A list by the rows that it asks for: a thousand transactions are half a megabyte to read, make and
 * send, and fifty such requests a second took a process whole. More than that is never served.
 */
export function costOf(
  { query, rows_per_request, counts_as = 1 }: Operation,
  request: FastifyRequest,
): number {
  if (query?.properties.limit === undefined) return counts_as;
  const asked = Number((request.query as Record<string, unknown>).limit ?? LIMITS.page.default);
  // What is paged by a cursor serves fewer at most than transactions, which have an offset.
  const { max } = query.properties.cursor === undefined ? LIMITS.transactions : LIMITS.page;
  const rows = Math.min(asked, max);
  return Math.max(1, Math.ceil(rows / (rows_per_request ?? LIMITS.requests_per_second.rows)) || 1);
}

export function refuseRate(reply: FastifyReply, problem: string, wait_ms: number): FastifyReply {
  const retry_after = Math.max(1, Math.ceil(wait_ms / 1_000));
  return refuse(reply, 'RATE_LIMITED', { problem, retry_after: String(retry_after) }, { retry_after });
}
