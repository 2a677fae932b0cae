import { Buffer } from 'node:buffer';
import { argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** Argon2id as OWASP's cheat sheet on storing passwords has it: 19 MiB, two passes. */
const COSTS = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

export type Costs = { memory: number; passes: number; parallelism: number };

/** Hashes passwords, one after another: whoever signs in waits, payments don't. */
export type Hashing = {
  hash: (password: string) => Promise<string>;
  /** Whether this is the password. Null: nobody has such a hash, and the same work is done for nothing. */
  matches: (hash: string | null, password: string) => Promise<boolean>;
};

/** Thrown when more wait for a hash than is reasonable; the same request may pass a moment later. */
export class HashingBusy extends Error {
  readonly code = 'HASHING_BUSY';
}

/**
 * Each hash keeps a core busy for 50 ms in a thread of Node's pool, away from the event loop. At most `in_flight` run at
 * once, so that of two cores one is left for payments; at most `max_queue` wait.
 */
export function createHashing(
  randomBytes: (bytes: number) => Uint8Array,
  { in_flight = 1, max_queue = 100, costs = COSTS } = {},
): Hashing {
  const turn = turns(in_flight, max_queue);
  const nobody = encode(costs, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));
  return {
    hash: (password) =>
      turn(async () => {
        const salt = randomBytes(SALT_BYTES);
        return encode(costs, salt, await derive(password, salt, costs));
      }),
    matches: (hash, password) =>
      turn(async () => {
        const known = decode(hash ?? nobody);
        const derived = await derive(password, known.salt, known.costs);
        return timingSafeEqual(derived, known.hash) && hash !== null;
      }),
  };
}

const run = promisify(argon2);

function derive(password: string, nonce: Uint8Array, costs: Costs): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFC'));
  return run('argon2id', { ...costs, message, nonce, tagLength: HASH_BYTES });
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '');

/** `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`, the form in which other programs keep it too. */
function encode({ memory, passes, parallelism }: Costs, salt: Uint8Array, hash: Uint8Array): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;
}

function decode(text: string): { costs: Costs; salt: Buffer; hash: Buffer } {
  const [, memory, passes, parallelism, salt = '', hash = ''] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(text) ?? [];
  if (memory === undefined) throw new Error('a stored password hash is damaged');
  const costs = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  return { costs, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') };
}

/** So many at once, the others in their order. */
function turns(in_flight: number, max_queue: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < in_flight) running += 1;
    else if (waiting.length >= max_queue) throw new HashingBusy('too many passwords wait to be checked');
    else await new Promise<void>((resolve) => waiting.push(resolve));
    return work().finally(leave);
  };
}
