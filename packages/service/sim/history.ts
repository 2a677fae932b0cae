import type { AdversaryName } from './adversaries/names.ts';
import { count } from './counts.ts';

/** Why the true message about a movement of a SIM's balance is missing. */
export type FaultKind = 'late' | 'in its phone' | 'lost' | 'in unknown words' | 'silent about a fee';

/** What happened to each SIM, as far as it explains what became of the sessions on it. */
export type History = {
  /** A true message is missing: until a moment that is known, until the phone sends its inbox, or the next anchor. */
  fault: (msisdn: string, from_ms: number, until: number | 'inbox' | 'anchor', kind: FaultKind) => void;
  /** The phone has sent everything that it kept. */
  resent: (msisdn: string, at_ms: number) => void;
  /** @param why what it was asked for */
  anchored: (msisdn: string, at_ms: number, why: string) => void;
  touched: (msisdn: string, by: AdversaryName, at_ms: number) => void;
  /** Whether some message was missing on this SIM within that time. */
  isShadowed: (msisdn: string, from_ms: number, until_ms: number) => boolean;
  /** What was missing on this SIM at that moment, of what began before it: the last of it. */
  missingAt: (msisdn: string, at_ms: number) => FaultKind | null;
  /** Who last did something to this SIM within that time. */
  lastTouch: (msisdn: string, from_ms: number, until_ms: number) => AdversaryName | null;
  /** A name for the time between two anchors in which this moment lies. */
  stretchOf: (msisdn: string, at_ms: number) => string;
  anchors: () => Anchors;
  forget: (before_ms: number) => void;
};

export type Anchors = {
  mean_a_day: number;
  most_a_day: number;
  in_all: number;
  /** By what they were asked for. */
  by_why: Record<string, number>;
};

const DAY_MS = 86_400_000;

type OfNumber = {
  faults: { from_ms: number; until: number | 'inbox' | 'anchor'; kind: FaultKind }[];
  anchors: number[];
  touches: { by: AdversaryName; at_ms: number }[];
};

/** @param selling_ms how long customers have been setting out to pay, for the anchors a day: afterwards there are few to read */
export function createHistory(msisdns: readonly string[], selling_ms: () => number): History {
  const numbers = new Map<string, OfNumber>(
    msisdns.map((msisdn) => [msisdn, { faults: [], anchors: [], touches: [] }]),
  );
  const by_why: Record<string, number> = {};
  const of = (msisdn: string): OfNumber => {
    const number = numbers.get(msisdn);
    if (number === undefined) throw new Error(`bug: ${msisdn} is no number of this world`);
    return number;
  };
  const endOf = (number: OfNumber, { from_ms, until }: OfNumber['faults'][number]): number => {
    if (typeof until === 'number') return until;
    return number.anchors.find((at_ms) => at_ms > from_ms) ?? Number.POSITIVE_INFINITY;
  };

  return {
    fault: (msisdn, from_ms, until, kind) => of(msisdn).faults.push({ from_ms, until, kind }),
    resent(msisdn, at_ms) {
      for (const fault of of(msisdn).faults) if (fault.until === 'inbox') fault.until = at_ms;
    },
    anchored(msisdn, at_ms, why) {
      of(msisdn).anchors.push(at_ms);
      count(by_why, why);
    },
    touched: (msisdn, by, at_ms) => of(msisdn).touches.push({ by, at_ms }),
    isShadowed(msisdn, from_ms, until_ms) {
      const number = of(msisdn);
      return number.faults.some((fault) => fault.from_ms <= until_ms && endOf(number, fault) >= from_ms);
    },
    missingAt(msisdn, at_ms) {
      const number = of(msisdn);
      const missing = number.faults.filter((fault) => fault.from_ms < at_ms && endOf(number, fault) >= at_ms);
      return missing.at(-1)?.kind ?? null;
    },
    lastTouch: (msisdn, from_ms, until_ms) =>
      of(msisdn).touches.findLast(({ at_ms }) => at_ms >= from_ms && at_ms <= until_ms)?.by ?? null,
    stretchOf: (msisdn, at_ms) =>
      `${msisdn} ${of(msisdn).anchors.filter((anchor_ms) => anchor_ms < at_ms).length}`,
    anchors() {
      const days = new Map<string, number>();
      for (const [msisdn, { anchors }] of numbers)
        for (const at_ms of anchors) {
          const day = `${msisdn} ${Math.floor(at_ms / DAY_MS)}`;
          days.set(day, (days.get(day) ?? 0) + 1);
        }
      const in_all = [...days.values()].reduce((sum, n) => sum + n, 0);
      const number_days = numbers.size * Math.max(1, selling_ms() / DAY_MS);
      return { mean_a_day: in_all / number_days, most_a_day: Math.max(0, ...days.values()), in_all, by_why };
    },
    forget(before_ms) {
      for (const number of numbers.values()) {
        number.touches = number.touches.filter(({ at_ms }) => at_ms >= before_ms);
        number.faults = number.faults.filter((fault) => endOf(number, fault) >= before_ms);
      }
    },
  };
}
