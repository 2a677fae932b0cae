import { expect, test } from 'vitest';
import { showBooks } from '../../src/engine/book/look.ts';
import { countQueue, listQueue } from '../../src/engine/desk/queue.ts';
import type { Pool } from '../../src/store/connect/connect.ts';
import { unchecked } from '../database/unchecked.ts';
import { explained } from '../payments/plan.ts';
import { servicesOf } from './desk.ts';
import { perform, scene } from './play.ts';

const FORGED = 3000;
/** Of tables and indexes: some for each of the thousand messages of a number that are looked at, on two numbers. */
const PAGES = 15_000;
const PAYER = '66123456';
const out = (sum_xaf: number): string =>
  `told "Trans.ID: ID. Vous avez envoye ${sum_xaf} FCFA au ${PAYER}. Frais: 0 FCFA. Votre solde disponible est 9000 FCFA."`;

/**
 * Copies the first message that waits on each of some numbers, a hundredth of a second later each time.
 * @returns takes the copies away again
 */
async function flood(pool: Pool, number_ids: readonly string[]): Promise<() => Promise<void>> {
  await unchecked(pool, (client) =>
    client.query(
      `insert into book_claims select x.* from (
        select distinct on (collection_number_id) * from book_claims where collection_number_id = any ($1)
        order by collection_number_id, arrived_at) t
      cross join generate_series(1, ${FORGED}) k
      cross join lateral json_populate_record(t::book_claims, json_build_object('notice_id', md5(t.notice_id::text || k)::uuid,
        'arrived_at', t.arrived_at + k * interval '10 milliseconds')) x`,
      [number_ids],
    ),
  );
  await pool.query('vacuum analyze');
  return () =>
    unchecked(pool, async (client) => {
      await client.query(
        'delete from book_claims x where not exists (select from notices n where n.id = x.notice_id)',
      );
    });
}

test('What a page of the desk costs does not grow with a flood of messages of which none is money under way, and the newest that is stays listed', () =>
  scene(async (stage) => {
    const services = servicesOf(stage);
    await perform(
      stage,
      `sim two
      sim three
      sms m credit 8000 from ${PAYER}
      wait 1min
      refund m as Awa -> refunded
      wait 10min
      sms f ${out(7000)} on two
      sms g ${out(7000)} on three
      wait 1min
      sms h ${out(8000)} on two
      wait 192h`,
    );
    const number_ids = ['two', 'three'].map((name) => stage.world.sims.get(name)?.id ?? '');
    const asked = { environment: 'live', kind: 'claims', after: null, limit: 50 } as const;
    const recede = await flood(services.pool, number_ids);
    try {
      const { rows } = await listQueue(services, asked);
      expect(rows.map(({ id }) => id)).toEqual(number_ids.slice(0, 1));
      const plans = await explained(services.pool, async () => {
        await countQueue(services, 'live');
        await listQueue(services, asked);
        await showBooks(services, number_ids);
      });
      const many = plans.filter(({ blocks }) => blocks > PAGES);
      expect(many.map(({ name, blocks }) => `${name}: ${blocks}`)).toEqual([]);
    } finally {
      await recede();
    }
  }));
