import type { OutboxEvent } from '../../domain/event/body.ts';
import type { Caller } from '../../domain/session/commands.ts';
import { selectEventPages } from '../../store/events/list.ts';
import { NEWEST, type Page, pageOf } from '../page.ts';
import type { Services } from '../services.ts';

export type EventQuery = Caller & {
  /** The name of an event; null: any. */
  type: string | null;
  /** A payment session or transaction; null: any. */
  object_id: string | null;
  /** The id after which to go on; null: from the newest. */
  cursor: string | null;
  limit: number;
};

/** Pages of merchants' events, newest first, whether or not anybody was there to receive them; one statement. */
export async function listEvents(
  services: Pick<Services, 'pool'>,
  queries: readonly EventQuery[],
): Promise<Page<OutboxEvent>[]> {
  const found = await selectEventPages(
    services.pool,
    queries.map(({ cursor, limit, ...query }, position) => ({
      ...query,
      position,
      before: cursor ?? NEWEST,
      limit: limit + 1,
    })),
  );
  const by_query: OutboxEvent[][] = queries.map(() => []);
  for (const { position, ...event } of found) by_query[position]?.push(event);
  return queries.map(({ limit }, position) => pageOf(by_query[position] ?? [], limit));
}
