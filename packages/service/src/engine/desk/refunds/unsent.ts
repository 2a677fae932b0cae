import type { PoolClient } from 'pg';
import { certainlyNotSent } from '../../../domain/refund/judge.ts';
import type { Refund } from '../../../domain/refund/refund.ts';
import {
  loadReadingsSinceRefunds,
  loadTakenLists,
  lockRefundLists,
  type TakenList,
} from '../../../store/refunds/sending.ts';

/** What the books say of a refund that somebody may have sent: whether none of those SIMs has, and since when each of them is read. */
export type Unsent = { is_certain: boolean; read_at: Date | null };

/** A SIM that may have sent a refund, and when that was at the earliest and at the latest. */
type MaySend = { collection_number_id: string; since: Date; until: Date };

/**
 * The lists on which refunds stand, and what the books of their SIMs say of those that somebody has sent, or may have sent from a list:
 * since they could first leave, however late anybody said that they were sent. A list says to send them from the SIM that was paid,
 * whichever was named since. Of those that no SIM can have sent nothing is said.
 * @param paid_to the SIMs that were paid, by refund
 */
export async function findUnsentRefunds(
  client: PoolClient,
  refunds: readonly Refund[],
  paid_to: ReadonlyMap<string, string | null>,
): Promise<{ lists: ReadonlyMap<string, TakenList>; unsent: ReadonlyMap<string, Unsent> }> {
  if (refunds.length === 0) return { lists: new Map(), unsent: new Map() };
  const lists = await takenListsOf(client, refunds);
  const sims = new Map(
    refunds.map((refund) => [
      refund.id,
      mayHaveSent(refund, lists.get(refund.id), paid_to.get(refund.id) ?? null),
    ]),
  );
  const asked = refunds.flatMap(({ id: refund_id }) =>
    (sims.get(refund_id) ?? []).map(({ collection_number_id, since }) => ({
      ...{ refund_id, collection_number_id, since },
    })),
  );
  const read = await loadReadingsSinceRefunds(client, asked);
  const unsent = new Map(
    refunds.flatMap(({ id, amount_xaf }): [string, Unsent][] => {
      const own = (sims.get(id) ?? []).map((sim) => ({
        sim,
        reading: read.find(
          (one) => one.refund_id === id && one.collection_number_id === sim.collection_number_id,
        ),
      }));
      if (own.length === 0) return [];
      const is_certain = own.every(
        ({ sim, reading }) => reading !== undefined && certainlyNotSent(sim.until, reading, amount_xaf),
      );
      return [[id, { is_certain, read_at: earliest(own.map(({ reading }) => reading?.read_at ?? null)) }]];
    }),
  );
  return { lists, unsent };
}

/** Whoever takes a list meanwhile waits, or is there first: it leaves off what is called failed, or this finds the list. */
async function takenListsOf(
  client: PoolClient,
  refunds: readonly Refund[],
): Promise<ReadonlyMap<string, TakenList>> {
  await lockRefundLists(client, {});
  const rows = await loadTakenLists(
    client,
    refunds.map(({ id: refund_id, created_at: asked_at }) => ({ refund_id, asked_at })),
  );
  return new Map(rows.map(({ refund_id, ...list }) => [refund_id, list]));
}

function mayHaveSent(
  { sent_at, collection_number_id }: Refund,
  list: TakenList | undefined,
  paid_to: string | null,
): MaySend[] {
  // What is a part of what a rail took has no SIM whose book could tell, until one is said to send it.
  if (collection_number_id === null) return [];
  const [since] = inOrder(sent_at, list?.first_at);
  const until = inOrder(sent_at, list?.taken_at).at(-1);
  if (since === undefined || until === undefined) return [];
  const said = { collection_number_id, since, until };
  if (list === undefined || paid_to === null || paid_to === collection_number_id) return [said];
  return [said, { collection_number_id: paid_to, since: list.first_at, until: list.taken_at }];
}

/** When a refund may have left: when it was said to be sent, and as it stood on a list. The earlier one first. */
const inOrder = (sent_at: Date | null, listed_at: Date | undefined): Date[] =>
  [sent_at, listed_at ?? null]
    .filter((at) => at !== null)
    .toSorted((one, other) => one.getTime() - other.getTime());

/** Null where one of them is null. */
const earliest = (moments: readonly (Date | null)[]): Date | null =>
  moments.reduce((first, at) => (first === null || at === null ? null : at < first ? at : first));
