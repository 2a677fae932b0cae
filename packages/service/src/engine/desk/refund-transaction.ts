import type { PoolClient } from 'pg';
import type { SecondPerson } from '../../domain/review/second-person.ts';
import type { TransactionStatus } from '../../domain/transaction/transaction.ts';
import { transaction } from '../../store/connect/transaction.ts';
import { askRefunds, loadRefunds, lockRefundable, type Refundable } from '../../store/rails/refunds.ts';
import type { RailRefundRow } from '../../store/rows.generated.ts';
import { withdrawProposals } from '../../store/staff/proposals.ts';
import type { Services } from '../services.ts';
import { seekConsents } from './consents.ts';
import { recordActions } from './record.ts';

export type AskRefund = {
  transaction_id: string;
  actor: string;
  note: string;
  /** `rail`: the rail sends the money back. `done`, `refused`: a person has found out or done it by hand. */
  by: 'rail' | 'done' | 'refused';
};

export type AskRefundOutcome =
  | { kind: 'asked' | 'confirmed' | 'refused' }
  /** Nothing is done yet: another person must ask for the same. */
  | { kind: 'proposed' }
  | Exclude<SecondPerson, { kind: 'go' | 'propose' }>
  | { kind: 'not_found' }
  | { kind: 'not_success'; status: TransactionStatus }
  /** It is under way, or its outcome is unknown and a person has to find out first. */
  | { kind: 'already'; state: RailRefundRow['state'] };

type Judged = { command: AskRefund; rail: string; outcome: AskRefundOutcome; proposed_by: string | null };

/**
 * Writes that staff want a SUCCESS transaction's money sent back, with an audit row each. From the configured
 * amount on a second person must agree to what moves the money or its books. A refund that may already have
 * been sent is never sent again: a person says how it ended. `confirmed` only writes that; the caller
 * concludes the transaction.
 * @returns an outcome per command, in order. A transaction named twice is refunded once.
 */
export async function refundTransactions(
  services: Services,
  commands: readonly AskRefund[],
): Promise<AskRefundOutcome[]> {
  return transaction(services.pool, async (client) => {
    const judged = await judgeAll(services, client, commands);
    const taken = judged.filter(({ outcome }) => TAKEN.has(outcome.kind));
    await write(services, client, taken);
    return judged.map(({ outcome }) => outcome);
  });
}

async function judgeAll(
  services: Services,
  client: PoolClient,
  commands: readonly AskRefund[],
): Promise<Judged[]> {
  const ids = [...new Set(commands.map(({ transaction_id }) => transaction_id))];
  const rows = new Map((await lockRefundable(client, ids)).map((row) => [row.id, row]));
  const states = new Map((await loadRefunds(client, ids)).map((row) => [row.transaction_id, row.state]));
  const consents = await seekConsents(services, client, ids);
  const judged = commands.map((command): Judged => {
    const { transaction_id, actor, note, by } = command;
    const row = rows.get(transaction_id);
    const rail = row?.rail ?? '';
    const outcome = judge(command, row, states.get(transaction_id) ?? null);
    if (row === undefined || !TAKEN.has(outcome.kind)) return { command, rail, outcome, proposed_by: null };
    const consent =
      by === 'refused'
        ? NOTHING_MOVES
        : consents.ask({
            action: 'transaction.refund',
            subject_id: transaction_id,
            terms: { by },
            amount_xaf: row.amount_xaf,
            actor,
            note,
          });
    if (consent.kind === 'propose')
      return { command, rail, outcome: { kind: 'proposed' }, proposed_by: null };
    if (consent.kind !== 'go') return { command, rail, outcome: consent, proposed_by: null };
    // Of several commands about one transaction in a set, the next one finds this done.
    states.set(transaction_id, by === 'done' ? 'DONE' : by === 'rail' ? 'ASKED' : 'REFUSED');
    return { command, rail, outcome, proposed_by: consent.agreed?.proposed_by ?? null };
  });
  await consents.write();
  return judged;
}

async function write(services: Services, client: PoolClient, taken: readonly Judged[]): Promise<void> {
  const now = services.now();
  await askRefunds(
    client,
    taken.map(({ command: { transaction_id, actor, note, by }, rail }) => ({
      transaction_id,
      rail,
      state: by === 'rail' ? 'ASKED' : by === 'done' ? 'UNKNOWN' : 'REFUSED',
      asked_by: actor,
      note,
      asked_at: now,
      detail: null,
      changed_at: now,
      environment: '',
    })),
  );
  // What was proposed about a refund that is found refused no longer stands.
  await withdrawProposals(
    client,
    taken
      .filter(({ command }) => command.by === 'refused')
      .map(({ command: { transaction_id: subject_id, actor: settled_by } }) => ({
        subject_id,
        settled_by,
        settled_at: now,
      })),
  );
  await recordActions(
    services,
    client,
    taken.map(({ command: { actor, note, by, transaction_id }, proposed_by }) => ({
      actor,
      action: by === 'rail' ? 'transaction.refund' : `transaction.refund.${by}`,
      subject_id: transaction_id,
      note,
      ...(proposed_by !== null && { detail: { proposed_by } }),
    })),
  );
}

const TAKEN: ReadonlySet<string> = new Set(['asked', 'confirmed', 'refused']);
/** To write that the money is not back needs one person: sending it once more needs two again. */
const NOTHING_MOVES: SecondPerson = { kind: 'go', agreed: null };

function judge(
  { by }: AskRefund,
  row: Refundable | undefined,
  state: RailRefundRow['state'] | null,
): AskRefundOutcome {
  if (row === undefined) return { kind: 'not_found' };
  if (row.status !== 'SUCCESS') return { kind: 'not_success', status: row.status };
  // While the operator is being asked nobody may say how it ended.
  if (state === 'ASKED' || state === 'DONE') return { kind: 'already', state };
  if (by !== 'rail') return { kind: by === 'done' ? 'confirmed' : 'refused' };
  return state === 'UNKNOWN' ? { kind: 'already', state } : { kind: 'asked' };
}
