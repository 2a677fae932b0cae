import type { PoolClient } from 'pg';
import { later, SECOND_MS } from '../../domain/time.ts';
import { ASKS_WITHIN_MS, askWait_ms } from '../../domain/transaction/commands.ts';
import { findAsks, lockPayers } from '../../store/transactions/due.ts';
import type { Services } from '../services.ts';
import type { Draft } from './draft.ts';

/**
 * Leaves alone the payers that were asked too often: their drafts are taken out before anything is written.
 * The sandbox asks nobody. Payers are locked until the transaction of the database ends.
 * @returns after how many seconds each command may come back, in order; null for one that may go on
 */
export async function leavePayersAlone(
  services: Services,
  client: PoolClient,
  drafts: (Draft | null)[],
): Promise<(number | null)[]> {
  const asking = drafts.flatMap((draft) =>
    draft !== null && draft.row.rail !== 'sandbox' ? [{ phone_number: draft.row.phone_number }] : [],
  );
  const limits = services.policy.payer_asks;
  if (asking.length === 0 || (limits.in_ten_minutes === null && limits.in_a_day === null))
    return drafts.map(() => null);
  await lockPayers(client, asking);
  // Read after the lock: whoever held it before may only just have committed.
  const now = services.now();
  const since = later(now, -ASKS_WITHIN_MS);
  const phones = [...new Set(asking.map(({ phone_number }) => phone_number))];
  const rows = await findAsks(
    client,
    phones.map((phone_number) => ({ phone_number, since })),
  );
  const asks = new Map(phones.map((phone): [string, number[]] => [phone, []]));
  for (const { phone_number, asked_at } of rows) asks.get(phone_number)?.push(asked_at.getTime());
  return drafts.map((draft, i) => {
    if (draft === null || draft.row.rail === 'sandbox') return null;
    const asked_at_ms = asks.get(draft.row.phone_number) ?? [];
    const wait_ms = askWait_ms(asked_at_ms, now.getTime(), limits);
    if (wait_ms === null) {
      asked_at_ms.push(draft.row.created_at.getTime());
      return null;
    }
    drafts[i] = null;
    return Math.ceil(wait_ms / SECOND_MS);
  });
}
