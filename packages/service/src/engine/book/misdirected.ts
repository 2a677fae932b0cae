import type { PoolClient } from 'pg';
import { isMisdirected, isOfSum, misdirected } from '../../domain/movement/announced.ts';
import { happenedBy } from '../../domain/movement/claim.ts';
import type { Move } from '../../domain/movement/move.ts';
import { DAY_MS } from '../../domain/time.ts';
import { loadMet } from '../../store/book/announced.ts';
import type { NewIncident } from '../feeds.ts';
import type { BookChange, Message } from './change.ts';
import { metDebits } from './rows-of-change.ts';

/**
 * Incidents for debits of an announced sum that went to somebody else. Such a debit stands unexplained, and what was
 * announced goes on waiting.
 */
export function sentElsewhere(change: BookChange): NewIncident[] {
  const { state, steps } = change;
  const { collection_number_id } = state;
  const met = new Set(metDebits(change).map(({ id }) => id));
  const open = state.announced.filter(({ id }) => !met.has(id));
  return steps.flatMap(({ id: step_id, move, announced: own }) => {
    const [first] = own === null ? misdirected(open, move) : [];
    if (first === undefined) return [];
    const { amount_xaf, to_phone: announced_to, cause_id } = first;
    const detail = { step_id, amount_xaf, went_to: move.recipient, announced_to, cause_id };
    return [{ collection_number_id, kind: 'misdirected' as const, about: step_id, detail }];
  });
}

/**
 * Incidents for messages without a place that tell of a debit to somebody else, where an announcement is met already.
 * Either a reading found the sum gone before its message came. Or the message begins or ends at the same balance as the
 * step that met the announcement, and one of the two is forged: somebody may write in the operator's name that the money
 * went where it should, and then send it to himself. A payout that has ended stays ended, and people hear of it.
 */
export async function misdirectedClaims(
  client: PoolClient,
  changes: readonly BookChange[],
): Promise<NewIncident[]> {
  const told = changes.flatMap(debitsWithoutPlace);
  if (told.length === 0) return [];
  const met = await loadMet(
    client,
    told.map(({ collection_number_id, claim }, position) => ({
      ...{ position, collection_number_id },
      since: new Date(happenedBy(claim) - DAY_MS),
    })),
  );
  return told.flatMap(({ collection_number_id, claim, move }, position) => {
    const one = met.find((each) => each.position === position && mayHaveMet(each, move));
    if (one === undefined) return [];
    const { step_id, amount_xaf, cause_id, to_phone: announced_to } = one;
    const went_to = move.recipient;
    const detail = { step_id, amount_xaf, cause_id, went_to, announced_to, notice_id: claim.key };
    return [{ collection_number_id, kind: 'misdirected' as const, about: step_id, detail }];
  });
}

type MetDebit = Awaited<ReturnType<typeof loadMet>>[number];

/**
 * Whether a debit to somebody else may be what an announcement was met by: a reading found the sum gone, or a message told
 * of the same balance.
 */
function mayHaveMet(met: MetDebit, move: Move): boolean {
  if (!isMisdirected(met, move)) return false;
  if (met.is_read && isOfSum(met, move)) return true;
  return met.before_xaf === move.before_xaf || met.after_xaf === move.after_xaf;
}

type ToldDebit = { collection_number_id: string; claim: Message; move: Move };

/**
 * Debits that name a recipient, by messages that have come and found no place; where an announcement is met now, also by
 * those that wait since before.
 */
function debitsWithoutPlace(change: BookChange): ToldDebit[] {
  const { state, messages, steps } = change;
  const { collection_number_id } = state;
  // A row of the past counts as one without a place: a reading may have found its debit before, and met an announcement by it.
  const placed = new Set(steps.filter(({ passed }) => passed === undefined).map(({ claim }) => claim));
  const is_met = metDebits(change).length > 0;
  return messages
    .filter((one) => !placed.has(one) && (is_met || !one.is_stored))
    .flatMap((claim) =>
      claim.moves
        .filter(({ kind, recipient }) => kind === 'DEBIT' && recipient != null)
        // A message that tells again of a step counts only if it names another recipient: the first message may have hidden
        // who got it.
        .filter(({ recipient }) => claim.known?.is_same !== true || claim.known.person !== recipient)
        .map((move) => ({ collection_number_id, claim, move })),
    );
}
