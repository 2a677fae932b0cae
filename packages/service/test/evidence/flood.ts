import { unchecked } from '../database/unchecked.ts';
import { firstSim, type Stage } from './play.ts';

/** The words by which the messages of a flood are known, so that they can be taken away again. */
const NOTHING = 'Vous avez recu 1 FCFA';

type Flood = {
  count: number;
  /** Where each of them would begin; null: it prints no balance. */
  begins_xaf: number | null;
  /** Where each of them would end, if not where it begins. */
  ends_xaf?: number;
};

/** So many messages that came just now and fitted nowhere, as a phone would tell them one by one, each of an hour before. */
export async function flood(stage: Stage, { count, begins_xaf, ends_xaf }: Flood): Promise<void> {
  await stage.world.service.rows(
    `with told as (
      insert into notices (id, environment, source, collection_number_id, operator, sender, body, received_at, created_at)
      select gen_random_uuid(), 'live', 'MANUAL_SMS', n.id, n.operator, 'AirtelMoney', $4, $2, $2
      from collection_numbers n cross join generate_series(1, $5::int) where n.id = $1 returning id)
    insert into book_claims (notice_id, collection_number_id, told, amounts_xaf, begins_xaf, ends_xaf, occurred_at, precision_ms, arrived_at, state, settled_at)
    select id, $1, '{"readings": [], "moves": [], "operator_transaction_id": null}', '{}',
      array_remove(array[$3::bigint], null), array_remove(array[$6::bigint], null), $2::timestamptz - interval '1 hour', 60000, $2, 'REFUTED', $2
    from told`,
    [firstSim(stage), stage.world.now, begins_xaf, NOTHING, count, ends_xaf ?? begins_xaf],
  );
}

/** Takes them away again: nobody has read them, and the books are held against that at the end. */
export const dryUp = ({ world }: Stage): Promise<unknown> =>
  unchecked(world.service.first.services.pool, async (client) => {
    const flooded = 'select id from notices where body = $1';
    await client.query(`delete from book_claims where notice_id in (${flooded})`, [NOTHING]);
    await client.query('delete from notices where body = $1', [NOTHING]);
  });
