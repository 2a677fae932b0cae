import { Buffer } from 'node:buffer';
import { argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { turns } from '../turns.ts';

/** Argon2id with 12 MiB and three passes: of what OWASP's cheat sheet on storing passwords calls equally strong, it takes a third less time than 19 MiB and two. */
const COSTS = { memory: 12_288, passes: 3, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

export type Costs = { memory: number; passes: number; parallelism: number };

/** Hashes passwords, one after another: whoever signs in waits, payments don't. */
export type Hashing = {
  hash: (password: string) => Promise<string>;
  /**
   * Whether this is the password. Null: nobody has such a hash, and the same work is done for nothing. What a stranger tries comes
   * behind all else: he needs neither an account nor a link for it, only addresses.
   */
  matches: (hash: string | null, password: string, by?: { is_stranger: boolean }) => Promise<boolean>;
};

/**
 * Each hash keeps a core busy for 30 ms in a thread of Node's pool, away from the event loop. At most `in_flight` run at
 * once, so that of two cores one is left for payments; at most `max_queue` wait,
 * and as many strangers.
 */
export function createHashing(
  randomBytes: (bytes: number) => Uint8Array,
  { in_flight = 1, max_queue = 100, costs = COSTS } = {},
): Hashing {
  const turn = turns('the hash of a password', { in_flight, max_queue });
  const nobody = encode(costs, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));
  return {
    hash: (password) =>
      turn(async () => {
        const salt = randomBytes(SALT_BYTES);
        return encode(costs, salt, await derive(password, salt, costs));
      }),
    matches: (hash, password, { is_stranger } = { is_stranger: false }) =>
      turn(
        async () => {
          const known = decode(hash ?? nobody);
          const derived = await derive(password, known.salt, known.costs);
          return timingSafeEqual(derived, known.hash) && hash !== null;
        },
        { is_last: is_stranger },
      ),
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
