import { readInjected } from '../../domain/credit.ts';
import type { IdempotencyKey } from '../../domain/session/commands.ts';
import type { PaymentSession } from '../../domain/session/session.ts';
import { insertClaims } from '../../store/book/claims.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { beginKeyed, type KeyState, keepAnswers } from '../idempotency.ts';
import { keepNotices, type RawNotice, type ReceiveOutcome } from '../notices.ts';
import type { Services } from '../services.ts';

/** A notice that a merchant injects into its own sandbox. */
export type SandboxNotice = RawNotice & {
  environment: 'test';
  merchant_id: string;
  idempotency: IdempotencyKey | null;
};

export type InjectOutcome =
  | { kind: 'kept'; notice_id: string; replayed: boolean }
  | { kind: 'unknown_collection_number' }
  | { kind: 'idempotency_key_reused' }
  | { kind: 'idempotency_key_in_use' };

const OPERATION = 'sandbox.inject';

/**
 * Keeps notices of the sandbox, as `receiveNotices` keeps live ones; settle them next. With an idempotency
 * key the same request names the same notice, and settling that again finds what became of it.
 */
export async function injectNotices(services: Services, notices: SandboxNotice[]): Promise<InjectOutcome[]> {
  return atomically(services.pool, async (client) => {
    const states = await beginKeyed(client, OPERATION, notices);
    const fresh = notices.filter((_, position) => states[position]?.kind === 'fresh');
    const kept = await keepNotices(services, client, fresh);
    let next = 0;
    const outcomes = states.map((state) =>
      outcomeOf(state, state.kind === 'fresh' ? kept[next++] : undefined),
    );
    await keepAnswers(client, OPERATION, { commands: notices, states, outcomes }, keptAs, services.now());
    return outcomes;
  });
}

function outcomeOf(state: KeyState, received: ReceiveOutcome | undefined): InjectOutcome {
  if (state.kind === 'in_use') return { kind: 'idempotency_key_in_use' };
  if (state.kind === 'reused') return { kind: 'idempotency_key_reused' };
  if (state.kind === 'replay')
    return { ...(JSON.parse(state.outcome) as { kind: 'kept'; notice_id: string }), replayed: true };
  return received?.kind === 'kept' ? { ...received, replayed: false } : { kind: 'unknown_collection_number' };
}

const keptAs = (outcome: InjectOutcome): string | null =>
  outcome.kind === 'kept' ? JSON.stringify(outcome) : null;

/** Lets a played message wait for its proof, as the book of a live number does; virtual numbers have no book. */
export async function claimPlayed(
  services: Services,
  session: PaymentSession,
  played: { notice_id: string; body: string; occurred_at: Date },
): Promise<void> {
  const { amount } = readInjected(played.body);
  await insertClaims(services.pool, [
    {
      notice_id: played.notice_id,
      collection_number_id: session.collection_number_id,
      told: { readings: [], moves: [], operator_transaction_id: null },
      amounts_xaf: [amount],
      occurred_at: played.occurred_at,
      precision_ms: 0,
      arrived_at: services.now(),
    },
  ]);
}
