import { claimsSince } from '../../domain/movement/clocks.ts';
import type { Bracket } from '../../domain/movement/tariff.ts';
import type { Operator } from '../../domain/operator.ts';
import { later, MINUTE_MS } from '../../domain/time.ts';
import {
  type BookLine,
  type ContestingMessage,
  countUnpaid,
  loadBookLines,
  loadContesting,
  loadLatestSteps,
  loadSuspected,
  loadUnexplained,
  loadWaitingClaims,
  type WaitingClaim,
} from '../../store/book/look.ts';
import { listTariffBrackets } from '../../store/book/tariffs.ts';
import { type IncidentRow, listIncidentRows, loadIncidents } from '../../store/feeds/incidents.ts';
import type { BookStepRow } from '../../store/rows.generated.ts';
import type { Services } from '../services.ts';

/** A session that is still unpaid expires soon when so much is left of its time and its grace. */
const SOON_MS = 3 * MINUTE_MS;

/** The book of each live number: its tip, what waits, what nobody has explained. */
export function listBooks(services: Services): Promise<BookLine[]> {
  const now = services.now();
  return loadBookLines(services.pool, {
    claims_since: claimsSince(now),
    expires_by: later(now, SOON_MS),
    now,
  });
}

/**
 * How many wait to be paid on each of these numbers. Where nobody does, a message that waits harms nobody: the next payment goes
 * on from the tip and refutes it, or waits behind it and is counted here.
 */
export async function countToBePaid(
  services: Services,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await countUnpaid(services.pool, numbers);
  return new Map(rows.map(({ collection_number_id, unpaid }) => [collection_number_id, unpaid]));
}

/** What lies in the books of numbers: their latest steps (newest first), what is unexplained, what waits, what contests. */
export async function showBooks(
  services: Services,
  numbers: readonly string[],
): Promise<{
  steps: BookStepRow[];
  unexplained: BookStepRow[];
  claims: WaitingClaim[];
  contesting: ContestingMessage[];
}> {
  const [steps, unexplained, claims, contesting] = await Promise.all([
    loadLatestSteps(services.pool, numbers),
    loadUnexplained(services.pool, numbers),
    loadWaitingClaims(services.pool, {
      collection_number_ids: numbers,
      claims_since: claimsSince(services.now()),
    }),
    loadContesting(services.pool, numbers),
  ]);
  return { steps, unexplained, claims, contesting };
}

/** Incidents, the newest first. */
export function listIncidents(
  services: Services,
  query: { open: boolean; limit: number },
): Promise<IncidentRow[]> {
  return listIncidentRows(services.pool, { open: query.open, limit: query.limit });
}

/**
 * One incident with the latest steps of its number and what waits there, and since when that is suspected; null when there is none.
 */
export async function showIncident(services: Services, incident_id: string) {
  const [incident] = await loadIncidents(services.pool, [incident_id]);
  if (incident === undefined) return null;
  const numbers = [incident.collection_number_id];
  // Read before what is shown: what is found false meanwhile is not known to whoever looks at it.
  const [book] = await loadSuspected(services.pool, numbers);
  return { incident, suspected_at: book?.suspected_at ?? null, ...(await showBooks(services, numbers)) };
}

export type Tariff = { operator: Operator; service: string; brackets: Bracket[] };

/** What operators take, as two people have set it: a tariff per service. */
export async function listTariffs({ pool }: Services): Promise<Tariff[]> {
  const rows = await listTariffBrackets(pool);
  return [...Map.groupBy(rows, ({ operator, service }) => `${operator} ${service}`).values()].flatMap(
    (own) => {
      const [first] = own;
      if (first === undefined) return [];
      return [{ operator: first.operator as Operator, service: first.service, brackets: own }];
    },
  );
}
