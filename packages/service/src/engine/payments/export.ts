import type { PaymentFilter } from '../../domain/payment/filter.ts';
import { readCursor } from '../../domain/payment/payment.ts';
import type { Caller } from '../../domain/session/commands.ts';
import { formatLocalTime, localDay } from '../../domain/time.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../files/csv/write.ts';
import type { Services } from '../services.ts';
import { beforeMoment, listPayments, type ShownPayment, withUndone } from './list.ts';

/** Rows of one statement: a few hundred kilobytes, and nothing is held open between two. */
export const EXPORT_PORTION = 1000;

/** The columns of the file, in its order. They are names for programs, the same in every language. */
export const EXPORT_COLUMNS = [
  'created_day',
  'created_time',
  'kind',
  'status',
  'reference',
  'ticket',
  'amount_xaf',
  'operator',
  'payer_phone',
  'description',
  'confirmed_day',
  'confirmed_time',
  'operator_transaction_id',
  'id',
  'taken_back',
  'given_back_xaf',
] as const;

/**
 * A merchant's payments as a CSV file, newest first, portion by portion: the next is read once the reader has taken the
 * last, and none when the reader has gone. What is created after it began is not in it.
 */
export async function* exportPayments(
  services: Services,
  { merchant_id, environment, filter }: Caller & { filter: PaymentFilter },
): AsyncGenerator<string, void, undefined> {
  yield BYTE_ORDER_MARK + csvLine(EXPORT_COLUMNS);
  const asked = { merchant_id, environment, filter, limit: EXPORT_PORTION };
  let after = filter.search === null ? beforeMoment(services.now()) : null;
  for (;;) {
    const { payments, next } = await listPayments(services, { ...asked, after });
    if (payments.length > 0) yield (await withUndone(services, payments)).map(lineOf).join('');
    after = readCursor(next);
    if (after === null) return;
  }
}

/** Whether a search matches more than is looked at: a file of what was found would leave some out, and nobody would see it. */
export async function isCutShort(
  services: Services,
  { merchant_id, environment, filter }: Caller & { filter: PaymentFilter },
): Promise<boolean> {
  if (filter.search === null) return false;
  const asked = { merchant_id, environment, filter, limit: EXPORT_PORTION, after: null };
  return (await listPayments(services, asked)).is_crowded;
}

function lineOf(payment: ShownPayment): string {
  const { created_at, confirmed_at } = payment;
  return csvLine([
    localDay(created_at),
    formatLocalTime(created_at),
    payment.kind,
    payment.status,
    payment.reference,
    payment.ticket,
    payment.amount_xaf,
    payment.operator,
    payment.payer_phone,
    payment.description,
    confirmed_at === null ? null : localDay(confirmed_at),
    confirmed_at === null ? null : formatLocalTime(confirmed_at),
    payment.operator_transaction_id,
    payment.id,
    payment.is_reversed ? 'yes' : 'no',
    payment.given_back_xaf,
  ]);
}
