import { CLOSED, mayBegin } from '../../domain/rail/breaker.ts';
import type { RailAnswer, RailOrder, RailStep, SmsSender } from '../../domain/rail/order.ts';
import { planOf, type RailPlan } from '../../domain/rail/plan.ts';
import type { RailName } from '../../domain/transaction/transaction.ts';
import type { Rails } from '../../rails/rail.ts';
import { countSendingGateways } from '../../store/rails/breakers.ts';
import { beginRailWork, type ClaimedWork, claimRailWork } from '../../store/rails/work.ts';
import { freshly, perOwner } from '../fresh.ts';
import type { Services } from '../services.ts';
import { advanceTransactions } from './advance.ts';
import { breakersOf, noteHealth } from './breakers.ts';

/** Longer than a call with everything that can happen to its token. */
export const RAIL_LEASE_MS = 60_000;

export type PlannedWork = { work: ClaimedWork; plan: RailPlan };

/**
 * Claims due work and writes down what is about to be sent, before anybody is called. Of a rail whose
 * breaker is open nothing is claimed; when its time has come, one piece of work at a time until one is the probe.
 *
 * @param places how many more calls of each rail this process may begin
 * @param onBug told where a probe could not be noted as one
 */
export async function claimWork(
  services: Services,
  places: ReadonlyMap<RailName, number>,
  onBug: (error: unknown) => void,
): Promise<PlannedWork[]> {
  const now = services.now();
  const lease_until = new Date(now.getTime() + RAIL_LEASE_MS);
  const breakers = await breakersOf(services);
  const asked = [...places].map(([rail, free]) => {
    const may = mayBegin(breakers.get(rail) ?? CLOSED, now);
    const limit = may === 'all' ? free : may === 'probe' ? Math.min(free, 1) : 0;
    return { rail, limit, now, lease_until, may };
  });
  const claimed = await claimRailWork(
    services.pool,
    asked.filter(({ limit }) => limit > 0),
  );
  const planned = await begun(
    services,
    claimed.map((work) => ({ work, plan: planOf(work, now) })),
  );
  // What expired meanwhile asks nobody, so it tells nothing of the rail: the next piece is the probe.
  const probed = asked.filter(
    ({ rail, may }) => may === 'probe' && planned.some(({ work, plan }) => work.rail === rail && asks(plan)),
  );
  // What is written down as sent by now must be sent: a probe of which nobody knows costs one more probe.
  await noteHealth(
    services,
    probed.map(({ rail }) => ({ rail, event: 'probe' })),
  ).catch(onBug);
  return planned;
}

/** Whether a plan puts a question to its rail. */
export function asks(plan: RailPlan): plan is RailStep {
  return plan === 'initiate' || plan === 'enquire' || plan === 'refund';
}

/** PENDING becomes PROCESSING first, so that an operator never knows of a transaction that we call PENDING. */
async function begun(services: Services, planned: PlannedWork[]): Promise<PlannedWork[]> {
  const payers = planned.filter(({ plan }) => plan === 'initiate').map(({ work }) => work.transaction_id);
  const advanced = await advanceTransactions(
    services,
    payers.map((transaction_id) => ({ transaction_id, to: 'PROCESSING' })),
  );
  const ended = new Set(payers.filter((_, i) => advanced[i]?.kind === 'refused'));
  const now = services.now();
  const sending = planned.filter(
    ({ work, plan }) => plan === 'refund' || (plan === 'initiate' && !ended.has(work.transaction_id)),
  );
  const ours = new Set(
    (
      await beginRailWork(
        services.pool,
        sending.map(({ work: { transaction_id, attempt } }) => ({ transaction_id, attempt, now })),
      )
    ).map(({ transaction_id }) => transaction_id),
  );
  return planned
    .map((one) => (ended.has(one.work.transaction_id) ? { ...one, plan: 'drop' as const } : one))
    .filter(({ work, plan }) => !(plan === 'initiate' || plan === 'refund') || ours.has(work.transaction_id));
}

/** Claimed work that is about to be asked, with the phone to ask by where the rail needs one. */
export type AskableWork = PlannedWork & { sender: SmsSender | null };

/** Work with what its rail answered; null when nobody was asked. */
export type AnsweredWork = PlannedWork & { answer: RailAnswer | null };

/** Puts one question to its rail. It never rejects: a rail that throws has told us nothing. */
export async function askRail(
  services: Pick<Services, 'now' | 'policy'>,
  rails: Rails,
  planned: AskableWork,
  onBug: (error: unknown) => void,
): Promise<AnsweredWork> {
  const { work, plan } = planned;
  if (!asks(plan)) return { ...planned, answer: null };
  const rail = rails[work.rail];
  if (rail === undefined) {
    const detail = `the rail ${work.rail} is not configured`;
    return { ...planned, answer: { kind: 'unknown', detail, sent: false, fault: false } };
  }
  try {
    return { ...planned, answer: await rail[plan](orderOf(services, planned)) };
  } catch (error) {
    onBug(error);
    return { ...planned, answer: { kind: 'unknown', detail: 'a fault of ours', sent: true, fault: false } };
  }
}

function orderOf(
  { now, policy }: Pick<Services, 'now' | 'policy'>,
  { work, sender }: AskableWork,
): RailOrder {
  return {
    ...work,
    sender,
    begun_at: work.begun_at ?? now(),
    gives_up_at: new Date(work.expires_at.getTime() + policy.grace_seconds * 1_000),
  };
}

const sendersOf = perOwner((_services: Services) =>
  freshly<'senders', number>(
    (name) => name,
    async (_names, database) => [(await countSendingGateways(database))[0]?.count ?? 0],
  ),
);

/**
 * How many gateways can send for any collection number: the phone of its SIM, or another when that one only
 * receives. At most a second old.
 */
export async function countSenders(services: Services): Promise<number> {
  const found = await sendersOf(services).get(['senders'], services.now(), services.pool);
  return found.get('senders') ?? 0;
}
