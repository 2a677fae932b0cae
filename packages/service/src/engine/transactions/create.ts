import type { PoolClient } from 'pg';
import type { CreateTransaction, CreateTransactionOutcome } from '../../domain/transaction/commands.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { findTransactionReferences } from '../../store/sessions/references.ts';
import { recordCommands } from '../actions.ts';
import { beginKeyed, type KeyState, keepAnswers } from '../idempotency.ts';
import type { RailGate } from '../rails/gate.ts';
import type { Services } from '../services.ts';
import { referenceName } from '../sessions/draft.ts';
import { leavePayersAlone } from './asks.ts';
import { type Draft, draftsOf, reviveCreation, weigh } from './draft.ts';
import { insertDrafts, loadNumbers, reserveNumbers } from './reserve.ts';

const OPERATION = 'transactions.create';
/** After how long a number may be free again for an amount. */
const NO_NUMBER_RETRY_S = 60;

/**
 * Creates transactions, PENDING, each with its rail's first work due at once; on the rail manual-sms each
 * with a number reserved for it. In one transaction of the database. A rail whose breaker is open is
 * refused before anything is written.
 * @returns an outcome for each command, in order. Refusals are outcomes; what is thrown is a failure of the
 *   database, and then nothing was created.
 */
export async function createTransactions(
  services: Services,
  commands: CreateTransaction[],
): Promise<CreateTransactionOutcome[]> {
  const { enabled, gates } = await weigh(services, commands);
  const numbers = await loadNumbers(
    services,
    commands,
    gates.map(({ rail }) => rail),
  );
  const open = gates.map(
    (gate, i) => gate.retry_after_s === null && (gate.rail !== 'manual-sms' || numbers.ready[i] === true),
  );
  return atomically(services.pool, async (client) => {
    const states = await beginKeyed(client, OPERATION, commands);
    const fresh = commands.map((_, i) => states[i]?.kind === 'fresh');
    const may = fresh.map((is_fresh, i) => is_fresh && enabled[i] === true && open[i] === true);
    const drafts = draftsOf(services, commands, may, gates);
    const alone_s = await leavePayersAlone(services, client, drafts);
    await insertDrafts(client, drafts);
    const made = drafts.filter((draft) => draft?.state === 'made');
    const bySms = made.filter((draft) => draft !== null && draft.row.rail === 'manual-sms');
    await reserveNumbers(services, client, bySms as Draft[], numbers);
    const existing = await findExisting(client, commands, fresh, drafts);
    const outcomes = commands.map(
      (command, i): CreateTransactionOutcome =>
        keyOutcome(states[i] as KeyState) ??
        freshOutcome(
          command,
          drafts[i] ?? null,
          enabled[i] ?? false,
          existing,
          gates[i] as RailGate,
          alone_s[i],
        ),
    );
    await keepAnswers(client, OPERATION, { commands, states, outcomes }, keptAs, services.now());
    await recordCommands(
      services,
      client,
      { commands, outcomes },
      (made, { operator, amount_xaf, environment }) =>
        made.kind === 'created'
          ? {
              action: 'payment.begun',
              subject_id: made.transaction.id,
              detail: { amount_xaf, operator, how: 'transaction', environment },
            }
          : null,
    );
    return outcomes;
  });
}

async function findExisting(
  client: PoolClient,
  commands: CreateTransaction[],
  may: boolean[],
  drafts: readonly (Draft | null)[],
): Promise<Map<string, string>> {
  const unmade = commands.filter((_, i) => may[i] && drafts[i]?.state !== 'made');
  const found = await findTransactionReferences(
    client,
    unmade.map(({ merchant_id, environment, reference }) => ({ merchant_id, environment, reference })),
  );
  return new Map(found.map((row) => [referenceName(row), row.id]));
}

function keyOutcome(state: KeyState): CreateTransactionOutcome | null {
  if (state.kind === 'in_use') return { kind: 'idempotency_key_in_use' };
  if (state.kind === 'reused') return { kind: 'idempotency_key_reused' };
  return state.kind === 'replay' ? reviveCreation(state.outcome) : null;
}

/** 422, then 409, then 429, then 503. */
function freshOutcome(
  command: CreateTransaction,
  draft: Draft | null,
  enabled: boolean,
  existing: Map<string, string>,
  gate: RailGate,
  alone_s: number | null | undefined,
): CreateTransactionOutcome {
  if (draft?.state === 'made') return { kind: 'created', transaction: draft.transaction, replayed: false };
  if (!enabled) return { kind: 'operator_not_enabled' };
  const existing_transaction_id = existing.get(referenceName(command));
  if (existing_transaction_id !== undefined)
    return { kind: 'reference_already_used', existing_transaction_id, replayed: false };
  if (typeof alone_s === 'number') return { kind: 'payer_asked_too_often', retry_after_s: alone_s };
  if (draft?.held_back) return { kind: 'too_many_open_sessions', ...draft.held_back };
  return { kind: 'gateway_unavailable', retry_after_s: gate.retry_after_s ?? NO_NUMBER_RETRY_S };
}

/** What is kept beside the idempotency key: answers that stay true, not those that say "try again". */
function keptAs(outcome: CreateTransactionOutcome): string | null {
  return outcome.kind === 'created' || outcome.kind === 'reference_already_used'
    ? JSON.stringify(outcome)
    : null;
}

/**
 * Creates transactions in one statement and nothing around it, for commands without an idempotency key whose
 * rail asks nobody: it neither needs a number nor counts how often the payer was asked.
 * @returns null for a command that must take the long way (`createTransactions`), nothing having been written
 */
export async function createTransactionsAtOnce(
  services: Services,
  commands: CreateTransaction[],
): Promise<(CreateTransactionOutcome | null)[]> {
  const { enabled, gates } = await weigh(services, commands);
  const may = commands.map(
    ({ idempotency }, i) =>
      idempotency === null &&
      enabled[i] === true &&
      gates[i]?.retry_after_s === null &&
      gates[i].rail === 'sandbox',
  );
  const drafts = draftsOf(services, commands, may, gates);
  await insertDrafts(services.pool, drafts);
  return drafts.map((draft) =>
    draft?.state === 'made' ? { kind: 'created', transaction: draft.transaction, replayed: false } : null,
  );
}
