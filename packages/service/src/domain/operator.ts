/** A merchant's sandbox, or real money. */
export type Environment = 'test' | 'live';

/** Whose network a number is on. */
export const OPERATORS = ['AIRTEL', 'MOOV'] as const;
export type Operator = (typeof OPERATORS)[number];

/** What payers call the service of each. */
export const OPERATOR_NAMES: Record<Operator, string> = { AIRTEL: 'Airtel Money', MOOV: 'Moov Money' };

export function isOperator(text: string | undefined): text is Operator {
  return OPERATORS.some((one) => one === text);
}

const ID_OF_AIRTEL = String.raw`[A-Z]{2}\d{6}\.\d{4}\.[A-Z]?\d{4,8}`;
const OPAQUE_ID = String.raw`[A-Z\d]{10}|(?=(?:\d*[A-Z]){0,2}\d*$)[A-Z\d]{12,15}`;

/**
 * What an operator's transaction id looks like, in capitals: Airtel's of today (kind, yymmdd, hhmm, serial), or
 * an opaque one of ten letters and digits, or of 12 to 15 characters of which two at most are letters (Airtel
 * Chad of 2017 began 13 digits with yymmdd, and had a letter before those of airtime). A message of either
 * operator is read with either (`sms/fields/transaction-id.ts`), and the row of a list that tells of the same
 * transaction has the same id: whatever is one in a message has to be one in a list. In a list one of ten
 * characters may have no digit; in a message it would be a word.
 */
export const TRANSACTION_ID = new RegExp(`^(?:${ID_OF_AIRTEL}|${OPAQUE_ID})$`);
