/** Thrown when more wait for their turn than is reasonable; the same request may pass a moment later. */
export class TooManyWaiting extends Error {}

/**
 * Work of which so much is done at once, the rest in the order in which it was asked for.
 * What is last waits for all else, and in a queue of its own: however much of it comes, the rest finds room.
 * @param of what it is, for whoever reads the log
 */
export function turns(of: string, { in_flight, max_queue }: { in_flight: number; max_queue: number }) {
  let running = 0;
  const ahead: (() => void)[] = [];
  const behind: (() => void)[] = [];
  const leave = (): void => {
    const next = ahead.shift() ?? behind.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  return async <T>(work: () => Promise<T>, { is_last = false } = {}): Promise<T> => {
    const waiting = is_last ? behind : ahead;
    if (running < in_flight) running += 1;
    else if (waiting.length >= max_queue) throw new TooManyWaiting(`too many wait for ${of}`);
    else await new Promise<void>((resolve) => waiting.push(resolve));
    return work().finally(leave);
  };
}
