import type { Pool } from 'pg';
import type { Policy } from '../domain/policy.ts';

/** What the outside world hands in, once, from `cli`: nothing below reads a clock or makes chance itself. */
export type Services = {
  pool: Pool;
  /** The present moment. Tests move it. */
  now: () => Date;
  /** A fresh UUIDv7. */
  newId: () => string;
  /** A number in [0, 1). */
  random: () => number;
  policy: Policy;
  /** Called after a commit that wrote events, so that the delivery loop of this process looks at once. */
  onEvents: () => void;
};

/** For what only reads. */
export type WithPool = Pick<Services, 'pool'>;
