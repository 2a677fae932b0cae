import type { PoolClient } from 'pg';
import { type Signature, signatureOf } from '../../../domain/review/second-person.ts';
import type { PaymentSession } from '../../../domain/session/session.ts';
import type { SessionTrigger } from '../../../domain/session/transitions.ts';
import { loadMerchantTerms } from '../../../store/numbers/numbers.ts';
import { lockSubjects } from '../../outcome/lock.ts';
import {
  moveSession,
  noOutcome,
  type Outcome,
  type SignedDisposal,
  type SurplusReason,
} from '../../outcome/outcome.ts';
import { writeOutcome } from '../../outcome/write.ts';
import type { Services } from '../../services.ts';
import { type Cases, creditsOf, type LockedCredit, leftBehind, lockCases } from './cases.ts';

/** What a person asks about a session under review. */
export type ReviewCommand = Signature & { session_id: string };

/** What a batch of decisions is about. */
type BenchSubjects = {
  session_ids: readonly string[];
  /** Credits that are named, whoever's case they are in. */
  credit_ids: readonly string[];
  merchant_ids: readonly string[];
};

/**
 * Sessions and credits, locked. Decisions change them in memory, one after the other; `write` then writes them all, in a number
 * of statements that does not depend on how many there are.
 */
export type Bench = {
  sessions: Map<string, PaymentSession>;
  credits: Map<string, LockedCredit>;
  /** Of the sessions, and those named that exist. */
  merchant_ids: string[];
  outcome: Outcome;
  creditsOf: (session_id: string) => LockedCredit[];
  move: (session: PaymentSession, trigger: SessionTrigger) => PaymentSession;
  dispose: (signed: Signature, as: Omit<SignedDisposal, keyof Signature | 'matched_transaction_id'>) => void;
  returnSurplus: (signed: Signature, credit: LockedCredit, reason: SurplusReason) => void;
  /** Sends to suspense what the case of a decided session leaves behind. */
  release: (signed: Signature, session_id: string, reason: string) => void;
  write: () => Promise<void>;
};

/** Locks what a batch is about, in the order of `lockSubjects`. */
export async function lockBench(
  services: Services,
  client: PoolClient,
  subjects: Partial<BenchSubjects>,
): Promise<Bench> {
  const session_ids = [...new Set(subjects.session_ids)];
  const credit_ids = [...new Set(subjects.credit_ids)];
  const { sessions } = await lockSubjects(client, { session_ids });
  const rows = [...sessions.values()];
  const cases = await lockCases(client, session_ids, credit_ids);
  const merchants = await loadMerchantTerms(
    client,
    [...new Set(subjects.merchant_ids)].map((merchant_id) => ({ merchant_id })),
  );
  const merchant_ids = [...new Set([...rows, ...merchants].map(({ merchant_id }) => merchant_id))];
  return makeBench(services, client, { sessions, cases, merchant_ids });
}

type Locked = Pick<Bench, 'sessions' | 'merchant_ids'> & { cases: Cases };

function makeBench(services: Services, client: PoolClient, { cases, ...locked }: Locked): Bench {
  const { sessions } = locked;
  const { credits } = cases;
  const now = services.now();
  const outcome = noOutcome();

  const dispose: Bench['dispose'] = (signed, as) => {
    const credit = credits.get(as.credit_id);
    if (credit === undefined) throw new Error(`bug: credit ${as.credit_id} is not locked`);
    const { state, surplus_xaf, matched_session_id } = as;
    credits.set(as.credit_id, { ...credit, state, surplus_xaf, matched_session_id });
    outcome.disposed.set(as.credit_id, { ...as, matched_transaction_id: null, ...signatureOf(signed) });
  };

  return {
    ...locked,
    credits,
    outcome,
    creditsOf: (session_id) => creditsOf(cases, session_id),
    move(session, trigger) {
      const moved = moveSession(services, outcome, session, trigger, session.review_reason, now);
      if (moved === null)
        throw new Error(`bug: ${trigger} does not move a session that is ${session.status}`);
      sessions.set(moved.id, moved);
      return moved;
    },
    dispose,
    returnSurplus(signed, credit, reason) {
      const { id: credit_id, matched_session_id, matched_transaction_id } = credit;
      outcome.returned.push({
        credit_id,
        reason,
        matched_session_id,
        matched_transaction_id,
        ...signatureOf(signed),
      });
      credits.set(credit_id, { ...credit, surplus_refunded_at: reason === 'surplus_unmarked' ? null : now });
    },
    release(signed, session_id, reason) {
      for (const { credit_id } of leftBehind(cases, session_id, sessions))
        dispose(signed, { credit_id, state: 'SUSPENSE', reason, matched_session_id: null, surplus_xaf: 0 });
    },
    write: () => writeOutcome(services, client, outcome, now),
  };
}
