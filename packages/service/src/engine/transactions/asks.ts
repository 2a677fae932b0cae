import type { PoolClient } from 'pg';
import { later, SECOND_MS } from '../../domain/time.ts';
import { ASKS_WITHIN_MS, askWait_ms } from '../../domain/transaction/commands.ts';
import { findTransactionReferences } from '../../store/sessions/references.ts';
import { findAsks, lockPayers } from '../../store/transactions/due.ts';
import type { Services } from '../services.ts';
import { referenceName } from '../sessions/draft.ts';
import type { TransactionDraft } from './draft.ts';

/**
 * Leaves alone the payers that were asked too often: their drafts are taken out before anything is written.
 * The sandbox asks nobody, and a draft whose reference is used asks nobody either: it is taken out first. Payers are locked until
 * the transaction of the database ends.
 * @returns after how many seconds each command may come back, in order; null for one that may go on
 */
export async function leavePayersAlone(
  services: Services,
  client: PoolClient,
  drafts: (TransactionDraft | null)[],
): Promise<(number | null)[]> {
  const asking = drafts.flatMap((draft) =>
    draft !== null && draft.row.rail !== 'sandbox' ? [{ phone_number: draft.row.phone_number }] : [],
  );
  const limits = services.policy.payer_asks;
  if (asking.length === 0 || (limits.in_ten_minutes === null && limits.in_a_day === null))
    return drafts.map(() => null);
  await lockPayers(client, asking);
  // Read after the lock: whoever held it before may only just have committed.
  await leaveOutUsed(client, drafts);
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

/** Takes out drafts whose references are used, where others ask the same payer at this moment: only for these does it matter. */
async function leaveOutUsed(client: PoolClient, drafts: (TransactionDraft | null)[]): Promise<void> {
  const live = drafts.filter((draft) => draft !== null).filter(({ row }) => row.rail !== 'sandbox');
  const groups = [...Map.groupBy(live, ({ row }) => row.phone_number).values()];
  const several = groups.filter(({ length }) => length > 1).flat();
  const found = await findTransactionReferences(
    client,
    several.map(({ row: { merchant_id, environment, reference } }) => ({
      merchant_id,
      environment,
      reference,
    })),
  );
  const used = new Set(found.map(referenceName));
  for (const [i, draft] of drafts.entries())
    if (draft !== null && used.has(referenceName(draft.row))) drafts[i] = null;
}

/** Payers whom drafts were to ask that found no place after all: they count for others as asks, and were none. */
export function unasked(drafts: readonly (TransactionDraft | null)[]): Set<string> {
  const refused = drafts.filter((draft) => draft !== null).filter(({ state }) => state !== 'made');
  return new Set(refused.filter(({ row }) => row.rail !== 'sandbox').map(({ row }) => row.phone_number));
}
