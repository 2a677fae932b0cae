import type { PoolClient } from 'pg';
import type { CreateTransaction, CreateTransactionOutcome } from '../../domain/transaction/commands.ts';
import { findTransactionReferences } from '../../store/sessions/references.ts';
import type { Taken } from '../../store/sessions/reserve.ts';
import { recordBegun } from '../actions.ts';
import { keptWhole, keyed, type Unkeyed } from '../idempotency.ts';
import type { RailGate } from '../rails/gate.ts';
import type { Services } from '../services.ts';
import { referenceName } from '../sessions/draft.ts';
import { mayBePaid } from '../sessions/readiness.ts';
import { type AskedOnce, awaitTurn, behindOthers, inTurns } from '../sessions/turns.ts';
import { leavePayersAlone, unasked } from './asks.ts';
import { type TransactionDraft, transactionDraftsOf, weigh } from './draft.ts';
import { insertDrafts, loadNumbers, type Numbers, reserveNumbers } from './reserve.ts';

const OPERATION = 'transactions.create';
/** Not the answers that say "try again". */
const KEPT = keptWhole<CreateTransactionOutcome>('created', 'reference_already_used');
/** After how long a number may be free again for an amount. */
const NO_NUMBER_RETRY_S = 60;
/**
 * The same for a command behind others that might have been made and were not: some that were to ask its
 * payer, or one for something else by its reference. Nothing is known that speaks against it.
 */
const BEHIND_OTHERS_RETRY_S = 1;

/** A command with what is known of it before the transaction begins. `is_open`: its rail takes it up now. */
type Weighed = CreateTransaction & { gate: RailGate; is_enabled: boolean; is_open: boolean };
/** What is read of commands then. */
type Known = { weighed: Weighed[]; numbers: Numbers };

/**
 * Creates transactions, PENDING, each with its rail's first work due at once; on the rail manual-sms each
 * with a number reserved for it. In one transaction of the database: those that find no number but what
 * others are just taking are tried again behind these. A rail whose breaker is open is
 * refused before anything is written.
 * @returns an outcome for each command, in order. Refusals are outcomes; what is thrown is a failure of the
 *   database: nothing was created then or, where the answer of a later turn was lost, perhaps all of it.
 */
export async function createTransactions(
  services: Services,
  commands: CreateTransaction[],
): Promise<CreateTransactionOutcome[]> {
  const look = (asking: readonly CreateTransaction[]) => knownOf(services, asking);
  return inTurns(commands, look, (asking, known, ahead) => createOnce(services, asking, known, ahead));
}

async function knownOf(services: Services, commands: readonly CreateTransaction[]): Promise<Known> {
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
  return { weighed, numbers };
}

async function createOnce(
  services: Services,
  commands: readonly CreateTransaction[],
  { weighed, numbers }: Known,
  ahead: readonly Taken[],
): Promise<AskedOnce<CreateTransaction, CreateTransactionOutcome>> {
  let drafts: (TransactionDraft | null)[] = [];
  const outcomes = await keyed(services, OPERATION, weighed, {
    ...KEPT,
    run: async (client, fresh) => {
      await awaitTurn(client, ahead);
      const made = await create(services, client, fresh, numbers);
      drafts = made.drafts;
      return made.outcomes;
    },
  });
  const refused = commands.filter((_, i) => outcomes[i]?.kind === 'gateway_unavailable');
  return { outcomes, behind: behindOthers(refused, drafts, ({ row }) => row) };
}

async function create(
  services: Services,
  client: PoolClient,
  commands: Weighed[],
  numbers: Numbers,
): Promise<{ drafts: (TransactionDraft | null)[]; outcomes: CreateTransactionOutcome[] }> {
  const may = commands.map(({ is_enabled, is_open }) => is_enabled && is_open);
  const gates = commands.map(({ gate }) => gate);
  const drafts = transactionDraftsOf(services, commands, may, gates);
  const alone_s = await leavePayersAlone(services, client, drafts);
  await insertDrafts(client, drafts);
  const made = drafts.filter((draft) => draft?.state === 'made');
  const bySms = made.filter((draft) => draft !== null && draft.row.rail === 'manual-sms');
  await reserveNumbers(services, client, bySms as TransactionDraft[], numbers);
  const existing = await findExisting(client, commands, drafts);
  const spared = unasked(drafts);
  const tried = commands.map((command, i): TriedTransaction => {
    const wait_s = alone_s[i] ?? null;
    const alone = wait_s === null ? null : { wait_s, was_asked: !spared.has(command.phone_number) };
    return { command, draft: drafts[i] ?? null, alone };
  });
  const drafted = tried.filter((_, i) => may[i]).toReversed();
  const firsts = new Map(drafted.map((one) => [referenceName(one.command), one]));
  const outcomes = tried.map((own, i) => {
    const first = may[i] ? firsts.get(referenceName(own.command)) : undefined;
    return outcomeOf(own, first ?? own, existing);
  });
  await recordBegun(services, client, { commands, outcomes }, 'transaction', (one) =>
    one.kind === 'created' ? one.transaction.id : null,
  );
  return { drafts, outcomes };
}

async function findExisting(
  client: PoolClient,
  commands: readonly CreateTransaction[],
  drafts: readonly (TransactionDraft | null)[],
): Promise<Map<string, string>> {
  const unmade = commands.filter((_, i) => drafts[i]?.state !== 'made');
  const found = await findTransactionReferences(
    client,
    unmade.map(({ merchant_id, environment, reference }) => ({ merchant_id, environment, reference })),
  );
  return new Map(found.map((row) => [referenceName(row), row.id]));
}

/** `alone`: for how long its payer is to be left alone, and whether that payer was asked at all. */
type TriedTransaction = {
  command: Weighed;
  draft: TransactionDraft | null;
  alone: { wait_s: number; was_asked: boolean } | null;
};

/**
 * 422, then 409, then 429, then 503.
 * @param first what became of the command itself, or of the first of several that have its reference
 */
function outcomeOf(
  { command, draft }: TriedTransaction,
  first: TriedTransaction,
  existing: Map<string, string>,
): CreateTransactionOutcome {
  if (draft?.state === 'made') return { kind: 'created', transaction: draft.transaction, replayed: false };
  if (!command.is_enabled) return { kind: 'operator_not_enabled' };
  const existing_transaction_id = existing.get(referenceName(command));
  if (existing_transaction_id !== undefined)
    return { kind: 'reference_already_used', existing_transaction_id, replayed: false };
  return unplaced(command, first);
}

/** Of several by one reference only the first is tried: the others are told what was found where it holds. */
function unplaced(
  command: Weighed,
  { command: first, draft, alone }: TriedTransaction,
): CreateTransactionOutcome {
  const is_of_payer = first.phone_number === command.phone_number;
  const is_of_operator = first.operator === command.operator;
  if (alone?.was_asked && is_of_payer) return { kind: 'payer_asked_too_often', retry_after_s: alone.wait_s };
  if (draft?.held_back && is_of_operator) return { kind: 'too_many_open_sessions', ...draft.held_back };
  const is_same = is_of_payer && is_of_operator && first.amount_xaf === command.amount_xaf;
  if (alone !== null || !is_same)
    return { kind: 'gateway_unavailable', retry_after_s: BEHIND_OTHERS_RETRY_S };
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
  const drafts = transactionDraftsOf(services, commands, may, gates);
  await insertDrafts(services.pool, drafts);
  return drafts.map((draft) =>
    draft?.state === 'made' ? { kind: 'created', transaction: draft.transaction, replayed: false } : null,
  );
}
