import type { PoolClient } from 'pg';
import { isMisdirected, misdirected } from '../../domain/book/announced.ts';
import { happenedBy } from '../../domain/book/book.ts';
import { DAY_MS } from '../../domain/time.ts';
import { loadMet } from '../../store/book/announced.ts';
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
 * Messages without a place that tell of a debit to somebody else, from or to the very balance of the step that was
 * taken for what staff announced. One of the two is somebody's invention, and most likely the one that came first:
 * who writes in the operator's name that the money went where it should, and sends it to himself then. A book has
 * room for one of them, so people have to hear of the other.
 */
export async function toldElsewhere(
  client: PoolClient,
  changes: readonly BookChange[],
): Promise<NewIncident[]> {
  const told = changes.flatMap(debitsWithoutPlace);
  if (told.length === 0) return [];
  const met = await loadMet(
    client,
    told.map(({ collection_number_id, claim, move: { before_xaf, after_xaf } }, position) => ({
      ...{ position, collection_number_id, before_xaf, after_xaf },
      since: new Date(happenedBy(claim) - DAY_MS),
    })),
  );
  return met.flatMap(({ position, to_phone, ...step }) => {
    const one = told[position];
    if (one === undefined || !isMisdirected({ to_phone }, one.move)) return [];
    const detail = { ...step, went_to: one.move.recipient, announced_to: to_phone, notice_id: one.claim.key };
    return [{ collection_number_id: one.collection_number_id, kind: 'misdirected' as const, detail }];
  });
}

type Told = { collection_number_id: string; claim: Message; move: Message['moves'][number] };

/** What has come without finding a place; where an announcement is met now, also what waits since before. */
function debitsWithoutPlace({
  state: { collection_number_id },
  anchor,
  messages,
  steps,
}: BookChange): Told[] {
  const placed = new Set(steps.map(({ claim }) => claim));
  const is_met = [anchor?.anchored.missing, ...steps].some((one) => one?.announced != null);
  return messages
    .filter((one) => !placed.has(one) && one.known?.is_same !== true && (is_met || !one.is_stored))
    .flatMap((claim) =>
      claim.moves
        .filter(
          ({ kind, recipient, after_xaf }) => kind === 'DEBIT' && recipient != null && after_xaf !== null,
        )
        .map((move) => ({ collection_number_id, claim, move })),
    );
}
