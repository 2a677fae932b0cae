/**
 * Longest slots, in characters of the text as it is compared: one letter may become eighteen there (`ﷺ`). So what somebody writes
 * beside his money is bounded by its SMS alone, or a motif of a few such letters would keep his payment from being read.
 */
const NAME_MAX = 70;
const MOTIF_MAX = Number.POSITIVE_INFINITY;
const PROMO_MAX = 200;

/**
 * What may stand between the fixed words of a wording. `decides`: its value is evidence. `opaque`: somebody
 * else fills it, with whatever he likes, up to so many characters; nothing in it is read as evidence.
 */
export const SLOTS = {
  amount: { decides: true, opaque: 0, about: 'the sum of the movement, with or without a currency' },
  balance: { decides: true, opaque: 0, about: 'the balance after it' },
  fee: { decides: true, opaque: 0, about: 'what the operator took for it' },
  sum: { decides: false, opaque: 0, about: 'a sum that says nothing about this movement' },
  id: { decides: true, opaque: 0, about: "the operator's transaction id" },
  ref: {
    decides: false,
    opaque: 0,
    about: "an id by which no payment is known, since a payer's words may stand for it",
  },
  reversed: { decides: true, opaque: 0, about: 'the id of the transaction that was undone' },
  time: { decides: true, opaque: 0, about: 'date and time of the movement' },
  date: { decides: false, opaque: 0, about: 'a date and time that is not used' },
  phone: {
    decides: false,
    opaque: 0,
    about: 'the number of whoever paid, or got, it, alone and perhaps masked',
  },
  code: { decides: false, opaque: 0, about: 'digits without a meaning here, such as the code of an agent' },
  payer: {
    decides: false,
    opaque: NAME_MAX,
    about: 'the payer: number, name or both, without a date and time',
  },
  agent: {
    decides: false,
    opaque: NAME_MAX,
    about: 'the agent of a cash-in: number, name or both, without a date and time',
  },
  name: { decides: false, opaque: NAME_MAX, about: 'a name that is not used, without a date and time' },
  motif: { decides: false, opaque: MOTIF_MAX, about: 'what the payer wrote' },
  promo: { decides: false, opaque: PROMO_MAX, about: 'advertising at the very end: no sum, id or balance' },
} as const;

export type SlotName = keyof typeof SLOTS;

/** Whether somebody other than the operator fills the slot. */
export const isOpaque = (slot: SlotName): boolean => SLOTS[slot].opaque > 0;

/**
 * Whether the slot holds a name. No registered name has a date with a time in it, and none is taken for one: so the
 * first time behind a name is the operator's, whatever stands in a motif behind that.
 */
export const isName = (slot: SlotName): boolean => slot === 'payer' || slot === 'agent' || slot === 'name';

/** Whether a payer fills the slot, and not the operator's own advertising. */
export const isPayers = (slot: SlotName): boolean => isOpaque(slot) && slot !== 'promo';
