import { randomBytes, randomFillSync, randomInt } from 'node:crypto';
import type { Pool } from 'pg';
import type { Policy } from '../domain/policy.ts';
import type { Services } from '../engine/services.ts';

/**
 * The clock and chance of this process: the only place where they are made.
 * @param nowMs milliseconds since 1970, where it isn't this machine's clock that tells them
 */
export function createServices(
  pool: Pool,
  policy: Policy,
  onEvents: () => void,
  nowMs: () => number = Date.now,
): Services {
  return {
    pool,
    now: () => new Date(nowMs()),
    newId: createIds(nowMs),
    random: Math.random,
    policy,
    onEvents,
  };
}

/**
 * Those of a command beside a running server, by the database's clock as it was when the command began: what is said here of a
 * SIM is held against what the server has done. Events that it causes are seen by the server's delivery loop, which polls.
 * @param ahead_ms how far this machine's clock is ahead of the database's
 */
export function createCommandServices(pool: Pool, policy: Policy, ahead_ms: number): Services {
  const nowMs = () => Math.round(Date.now() - ahead_ms);
  return createServices(pool, policy, () => undefined, nowMs);
}

/** 32 bytes from the system's cryptographic source: what a new API key is made of. */
export function keyBytes(): Uint8Array {
  return randomBytes(32);
}

const POOL_BYTES = 8 * 1024;
const TAIL_BYTES = 8;
const COUNTER_MAX = 0xfff;

/**
 * Makes UUIDv7s (RFC 9562) that grow within this process: 48 bits of milliseconds, a 12-bit counter (method
 * 1 of section 6.2, so that ids of one millisecond keep their order in an index), 62 random bits. A clock
 * that steps back, or more than the counter holds, borrows from the next millisecond.
 */
export function createIds(nowMs: () => number): () => string {
  const pool = Buffer.allocUnsafe(POOL_BYTES);
  let tails = '';
  let used = POOL_BYTES;
  let last_ms = 0;
  let counter = 0;
  let time = '';

  // The random part of many ids is written out together: 8 bytes each, the variant in the first of them.
  const refill = (): void => {
    randomFillSync(pool);
    for (let at = 0; at < POOL_BYTES; at += TAIL_BYTES) pool[at] = ((pool[at] ?? 0) & 0x3f) | 0x80;
    tails = pool.toString('hex');
    used = 0;
  };

  const at = (ms: number): void => {
    last_ms = ms;
    const digits = ms.toString(16).padStart(12, '0');
    time = `${digits.slice(0, 8)}-${digits.slice(8)}-7`;
  };

  return () => {
    if (used === POOL_BYTES) refill();
    const now_ms = nowMs();
    if (now_ms > last_ms) {
      at(now_ms);
      // Starts in the lower half, so that there is room to count.
      counter = randomInt((COUNTER_MAX >>> 1) + 1);
    } else if (counter < COUNTER_MAX) {
      counter += 1;
    } else {
      at(last_ms + 1);
      counter = 0;
    }
    const tail = used * 2;
    used += TAIL_BYTES;
    const count = counter.toString(16).padStart(3, '0');
    return `${time}${count}-${tails.slice(tail, tail + 4)}-${tails.slice(tail + 4, tail + 16)}`;
  };
}
