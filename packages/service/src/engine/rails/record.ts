import { isFault } from '../../domain/rail/order.ts';
import { firstEnquiryAt, followUp, type RailFollowUp } from '../../domain/rail/plan.ts';
import type { Conclusion } from '../../domain/transaction/transitions.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { keepCallbacks, type NewCallback } from '../../store/rails/callbacks.ts';
import { settleRefunds } from '../../store/rails/refunds.ts';
import { removeRailWork, scheduleRailWork } from '../../store/rails/work.ts';
import { raiseAlerts } from '../alerts.ts';
import type { Services } from '../services.ts';
import { advanceTransactions } from './advance.ts';
import { noteHealth } from './breakers.ts';
import type { AnsweredWork } from './claim.ts';
import { concludeTransactions } from './conclude.ts';
import { withoutOthersPayments } from './one-payment.ts';

/**
 * Writes down what rails answered, then lets go of the work. The order makes it repeatable: whoever finds the
 * work again after a crash in between sees the transaction ended, or asks the rail once more.
 */
export async function recordAnswers(services: Services, answered: readonly AnsweredWork[]): Promise<void> {
  const results = await withoutOthersPayments(services, newestOfEach(answered));
  const now = services.now();
  await concludeTransactions(
    services,
    results.flatMap((one) => conclusionOf(one, now)),
  );
  await advanceTransactions(
    services,
    results
      .filter(({ answer }) => answer?.kind === 'asked' && answer.waits_for === 'credit')
      .map(({ work }) => ({ transaction_id: work.transaction_id, to: 'WAITING_SMS' })),
  );
  await tellPaidOtherwise(services, results);
  await settleRefunds(
    services.pool,
    results.flatMap((one) => refundOf(one, now)),
  );
  const next = results.map((one) => ({ named: one.work, next: nextOf(one, now) }));
  await removeRailWork(
    services.pool,
    next.filter((one) => one.next === 'done').map(({ named }) => ({ ...nameOf(named), now })),
  );
  await scheduleRailWork(
    services.pool,
    next.flatMap(({ named, next }) => (next === 'done' ? [] : [{ ...nameOf(named), ...next, now }])),
  );
  // Last: where anything above fails all is done again, and one fault must not count as several.
  await noteHealth(
    services,
    results.flatMap(({ work, answer }) =>
      answer === null ? [] : [{ rail: work.rail, event: isFault(answer) ? 'fault' : 'success' }],
    ),
  );
}

/** Staff find out at the operator's portal whose that money is: no proof ends such a transaction by itself. */
async function tellPaidOtherwise(services: Services, results: readonly AnsweredWork[]): Promise<void> {
  const findings = results.flatMap(({ work, answer }) => {
    const differs = answer?.kind === 'unknown' ? answer.paid_otherwise : undefined;
    if (differs === undefined) return [];
    const { environment, transaction_id: subject, rail } = work;
    const detail = { rail, differs };
    return [
      { environment, kind: 'paid_otherwise' as const, subject, notice_id: null, credit_id: null, detail },
    ];
  });
  if (findings.length > 0)
    await atomically(services.pool, (client) => raiseAlerts(services, client, findings));
}

const nameOf = ({ transaction_id, attempt }: AnsweredWork['work']) => ({ transaction_id, attempt });

/** One transaction may be there twice when a call outlived its lease; what decides comes before what doesn't. */
function newestOfEach(answered: readonly AnsweredWork[]): AnsweredWork[] {
  const chosen = new Map<string, AnsweredWork>();
  for (const one of answered) {
    const before = chosen.get(one.work.transaction_id);
    if (before === undefined || !decides(before)) chosen.set(one.work.transaction_id, one);
  }
  return [...chosen.values()];
}

const decides = ({ answer }: AnsweredWork): boolean =>
  answer?.kind === 'success' || answer?.kind === 'failed';

function conclusionOf({ work, plan, answer }: AnsweredWork, now: Date): Conclusion[] {
  const { transaction_id, rail, attempt } = work;
  if (answer?.kind === 'success') {
    const { rail_transaction_id } = answer;
    const proof = { source: 'rail' as const, detail: { rail, rail_transaction_id, asked: plan, attempt } };
    return [{ transaction_id, kind: plan === 'refund' ? 'refunded' : 'success', at: now, proof }];
  }
  if (answer?.kind === 'failed' && plan !== 'refund') {
    const proof = { source: 'rail' as const, detail: { rail, asked: plan, attempt } };
    return [{ transaction_id, kind: 'failed', at: now, proof, reason: answer.reason }];
  }
  return [];
}

type SettledRefund = Parameters<typeof settleRefunds>[1][number];

function refundOf({ work, plan, answer }: AnsweredWork, now: Date): SettledRefund[] {
  const { transaction_id, status, step, refund_asked_at: asked_at } = work;
  const settled = (state: SettledRefund['state'], detail: string | null) => [
    { transaction_id, asked_at, state, detail, changed_at: now },
  ];
  if (plan === 'refund_unknown') return settled('UNKNOWN', 'The answer of the operator was lost.');
  // Concluded before, by a process that died before it could write it here.
  if (step === 'refund' && plan === 'drop') {
    return status === 'REFUNDED'
      ? settled('DONE', null)
      : settled('REFUSED', `The transaction is ${status}.`);
  }
  if (plan !== 'refund' || answer === null) return [];
  if (answer.kind === 'success') return settled('DONE', null);
  if (answer.kind === 'failed') return settled('REFUSED', answer.reason);
  if (answer.kind === 'unknown') return settled(answer.sent ? 'UNKNOWN' : 'ASKED', answer.detail);
  return settled('UNKNOWN', 'The operator has not finished it.');
}

function nextOf({ work, plan, answer }: AnsweredWork, now: Date): RailFollowUp {
  if (plan === 'wait' && work.begun_at !== null) {
    return { step: 'enquire', due_at: firstEnquiryAt(work.begun_at), begun: true, enquired: false };
  }
  if (answer === null || plan === 'drop' || plan === 'wait' || plan === 'refund_unknown') return 'done';
  return followUp(work, plan, answer, now);
}

/** A callback whose hash was right. */
export type GenuineCallback = Omit<NewCallback, 'id' | 'received_at' | 'rail'> & { rail: 'airtel-open-api' };

/**
 * Keeps callbacks, word for word, and lets the rail be asked about their transactions at once. What they say
 * decides nothing. One statement whatever their number.
 */
export async function receiveCallbacks(
  services: Services,
  callbacks: readonly GenuineCallback[],
): Promise<void> {
  const received_at = services.now();
  await keepCallbacks(
    services.pool,
    callbacks.map((callback) => ({ ...callback, id: services.newId(), received_at })),
  );
}
