import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts';
import { INCIDENT_EFFECTS, type IncidentKind } from './incident.ts';

/** A phone of which nothing was heard for so long was away; it is to ping each minute. */
export const AWAY_MS = 3 * MINUTE_MS;
/**
 * What came while a phone was away is told of one by one, and what it had failed to tell is tried again after as long as it
 * has failed, so for as long as it was away. So long its return says nothing: these are the bounds of that.
 */
export const CATCHES_UP_LEAST_MS = 5 * MINUTE_MS;
export const CATCHES_UP_MOST_MS = 30 * MINUTE_MS;
/** One that is away again and again has told, so long after it came back first, of what it had then. */
export const CAUGHT_UP_BY_MS = 2 * HOUR_MS;
/** A phone that is well was heard so short a time ago, whenever one looks: its ping may be under way. */
export const PINGS_WITHIN_MS = 90_000;
/** What came by an unknown SIM of a number's phone may be its own for so long. */
export const UNROUTED_LASTS_MS = DAY_MS;
/** Staff may close an incident so long after they have looked at what opened it: what came since they have not seen. */
export const LOOKS_MS = 10 * MINUTE_MS;

/** A phone by which a number is heard; `is_routed` false: by which it was heard until it was silent, and staff routed it otherwise. */
export type HeardPhone = { heard_at_ms: number | null; is_routed: boolean };

export type OpenIncident = { kind: IncidentKind; opened_at_ms: number; delay_ms: number | null };

/**
 * What was paid on a number and may not be told of yet: by sessions that were made by `made_by_ms` (null: by any), and whose
 * time was over after `heard_until_ms`.
 */
export type Unheard = { heard_until_ms: number; made_by_ms: number | null };

/**
 * What may not be told of yet on a live number. Of several phones the one heard last says up to when it is heard whole; another,
 * which has been silent since, may hold what was paid to those who were waiting when it fell silent. Nothing of a number
 * without a phone and without an incident, whose messages come by hand. Pure.
 * @param unrouted_since_ms since when messages of the number's phone have come that may be its own, by a SIM that nobody knows
 */
export function unheard({
  phones,
  unrouted_since_ms,
  incidents,
}: {
  phones: readonly HeardPhone[];
  unrouted_since_ms: number | null;
  incidents: readonly OpenIncident[];
}): Unheard[] {
  const routed = phones.filter(({ is_routed }) => is_routed).map(({ heard_at_ms }) => heard_at_ms ?? 0);
  const latest_ms = routed.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...routed);
  const limits = incidents
    .filter(({ kind }) => INCIDENT_EFFECTS[kind].expiry_waits)
    .map(({ opened_at_ms, delay_ms }) => opened_at_ms - (delay_ms ?? 0));
  const heard_until_ms = Math.min(latest_ms, unrouted_since_ms ?? latest_ms, ...limits);
  const silent = phones.flatMap(({ heard_at_ms }) =>
    heard_at_ms === null || heard_at_ms >= heard_until_ms
      ? []
      : // It may have lived on for a moment, and heard of who came then.
        [{ heard_until_ms: heard_at_ms, made_by_ms: heard_at_ms + PINGS_WITHIN_MS }],
  );
  return Number.isFinite(heard_until_ms) ? [{ heard_until_ms, made_by_ms: null }, ...silent] : silent;
}
