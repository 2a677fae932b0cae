import { type Edge, type EdgeKind, stepOf, timeOf } from '../../domain/feed/edge.ts';
import type { Reading } from '../../sms/reading.ts';
import type { ReadNotice } from '../notices/read.ts';

/** One message of a live number with all the notices that tell of it. */
export type Message = Edge & {
  kind: EdgeKind;
  collection_number_id: string;
  operator_transaction_id: string | null;
  told: ReadNotice[];
};

const SMS_SOURCES: ReadonlySet<string> = new Set(['MANUAL_SMS', 'GATEWAY_SMS']);

export function isLiveSms({ notice }: ReadNotice): boolean {
  return notice.environment === 'live' && SMS_SOURCES.has(notice.source);
}

/** True for an SMS of a live number that a trusted sender signed and a template understood. */
export function isWatched(read: ReadNotice): boolean {
  return isLiveSms(read) && (read.outcome === 'CREDIT' || read.outcome === 'NOT_A_CREDIT');
}

/** Gathers the notices that tell of one step of one transaction; those without a step are left out. */
export function messagesOf(read: readonly ReadNotice[], now: Date): Message[] {
  const messages = new Map<string, Message>();
  for (const one of read) {
    const message = messageOf(one, now);
    if (message === null) continue;
    const { collection_number_id, operator_transaction_id: id, before_xaf, after_xaf } = message;
    const name = [collection_number_id, id ?? message.occurred_at_ms, before_xaf, after_xaf].join('/');
    const known = messages.get(name);
    if (known === undefined) messages.set(name, message);
    else known.told.push(one);
  }
  return [...messages.values()];
}

function messageOf(read: ReadNotice, now: Date): Message | null {
  const reading = read.reading as Reading;
  const step = stepOf({
    kind: read.kind,
    amount_xaf: reading.amount_xaf ?? null,
    balance_xaf: reading.balance_xaf ?? null,
  });
  if (step === null) return null;
  const { notice } = read;
  const printed_ms = reading.occurred_at === undefined ? null : Date.parse(reading.occurred_at);
  return {
    ...step,
    ...timeOf(printed_ms, notice.received_at.getTime()),
    key: notice.id,
    arrived_at_ms: (notice.parked_at ?? now).getTime(),
    collection_number_id: notice.collection_number_id,
    operator_transaction_id: reading.operator_transaction_id ?? null,
    told: [read],
  };
}

/** The same notice as weaker evidence. */
export function withDoubt(read: ReadNotice, doubt: string): ReadNotice {
  if (read.credit === null) return read;
  return { ...read, credit: { ...read.credit, doubts: [...read.credit.doubts, doubt] } };
}
