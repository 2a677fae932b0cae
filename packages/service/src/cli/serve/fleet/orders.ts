import type { MetricObject } from 'prom-client';
import type { Config } from '../../../domain/config/config.ts';

/** What the first process needs a member to know; the secret key is read by the member itself. */
export type Begin = { config: Config; database_url: string; data_dir: string; max_connections: number };

/** From the first process to a member. */
export type Order =
  | ({ kind: 'start' } & Begin)
  | { kind: 'drain' }
  /** The embedded server came back, perhaps elsewhere. */
  | { kind: 'moved'; database_url: string }
  | { kind: 'count'; ask: number };

/** From a member to the first process. */
export type Report =
  /** Listens to orders. */
  | { kind: 'here' }
  /** Answers requests. */
  | { kind: 'ready' }
  /** Could not start, with a sentence for a person; it ends by itself. */
  | { kind: 'failed'; sentence: string }
  /** Wrote events: there may be webhooks to send. */
  | { kind: 'events' }
  | { kind: 'counted'; ask: number; metrics: MetricObject[] };
