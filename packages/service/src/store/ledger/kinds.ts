/** Accounts of what is held for others, as a list of SQL. */
export const HELD_KINDS = `'FLOAT', 'WALLET_AIRTEL', 'WALLET_MOOV', 'SWEPT', 'BANK'`;

/** Accounts of what is owed to others; what is set aside and has not left yet is still owed. */
export const OWED_KINDS = `'PAYABLE', 'RESERVE', 'SUSPENSE', 'REFUND_IN_FLIGHT', 'SETTLEMENT_IN_FLIGHT'`;
