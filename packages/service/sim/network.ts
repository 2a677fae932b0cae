import {
  type Arrival,
  airtelId,
  creditText,
  type Movement,
  moovId,
  movementText,
  NEW_SENDER,
  rewordedText,
  SENDERS,
} from '../bench/load/texts.ts';
import type { Operator } from '../src/domain/operator.ts';
import type { Chance } from './chance.ts';
import type { Fate, Message, Phones } from './phones.ts';
import type { Profile } from './profile.ts';
import type { Payment } from './truth.ts';

/** Money that somebody sends to one of our SIMs. */
export type Money = Omit<Payment, 'operator_transaction_id' | 'fate' | 'heard_ms' | 'reversed_ms'> & {
  payer_name: string;
  motif: string | null;
};

/** A text that a stranger wrote. */
export type Forgery = {
  msisdn: string;
  operator: Operator;
  text: string;
  at_ms: number;
  tells_of: string;
  /** Left out: the operator's own name. */
  sender?: string;
};

export type Network = {
  /** Money moves: the balance grows at once, and the messages about it are what the phone will see. */
  pay: (money: Money) => { payment: Payment; messages: Message[] };
  /** The balance moves for another reason; null when there isn't enough on the SIM. */
  move: (
    movement: Pick<Movement, 'kind' | 'amount_xaf' | 'fee_xaf' | 'is_fee_hidden' | 'undone_transaction_id'>,
    place: { msisdn: string; operator: Operator; at_ms: number },
  ) => { operator_transaction_id: string; fate: Fate; messages: Message[] } | null;
  forge: (forgery: Forgery) => Message;
  /** Whether the SIM's own list shows that this sum has left it; each is shown once. */
  tookOut: (msisdn: string, sum_xaf: number) => boolean;
  /**
   * Whether the operator's own list shows that money came there between these balances, and under an id that the text
   * prints; null: no text told of it.
   */
  cameIn: (msisdn: string, before_xaf: number, after_xaf: number, text: string | null) => boolean;
  balanceOf: (msisdn: string) => number;
  /** The id that the operator would give to a transaction so many ahead: serial numbers can be predicted. */
  nextId: (operator: Operator, at_ms: number, ahead: number) => string;
};

/** The operators' side: balances that only they know for sure, and serial numbers. */
export function createNetwork(
  profile: Profile,
  chance: Chance,
  phones: Phones,
  numbers: readonly { msisdn: string; operator: Operator; opening_balance_xaf: number }[],
  starts_ms: number,
): Network {
  const balances = new Map(numbers.map((number) => [number.msisdn, number.opening_balance_xaf]));
  const senderOf = createSenders(profile, starts_ms);
  const { note, ...list } = createList();
  let serial = 0;
  const idOf = (operator: Operator, at_ms: number, n: number, kind: 'MP' | 'CI' | 'PP' | 'RV' = 'MP') =>
    operator === 'AIRTEL' ? airtelId(at_ms, n, kind) : moovId(n);
  const balanceOf = (msisdn: string): number => {
    const balance_xaf = balances.get(msisdn);
    if (balance_xaf === undefined) throw new Error(`bug: ${msisdn} is no number of this world`);
    return balance_xaf;
  };
  return {
    balanceOf,
    nextId: (operator, at_ms, ahead) => idOf(operator, at_ms, serial + ahead),
    forge({ msisdn, operator, text, at_ms, tells_of, sender = senderOf(operator, at_ms) }) {
      return phones.slipIn({ msisdn, operator, sender, text, tells_of }, at_ms);
    },
    pay({ payer_name, motif, ...money }) {
      const { msisdn, operator, at_ms } = money;
      const balance_xaf = balanceOf(msisdn) + money.amount_xaf;
      balances.set(msisdn, balance_xaf);
      serial += 1;
      const operator_transaction_id = idOf(operator, at_ms, serial);
      note(operator_transaction_id, msisdn, balance_xaf - money.amount_xaf, balance_xaf);
      const facts: Arrival = { ...money, payer_name, motif, operator_transaction_id, balance_xaf };
      const reworded = chance.happens(profile.reworded_share);
      const text = (reworded ? rewordedText : creditText)(facts);
      const sender = senderOf(operator, at_ms);
      const told = phones.carry({ msisdn, operator, sender, text, tells_of: operator_transaction_id }, at_ms);
      const fate: Payment['fate'] = reworded && told.fate === 'sent' ? 'reworded' : told.fate;
      const payment = { ...money, operator_transaction_id, fate, heard_ms: null, reversed_ms: null };
      return { payment, messages: told.messages };
    },
    move(movement, { msisdn, operator, at_ms }) {
      const { kind, amount_xaf, fee_xaf } = movement;
      const change_xaf = kind === 'cash_in' ? amount_xaf : -amount_xaf - fee_xaf;
      const balance_xaf = balanceOf(msisdn) + change_xaf;
      if (balance_xaf < 0) return null;
      balances.set(msisdn, balance_xaf);
      serial += 1;
      const operator_transaction_id = idOf(operator, at_ms, serial, ID_KINDS[kind]);
      note(operator_transaction_id, msisdn, balance_xaf - change_xaf, balance_xaf);
      const text = movementText({ ...movement, operator, operator_transaction_id, balance_xaf });
      const sender = senderOf(operator, at_ms);
      const { fate, messages } = phones.carry(
        { msisdn, operator, sender, text, tells_of: operator_transaction_id },
        at_ms,
      );
      return { operator_transaction_id, fate, messages };
    },
    ...list,
  };
}

/** The operator's own list of what has moved each SIM. */
export function createList() {
  const taken: { msisdn: string; sum_xaf: number }[] = [];
  /** By place and balances the ids of what came: a SIM that is emptied has the same balances again. */
  const came = new Map<string, string[]>();
  const nameOf = (msisdn: string, before_xaf: number, after_xaf: number) =>
    `${msisdn} ${before_xaf} ${after_xaf}`;
  return {
    note(id: string, msisdn: string, before_xaf: number, after_xaf: number): void {
      const name = nameOf(msisdn, before_xaf, after_xaf);
      if (after_xaf < before_xaf) taken.push({ msisdn, sum_xaf: before_xaf - after_xaf });
      else came.set(name, [...(came.get(name) ?? []), id]);
    },
    tookOut(msisdn: string, sum_xaf: number): boolean {
      const at = taken.findIndex((one) => one.msisdn === msisdn && one.sum_xaf === sum_xaf);
      if (at !== -1) taken.splice(at, 1);
      return at !== -1;
    },
    cameIn(msisdn: string, before_xaf: number, after_xaf: number, text: string | null): boolean {
      const ids = came.get(nameOf(msisdn, before_xaf, after_xaf)) ?? [];
      return text === null ? ids.length > 0 : ids.some((id) => text.includes(id));
    },
  };
}

const ID_KINDS = { sweep: 'PP', cash_in: 'CI', airtime: 'PP', reversal: 'RV' } as const;

/** By which name an operator signs at a moment. */
function createSenders({ renamed_after_ms }: Profile, starts_ms: number) {
  const renamed_ms = renamed_after_ms === null ? Number.POSITIVE_INFINITY : starts_ms + renamed_after_ms;
  return (operator: Operator, at_ms: number): string =>
    operator === 'AIRTEL' && at_ms >= renamed_ms ? NEW_SENDER : SENDERS[operator];
}
