import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { type Config, policyOf } from '../domain/config/config.ts';
import type { Services } from '../engine/services.ts';
import { createIds } from './ids.ts';

/** The clock, chance and policy of this process: the only place where they are made. */
export function createServices(pool: Pool, config: Config, onEvents: () => void): Services {
  return {
    pool,
    now: () => new Date(),
    newId: createIds(Date.now),
    random: Math.random,
    policy: policyOf(config),
    onEvents,
  };
}

/** 32 bytes from the system's cryptographic source: what a new API key is made of. */
export function keyBytes(): Uint8Array {
  return randomBytes(32);
}
