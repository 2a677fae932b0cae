import type { Pool } from 'pg';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import type { Delivery } from '../../webhooks/deliver.ts';

/** What this process does besides answering: memory, connections, deliveries. Read when /metrics is asked. */
export function registerProcessMetrics(registry: Registry, pool: Pool, delivery: Delivery | null): void {
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'chari_database_connections',
    help: 'Connections of this process: open, idle, and callers that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  if (delivery === null) return;
  new Gauge({
    name: 'chari_webhooks',
    help: 'Deliveries of this process: now, and since its start.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(delivery.stats())) this.set({ state }, count);
    },
  });
}
