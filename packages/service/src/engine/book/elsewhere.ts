import type { PoolClient } from 'pg';
import { isMisdirected, isOfSum, misdirected } from '../../domain/book/announced.ts';
import { CLAIM_DAYS } from '../../domain/book/book.ts';
import { DAY_MS, later } from '../../domain/time.ts';
import { loadReadPayouts } from '../../store/book/announced.ts';
import type { NewIncident } from '../feeds.ts';
import type { BookChange } from './keep.ts';
import type { Message } from './messages.ts';

/** A debit of an announced sum that went to somebody else stands unexplained, and what was announced goes on waiting. */
export function sentElsewhere({
  state: { collection_number_id, announced },
  anchor,
  steps,
}: BookChange): NewIncident[] {
  const made = new Set([anchor?.anchored.missing, ...steps].map((one) => one?.announced?.id));
  const open = announced.filter(({ id }) => !made.has(id));
  return steps.flatMap(({ id: step_id, move, announced: own }) => {
    const [first] = own === null ? misdirected(open, move) : [];
    if (first === undefined) return [];
    const { amount_xaf, to_phone: announced_to, cause_id } = first;
    const detail = { step_id, amount_xaf, went_to: move.recipient, announced_to, cause_id };
    return [{ collection_number_id, kind: 'misdirected' as const, detail }];
  });
}

/**
 * A reading found a payout gone before its message came, and that names somebody else. What has ended stays so: people
 * are told to whom the money went.
 */
export async function endedElsewhere(
  client: PoolClient,
  changes: readonly BookChange[],
  arrived: readonly Message[],
  now: Date,
): Promise<NewIncident[]> {
  const placed = new Set(
    changes
      .flatMap(({ steps }) => steps.filter(({ passed }) => passed === undefined))
      .map(({ claim }) => claim.key),
  );
  const late = arrived.filter(
    ({ key, known, moves }) =>
      known?.is_same !== true && !placed.has(key) && moves.some(({ recipient }) => recipient != null),
  );
  if (late.length === 0) return [];
  const since = later(now, -CLAIM_DAYS * DAY_MS);
  const numbers = [...new Set(late.map((one) => one.collection_number_id))];
  const ended = await loadReadPayouts(
    client,
    numbers.map((collection_number_id) => ({ collection_number_id, since })),
  );
  return late.flatMap(({ key: notice_id, collection_number_id, moves }) => {
    const isOf = (one: (typeof ended)[number]) =>
      one.collection_number_id === collection_number_id &&
      moves.some((move) => isOfSum(one, move) && isMisdirected(one, move));
    const payout = ended.find(isOf);
    if (payout === undefined) return [];
    const { step_id, amount_xaf, to_phone: announced_to, cause_id } = payout;
    const went_to = moves.find(({ recipient }) => recipient != null)?.recipient;
    const detail = { step_id, notice_id, amount_xaf, went_to, announced_to, cause_id };
    return [{ collection_number_id, kind: 'misdirected' as const, detail }];
  });
}
