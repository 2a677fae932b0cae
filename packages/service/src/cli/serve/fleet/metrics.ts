import { AggregatorRegistry, type MetricObject, type Registry } from 'prom-client';

/** A member that is busy for longer is left out of one reading. */
const COUNT_PATIENCE_MS = 1_000;

type AskedMetrics = { waiting: Set<number>; counts: MetricObject[][]; done: () => void };

/** Reads the counts of every member and puts them together. */
export type Census = {
  /** The metrics of this process and of those members, as the exposition text. */
  take: (members: readonly number[], ask: (member: number, ask: number) => void) => Promise<string>;
  counted: (member: number, ask: number, metrics: MetricObject[]) => void;
  /** Nobody waits any longer for a member that has ended. */
  left: (member: number) => void;
};

export function openCensus(own: Registry): Census {
  const open = new Map<number, AskedMetrics>();
  let asks = 0;

  const cross = (asked: AskedMetrics | undefined, member: number): void => {
    if (asked?.waiting.delete(member) && asked.waiting.size === 0) asked.done();
  };

  return {
    take: async (members, ask) => {
      asks += 1;
      const number = asks;
      const asked: AskedMetrics = { waiting: new Set(members), counts: [], done: () => undefined };
      open.set(number, asked);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, COUNT_PATIENCE_MS);
        asked.done = () => {
          clearTimeout(timer);
          resolve();
        };
        if (members.length === 0) asked.done();
        for (const member of members) ask(member, number);
      });
      open.delete(number);
      const counts = [await own.getMetricsAsJSON(), ...asked.counts];
      // The declared type says otherwise, but what is put together is what getMetricsAsJSON gives.
      return AggregatorRegistry.aggregate(counts as unknown as object[]).metrics();
    },
    counted: (member, ask, metrics) => {
      const asked = open.get(ask);
      if (asked?.waiting.has(member)) asked.counts.push(metrics);
      cross(asked, member);
    },
    left: (member) => {
      for (const asked of open.values()) cross(asked, member);
    },
  };
}
