import { setTimeout } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { REFUND_ANSWERS, SHORT_LIVED } from '../domain/retention.ts';
import type { Caller, IdempotencyKey, KeyRefusal } from '../domain/session/commands.ts';
import { DAY_MS, later } from '../domain/time.ts';
import { atomically } from '../store/connect/atomically.ts';
import { deleteAnswers, insertAnswers, lockKeys, readAnswers } from '../store/idempotency.ts';
import type { Services } from './services.ts';

/** A command that may come with an idempotency key. */
export type Keyed = Caller & { idempotency: IdempotencyKey | null };

/** One that came without: nothing of it is kept or looked up. */
export type Unkeyed<Command extends Keyed> = Command & { idempotency: null };

/** How commands of one kind are carried out, and what is kept of their outcomes. */
type Work<Command, Outcome, Kept> = {
  /**
   * Carries out the commands that their keys leave to do, and puts them on record: what is answered again was recorded
   * at first, and a key in use is answered at once, not behind the locks of the request that uses it.
   * @returns an outcome for each, in order
   */
  run: (client: PoolClient, fresh: Command[]) => Promise<Outcome[]>;
  /**
   * What is kept of an outcome under its key, or null for one that says "try again" (no number free, rail not
   * ready): that must not be repeated as long as a key is kept. Asked only for commands that came with a key.
   */
  keptAs: (outcome: Outcome) => Kept | null;
  /** The outcome that is answered again, from what was kept; its instants are Dates again. */
  revive: (kept: Kept) => Outcome;
};

/**
 * Carries out a batch of commands in one transaction, each key once. The keys are held before anything else is locked,
 * and the first answers are kept in the transaction that did the work, so that a killed process leaves neither without
 * the other. A command under a key that another transaction or an earlier command of this batch holds is refused: its
 * caller asks again and finds the answer.
 * @returns an outcome per command, in order; besides what `run` takes, three statements at most, and none without keys
 */
export function keyed<Command extends Keyed, Outcome, Kept extends Revivable<Kept>>(
  services: Pick<Services, 'pool' | 'now'>,
  operation: string,
  commands: readonly Command[],
  work: Work<Command, Outcome, Kept>,
): Promise<(Outcome | KeyRefusal)[]> {
  return atomically(services.pool, (client) => keyedWith(services, client, operation, commands, work));
}

/** The same in the caller's transaction, which must not have locked anything yet. */
export async function keyedWith<Command extends Keyed, Outcome, Kept extends Revivable<Kept>>(
  services: Pick<Services, 'now'>,
  client: PoolClient,
  operation: string,
  commands: readonly Command[],
  { run, keptAs, revive }: Work<Command, Outcome, Kept>,
): Promise<(Outcome | KeyRefusal)[]> {
  const answered = await holdKeys(client, operation, commands);
  const fresh = commands.filter((_, position) => answered[position] === null);
  const done = fresh.length === 0 ? [] : await run(client, fresh);
  if (done.length !== fresh.length) throw new Error(`bug: ${operation} gave not one outcome per command`);
  const created_at = services.now();
  const answers = fresh.flatMap(({ merchant_id, environment, idempotency }, i) => {
    const kept = idempotency === null ? null : keptAs(done[i] as Outcome);
    if (idempotency === null || kept === null) return [];
    const outcome = JSON.stringify(kept);
    return [{ merchant_id, environment, ...idempotency, operation, outcome, created_at }];
  });
  await insertAnswers(client, answers);
  let next = 0;
  return answered.map((answer) => {
    if (answer === null) return done[next++] as Outcome;
    return answer.kind === 'first_answer' ? revive(JSON.parse(answer.text, asInstant) as Kept) : answer;
  });
}

/**
 * The way of a single command. Nearly all come without a key, and nearly all of those are carried out by one statement
 * with no transaction around it: they go `atOnce`. What it gives null for, having written nothing, goes the long way,
 * through `keyed`, like whatever came with a key.
 */
export function atOnceWithoutKey<Command extends Keyed, Outcome extends object>(
  atOnce: (command: Unkeyed<Command>) => Promise<Outcome | null>,
  longWay: (command: Command) => Promise<Outcome>,
): (command: Command) => Promise<Outcome> {
  return async (command) => (isUnkeyed(command) && (await atOnce(command))) || longWay(command);
}

export const isUnkeyed = <Command extends Keyed>(command: Command): command is Unkeyed<Command> =>
  command.idempotency === null;

/** What else asks under the same key at this moment has its answer within so many looks. */
const LOOKS_MAX = 100;
const LOOK_AGAIN_MS = 50;

/**
 * Asks again while another request holds the key: of two taps on one form the browser shows the answer of the second, which must say
 * what became of the first.
 */
export async function inTurn<Outcome>(
  ask: () => Promise<Outcome>,
  isRunning: (outcome: Outcome) => boolean,
  looks = 1,
): Promise<Outcome> {
  const outcome = await ask();
  if (!isRunning(outcome) || looks >= LOOKS_MAX) return outcome;
  await setTimeout(LOOK_AGAIN_MS);
  return inTurn(ask, isRunning, looks + 1);
}

/**
 * Keeps outcomes of these kinds whole, as answers that stay true, and answers them again with the mark that they were
 * answered before.
 */
export function keptWhole<Outcome extends { kind: string }>(
  ...kinds: Extract<Outcome, { replayed: boolean }>['kind'][]
): Pick<Work<never, Outcome, Outcome>, 'keptAs' | 'revive'> {
  const kept: ReadonlySet<string> = new Set(kinds);
  return {
    keptAs: (outcome) => (kept.has(outcome.kind) ? outcome : null),
    revive: (outcome) => ({ ...outcome, replayed: true }),
  };
}

/** JSON writes a Date as text, and its name tells that it was one: it ends in `_at`, or is one of these. */
const OTHER_INSTANTS = ['failing_since', 'previous_secret_until'] as const;
type InstantName = `${string}_at` | (typeof OTHER_INSTANTS)[number];

const asInstant = (name: string, value: unknown): unknown =>
  typeof value === 'string' && (name.endsWith('_at') || OTHER_INSTANTS.some((other) => other === name))
    ? new Date(value)
    : value;

/** What comes back from JSON as it was kept: Dates stand under the names of instants, and nothing else does. */
type Revivable<Kept> = {
  [Name in keyof Kept]: Name extends InstantName
    ? Extract<Kept[Name], Date | null | undefined>
    : Exclude<Kept[Name], object> | Revivable<Exclude<Extract<Kept[Name], object>, Date>>;
};

/**
 * Looks the keys of a batch up and holds the fresh ones until the transaction ends.
 * @returns for each command, in order: null for one that is to be carried out, else what answers it
 */
async function holdKeys(
  client: PoolClient,
  operation: string,
  commands: readonly Keyed[],
): Promise<(KeyRefusal | { kind: 'first_answer'; text: string } | null)[]> {
  const answered: Awaited<ReturnType<typeof holdKeys>> = commands.map(() => null);
  const names = new Set<string>();
  const first = commands.flatMap(({ merchant_id, environment, idempotency }, position) => {
    if (idempotency === null) return [];
    const name = `${merchant_id}/${environment}/${idempotency.key}`;
    if (names.has(name)) {
      answered[position] = { kind: 'idempotency_key_in_use' };
      return [];
    }
    names.add(name);
    return [{ position, merchant_id, environment, key: idempotency.key }];
  });
  const locks = await lockKeys(client, first);
  for (const lock of locks) if (!lock.locked) answered[lock.position] = { kind: 'idempotency_key_in_use' };
  const held = first.filter(({ position }) => answered[position] === null);
  for (const answer of await readAnswers(client, held)) {
    const same =
      answer.operation === operation &&
      answer.request_hash === commands[answer.position]?.idempotency?.request_hash;
    answered[answer.position] = same
      ? { kind: 'first_answer', text: answer.outcome }
      : { kind: 'idempotency_key_reused' };
  }
  return answered;
}

/**
 * Forgets the oldest answers whose time is over: who asks again later than that asks anew.
 * @returns how many
 */
export async function forgetAnswers(services: Services, { limit }: { limit: number }): Promise<number> {
  const now = services.now();
  const [row] = await deleteAnswers(services.pool, {
    before: later(now, -SHORT_LIVED.idempotency_keys.kept_ms),
    refunds_before: later(now, -REFUND_ANSWERS.kept_days * DAY_MS),
    limit,
  });
  return row?.deleted ?? 0;
}
