import type { PoolClient } from 'pg';
import { lookedSince } from '../../../domain/book/policy.ts';
import { type Charge, NO_CHARGE } from '../../../domain/fee/terms.ts';
import { unmarkedTransfers } from '../../../domain/ledger/transaction.ts';
import type { Transfer } from '../../../domain/ledger/transfer.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import type { Transaction, TransactionStatus } from '../../../domain/transaction/transaction.ts';
import { deleteUnmet } from '../../../store/book/announced.ts';
import { loadMarks } from '../../../store/desk/waiting.ts';
import { lockPayables } from '../../../store/ledger/payables.ts';
import { type FoundProposal, findOpenProposals } from '../../../store/staff/record.ts';
import { loadBookedFees } from '../../../store/transactions/proofs.ts';
import { lockSubjects } from '../../outcome/lock.ts';
import { postTransfers } from '../../outcome/post-transfers.ts';
import { lockRefunded } from '../../rails/conclude.ts';
import type { Services } from '../../services.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';

/** `note`: how it is known that it has not left; kept. */
export type UnmarkTransaction = Signature & { transaction_id: string };

export type UnmarkTransactionOutcome =
  | { kind: 'unmarked'; amount_xaf: number }
  | { kind: 'not_found' }
  /** Nobody has said that it was sent back from a SIM. */
  | { kind: 'nothing_marked'; state: TransactionStatus }
  /** A SIM has told of it, or people have said which debit it was. */
  | { kind: 'has_left' }
  /** Nobody has read its SIM since, or something that nobody has explained may be it. */
  | { kind: 'may_have_gone' }
  /** Its fee is taken again, and its merchant owes us more than comes back. */
  | { kind: 'not_covered'; available_xaf: number; missing_xaf: number }
  | NotAgreed;

/**
 * Takes back that a transaction was sent back from a SIM: the wrong one was named, and it certainly has not left. Its merchant has it
 * again, less its fee; the transaction stays REFUNDED, as the merchant was told. Two people say so, on the same terms as of a credit
 * (`unmarkCredits`).
 * @returns an outcome per command, in order
 */
export function unmarkTransactions(
  services: Services,
  commands: readonly UnmarkTransaction[],
): Promise<UnmarkTransactionOutcome[]> {
  const ids = commands.map(({ transaction_id }) => transaction_id);
  return signed<Known, UnmarkTransactionOutcome>(services, {
    lock: (client) => lockMarked(client, ids),
    subjects: () => ids,
    always: true,
    decide: (desk) => {
      const unmarked: string[] = [];
      const transfers: Transfer[] = [];
      return {
        outcomes: commands.map((command) => unmarkOne(services, desk, command, { unmarked, transfers })),
        write: async () => {
          await deleteUnmet(desk.client, unmarked);
          await postTransfers(desk.client, transfers, desk.now);
        },
      };
    },
  });
}

type Mark = Awaited<ReturnType<typeof loadMarks>>[number];
type Known = {
  rows: Map<string, Transaction>;
  marks: Map<string, Mark>;
  fees: ReadonlyMap<string, Charge>;
  /** What merchants have with us. */
  payable_xaf: Map<string, number>;
  proposed: ReadonlyMap<string, FoundProposal>;
};

/** Books come first in every order of locks, and no SIM tells of a mark from here on. */
async function lockMarked(client: PoolClient, ids: readonly string[]): Promise<Known> {
  await lockRefunded(client, ids);
  const { transactions: rows } = await lockSubjects(client, { transaction_ids: ids });
  const owners = new Set(
    [...rows.values()].flatMap((row) => (row.environment === 'live' ? row.merchant_id : [])),
  );
  const payables = await lockPayables(
    client,
    [...owners].map((merchant_id) => ({ merchant_id, environment: 'live' as const })),
  );
  const marks = await loadMarks(client, ids);
  const fees = await loadBookedFees(client, ids);
  const proposals = await findOpenProposals(client, { subject_ids: ids });
  return {
    rows,
    marks: new Map(marks.map((mark) => [mark.cause_id, mark])),
    fees: new Map(fees.map(({ transaction_id, ...charge }) => [transaction_id, charge])),
    payable_xaf: new Map(payables.map(({ merchant_id, balance_xaf }) => [merchant_id, balance_xaf])),
    proposed: new Map(proposals.map((one) => [one.subject_id, one])),
  };
}

function unmarkOne(
  services: Services,
  { known, agree, record }: Desk<Known>,
  command: UnmarkTransaction,
  { unmarked, transfers }: { unmarked: string[]; transfers: Transfer[] },
): UnmarkTransactionOutcome {
  const { transaction_id: subject_id } = command;
  const row = known.rows.get(subject_id);
  if (row === undefined) return { kind: 'not_found' };
  const mark = known.marks.get(subject_id);
  if (mark === undefined || row.status !== 'REFUNDED') return { kind: 'nothing_marked', state: row.status };
  if (mark.has_left) return { kind: 'has_left' };
  if (mark.may_have_left) return { kind: 'may_have_gone' };
  const first = known.proposed.get(subject_id);
  const is_second = first?.action === 'transaction.unmark' && first.proposed_by !== command.actor;
  if (is_second && !lookedSince(mark.read_at, first.proposed_at)) return { kind: 'may_have_gone' };
  const charge = known.fees.get(subject_id) ?? NO_CHARGE;
  const before_xaf = known.payable_xaf.get(row.merchant_id) ?? 0;
  const after_xaf = before_xaf + row.amount_xaf - charge.fee_xaf - charge.tax_xaf;
  if (after_xaf < 0 && charge.fee_xaf + charge.tax_xaf > 0)
    return { kind: 'not_covered', available_xaf: before_xaf, missing_xaf: -after_xaf };
  const subject = { action: 'transaction.unmark', subject_id } as const;
  const { amount_xaf } = row;
  const consent = agree(command, { ...subject, terms: {}, amount_xaf });
  if (consent.kind !== 'agreed') return consent;
  // The first may have spoken between the look at what is proposed and its lock.
  if (consent.proposed_by !== null && !lookedSince(mark.read_at, consent.asked_at))
    return { kind: 'may_have_gone' };
  // A transaction that is named twice in a batch is unmarked once: the second command doesn't find the mark.
  known.marks.delete(subject_id);
  known.payable_xaf.set(row.merchant_id, after_xaf);
  unmarked.push(subject_id);
  transfers.push(...unmarkedTransfers(row, mark.collection_number_id, charge, services.newId));
  record(command, { ...subject, detail: { amount_xaf, proposed_by: consent.proposed_by } });
  return { kind: 'unmarked', amount_xaf };
}
