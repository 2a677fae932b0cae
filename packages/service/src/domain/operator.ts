/** A merchant's sandbox, or real money. */
export type Environment = 'test' | 'live';

/** Whose network a number is on. */
export type Operator = 'AIRTEL' | 'MOOV';
