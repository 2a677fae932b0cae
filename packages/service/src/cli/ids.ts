import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 8 * 1024;
const COUNTER_MAX = 0xfff;

/**
 * Makes UUIDv7s (RFC 9562) that grow within this process: 48 bits of milliseconds, a 12-bit counter (method
 * 1 of section 6.2, so that ids of one millisecond keep their order in an index), 62 random bits. A clock
 * that steps back, or more than the counter holds, borrows from the next millisecond.
 */
export function createIds(nowMs: () => number): () => string {
  const pool = Buffer.allocUnsafe(POOL_BYTES);
  let used = POOL_BYTES;
  let last_ms = 0;
  let counter = 0;

  const take = (size: number): number => {
    if (used + size > POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    used += size;
    return used - size;
  };

  return () => {
    const at = take(8);
    const now_ms = nowMs();
    if (now_ms > last_ms) {
      last_ms = now_ms;
      // Starts in the lower half, so that there is room to count.
      counter = pool.readUInt16BE(take(2)) & (COUNTER_MAX >>> 1);
    } else if (counter < COUNTER_MAX) {
      counter += 1;
    } else {
      last_ms += 1;
      counter = 0;
    }
    const time = last_ms.toString(16).padStart(12, '0');
    pool[at] = ((pool[at] ?? 0) & 0x3f) | 0x80;
    const tail = pool.toString('hex', at, at + 8);
    const count = counter.toString(16).padStart(3, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${tail.slice(0, 4)}-${tail.slice(4)}`;
  };
}
