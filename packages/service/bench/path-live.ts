import { bytesBetween, bytesNow, bytesRows, settleTables } from './bytes.ts';
import { payLive, type Told, withReceiver } from './live-run.ts';
import { withLiveService } from './live-service.ts';
import { quantile } from './measure.ts';
import { type Effort, MEDIUM_NAMES, milliseconds, type Row } from './row.ts';

const P99_GOAL_MS = 50;
const PER_SECOND = 500;
/** Each as hot as 50 payments a second. */
const NUMBERS = 10;

/**
 * The live path, open loop: an SMS is posted by its phone, kept, read, proven by the book, settled, and the webhook
 * received with its signature. From the moment the SMS was due to be posted until the webhook had arrived whole.
 * The sessions were asked for before, in the engine.
 */
export async function measureLivePath(effort: Effort): Promise<Row[]> {
  const medium = 'disk';
  const rows = await withLiveService(medium, { merchants: 20, numbers: NUMBERS }, (live) =>
    withReceiver(live, async (receiver) => {
      effort.say('live: warm-up');
      await payLive(live, receiver, { seconds: 2, per_second: 200 });
      await settleTables(live.pool);
      effort.say(`live: ${PER_SECOND} payments/s on ${NUMBERS} SIMs`);
      const before = await bytesNow(live.pool);
      const seconds = effort.quick ? 5 : 20;
      const told = await payLive(live, receiver, { seconds, per_second: PER_SECOND });
      await settleTables(live.pool);
      const bytes = bytesBetween(before, await bytesNow(live.pool));
      return [rowOf(told, MEDIUM_NAMES[medium]), ...bytesRows(bytes, told.asked, 'live')];
    }),
  );
  return rows ?? [];
}

function rowOf({ asked, waits_ms, bad_signatures, is_whole }: Told, medium: string): Row {
  const p99_ms = quantile(waits_ms, 0.99);
  return {
    measurement: 'live',
    what: `SMS due → webhook received at ${PER_SECOND} payments/s on ${NUMBERS} SIMs, each as hot as ${PER_SECOND / NUMBERS}/s, ${medium}`,
    value: `${is_whole ? '' : 'VOID '}p50 ${milliseconds(quantile(waits_ms, 0.5))}, p99 ${milliseconds(p99_ms)}, p99.9 ${milliseconds(quantile(waits_ms, 0.999))}`,
    goal: `p99 ≤ ${P99_GOAL_MS} ms`,
    met: is_whole && p99_ms <= P99_GOAL_MS,
    from: `${waits_ms.length} of ${asked} payments delivered, ${bad_signatures} bad signatures`,
  };
}
