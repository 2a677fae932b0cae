/** What will happen when: things put down for a moment come back, in order, once the clock has passed it. */
export type Agenda<Thing> = {
  put: (at_ms: number, thing: Thing) => void;
  /** Everything due before `to_ms`, earliest first; of one moment, in the order it was put down. */
  take: (to_ms: number) => { at_ms: number; thing: Thing }[];
  size: () => number;
};

const SLOT_MS = 60_000;

/** Slots of a minute: a simulation mostly puts things down for the next few of them. */
export function createAgenda<Thing>(): Agenda<Thing> {
  const slots = new Map<number, { at_ms: number; thing: Thing }[]>();
  let first = Number.POSITIVE_INFINITY;
  let count = 0;
  return {
    size: () => count,
    put(at_ms, thing) {
      const slot = Math.floor(at_ms / SLOT_MS);
      const there = slots.get(slot);
      if (there === undefined) slots.set(slot, [{ at_ms, thing }]);
      else there.push({ at_ms, thing });
      first = Math.min(first, slot);
      count += 1;
    },
    take(to_ms) {
      const due: { at_ms: number; thing: Thing }[] = [];
      if (count === 0) return due;
      const last = Math.floor(to_ms / SLOT_MS);
      for (let slot = first; slot <= last; slot += 1) {
        const there = slots.get(slot) ?? [];
        const later = there.filter(({ at_ms }) => at_ms >= to_ms);
        due.push(...there.filter(({ at_ms }) => at_ms < to_ms));
        if (later.length === 0) slots.delete(slot);
        else slots.set(slot, later);
      }
      first = last;
      count -= due.length;
      return due.sort((a, b) => a.at_ms - b.at_ms);
    },
  };
}
