import { isUuid } from '../keys.ts';

/** The payment after which a list goes on. Its place never changes, so rows that come meanwhile move nothing. */
export type PaymentCursor = { created_at: Date; id: string };

const CURSOR = /^(\d{13})\.([0-9a-f-]{36})$/;

/** `1763722800000.0198c5a2-…`, for an address. */
export const cursorText = ({ created_at, id }: PaymentCursor): string => `${created_at.getTime()}.${id}`;

/** Null for what is no cursor. */
export function readCursor(text: string | null): PaymentCursor | null {
  const [, ms = '', id = ''] = CURSOR.exec(text ?? '') ?? [];
  return isUuid(id) ? { created_at: new Date(Number(ms)), id } : null;
}
