import { wouldRelease } from '../../domain/book/bound.ts';
import { BY_ITSELF, type IncidentKind } from '../../domain/feed/incident.ts';
import { later } from '../../domain/time.ts';
import { noteAsked } from '../../store/book/books.ts';
import type { BookLine } from '../../store/book/look.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { closeOpenIncidents, lockNumbers, refreshFeedStatus } from '../../store/feeds/incidents.ts';
import { type NewIncident, openIncidents } from '../feeds.ts';
import type { Services } from '../services.ts';
import { listBooks } from './look.ts';

/** Asks the gateways of numbers for what their phones got since then; what comes is settled like any message. */
export type AskInboxes = (
  asks: readonly { collection_number_id: string; since: Date; until: Date }[],
) => Promise<unknown>;

/** A message that the phone has not told of may be a little older than the last one that it told of. */
const BACK_MS = 10 * 60_000;
/** The message that a claim waits for is looked for so long before the claim, and no further back. */
const CLAIM_BACK_MS = 12 * 3_600_000;
/** A phone is asked again only after so long: it sends its inbox by SMS webhooks, one by one. */
const ASK_AGAIN_MS = 10 * 60_000;

const TENDED = ['claim', 'anchor_due', 'outflow', 'contested', 'short'] as const satisfies IncidentKind[];

type Change = NewIncident & { kind: (typeof TENDED)[number]; is_wrong: boolean };

/**
 * One look at every book: where a claim has waited, staff are asked for a balance, and the gateways for their inbox. Gateways are
 * asked too before somebody's session expires unpaid, since its message may have stayed in the phone, and once a phone is back for which
 * a session has waited; staff are asked too when half of what may still be settled without a balance is settled, and to say what has
 * left. What has ended by itself is closed, on record. Any number of processes may look at once.
 * @returns how many incidents were opened or closed
 */
export async function tendBooks(services: Services, askInboxes: AskInboxes | null): Promise<number> {
  const lines = await listBooks(services);
  const changed = await change(
    services,
    lines.flatMap((line) => changesOf(services, line)),
  );
  // Last: phones may take long to answer, and staff are told meanwhile.
  await ask(services, lines, askInboxes);
  return changed;
}

async function change(services: Services, changes: readonly Change[]): Promise<number> {
  if (changes.length === 0) return 0;
  const now = services.now();
  const numbers = [...new Set(changes.map((one) => one.collection_number_id))];
  return atomically(services.pool, async (client) => {
    await lockNumbers(client, numbers);
    const opening = changes.filter((one) => one.is_wrong);
    const opened = await openIncidents(
      services,
      client,
      opening.map(({ collection_number_id, kind, detail }) => ({ collection_number_id, kind, detail })),
    );
    const closed = await closeOpenIncidents(
      client,
      changes
        .filter((one) => !one.is_wrong)
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
  askInboxes: AskInboxes | null,
): Promise<void> {
  const now = services.now();
  const due = lines.filter(
    ({ tip_xaf, claims_since, unpaid_since, asked_at }) =>
      tip_xaf !== null &&
      (unpaid_since !== null || (claims_since !== null && waited(services, claims_since))) &&
      (asked_at === null || now.getTime() - asked_at.getTime() >= ASK_AGAIN_MS),
  );
  if (due.length === 0 || askInboxes === null) return;
  const noted = await noteAsked(services.pool, {
    collection_number_ids: due.map((line) => line.collection_number_id),
    now,
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
}

/** Since when a message may be missing: behind a claim since the balance was read, else since the session was made. */
function missingSince({ claims_since, unpaid_since, anchored_at }: BookLine, now: Date): Date {
  if (claims_since === null) return unpaid_since ?? now;
  return new Date(Math.max(anchored_at?.getTime() ?? 0, claims_since.getTime() - CLAIM_BACK_MS));
}

function changesOf(services: Services, line: BookLine): Change[] {
  const {
    collection_number_id,
    tip_xaf,
    claims,
    claims_since,
    unanchored_xaf,
    unvouched_xaf,
    bound_since,
    suspected_at,
    withheld,
    withheld_xaf,
    left_xaf,
    outflow_xaf,
    is_unmet,
    contested,
    contested_xaf,
    open_kinds,
  } = line;
  const limit_xaf = services.policy.book.unanchored_limit_xaf;
  const isHalf = (amount_xaf: number, of_xaf = limit_xaf) => of_xaf !== null && amount_xaf * 2 >= of_xaf;
  // A reading vouches for what was settled since the last one, and for nothing before that: so only that asks for another,
  // and by what the last one has left of the limit. Else a number may have used nearly all of it and ask nobody.
  const since_xaf = unanchored_xaf - unvouched_xaf;
  const room_xaf = limit_xaf === null ? null : limit_xaf - unvouched_xaf;
  // A payment for which the last reading did not vouch waits until people say what has left, and then for the next reading.
  const is_withheld = withheld > 0 && suspected_at === null;
  // Where people have said so of all and wrote off much, that counts for a month: the next reading may settle none of them.
  const standing = { outflow_xaf: left_xaf, unanchored_xaf, contested_xaf };
  const is_idle =
    is_withheld && outflow_xaf === 0 && !wouldRelease(standing, withheld_xaf, services.policy.book);
  const is_due =
    (since_xaf > 0 && isHalf(since_xaf, room_xaf)) ||
    bound_since !== null ||
    (is_withheld && outflow_xaf === 0 && !is_idle);
  const wrong: Record<Change['kind'], Record<string, unknown> | null> = {
    claim:
      tip_xaf !== null && claims_since !== null && waited(services, claims_since)
        ? { tip_xaf, claims, claims_since }
        : null,
    anchor_due: is_due ? { tip_xaf, unanchored_xaf, limit_xaf, bound_since } : null,
    outflow:
      is_idle || (outflow_xaf > 0 && (isHalf(unvouched_xaf) || is_withheld || is_unmet))
        ? { unvouched_xaf, limit_xaf, withheld, outflow_xaf }
        : null,
    contested: contested > 0 ? { contested, contested_xaf } : null,
    // A reading that finds the SIM short opens this incident itself. It is opened here where people or a statement have
    // found a step false since.
    short: suspected_at === null ? null : { tip_xaf, suspected_at },
  };
  return TENDED.flatMap((kind) => {
    const is_wrong = wrong[kind] !== null;
    if (is_wrong === open_kinds.includes(kind)) return [];
    return [{ collection_number_id, kind, is_wrong, detail: { ...wrong[kind] } }];
  });
}

function waited(services: Services, since: Date): boolean {
  return services.now().getTime() - since.getTime() >= services.policy.book.wait_ms;
}
