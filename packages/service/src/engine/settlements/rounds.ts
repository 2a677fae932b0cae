import { HOUR_MS, later, localDay } from '../../domain/time.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { isRetryable } from '../../store/connect/errors.ts';
import { lockSettlements } from '../../store/settlements/settlements.ts';
import { findDueTerms } from '../../store/settlements/terms.ts';
import { findMetSettlements, findOverdueSettlements, findTestDrafts } from '../../store/settlements/watch.ts';
import { batcher } from '../batch.ts';
import type { Services } from '../services.ts';
import { concludeWith, proveWith } from './conclude.ts';
import { type DraftSettlement, draftSettlements } from './draft.ts';

export type DraftedRound = { drafted: number; failed: { merchant_id: string; error: unknown }[] };

/**
 * Drafts what is due today in N'Djamena, a portion of merchants in one transaction. One whose draft fails keeps no other
 * from theirs, and is tried again. Any number of processes may do it at once.
 */
export async function draftDue(services: Services, { limit }: { limit: number }): Promise<DraftedRound> {
  const due = await findDueTerms(services.pool, { day: localDay(services.now()), limit });
  if (due.length === 0) return { drafted: 0, failed: [] };
  const draft = batcher(
    (some: DraftSettlement[]) => draftSettlements(services, some),
    { max_batch: limit, in_flight: 1, max_queue: limit },
    (error) => (isRetryable(error) ? 'give_up' : 'split'),
  );
  const results = await Promise.allSettled(due.map((one) => draft({ ...one, by: null })));
  const failed = results.flatMap((one, at) =>
    one.status === 'rejected' ? [{ merchant_id: due[at]?.merchant_id ?? '', error: one.reason }] : [],
  );
  return { drafted: results.length - failed.length, failed };
}

/** Ends settlements whose announced debit the SIM has reported. @returns how many were looked at */
export async function proveMet(services: Services, { limit }: { limit: number }): Promise<number> {
  const met = await findMetSettlements(services.pool, { limit });
  if (met.length === 0) return 0;
  const proofs = met.map(({ step_id, ...one }) => ({ ...one, source: 'step' as const, source_id: step_id }));
  await atomically(services.pool, (client) => proveWith(services, client, proofs, services.now()));
  return met.length;
}

/** A settlement is UNKNOWN when so long after it was sent nobody has heard of it. */
export const DOUBT_HOURS = 24;

/** What was sent a day ago, and nobody has proven, is UNKNOWN. @returns how many became so */
export async function doubtOverdue(services: Services, { limit }: { limit: number }): Promise<number> {
  const now = services.now();
  const overdue = await findOverdueSettlements(services.pool, {
    sent_before: later(now, -DOUBT_HOURS * HOUR_MS),
    limit,
  });
  if (overdue.length === 0) return 0;
  return atomically(services.pool, async (client) => {
    const locked = await lockSettlements(
      client,
      overdue.map(({ id }) => id),
    );
    const sending = locked.filter(({ state }) => state === 'SENDING');
    await concludeWith(
      services,
      client,
      sending.map((settlement) => ({ settlement, trigger: 'doubt' as const })),
      now,
    );
    return sending.length;
  });
}

/** Settlements of test end by themselves: nobody is paid, and their event is sent. @returns how many ended */
export async function payTestDrafts(services: Services, { limit }: { limit: number }): Promise<number> {
  const now = services.now();
  const drafts = await findTestDrafts(services.pool, { limit });
  if (drafts.length === 0) return 0;
  const events = await atomically(services.pool, async (client) => {
    const locked = await lockSettlements(
      client,
      drafts.map(({ id }) => id),
    );
    const waiting = locked.filter(({ state }) => state === 'DRAFT');
    const conclusions = waiting.map((settlement) => {
      const { id: settlement_id, amount_xaf } = settlement;
      const proof = {
        settlement_id,
        amount_xaf,
        source: 'sandbox' as const,
        source_id: settlement_id,
        happened_at: now,
      };
      return { settlement, trigger: 'sandbox' as const, proof };
    });
    return concludeWith(services, client, conclusions, now);
  });
  if (events > 0) services.onEvents();
  return drafts.length;
}
