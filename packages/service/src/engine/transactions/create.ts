import type { PoolClient } from 'pg';
import type { CreateTransaction, CreateTransactionOutcome } from '../../domain/transaction/commands.ts';
import { findTransactionReferences } from '../../store/sessions/references.ts';
import { recordBegun } from '../actions.ts';
import { keptWhole, keyed, type Unkeyed } from '../idempotency.ts';
import type { RailGate } from '../rails/gate.ts';
import type { Services } from '../services.ts';
import { referenceName } from '../sessions/draft.ts';
import { mayBePaid } from '../sessions/readiness.ts';
import { leavePayersAlone, unasked } from './asks.ts';
import { type Draft, draftsOf, weigh } from './draft.ts';
import { insertDrafts, loadNumbers, type Numbers, reserveNumbers } from './reserve.ts';

const OPERATION = 'transactions.create';
/** Not the answers that say "try again". */
const KEPT = keptWhole<CreateTransactionOutcome>('created', 'reference_already_used');
/** After how long a number may be free again for an amount. */
const NO_NUMBER_RETRY_S = 60;
/** The same for a command that stood behind some that were to ask its payer and didn't: then it is known who was asked. */
const UNASKED_RETRY_S = 1;

/** A command with what is known of it before the transaction begins. `is_open`: its rail takes it up now. */
type Weighed = CreateTransaction & { gate: RailGate; is_enabled: boolean; is_open: boolean };

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
  const rails = gates.map(({ rail }) => rail);
  const numbers = await loadNumbers(services, commands, rails);
  const may = await mayBePaid(services, commands);
  const weighed = commands.map((command, i): Weighed => {
    const gate = gates[i] as RailGate;
    const has_place = gate.rail === 'manual-sms' ? numbers.ready[i] === true : may[i] === true;
    return {
      ...command,
      gate,
      is_enabled: enabled[i] === true,
      is_open: gate.retry_after_s === null && has_place,
    };
  });
  return keyed(services, OPERATION, weighed, {
    ...KEPT,
    run: (client, fresh) => create(services, client, fresh, numbers),
  });
}

async function create(
  services: Services,
  client: PoolClient,
  commands: Weighed[],
  numbers: Numbers,
): Promise<CreateTransactionOutcome[]> {
  const may = commands.map(({ is_enabled, is_open }) => is_enabled && is_open);
  const gates = commands.map(({ gate }) => gate);
  const drafts = draftsOf(services, commands, may, gates);
  const alone_s = await leavePayersAlone(services, client, drafts);
  await insertDrafts(client, drafts);
  const made = drafts.filter((draft) => draft?.state === 'made');
  const bySms = made.filter((draft) => draft !== null && draft.row.rail === 'manual-sms');
  await reserveNumbers(services, client, bySms as Draft[], numbers);
  const existing = await findExisting(client, commands, drafts);
  const spared = unasked(drafts);
  const outcomes = commands.map((command, i) => {
    const wait_s = alone_s[i] ?? null;
    const alone = wait_s === null ? null : { wait_s, was_asked: !spared.has(command.phone_number) };
    return outcomeOf(command, drafts[i] ?? null, existing, alone);
  });
  await recordBegun(services, client, { commands, outcomes }, 'transaction', (one) =>
    one.kind === 'created' ? one.transaction.id : null,
  );
  return outcomes;
}

async function findExisting(
  client: PoolClient,
  commands: readonly CreateTransaction[],
  drafts: readonly (Draft | null)[],
): Promise<Map<string, string>> {
  const unmade = commands.filter((_, i) => drafts[i]?.state !== 'made');
  const found = await findTransactionReferences(
    client,
    unmade.map(({ merchant_id, environment, reference }) => ({ merchant_id, environment, reference })),
  );
  return new Map(found.map((row) => [referenceName(row), row.id]));
}

/** 422, then 409, then 429, then 503. */
function outcomeOf(
  command: Weighed,
  draft: Draft | null,
  existing: Map<string, string>,
  alone: { wait_s: number; was_asked: boolean } | null,
): CreateTransactionOutcome {
  if (draft?.state === 'made') return { kind: 'created', transaction: draft.transaction, replayed: false };
  if (!command.is_enabled) return { kind: 'operator_not_enabled' };
  const existing_transaction_id = existing.get(referenceName(command));
  if (existing_transaction_id !== undefined)
    return { kind: 'reference_already_used', existing_transaction_id, replayed: false };
  if (alone?.was_asked) return { kind: 'payer_asked_too_often', retry_after_s: alone.wait_s };
  if (alone) return { kind: 'gateway_unavailable', retry_after_s: UNASKED_RETRY_S };
  if (draft?.held_back) return { kind: 'too_many_open_sessions', ...draft.held_back };
  return { kind: 'gateway_unavailable', retry_after_s: command.gate.retry_after_s ?? NO_NUMBER_RETRY_S };
}

/**
 * Creates transactions in one statement and nothing around it, for commands without an idempotency key whose
 * rail asks nobody: it neither needs a number nor counts how often the payer was asked.
 * @returns null for a command that must take the long way (`createTransactions`), nothing having been written
 */
export async function createTransactionsAtOnce(
  services: Services,
  commands: Unkeyed<CreateTransaction>[],
): Promise<(CreateTransactionOutcome | null)[]> {
  const { enabled, gates } = await weigh(services, commands);
  const may = commands.map(
    (_, i) => enabled[i] === true && gates[i]?.retry_after_s === null && gates[i].rail === 'sandbox',
  );
  const drafts = draftsOf(services, commands, may, gates);
  await insertDrafts(services.pool, drafts);
  return drafts.map((draft) =>
    draft?.state === 'made' ? { kind: 'created', transaction: draft.transaction, replayed: false } : null,
  );
}
