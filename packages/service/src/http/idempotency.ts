import { createHash } from 'node:crypto';
import type { EnvelopeErrorCode } from '@chari/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IdempotencyKey, KeyRefusal } from '../domain/session/commands.ts';
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
 * Has a use case do what a request asks for, under the Idempotency-Key that came with it. What the key itself is refused
 * for is answered here, the same for every operation, and null given; a first answer that is given again gets its mark.
 * @param same what two requests under one key must have in common, where that is not `asked` as it stands
 */
export async function underKey<
  Command extends { idempotency: IdempotencyKey | null },
  Outcome extends object,
>(
  request: FastifyRequest,
  reply: FastifyReply,
  verb: (command: Command) => Promise<Outcome>,
  asked: Omit<Command, 'idempotency'>,
  same: object = asked,
): Promise<Exclude<Outcome, KeyRefusal> | null> {
  const outcome = await verb({ ...asked, idempotency: idempotencyOf(request, same) } as Command);
  if (isKeyRefusal(outcome)) {
    refuse(reply, KEY_REFUSALS[outcome.kind], {});
    return null;
  }
  if ('replayed' in outcome && outcome.replayed === true) reply.header('idempotent-replayed', 'true');
  return outcome as Exclude<Outcome, KeyRefusal>;
}

const KEY_REFUSALS = {
  idempotency_key_reused: 'IDEMPOTENCY_KEY_REUSED',
  idempotency_key_in_use: 'IDEMPOTENCY_KEY_IN_USE',
} as const satisfies Record<KeyRefusal['kind'], EnvelopeErrorCode>;

function isKeyRefusal(outcome: object): outcome is KeyRefusal {
  return 'kind' in outcome && typeof outcome.kind === 'string' && Object.hasOwn(KEY_REFUSALS, outcome.kind);
}

/**
 * The key of a request with the SHA-256 of what it asks for: the operation, its address and the parsed
 * command, whose keys are sorted. Null when the caller sent none.
 */
function idempotencyOf(request: FastifyRequest, command: object): IdempotencyKey | null {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string') return null;
  const path = request.url.split('?', 1)[0] ?? '';
  const hash = createHash('sha256').update(`${request.method} ${path}\n${canonicalJson(command)}`);
  return { key, request_hash: hash.digest('hex') };
}
