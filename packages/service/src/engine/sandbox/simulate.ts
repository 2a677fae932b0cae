import { writeInjected } from '../../domain/credit.ts';
import type { IdempotencyKey, KeyRefusal } from '../../domain/session/commands.ts';
import type { PaymentSession, SessionStatus } from '../../domain/session/session.ts';
import { showTicket } from '../../domain/ticket/ticket.ts';
import { later } from '../../domain/time.ts';
import { provePlayedClaims } from '../../store/book/claims.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { findUnproven } from '../../store/sessions/due.ts';
import { hastenSessions } from '../../store/sessions/release.ts';
import { type NoticeOutcome, settleNotices } from '../book/settle.ts';
import { keptWhole, keyed } from '../idempotency.ts';
import { receiveNotices } from '../notices.ts';
import { lapseSessions } from '../outcome/lapse.ts';
import { lockSubjects } from '../outcome/lock.ts';
import type { Services } from '../services.ts';
import { retrieveSessions } from '../sessions/retrieve.ts';
import { claimPlayed } from './inject.ts';
import { makeSibling, type ScenarioName, type Script, scriptOf } from './scenarios.ts';

export type Simulate = {
  merchant_id: string;
  session_id: string;
  scenario: ScenarioName;
  idempotency: IdempotencyKey | null;
};

export type SimulateOutcome =
  | { kind: 'simulated'; notices: NoticeOutcome[]; session: PaymentSession; replayed: boolean }
  | { kind: 'not_found' }
  | { kind: 'scenario_impossible'; reason: string }
  | { kind: 'not_awaiting_payment'; status: SessionStatus }
  | KeyRefusal;

const OPERATION = 'sandbox.simulate';
const KEPT = keptWhole<SimulateOutcome>('simulated');

/**
 * Plays one scenario on one test session, by the pipeline that a real payment takes: notices are kept, read,
 * decided; the sweeper's own step expires. Not an array: a scenario is several transactions one after the other.
 *
 * With an idempotency key one more transaction holds the key meanwhile, on a connection of its own, so that a
 * second request with it is told that it is in use: let fewer run at once than the pool has connections.
 */
export async function simulateScenario(services: Services, command: Simulate): Promise<SimulateOutcome> {
  const asked = { ...command, environment: 'test' as const };
  if (command.idempotency === null) return perform(services, asked);
  const [outcome] = await keyed(services, OPERATION, [asked], {
    ...KEPT,
    run: async () => [await perform(services, asked)],
  });
  return outcome as SimulateOutcome;
}

async function perform(
  services: Services,
  command: Simulate & { environment: 'test' },
): Promise<SimulateOutcome> {
  const [session] = await retrieveSessions(services, [command]);
  if (!session) return { kind: 'not_found' };
  if (session.status !== 'AWAITING_PAYMENT') return { kind: 'not_awaiting_payment', status: session.status };
  const script = scriptOf(command.scenario, session);
  if ('impossible' in script) return { kind: 'scenario_impossible', reason: script.impossible };
  const notices = await play(services, session, script);
  if (notices === null) return { kind: 'scenario_impossible', reason: CROWDED };
  const [after] = await retrieveSessions(services, [command]);
  return { kind: 'simulated', notices, session: after ?? session, replayed: false };
}

const CROWDED =
  'its number already waits for each of the second amounts that were tried; use another session, or simulate again once some have ended';

/** @returns null where the number has no room for the second session of the scenario */
async function play(
  services: Services,
  session: PaymentSession,
  script: Script,
): Promise<NoticeOutcome[] | null> {
  const now = services.now();
  if (script.hasten !== 'no') {
    const past_grace = script.hasten === 'grace';
    await hastenSessions(services.pool, [{ session_id: session.id, now, past_grace }]);
    if (past_grace) {
      const unproven = await findUnproven(services.pool, [session.id]);
      const due = { session_id: session.id, is_unproven: unproven.length > 0 };
      const ended = await lapseSessions(services, [due]);
      // The sweeper is just ending it: the answer waits for that.
      if (ended === 0)
        await atomically(services.pool, (client) => lockSubjects(client, { session_ids: [session.id] }));
    }
  }
  const sibling = script.sibling ? await makeSibling(services, session) : null;
  if (script.sibling && sibling === null) return null;
  // Hastened, the session expired one millisecond after its creation: the money must come after that.
  const paid_at = new Date(Math.max(now.getTime(), later(session.created_at, 2).getTime()));
  const bodies = script.credits.map((credit) => {
    if (sibling === null) return credit;
    const motif = `${showTicket(session.ticket)} ${showTicket(sibling.ticket)}`;
    return { ...credit, amount: session.amount_xaf + sibling.amount_xaf, motif };
  });
  const kept = await receiveNotices(
    services,
    bodies.map((credit) => ({
      environment: session.environment,
      merchant_id: session.merchant_id,
      operator: session.operator,
      collection_number: session.assigned_collection_number,
      source: 'SANDBOX_CREDIT' as const,
      sender: null,
      body: writeInjected({ ...credit, occurred_at: paid_at.toISOString() }),
      received_at: now,
    })),
  );
  const ids = kept.flatMap((outcome) => (outcome.kind === 'kept' ? [outcome.notice_id] : []));
  const outcomes = await settleNotices(services, ids);
  const [body] = bodies;
  if (body?.is_unproven === true)
    await claimPlayed(services, session, {
      notice_id: ids[0] ?? '',
      body: writeInjected(body),
      occurred_at: paid_at,
    });
  else if (outcomes.some(({ verdict }) => verdict?.verdict === 'SETTLE'))
    await provePlayedClaims(services.pool, [
      {
        collection_number_id: session.collection_number_id,
        amount_xaf: session.amount_xaf,
        now: services.now(),
      },
    ]);
  return outcomes;
}
