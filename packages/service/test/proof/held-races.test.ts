import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { holdUnproven } from '../../src/engine/proof/hold.ts';
import { openSim, type Sim } from '../book/world.ts';
import { closeDays, passToMorning, payAt } from './world.ts';

let sim: Sim;
beforeAll(async () => {
  sim = await openSim();
  await sim.say();
});
afterAll(() => sim.world.close());

/** A pool on which something happens before the statement of this name is sent. */
function meanwhile(pool: Pool, name: string, happens: () => Promise<unknown>): Pool {
  const watched = <T extends Pool | PoolClient>(of: T): T =>
    new Proxy(of, {
      get: (_, member) => {
        if (member === 'connect') return async () => watched(await pool.connect());
        if (member !== 'query') {
          const value = Reflect.get(of, member);
          return typeof value === 'function' ? value.bind(of) : value;
        }
        return async (query: { name?: string }, ...rest: unknown[]) => {
          if (query.name === name) await happens();
          return (of.query as (...all: unknown[]) => unknown)(query, ...rest);
        };
      },
    });
  return watched(pool);
}

const held = async () =>
  (
    await sim.world.rows<{ kind: string }>(
      'select a.kind from held_accounts h join ledger_accounts a on a.id = h.account_id',
    )
  ).map(({ kind }) => kind);

/** Until it has ended, or waits for a lock that another holds. */
async function endedOrWaiting(work: Promise<unknown>): Promise<void> {
  let is_over = false;
  const ends = work.finally(() => {
    is_over = true;
  });
  ends.catch(() => undefined);
  const isWaiting = async () => {
    const waiting = await sim.world.rows(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return waiting.length > 0;
  };
  while (!is_over && !(await isWaiting()));
}

it('Of two processes that look, the one that looked before a SIM was found short doesn’t let its account go', async () => {
  const { services } = sim.world;
  await payAt(sim);
  await sim.say();
  passToMorning(sim);
  await closeDays(sim);
  await holdUnproven(services);
  expect(await held()).toEqual([]);

  let newer: Promise<number> = Promise.resolve(0);
  const pool = meanwhile(services.pool, 'hold_accounts', async () => {
    await sim.say(sim.balance_xaf - 1000);
    newer = holdUnproven(services);
    await endedOrWaiting(newer);
  });
  await holdUnproven({ ...services, pool });
  await newer;
  expect(await held()).toEqual(['FLOAT']);
});
