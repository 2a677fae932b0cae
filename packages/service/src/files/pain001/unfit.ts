/** What of an order a bank reads, as far as it can be wrong. */
export type OrderField =
  | 'message_id'
  | 'paying_holder'
  | 'paying_account'
  | 'transfer_id'
  | 'holder'
  | 'account'
  | 'town'
  | 'remittance'
  | 'transfers'
  | 'execution_day'
  | 'amount';

/** Where it stands: of a transfer its id; null: of the order itself. */
export type OrderPlace = { field: OrderField; transfer: string | null };

export type UnfitKind = 'letters' | 'id' | 'account' | 'bic' | 'empty' | 'day' | 'amount' | 'same_id';

const FIELDS: Readonly<Record<OrderField, string>> = {
  message_id: 'The id of the order',
  paying_holder: 'The name of the paying account',
  paying_account: 'The paying account',
  transfer_id: 'The id of a transfer',
  holder: 'The holder',
  account: 'The account',
  town: 'The town',
  remittance: 'The remittance text',
  transfers: 'The order',
  execution_day: 'The day of execution',
  amount: 'The amount',
};

const SENTENCES: Readonly<Record<UnfitKind, (where: string, value: string) => string>> = {
  letters: (where) =>
    `${where} has no Latin letters, and a bank takes no others: write it as the bank spells it.`,
  id: (where, value) => `${where} is "${value}": a bank takes at most 35 letters, digits and hyphens.`,
  account: (where) =>
    `${where} is no account of a CEMAC bank: copy its 23 digits (RIB) from a statement of the bank.`,
  bic: (where, value) =>
    `${where} has the SWIFT code "${value}": a code has 8 or 11 capital letters and digits.`,
  empty: (where) => `${where} has no transfers: there is nothing to send.`,
  day: (where, value) => `${where} is "${value}": write it as 2026-11-23.`,
  amount: (where, value) => `${where} is ${value} XAF: an amount is whole francs, at least 1.`,
  same_id: (_where, value) => `Two transfers have the id ${value}: give each its own.`,
};

/**
 * A payment order that no bank would take. Its message says in English which field, and what to do; `kind`, `place` and
 * `value` let a page say so in its reader's language.
 */
export class UnfitOrder extends Error {
  override readonly name = 'UnfitOrder';
  readonly kind: UnfitKind;
  readonly place: OrderPlace;
  /** What stands there, where the sentence repeats it. */
  readonly value: string;

  constructor(kind: UnfitKind, place: OrderPlace, value = '') {
    const whose = place.transfer === null ? '' : ` of transfer ${place.transfer}`;
    super(SENTENCES[kind](`${FIELDS[place.field]}${whose}`, value));
    this.kind = kind;
    this.place = place;
    this.value = value;
  }
}
