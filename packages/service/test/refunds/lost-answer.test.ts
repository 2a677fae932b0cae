import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { batcherByMerchant } from '../../src/cli/serve/by-merchant.ts';
import { afterFailedCommands } from '../../src/cli/serve/keep-database.ts';
import type { CreateRefund } from '../../src/domain/refund/judge.ts';
import { createRefunds } from '../../src/engine/refunds/create.ts';
import { isPassing } from '../../src/http/failures.ts';
import { openWorld, type World } from '../collection/world.ts';
import { asked } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** From now on the answer of one COMMIT is lost: it is done, and then the socket says that the host is gone. */
function loseAnswerOfCommit(code: string): void {
  world.services.pool.once('acquire', (client: PoolClient) => {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const stream = (
      client as unknown as { connection: { stream: NodeJS.ReadWriteStream & { destroy(e: Error): void } } }
    ).connection.stream;
    client.query = (async (...args: unknown[]) => {
      const answer = await query(...args);
      if (args[0] !== 'commit') return answer;
      const gone = Object.assign(new Error(`read ${code}`), { code });
      stream.destroy(gone);
      throw gone;
    }) as typeof client.query;
  });
}

it.each(['EHOSTUNREACH', 'ETIMEDOUT'])(
  'Two parts of a payment asked for at once are given back once each, though the answer of their COMMIT is lost (%s)',
  async (code) => {
    const merchant = await world.merchant();
    const session = await world.session(merchant, { amount_xaf: 5000 });
    await world.pay(session);
    const create = batcherByMerchant(
      (commands: CreateRefund[]) => createRefunds(world.services, commands),
      { max_batch: 64, in_flight: 2, max_queue: 1000 },
      afterFailedCommands,
    );
    loseAnswerOfCommit(code);
    const results = await Promise.allSettled([create(asked(session, 1000)), create(asked(session, 500))]);
    const refunds = await world.rows<{ amount_xaf: number }>(
      'select amount_xaf from refunds where merchant_id = $1 order by amount_xaf',
      [merchant],
    );
    expect(refunds).toEqual([{ amount_xaf: 500 }, { amount_xaf: 1000 }]);
    expect(results.map((one) => one.status === 'rejected' && isPassing(one.reason))).toEqual([true, true]);
  },
);
