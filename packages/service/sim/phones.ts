import type { Operator } from '../src/domain/operator.ts';
import type { Chance } from './chance.ts';
import type { Profile } from './profile.ts';

/** A text as it reaches us, or will: by which SIM, and when. */
export type Message = {
  msisdn: string;
  operator: Operator;
  sender: string;
  text: string;
  arrives_ms: number;
  /** The payment or forgery that it tells of, for the truth record; the service never sees this. */
  tells_of: string;
};

/** What became of a message: read in time to matter, or why it may not have been. */
export type Fate = 'sent' | 'lost' | 'in_inbox' | 'delayed';

export type Phones = {
  /** A true text on its way, with all that goes wrong with true texts. */
  carry: (text: Omit<Message, 'arrives_ms'>, at_ms: number) => { fate: Fate; messages: Message[] };
  /** A forged text: strangers' messages are delayed by silent phones too, and never lost. */
  slipIn: (text: Omit<Message, 'arrives_ms'>, at_ms: number) => Message;
  /** What the phone of this number has and never forwarded; it is forwarded now. */
  askInbox: (msisdn: string, now_ms: number) => Message[];
  /** Until when the phone of this number is silent at this moment; null while it hears. */
  silentUntil: (msisdn: string, at_ms: number) => number | null;
};

/** Our phones: they fall silent, and lose, double and delay what the operators send. */
export function createPhones(
  profile: Profile,
  chance: Chance,
  msisdns: readonly string[],
  starts_ms: number,
): Phones {
  const phones = new Map(msisdns.map((msisdn) => [msisdn, createSilences(profile, chance, starts_ms)]));
  const inboxes = new Map<string, Message[]>();
  const silentUntil: Phones['silentUntil'] = (msisdn, at_ms) => phones.get(msisdn)?.(at_ms) ?? null;
  const arrival = (msisdn: string, sent_ms: number): number => {
    const at_ms = sent_ms + chance.skewed(profile.delay_median_ms, profile.delay_spread);
    const wakes_ms = silentUntil(msisdn, at_ms);
    return Math.floor(wakes_ms === null ? at_ms : wakes_ms + chance.between(1000, 60_000));
  };
  return {
    silentUntil,
    slipIn: (text, at_ms) => ({ ...text, arrives_ms: arrival(text.msisdn, at_ms) }),
    carry(text, at_ms) {
      if (chance.happens(profile.lost_share)) {
        if (!chance.happens(profile.in_inbox_share)) return { fate: 'lost', messages: [] };
        const kept = inboxes.get(text.msisdn) ?? [];
        inboxes.set(text.msisdn, [...kept, { ...text, arrives_ms: at_ms }]);
        return { fate: 'in_inbox', messages: [] };
      }
      const is_delayed = chance.happens(profile.delayed_share);
      const leaves_ms = is_delayed ? at_ms + 120_000 + chance.wait(profile.delayed_mean_ms) : at_ms;
      const messages = [{ ...text, arrives_ms: arrival(text.msisdn, leaves_ms) }];
      if (chance.happens(profile.duplicate_share))
        messages.push({ ...text, arrives_ms: arrival(text.msisdn, leaves_ms + chance.wait(120_000)) });
      return { fate: is_delayed ? 'delayed' : 'sent', messages };
    },
    askInbox(msisdn, now_ms) {
      const kept = inboxes.get(msisdn) ?? [];
      inboxes.delete(msisdn);
      return kept.map((message) => ({ ...message, arrives_ms: now_ms }));
    },
  };
}

/** When this phone is silent; asked about any moment, in any order. */
function createSilences(
  profile: Profile,
  chance: Chance,
  starts_ms: number,
): (at_ms: number) => number | null {
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
