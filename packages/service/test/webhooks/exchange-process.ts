import { setTimeout as sleep } from 'node:timers/promises';
import { openPoster } from '../../src/webhooks/post.ts';

// Many exchanges at once in a process of its own, which tells how much memory they hold: after they have
// settled, or while they wait. Arguments: URL, how many, which of the two. Needs --expose-gc.
const [url = '', count = '0', end = 'waits'] = process.argv.slice(2);
const { gc } = globalThis;
if (gc === undefined) throw new Error('--expose-gc is needed');
const HOLD_MS = 1_000;

async function bytesInUse(): Promise<number> {
  // What buffers held is given back a moment after they were collected.
  for (let round = 0; round < 3; round += 1) {
    gc?.();
    await sleep(50);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const { post, close } = openPoster({ allow_private: true });
const body = Buffer.alloc(1_000, 'a');
// Code and first connections, which are no exchange's own.
await post(`${url}?warm`, {}, body);
const before = await bytesInUse();
let settled = 0;
const exchanges = Array.from({ length: Number(count) }, () =>
  post(url, {}, body).then((exchange) => {
    settled += 1;
    return exchange;
  }),
);
await (end === 'settles' ? Promise.all(exchanges) : sleep(HOLD_MS));
process.send?.({ bytes: (await bytesInUse()) - before, settled, exchanges: exchanges.length });
await close();
process.disconnect();
