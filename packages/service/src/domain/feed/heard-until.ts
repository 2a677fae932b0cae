import { INCIDENT_EFFECTS, type IncidentKind } from './incident.ts';

export type OpenIncident = { kind: IncidentKind; opened_at_ms: number; delay_ms: number | null };

/**
 * Up to when a live number's feed has been heard whole: what was paid before then has been told of. Infinity
 * for a number without a gateway and without an incident, whose messages come by hand.
 */
export function heardUntil(heard: {
  is_routed: boolean;
  heard_at_ms: number | null;
  incidents: readonly OpenIncident[];
}): number {
  const heard_ms = heard.is_routed ? (heard.heard_at_ms ?? 0) : Number.POSITIVE_INFINITY;
  const limits = heard.incidents
    .filter(({ kind }) => INCIDENT_EFFECTS[kind].expiry_waits)
    .map(({ opened_at_ms, delay_ms }) => opened_at_ms - (delay_ms ?? 0));
  return Math.min(heard_ms, ...limits);
}
