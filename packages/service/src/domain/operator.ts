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
