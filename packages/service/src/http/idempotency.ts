import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IdempotencyKey } from '../domain/session/commands.ts';
import { refuse } from './answer.ts';
import { canonicalJson } from './body/check.ts';

const VISIBLE_ASCII = /^[!-~]{1,255}$/;

/** What the caller is told in `fields` when its Idempotency-Key can't be used, or null. */
export function idempotencyProblem(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && VISIBLE_ASCII.test(key)) return null;
  return 'Must be 1 to 255 visible ASCII characters, without spaces.';
}

/**
 * The key of a request with the SHA-256 of what it asks for: the operation, its address and the parsed
 * command, whose keys are sorted. Null when the caller sent none.
 */
export function idempotencyOf(request: FastifyRequest, command: unknown): IdempotencyKey | null {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string') return null;
  const path = request.url.split('?', 1)[0] ?? '';
  const hash = createHash('sha256').update(`${request.method} ${path}\n${canonicalJson(command)}`);
  return { key, request_hash: hash.digest('hex') };
}

export function markReplay(reply: FastifyReply, replayed: boolean | undefined): void {
  if (replayed === true) reply.header('idempotent-replayed', 'true');
}

/** The two refusals that an idempotency key can bring, the same for every POST. */
export function refuseIdempotency(
  reply: FastifyReply,
  kind: 'idempotency_key_reused' | 'idempotency_key_in_use',
): FastifyReply {
  return kind === 'idempotency_key_reused'
    ? refuse(reply, 'IDEMPOTENCY_KEY_REUSED', {})
    : refuse(reply, 'IDEMPOTENCY_KEY_IN_USE', {});
}
