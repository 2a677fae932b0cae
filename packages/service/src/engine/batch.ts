import { setImmediate } from 'node:timers';

export type BatchLimits = {
  /** Most commands in one transaction. */
  max_batch: number;
  /** Most batches under way at once. */
  in_flight: number;
  /** Most commands waiting; one more is refused at once, so that memory stays bounded. */
  max_queue: number;
  /** How often a whole batch is tried before it is split; default 3. */
  attempts_max?: number;
};

/** What to do with a batch that failed: try the whole again, split it to find the bad command, or give up. */
export type NextTry = 'again' | 'split' | 'give_up';
/** A promise where the next try is to wait. */
export type AfterFailure = (error: unknown) => NextTry | Promise<NextTry>;

/** Thrown instead of queueing without bound; the caller may try again shortly. */
export class QueueFull extends Error {
  constructor(max_queue: number) {
    super(`${max_queue} commands are already waiting; try again shortly`);
    this.name = 'QueueFull';
  }
}

type Waiting<Command, Outcome> = {
  command: Command;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
};

const ATTEMPTS_MAX = 3;

/**
 * Turns a use case that takes an array into a function of one command. It gathers what arrives while the
 * batches before are in flight: no timer, so no wait when it is quiet. Commands of one turn of the event loop
 * go together.
 *
 * A batch that fails as a whole is split until the command at fault stands alone, so that a bad command
 * never fails its neighbours. Its parts run one after the other, in order.
 */
export function batcher<Command, Outcome>(
  run: (commands: Command[]) => Promise<Outcome[]>,
  limits: BatchLimits,
  afterFailure: AfterFailure,
): (command: Command) => Promise<Outcome> {
  return launching(settlerOf(run, afterFailure, limits.attempts_max), limits.max_queue, {
    in_flight: () => limits.in_flight,
    admits: () => true,
    take: (queue) => queue.splice(0, limits.max_batch),
    onBegun: () => () => undefined,
  });
}

export type NamedLimits = BatchLimits & {
  /** Most batches under way at once where some of them take long. */
  in_flight_max: number;
  /** Most commands waiting about one thing; left out: as many as of all. One more is refused as if the queue were full. */
  of_one_max?: number;
  /** A batch is about one thing alone: a lock that somebody holds on it keeps nothing else waiting. Left out: about many. */
  is_apart?: boolean;
};

/**
 * A batcher whose commands are each about one thing. No two batches under way are about the same thing: so commands about
 * it are done in the order in which they came, and no batch waits for another's lock on it. A batch gathers all that
 * waits, since a large one costs hardly more than a small one; beside one that takes long another may begin, with what is
 * about other things.
 *
 * @param nameOf what a command is about
 * @param inAWhile calls back when a batch that began now has taken long
 */
export function batcherByName<Command, Outcome>(
  run: (commands: Command[]) => Promise<Outcome[]>,
  {
    in_flight,
    in_flight_max,
    max_batch,
    max_queue,
    attempts_max,
    of_one_max = max_queue,
    is_apart = false,
  }: NamedLimits,
  afterFailure: AfterFailure,
  nameOf: (command: Command) => string,
  inAWhile: (then: () => void) => void,
): (command: Command) => Promise<Outcome> {
  const busy = new Set<string>();
  const waiting_of = new Map<string, number>();
  const wait = (name: string, more: number): void => {
    const waiting = (waiting_of.get(name) ?? 0) + more;
    if (waiting === 0) waiting_of.delete(name);
    else waiting_of.set(name, waiting);
  };
  let slow = 0;
  return launching(settlerOf(run, afterFailure, attempts_max), max_queue, {
    in_flight: () => Math.min(in_flight_max, in_flight + slow),
    admits: (command) => {
      const name = nameOf(command);
      const is_admitted = (waiting_of.get(name) ?? 0) < of_one_max;
      if (is_admitted) wait(name, 1);
      return is_admitted;
    },
    take: (queue) => {
      // Asked anew with each command that comes: all that wait are gone through only where one of them may begin.
      if (areAllIn(busy, waiting_of.keys())) return [];
      const free = queue.find(({ command }) => !busy.has(nameOf(command)));
      const first = free === undefined ? null : nameOf(free.command);
      const fits = (name: string) => (is_apart ? name === first : !busy.has(name));
      const batch = takeOut(queue, max_batch, ({ command }) => fits(nameOf(command)));
      for (const { command } of batch) wait(nameOf(command), -1);
      return batch;
    },
    onBegun: (batch, launch) => {
      const names = new Set(batch.map(({ command }) => nameOf(command)));
      for (const name of names) busy.add(name);
      let state: 'begun' | 'slow' | 'over' = 'begun';
      inAWhile(() => {
        if (state === 'over') return;
        state = 'slow';
        slow += 1;
        launch();
      });
      return () => {
        for (const name of names) busy.delete(name);
        if (state === 'slow') slow -= 1;
        state = 'over';
      };
    },
  });
}

function areAllIn(set: ReadonlySet<string>, names: Iterable<string>): boolean {
  for (const name of names) if (!set.has(name)) return false;
  return true;
}

/** Takes those that fit out of a queue, the first of them up to so many. */
function takeOut<One>(queue: One[], max: number, fits: (one: One) => boolean): One[] {
  const taken: One[] = [];
  const passed: One[] = [];
  let looked_at = 0;
  for (const one of queue) {
    if (taken.length >= max) break;
    looked_at += 1;
    (fits(one) ? taken : passed).push(one);
  }
  queue.splice(0, looked_at, ...passed);
  return taken;
}

type Launching<Command, Outcome> = {
  /** How many batches may be under way now. */
  in_flight: () => number;
  /** Whether one more may wait, in a queue that has room; told of it once. */
  admits: (command: Command) => boolean;
  /** Takes the next batch out of what waits; empty where nothing of it may begin now. */
  take: (queue: Waiting<Command, Outcome>[]) => Waiting<Command, Outcome>[];
  /** Told of a batch that begins, and how to look again for another; what it returns is called when the batch has ended. */
  onBegun: (batch: readonly Waiting<Command, Outcome>[], launch: () => void) => () => void;
};

/** Queues commands, and begins batches of them while there is room: once for those of one turn of the event loop. */
function launching<Command, Outcome>(
  settle: (batch: Waiting<Command, Outcome>[]) => Promise<void>,
  max_queue: number,
  { in_flight, admits, take, onBegun }: Launching<Command, Outcome>,
): (command: Command) => Promise<Outcome> {
  const queue: Waiting<Command, Outcome>[] = [];
  let flying = 0;
  let scheduled = false;
  const launch = (): void => {
    while (flying < in_flight()) {
      const batch = take(queue);
      if (batch.length === 0) return;
      flying += 1;
      const end = onBegun(batch, launch);
      void settle(batch).finally(() => {
        flying -= 1;
        end();
        launch();
      });
    }
  };
  return (command) =>
    new Promise<Outcome>((resolve, reject) => {
      if (queue.length >= max_queue || !admits(command)) {
        reject(new QueueFull(queue.length));
        return;
      }
      queue.push({ command, resolve, reject });
      if (scheduled || flying >= in_flight()) return;
      scheduled = true;
      setImmediate(() => {
        scheduled = false;
        launch();
      });
    });
}

/** Runs a batch and answers each of its commands, as `batcher` says. */
function settlerOf<Command, Outcome>(
  run: (commands: Command[]) => Promise<Outcome[]>,
  afterFailure: AfterFailure,
  attempts_max = ATTEMPTS_MAX,
): (batch: Waiting<Command, Outcome>[]) => Promise<void> {
  const settle = async (batch: Waiting<Command, Outcome>[], attempt = 1): Promise<void> => {
    try {
      const outcomes = await run(batch.map((waiting) => waiting.command));
      batch.forEach((waiting, position) => {
        waiting.resolve(outcomes[position] as Outcome);
      });
    } catch (error) {
      const next = await afterFailure(error);
      if (next === 'again' && attempt < attempts_max) return settle(batch, attempt + 1);
      if (next === 'give_up' || batch.length === 1) {
        for (const waiting of batch) waiting.reject(error);
        return;
      }
      const middle = batch.length >>> 1;
      await settle(batch.slice(0, middle));
      await settle(batch.slice(middle));
    }
  };
  return settle;
}
