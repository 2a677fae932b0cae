import type { Operator } from '../src/domain/session/session.ts';
import type { Chance } from './chance.ts';
import type { Profile } from './profile.ts';
import { type Arrival, airtelId, creditText, moovId, NEW_SENDER, rewordedText, SENDERS } from './sms.ts';

/** A text as it reaches us, or will: by which SIM, and when. */
export type Message = {
  msisdn: string;
  operator: Operator;
  sender: string;
  text: string;
  arrives_ms: number;
};

/** Real money on its way into one of our SIMs. */
export type Payment = {
  session_id: string;
  msisdn: string;
  operator: Operator;
  amount_xaf: number;
  payer: string;
  operator_transaction_id: string;
  at_ms: number;
  /** What became of the message: read in time to matter, or why it may not have been. */
  message: 'sent' | 'lost' | 'reworded';
};

export type Network = {
  /** Money moves: the balance grows at once, and the messages about it are what the phone will see. */
  pay: (money: Omit<Payment, 'operator_transaction_id' | 'message'>) => {
    payment: Payment;
    messages: Message[];
  };
  /** A stranger's text with the right wording, for this session, whose balance he can only guess. */
  forge: (target: {
    msisdn: string;
    operator: Operator;
    amount_xaf: number;
    payer: string;
    at_ms: number;
  }) => {
    operator_transaction_id: string;
    message: Message;
  };
  balanceOf: (msisdn: string) => number;
  /** Until when the phone of this number is silent at this moment; null while it hears. */
  silentUntil: (msisdn: string, at_ms: number) => number | null;
};

/** The operators' side: balances that only they know for sure, serial numbers, and phones that fall silent. */
export function createNetwork(
  profile: Profile,
  chance: Chance,
  numbers: readonly { msisdn: string; operator: Operator; opening_balance_xaf: number }[],
  starts_ms: number,
): Network {
  const balances = new Map(numbers.map((number) => [number.msisdn, number.opening_balance_xaf]));
  const phones = new Map(numbers.map(({ msisdn }) => [msisdn, createPhone(profile, chance, starts_ms)]));
  let serial = 0;
  const idOf = (operator: Operator, at_ms: number): string => {
    serial += chance.between(1, 9);
    return operator === 'AIRTEL' ? airtelId(at_ms, serial) : moovId(serial);
  };
  const senderOf = createSenders(profile, starts_ms);
  const silentUntil = (msisdn: string, at_ms: number): number | null => phones.get(msisdn)?.(at_ms) ?? null;
  const arrival = (msisdn: string, sent_ms: number): number => {
    const at_ms = sent_ms + chance.skewed(profile.delay_median_ms, profile.delay_spread);
    const wakes_ms = silentUntil(msisdn, at_ms);
    return Math.floor(wakes_ms === null ? at_ms : wakes_ms + chance.between(1000, 60_000));
  };
  const balanceOf = (msisdn: string): number => {
    const balance_xaf = balances.get(msisdn);
    if (balance_xaf === undefined) throw new Error(`bug: ${msisdn} is no number of this world`);
    return balance_xaf;
  };

  return {
    balanceOf,
    silentUntil,
    pay(money) {
      const { msisdn, operator, at_ms } = money;
      const balance_xaf = balanceOf(msisdn) + money.amount_xaf;
      balances.set(msisdn, balance_xaf);
      const operator_transaction_id = idOf(operator, at_ms);
      const facts: Arrival = { ...money, operator_transaction_id, balance_xaf };
      if (chance.happens(profile.lost_share))
        return { payment: { ...money, operator_transaction_id, message: 'lost' }, messages: [] };
      const reworded = chance.happens(profile.reworded_share);
      const text = reworded ? rewordedText(facts) : creditText(facts);
      const place = { msisdn, operator, sender: senderOf(operator, at_ms) };
      const messages = [{ ...place, text, arrives_ms: arrival(msisdn, at_ms) }];
      if (chance.happens(profile.duplicate_share)) {
        const again_ms = arrival(msisdn, at_ms + chance.wait(120_000));
        messages.push({ ...place, text, arrives_ms: again_ms });
      }
      const message = reworded ? 'reworded' : 'sent';
      return { payment: { ...money, operator_transaction_id, message }, messages };
    },
    forge({ msisdn, operator, amount_xaf, payer, at_ms }) {
      const operator_transaction_id = idOf(operator, at_ms);
      const balance_xaf = amount_xaf + chance.between(0, 3_000_000);
      const text = creditText({ operator, amount_xaf, payer, operator_transaction_id, balance_xaf, at_ms });
      const sender = senderOf(operator, at_ms);
      return {
        operator_transaction_id,
        message: { msisdn, operator, sender, text, arrives_ms: arrival(msisdn, at_ms) },
      };
    },
  };
}

/** By which name an operator signs at a moment. */
function createSenders({ renamed_after_ms }: Profile, starts_ms: number) {
  const renamed_ms = renamed_after_ms === null ? Number.POSITIVE_INFINITY : starts_ms + renamed_after_ms;
  return (operator: Operator, at_ms: number): string =>
    operator === 'AIRTEL' && at_ms >= renamed_ms ? NEW_SENDER : SENDERS[operator];
}

/** When this phone is silent; asked about any moment, in any order. */
function createPhone(profile: Profile, chance: Chance, starts_ms: number): (at_ms: number) => number | null {
  const silences = [{ falls_ms: starts_ms, wakes_ms: starts_ms }];
  return (at_ms) => {
    for (let last = silences.at(-1); last !== undefined && last.wakes_ms <= at_ms; last = silences.at(-1)) {
      const falls_ms = last.wakes_ms + chance.wait(profile.silence_every_ms);
      silences.push({ falls_ms, wakes_ms: falls_ms + chance.wait(profile.silence_lasts_ms) });
    }
    const silence = silences.findLast(({ falls_ms }) => falls_ms <= at_ms);
    return silence !== undefined && at_ms < silence.wakes_ms ? silence.wakes_ms : null;
  };
}
