import type { Environment } from '../../domain/operator.ts';
import { HOUR_MS, later, localDay } from '../../domain/time.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { lockSettlements } from '../../store/settlements/settlements.ts';
import { findDueTerms, setTermsAside } from '../../store/settlements/terms.ts';
import { findMetSettlements, findOverdueSettlements, findTestDrafts } from '../../store/settlements/watch.ts';
import { allApart, eachApart } from '../apart.ts';
import type { Services } from '../services.ts';
import { setStuckAside } from '../stuck.ts';
import { concludeSettlements, proveWith } from './conclude.ts';
import { draftSettlements } from './draft.ts';

export type DraftedRound = {
  drafted: number;
  failed: { merchant_id: string; environment: Environment; error: unknown }[];
};

/**
 * Drafts what is due today in N'Djamena, a portion of merchants in one transaction. One whose draft fails keeps no other
 * from theirs: it is set aside for a while, and staff are told of it. Any number of processes may do it at once.
 */
export async function draftDue(services: Services, { limit }: { limit: number }): Promise<DraftedRound> {
  const now = services.now();
  const due = await findDueTerms(services.pool, { day: localDay(now), now, limit });
  const commands = due.map((one) => ({ ...one, by: null }));
  const results = await eachApart(commands, (some) => draftSettlements(services, some));
  const failed = results.flatMap((one, at) =>
    one.status === 'rejected' ? [{ ...(due[at] as (typeof due)[0]), error: one.reason }] : [],
  );
  await setStuckAside(
    services,
    'settlement_stuck',
    failed.map(({ error, ...one }) => ({
      one,
      environment: one.environment,
      subject: one.merchant_id,
      error,
    })),
    (client, stuck, at) =>
      setTermsAside(
        client,
        stuck.map((one) => ({ ...one, now: at })),
      ),
  );
  return { drafted: results.length - failed.length, failed };
}

/**
 * Ends settlements whose announced debit the SIM has reported.
 * @returns how many were looked at
 */
export async function proveMet(services: Services, { limit }: { limit: number }): Promise<number> {
  const met = await findMetSettlements(services.pool, { limit });
  const proofs = met.map(({ step_id, ...one }) => ({ ...one, source: 'step' as const, source_id: step_id }));
  const proven = await allApart(proofs, async (some) => {
    const events = await atomically(services.pool, (client) =>
      proveWith(services, client, some, services.now()),
    );
    if (events > 0) services.onEvents();
    return some;
  });
  return proven.length;
}

/** A settlement is UNKNOWN when so long after it was sent nobody has heard of it. */
export const DOUBT_HOURS = 24;

/**
 * What was sent a day ago, and nobody has proven, is UNKNOWN.
 * @returns how many became so
 */
export async function doubtOverdue(services: Services, { limit }: { limit: number }): Promise<number> {
  const now = services.now();
  const overdue = await findOverdueSettlements(services.pool, {
    sent_before: later(now, -DOUBT_HOURS * HOUR_MS),
    limit,
  });
  const ids = overdue.map(({ id }) => id);
  const doubted = await allApart(ids, (some) =>
    atomically(services.pool, async (client) => {
      const locked = await lockSettlements(client, some);
      const sending = locked.filter(({ state }) => state === 'SENDING');
      const conclusions = sending.map((settlement) => ({ settlement, trigger: 'doubt' as const }));
      await concludeSettlements(services, client, conclusions, now);
      const moved = new Set(sending.map(({ id }) => id));
      return some.map((id) => moved.has(id));
    }),
  );
  return doubted.filter(Boolean).length;
}

/**
 * Settlements of test end by themselves: nobody is paid, and their event is sent.
 * @returns how many ended
 */
export async function payTestDrafts(services: Services, { limit }: { limit: number }): Promise<number> {
  const now = services.now();
  const drafts = await findTestDrafts(services.pool, { limit });
  const ids = drafts.map(({ id }) => id);
  await allApart(ids, (some) => payTogether(services, some, now));
  return drafts.length;
}

async function payTogether(services: Services, ids: string[], now: Date): Promise<string[]> {
  const events = await atomically(services.pool, async (client) => {
    const locked = await lockSettlements(client, ids);
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
    return concludeSettlements(services, client, conclusions, now);
  });
  if (events > 0) services.onEvents();
  return ids;
}
