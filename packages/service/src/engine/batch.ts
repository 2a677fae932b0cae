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
export type NextStep = 'again' | 'split' | 'give_up';
/** A promise where the next try is to wait. */
export type AfterFailure = (error: unknown) => NextStep | Promise<NextStep>;

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
  const queue: Waiting<Command, Outcome>[] = [];
  let flying = 0;
  let scheduled = false;

  const settle = async (batch: Waiting<Command, Outcome>[], attempt = 1): Promise<void> => {
    try {
      const outcomes = await run(batch.map((waiting) => waiting.command));
      batch.forEach((waiting, position) => {
        waiting.resolve(outcomes[position] as Outcome);
      });
    } catch (error) {
      const next = await afterFailure(error);
      if (next === 'again' && attempt < (limits.attempts_max ?? ATTEMPTS_MAX))
        return settle(batch, attempt + 1);
      if (next === 'give_up' || batch.length === 1) {
        for (const waiting of batch) waiting.reject(error);
        return;
      }
      const middle = batch.length >>> 1;
      await settle(batch.slice(0, middle));
      await settle(batch.slice(middle));
    }
  };

  const launch = (): void => {
    scheduled = false;
    while (flying < limits.in_flight && queue.length > 0) {
      flying += 1;
      void settle(queue.splice(0, limits.max_batch)).finally(() => {
        flying -= 1;
        launch();
      });
    }
  };

  return (command) =>
    new Promise((resolve, reject) => {
      if (queue.length >= limits.max_queue) {
        reject(new QueueFull(limits.max_queue));
        return;
      }
      queue.push({ command, resolve, reject });
      if (!scheduled && flying < limits.in_flight) {
        scheduled = true;
        setImmediate(launch);
      }
    });
}

export type LaneLimits = Pick<BatchLimits, 'max_batch' | 'max_queue'> & { lanes: number };

/**
 * Batchers side by side, each with one batch in flight. Commands about one thing always take the same lane: so they
 * are done in the order in which they came, and no two batches wait for a lock on that thing.
 *
 * @param limits its queue is that of one lane
 * @param nameOf what a command is about
 */
export function batcherInLanes<Command, Outcome>(
  run: (commands: Command[]) => Promise<Outcome[]>,
  { lanes: count, max_batch, max_queue }: LaneLimits,
  afterFailure: AfterFailure,
  nameOf: (command: Command) => string,
): (command: Command) => Promise<Outcome> {
  const lanes = Array.from({ length: count }, () =>
    batcher(run, { max_batch, in_flight: 1, max_queue }, afterFailure),
  );
  return (command) => (lanes[hashOf(nameOf(command)) % count] as (typeof lanes)[number])(command);
}

/** Spreads names evenly; ids differ in their last characters most. */
function hashOf(name: string): number {
  let hash = 0;
  for (let at = 0; at < name.length; at += 1) hash = (hash * 31 + name.charCodeAt(at)) >>> 0;
  return hash;
}
