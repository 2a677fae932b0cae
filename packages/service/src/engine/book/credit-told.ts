import { type InjectedCredit, REVERSED, type ReadCredit } from '../../domain/credit.ts';
import { CLOCKS_DIFFER_MS } from '../../domain/movement/clocks.ts';
import { type PayerPrint, printOf } from '../../domain/msisdn.ts';
import { ticketsTold } from '../../domain/ticket/told.ts';
import { MINUTE_MS } from '../../domain/time.ts';
import type { Reading } from '../../sms/reading.ts';
import type { UnreadNotice } from '../../store/notices/inbox.ts';

/**
 * The credit of a text, as a template read it.
 * @param before the credit that the same text had when it was read: where the two name one transaction, its tickets are known
 */
export function creditOf(
  notice: UnreadNotice,
  reading: Reading,
  id: string,
  before: ReadCredit | null = null,
): ReadCredit {
  const { operator_transaction_id = null } = reading;
  const known = before?.operator_transaction_id === operator_transaction_id ? before.told_tickets : undefined;
  const printed = reading.occurred_at === undefined ? null : new Date(reading.occurred_at);
  // In test an unconfirmed template decides, so that merchants can develop.
  const doubts = reading.doubts.filter(
    (doubt) => notice.environment === 'live' || doubt !== 'unconfirmed_template',
  );
  return {
    id,
    notice_id: notice.id,
    ...arrivalOf(notice),
    kind: reading.kind === 'CASH_IN' ? 'CASH_IN' : 'CREDIT',
    amount_xaf: reading.amount_xaf as number,
    operator_transaction_id,
    payer: payerTold(reading),
    ...(reading.may_be_payers !== undefined && { may_be_payers: reading.may_be_payers }),
    motif: reading.motif ?? null,
    told_tickets: known ?? ticketsTold(notice.body, [operator_transaction_id]),
    balance_xaf: reading.balance_xaf ?? null,
    // An operator whose clock is ahead prints a time to come: the money had moved when its message came.
    occurred_at: printed === null ? notice.received_at : earlier(printed, notice.created_at),
    occurred_precision_ms: printed ? MINUTE_MS : 0,
    is_undated: printed === null,
    doubts: [...doubts, ...futureDoubt(printed, notice.created_at)],
    booked_on: 'FLOAT',
  };
}

/**
 * The payer whom a message names by a reading; null for an agent's number: whoever pays through an agent stays nameless. The
 * store asks the same of claims (`payerTold` in store/book/known-steps.ts).
 */
export const payerTold = ({ payer_is_agent, payer }: Partial<Reading>): PayerPrint | null =>
  payer_is_agent === true ? null : (payer ?? null);

/** A time printed long after the message came to us is no time to judge by: a wrong clock, or a forger's. */
function futureDoubt(printed: Date | null, arrived_at: Date): string[] {
  if (printed === null) return [];
  return printed.getTime() > arrived_at.getTime() + CLOCKS_DIFFER_MS ? ['time_in_the_future'] : [];
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

/** The credit of a body that says what it is: of the sandbox, or a row of a statement. */
export function injectedCredit(notice: UnreadNotice, injected: InjectedCredit, id: string): ReadCredit {
  return {
    id,
    notice_id: notice.id,
    ...arrivalOf(notice),
    kind: 'CREDIT',
    amount_xaf: injected.amount,
    // Without an id of its own the injection is its own identity: each is one credit.
    operator_transaction_id: injected.operator_transaction_id ?? `SANDBOX.${notice.id}`,
    payer: printOf(injected.payer_phone ?? null),
    motif: injected.motif ?? null,
    told_tickets: injected.row?.told_tickets ?? ticketsTold(injected.motif ?? ''),
    balance_xaf: null,
    occurred_at: injected.occurred_at === undefined ? notice.received_at : new Date(injected.occurred_at),
    occurred_precision_ms: 0,
    doubts: [
      ...(injected.row?.may_be_payers === undefined ? [] : ['payer_unclear']),
      ...(injected.row?.is_undone === true ? [REVERSED] : []),
    ],
    booked_on: 'FLOAT',
    ...(injected.row?.may_be_payers !== undefined && { may_be_payers: injected.row.may_be_payers }),
    ...(injected.row?.told_payers !== undefined && { told_payers: injected.row.told_payers }),
    ...(injected.row?.imported_at !== undefined && { moved_by: new Date(injected.row.imported_at) }),
  };
}

export function arrivalOf(notice: UnreadNotice) {
  const { environment, merchant_id, operator, collection_number_id, received_at } = notice;
  return { environment, merchant_id, operator, collection_number_id, received_at };
}
