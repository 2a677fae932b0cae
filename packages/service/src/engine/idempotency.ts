import type { PoolClient } from 'pg';
import { SHORT_LIVED } from '../domain/retention.ts';
import type { Caller, IdempotencyKey } from '../domain/session/commands.ts';
import { later } from '../domain/time.ts';
import { deleteAnswers, insertAnswers, lockKeys, readAnswers } from '../store/idempotency.ts';
import type { Services } from './services.ts';

export type Keyed = Caller & { idempotency: IdempotencyKey | null };

/** What a command's idempotency key says: work, or one of the three answers that need no work. */
export type KeyState =
  | { kind: 'fresh' }
  | { kind: 'in_use' }
  | { kind: 'reused' }
  | { kind: 'replay'; outcome: string };

export type KeyRefusal = { kind: 'idempotency_key_reused' } | { kind: 'idempotency_key_in_use' };

/** The refusal that a key's state is, or null. */
export function keyRefusal(state: KeyState | undefined): KeyRefusal | null {
  if (state?.kind === 'in_use') return { kind: 'idempotency_key_in_use' };
  return state?.kind === 'reused' ? { kind: 'idempotency_key_reused' } : null;
}

const FRESH: KeyState = { kind: 'fresh' };

/**
 * Looks the keys of a batch up and holds the fresh ones until the transaction ends. A key that is being
 * worked under, by another transaction or by an earlier command of this batch, is in use.
 * @returns one state a command, in order; two statements at most
 */
export async function beginKeyed(
  client: PoolClient,
  operation: string,
  commands: readonly Keyed[],
): Promise<KeyState[]> {
  const states = commands.map(() => FRESH);
  const names = new Set<string>();
  const first = commands.flatMap(({ merchant_id, environment, idempotency }, position) => {
    if (idempotency === null) return [];
    const name = `${merchant_id}/${environment}/${idempotency.key}`;
    if (names.has(name)) {
      states[position] = { kind: 'in_use' };
      return [];
    }
    names.add(name);
    return [{ position, merchant_id, environment, key: idempotency.key }];
  });
  const locks = await lockKeys(client, first);
  for (const lock of locks) if (!lock.locked) states[lock.position] = { kind: 'in_use' };
  const held = first.filter(({ position }) => states[position] === FRESH);
  for (const answer of await readAnswers(client, held)) {
    const same =
      answer.operation === operation &&
      answer.request_hash === commands[answer.position]?.idempotency?.request_hash;
    states[answer.position] = same ? { kind: 'replay', outcome: answer.outcome } : { kind: 'reused' };
  }
  return states;
}

/**
 * Keeps the first answers in the transaction that did the work.
 * @param keptAs the text to keep, or null for an answer that says "try again" (no number free, rail not
 *   ready): that must not be repeated for a day. Asked only for commands that came with a key.
 */
export async function keepAnswers<Outcome>(
  client: PoolClient,
  operation: string,
  work: { commands: readonly Keyed[]; states: readonly KeyState[]; outcomes: readonly Outcome[] },
  keptAs: (outcome: Outcome, position: number) => string | null,
  now: Date,
): Promise<void> {
  const answers = work.commands.flatMap(({ merchant_id, environment, idempotency }, position) => {
    if (idempotency === null || work.states[position]?.kind !== 'fresh') return [];
    const outcome = keptAs(work.outcomes[position] as Outcome, position);
    if (outcome === null) return [];
    const { key, request_hash } = idempotency;
    return [{ merchant_id, environment, key, operation, request_hash, outcome, created_at: now }];
  });
  await insertAnswers(client, answers);
}

/** Forgets the oldest answers whose day is over: who asks again later than that asks anew. @returns how many */
export async function forgetAnswers(services: Services, { limit }: { limit: number }): Promise<number> {
  const [row] = await deleteAnswers(services.pool, {
    before: later(services.now(), -SHORT_LIVED.idempotency_keys.kept_ms),
    limit,
  });
  return row?.deleted ?? 0;
}
