/** Milliseconds of the machine's steady clock: the same in every process, so times of two may be compared. */
export const clockMs = (): number => Number(process.hrtime.bigint()) / 1e6;

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The value below which this part of the values lies; 0 of none. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** Seconds that some work took. */
export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const from_ms = performance.now();
  await work();
  return (performance.now() - from_ms) / 1000;
}

export function portions<T>(values: readonly T[], size: number): T[][] {
  const result: T[][] = [];
  for (let at = 0; at < values.length; at += size) result.push(values.slice(at, at + size));
  return result;
}

/** Runs a job for each value, so many at once; the next one starts as soon as one is done. */
export async function eachOf<T>(
  values: readonly T[],
  in_flight: number,
  job: (value: T) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < values.length) {
      const value = values[next] as T;
      next += 1;
      await job(value);
    }
  };
  await Promise.all(Array.from({ length: in_flight }, lane));
}
