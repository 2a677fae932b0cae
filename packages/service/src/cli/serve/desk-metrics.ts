import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { INCIDENT_KINDS } from '../../domain/feed/incident.ts';
import { type SurveyRow, surveyDesk } from '../../store/health.ts';

const SURVEY_EVERY_MS = 5_000;
const COUNTED_MAX = 10_000;
/** While the database is away, an old survey must not look like an empty desk. */
const SURVEY_VALID_MS = 30_000;

type Family = SurveyRow['family'];

/**
 * What waits for people, seen from outside, as it was last looked at: a question for the metrics never waits for the
 * database.
 * @returns looks into the database when the last look is 5 s old
 */
export function deskMetrics(registry: Registry, pool: Pool, now: () => Date): () => Promise<void> {
  let last: { rows: SurveyRow[]; taken_at: Date } | null = null;
  const family = (name: Family): readonly SurveyRow[] => {
    const is_valid = last !== null && now().getTime() - last.taken_at.getTime() < SURVEY_VALID_MS;
    return is_valid ? (last?.rows.filter((row) => row.family === name) ?? []) : [];
  };
  const counted = `each counted up to ${COUNTED_MAX}`;
  countGauge(registry, 'chari_reviews', `Sessions under review, ${counted}.`, 'environment', () =>
    family('reviews'),
  );
  ageGauge(registry, 'chari_reviews_oldest_age_seconds', 'Of the oldest review.', 'environment', {
    now,
    rows: () => family('reviews'),
  });
  countGauge(registry, 'chari_suspense_credits', `Credits in suspense, ${counted}.`, 'environment', () =>
    family('suspense'),
  );
  countGauge(registry, 'chari_feeds', 'Active live numbers by how they are heard.', 'status', () =>
    family('feeds'),
  );
  countGauge(registry, 'chari_feed_incidents', 'Open incidents of live numbers by kind.', 'kind', () =>
    everyKind(family('incidents'), last !== null),
  );
  countGauge(
    registry,
    'chari_claims_waiting',
    `Messages that wait to be proven, ${counted}.`,
    'environment',
    () => family('claims'),
  );
  countGauge(
    registry,
    'chari_anchors_due',
    'Live numbers whose balance people are asked for.',
    'environment',
    () =>
      everyKind(family('incidents'), last !== null)
        .filter(({ label }) => label === 'anchor_due')
        .map((row) => ({ ...row, label: 'live' })),
  );
  ageGauge(registry, 'chari_gateway_heard_age_seconds', 'Since each gateway was last heard.', 'gateway', {
    now,
    rows: () => family('gateways'),
  });
  const states = '0 closed, 1 half open, 2 open';
  countGauge(registry, 'chari_rail_breaker_state', `The breaker of each rail: ${states}.`, 'rail', () =>
    family('breakers'),
  );
  return async () => {
    const taken_at = now();
    if (last !== null && taken_at.getTime() - last.taken_at.getTime() < SURVEY_EVERY_MS) return;
    last = { rows: await surveyDesk(pool, { limit: COUNTED_MAX }), taken_at };
  };
}

/** A kind of which none is open is 0, and not absent: an alert on it must be able to end. */
function everyKind(rows: readonly SurveyRow[], is_known: boolean): SurveyRow[] {
  if (!is_known) return [];
  return INCIDENT_KINDS.map(
    (label) =>
      rows.find((row) => row.label === label) ?? { family: 'incidents', label, value: 0, since: null },
  );
}

type Rows = () => readonly SurveyRow[];

function countGauge(registry: Registry, name: string, help: string, label: string, rows: Rows): void {
  surveyGauge(registry, { name, help, label }, rows, ({ value }) => value);
}

function ageGauge(
  registry: Registry,
  name: string,
  help: string,
  label: string,
  { now, rows }: { now: () => Date; rows: Rows },
): void {
  surveyGauge(registry, { name, help, label }, rows, ({ since }) =>
    since === null ? 0 : (now().getTime() - since.getTime()) / 1_000,
  );
}

function surveyGauge(
  registry: Registry,
  { name, help, label }: { name: string; help: string; label: string },
  rows: Rows,
  measure: (row: SurveyRow) => number,
): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset();
      for (const row of rows()) this.set({ [label]: row.label }, measure(row));
    },
  });
}
