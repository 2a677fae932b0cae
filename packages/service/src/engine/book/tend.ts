import { DUE, hasWaited, TENDED, type TendedKind } from '../../domain/feed/due.ts';
import { BY_ITSELF } from '../../domain/feed/incident.ts';
import { boundsOf } from '../../domain/policy.ts';
import { later, MINUTE_MS } from '../../domain/time.ts';
import { noteAnswered, noteAsked } from '../../store/book/books.ts';
import type { BookLine } from '../../store/book/look.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { closeOpenIncidents, lockNumbers, refreshFeedStatus } from '../../store/feeds/incidents.ts';
import { type NewIncident, openIncidents } from '../feeds.ts';
import type { Services } from '../services.ts';
import { listBooks } from './look.ts';

/** Asks the gateways of numbers for what their phones got since then; what comes is settled like any message. */
export type AskPhonesAgain = (
  asks: readonly { collection_number_id: string; since: Date; until: Date }[],
) => Promise<unknown>;

/** A message that the phone has not told of may be a little older than the last one that it told of. */
const BACK_MS = 10 * 60_000;
/** The message that a claim waits for is looked for so long before the claim, and no further back. */
const CLAIM_BACK_MS = 12 * 3_600_000;
/** A phone is asked again only after so long: it sends its inbox by SMS webhooks, one by one. */
const ASK_AGAIN_MS = 10 * MINUTE_MS;
/** So long it takes to ask and to keep what comes: where that fails, or its process ends, a phone is asked again. */
const ASKING_MS = MINUTE_MS;

type Change = NewIncident & { kind: TendedKind; is_due: boolean };

/**
 * One look at every book: where a claim has waited, staff are asked for a balance, and the gateways for their inbox. Gateways are
 * asked too before somebody's session expires unpaid, since its message may have stayed in the phone, and once a phone is back for which
 * a session has waited; staff are asked too when half of what may still be settled without a balance is settled, and to say what has
 * left. What has ended by itself is closed, on record. Any number of processes may look at once.
 * @returns how many incidents were opened or closed
 */
export async function tendBooks(services: Services, askInboxes: AskPhonesAgain | null): Promise<number> {
  const lines = await listBooks(services);
  const changed = await applyAll(
    services,
    lines.flatMap((line) => changesOf(services, line)),
  );
  // Last: phones may take long to answer, and staff are told meanwhile.
  await ask(services, lines, askInboxes);
  return changed;
}

async function applyAll(services: Services, changes: readonly Change[]): Promise<number> {
  if (changes.length === 0) return 0;
  const now = services.now();
  const numbers = [...new Set(changes.map((one) => one.collection_number_id))];
  return atomically(services.pool, async (client) => {
    await lockNumbers(client, numbers);
    const opening = changes.filter((one) => one.is_due);
    const opened = await openIncidents(
      services,
      client,
      opening.map(({ collection_number_id, kind, detail }) => ({ collection_number_id, kind, detail })),
    );
    const closed = await closeOpenIncidents(
      client,
      changes
        .filter((one) => !one.is_due)
        .map(({ collection_number_id, kind }) => {
          const note = 'what opened it is over';
          return { collection_number_id, kind, closed_at: now, closed_by: BY_ITSELF, note };
        }),
    );
    await refreshFeedStatus(client, numbers);
    return opened.filter((id) => id !== null).length + closed.length;
  });
}

async function ask(
  services: Services,
  lines: readonly BookLine[],
  askInboxes: AskPhonesAgain | null,
): Promise<void> {
  const now = services.now();
  const due = lines.filter(
    ({ tip_xaf, claims_since, unpaid_since, asked_at }) =>
      tip_xaf !== null &&
      (unpaid_since !== null ||
        (claims_since !== null && hasWaited(claims_since, services.policy.book, now))) &&
      (asked_at === null || now.getTime() - asked_at.getTime() >= ASK_AGAIN_MS),
  );
  if (due.length === 0 || askInboxes === null) return;
  // As if it had been asked before, until that is over: no ten minutes pass for a question that came to nothing.
  const asked_at = later(now, ASKING_MS - ASK_AGAIN_MS);
  const noted = await noteAsked(services.pool, {
    collection_number_ids: due.map((line) => line.collection_number_id),
    asked_at,
    before: later(now, -ASK_AGAIN_MS),
  });
  const mine = new Set(noted.map((one) => one.collection_number_id));
  if (mine.size === 0) return;
  const asking = due.filter((line) => mine.has(line.collection_number_id));
  await askInboxes(
    asking.map((line) => ({
      collection_number_id: line.collection_number_id,
      since: later(missingSince(line, now), -BACK_MS),
      until: now,
    })),
  );
  // Nobody waits for a book that is held, since what its phone has just sent may be settling: it is asked once more in a minute.
  await noteAnswered(services.pool, { collection_number_ids: [...mine], asked_at, now });
}

/** Since when a message may be missing: behind a claim since the balance was read, else since the session was made. */
function missingSince({ claims_since, unpaid_since, anchored_at }: BookLine, now: Date): Date {
  if (claims_since === null) return unpaid_since ?? now;
  return new Date(Math.max(anchored_at?.getTime() ?? 0, claims_since.getTime() - CLAIM_BACK_MS));
}

/** The incidents of a book that are due and not open, and those that are open and not due. */
function changesOf(services: Services, line: BookLine): Change[] {
  const { collection_number_id, open_kinds } = line;
  const now = services.now();
  return TENDED.flatMap((kind) => {
    const due = DUE[kind](line, boundsOf(services.policy), now);
    const is_due = due !== null;
    return is_due === open_kinds.includes(kind)
      ? []
      : [{ collection_number_id, kind, is_due, detail: due ?? {} }];
  });
}
