import type { FeeSchedule } from '../fee/terms.ts';
import type { DebitKind } from '../movement/announced.ts';
import type { Environment } from '../operator.ts';
import { accountOf, type Meaning } from './step.ts';
import { type LedgerAccount, successTransfers, type Transfer } from './transfer.ts';

const SUSPENSE: LedgerAccount = { kind: 'SUSPENSE', owner_id: null };

type Credit = { id: string; environment: Environment };

/** A session confirmed by staff is paid out of suspense, where its credit has stood since it was seen. */
export function confirmationTransfers(
  session: Omit<Parameters<typeof successTransfers>[0], 'occurred_at'>,
  fees: FeeSchedule,
): Transfer[] {
  return successTransfers({ ...session, occurred_at: null }, fees).map((transfer) =>
    transfer.debit.kind === 'FLOAT' ? { ...transfer, debit: SUSPENSE } : transfer,
  );
}

const GOING_BACK: LedgerAccount = { kind: 'REFUND_IN_FLIGHT', owner_id: null };

/** What of a credit goes back to its payer: all of it, or the surplus of what it paid. */
type SentBackPart = { amount_xaf: number; surplus: boolean };

const markOf = ({ id }: Credit, { surplus }: SentBackPart) =>
  ({ cause: surplus ? 'CREDIT_SURPLUS_REFUND' : 'CREDIT_REFUND', cause_id: id }) as const;

/**
 * Money sent back to its payer leaves suspense; it leaves the number's float when the SIM reports the debit.
 * @param again the id of its own that this entry gets where the same was marked before, and unmarked
 */
export function refundTransfer(credit: Credit, part: SentBackPart, again: string | null): Transfer {
  const { environment } = credit;
  const { amount_xaf } = part;
  const mark = markOf(credit, part);
  const moved = { environment, debit: SUSPENSE, credit: GOING_BACK, amount_xaf, occurred_at: null };
  return again === null
    ? { ...moved, ...mark }
    : { ...moved, cause: 'CREDIT_MARKED_AGAIN', cause_id: again, corrects: mark };
}

/** Money that was marked as sent back and has certainly not left is in suspense again; `id`: the entry's own. */
export function unmarkTransfer(credit: Credit, part: SentBackPart, id: string): Transfer {
  return {
    environment: credit.environment,
    debit: GOING_BACK,
    credit: SUSPENSE,
    amount_xaf: part.amount_xaf,
    cause: 'CREDIT_UNMARKED',
    cause_id: id,
    occurred_at: null,
    corrects: markOf(credit, part),
  };
}

/**
 * Money that the operator has taken back was never the service's to keep: the reversal stands on UNEXPLAINED until
 * the credit that it undoes is voided, or where people have said by then that it belongs. In the sandbox, where no
 * SIM reports anything, it leaves the number's float.
 */
export function voidTransfer(
  credit: Credit & { collection_number_id: string },
  amount_xaf: number,
  meaning: Meaning | DebitKind | null,
): Transfer {
  const kind = credit.environment === 'live' ? 'UNEXPLAINED' : 'FLOAT';
  return {
    environment: credit.environment,
    debit: SUSPENSE,
    credit: meaning === null ? { kind, owner_id: credit.collection_number_id } : accountOf(meaning),
    amount_xaf,
    cause: 'CREDIT_REVERSED',
    cause_id: credit.id,
    occurred_at: null,
    corrects: { cause: 'CREDIT_SUSPENSE', cause_id: credit.id },
  };
}

/** Money of our own that came to a SIM as any payment does: people give it to what we have put in. */
export function capitalTransfer(credit: Credit, amount_xaf: number): Transfer {
  return { ...assignmentTransfer(credit, amount_xaf, ''), credit: { kind: 'CAPITAL', owner_id: null } };
}

/** Money that staff know to be a merchant's, without a session that could still be confirmed. */
export function assignmentTransfer(credit: Credit, amount_xaf: number, merchant_id: string): Transfer {
  return {
    environment: credit.environment,
    debit: SUSPENSE,
    credit: { kind: 'PAYABLE', owner_id: merchant_id },
    amount_xaf,
    cause: 'CREDIT_ASSIGNED',
    cause_id: credit.id,
    occurred_at: null,
  };
}
