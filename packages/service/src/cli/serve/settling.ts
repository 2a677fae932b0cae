import { type AfterFailure, batcherInLanes } from '../../engine/batch.ts';
import type { KeptNotice } from '../../engine/gateways/intake.ts';

const LIMITS = { lanes: 4, max_batch: 256, max_queue: 10_000 };

/**
 * Settles the notices of live numbers behind the door's back. Whoever settles for a number holds its book: two sets
 * that both had messages of one number would run one after the other, and the later messages might come first and
 * wait as claims. So a number always has the same lane.
 *
 * @param onFailure told of each notice that was not settled; the others of its lane go on
 */
export function openSettling(
  run: (notice_ids: string[]) => Promise<unknown[]>,
  afterFailure: AfterFailure,
  onFailure: (error: unknown) => void,
) {
  const settle = batcherInLanes(
    (notices: KeptNotice[]) => run(notices.map((notice) => notice.notice_id)),
    LIMITS,
    afterFailure,
    (notice) => notice.number_id,
  );
  let under_way = 0;
  let onIdle = (): void => undefined;
  const end = (): void => {
    under_way -= 1;
    if (under_way === 0) onIdle();
  };
  return {
    settle: (notice: KeptNotice): void => {
      under_way += 1;
      settle(notice).catch(onFailure).finally(end);
    },
    /** Resolves when nothing is under way. */
    done: () =>
      new Promise<void>((resolve) => {
        onIdle = resolve;
        if (under_way === 0) resolve();
      }),
  };
}
