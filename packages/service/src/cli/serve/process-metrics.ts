import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import type { Delivery } from '../../webhooks/deliver.ts';

const MISNAMED = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);

/** What this process does besides answering: memory, connections, deliveries. Read when the metrics are asked for. */
export function registerProcessMetrics(
  registry: Registry,
  pools: readonly Pool[],
  delivery: Delivery | null,
): void {
  collectDefaultMetrics({ register: registry });
  // Gauges with the name of a counter; what they count stands in nodejs_active_resources by type.
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  new Gauge({
    name: 'chari_database_connections',
    help: 'Connections of this process: open, idle, and callers that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const sum = (countOf: (pool: Pool) => number) =>
        pools.reduce((count, pool) => count + countOf(pool), 0);
      this.set(
        { state: 'open' },
        sum(({ totalCount }) => totalCount),
      );
      this.set(
        { state: 'idle' },
        sum(({ idleCount }) => idleCount),
      );
      this.set(
        { state: 'waiting' },
        sum(({ waitingCount }) => waitingCount),
      );
    },
  });
  if (delivery === null) return;
  new Gauge({
    name: 'chari_webhooks',
    help: 'Deliveries in the hands of this process.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { in_flight, waiting, unrecorded } = delivery.stats();
      this.set({ state: 'in_flight' }, in_flight);
      this.set({ state: 'waiting' }, waiting);
      this.set({ state: 'unrecorded' }, unrecorded);
    },
  });
  countOf(registry, 'chari_webhook_dead_total', 'Deliveries given up after their last attempt.', () => {
    return delivery.stats().dead;
  });
  countOf(registry, 'chari_webhook_claims_total', 'Looks for due deliveries.', () => delivery.stats().claims);
  countOf(registry, 'chari_webhook_claim_failures_total', 'Looks that the database failed.', () => {
    return delivery.stats().claim_failures;
  });
}

function countOf(registry: Registry, name: string, help: string, count: () => number): void {
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(count());
    },
  });
}
