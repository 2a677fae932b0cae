import type { Days } from '../honest-days/days.ts';
import { isForgedOf } from './forged.ts';

/** No refund is called done of which nothing has left the SIM, and none is called failed that has. */
export async function judgeReturns({ stage, sim, returns, mistyped }: Days): Promise<string[]> {
  const rows = await stage.world.service.rows<{ id: string; state: string; amount_xaf: number }>(
    'select id, state, amount_xaf::int from refunds where id = any ($1::uuid[])',
    [[...returns.values()].map(({ refund_id }) => refund_id)],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return [...returns].flatMap(([name, { refund_id, place }]) => {
    const { state, amount_xaf = 0 } = found.get(refund_id) ?? {};
    if (state === 'FAILED' && place !== null) return [`${name} is called failed, though it has left`];
    // Of what has left without a message nobody can tell what it was, nor that a credit which a reading misses was forged, nor that
    // a reading is too low by just that (docs/decisions/book.md).
    const may_be =
      sim.movements.some(({ told, delta_xaf }) => !told && delta_xaf === -amount_xaf) ||
      isForgedOf(stage, amount_xaf) ||
      mistyped.some(({ off_xaf }) => off_xaf === -amount_xaf);
    return state === 'SUCCEEDED' && place === null && !may_be
      ? [`${name} is called done, though nobody has sent it`]
      : [];
  });
}
