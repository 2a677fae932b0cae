/** A merchant's sandbox, or real money. */
export type Environment = 'test' | 'live';

/** Whose network a number is on. */
export const OPERATORS = ['AIRTEL', 'MOOV'] as const;
export type Operator = (typeof OPERATORS)[number];

export function isOperator(text: string | undefined): text is Operator {
  return OPERATORS.some((one) => one === text);
}
