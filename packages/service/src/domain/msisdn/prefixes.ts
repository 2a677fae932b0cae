export type MobileOperator = 'AIRTEL' | 'MOOV';

export const COUNTRY_CODE = '235';
export const NATIONAL_DIGITS = 8;

/**
 * First digits of a national number and the operator they belong to, as far as it is known (likely, not sure:
 * no public numbering plan says it). 77 and 79 exist, of Sotel and others: not offered, hence absent.
 */
export const OPERATOR_PREFIXES: ReadonlyArray<{
  readonly prefix: string;
  readonly operator: MobileOperator;
}> = [
  { prefix: '6', operator: 'AIRTEL' },
  { prefix: '85', operator: 'AIRTEL' },
  { prefix: '86', operator: 'AIRTEL' },
  { prefix: '9', operator: 'MOOV' },
];
