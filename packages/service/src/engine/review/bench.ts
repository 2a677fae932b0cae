import type { PoolClient } from 'pg';
import type { PaymentSession } from '../../domain/session/session.ts';
import type { SessionTrigger } from '../../domain/session/transitions.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { loadMerchantTerms } from '../../store/numbers/readiness.ts';
import { lockSessions } from '../../store/sessions/load.ts';
import { lockTransactions } from '../../store/transactions/load.ts';
import { type Effects, moveSession, noEffects } from '../credits/effects.ts';
import { writeMoves } from '../credits/write.ts';
import type { Services } from '../services.ts';
import { type Consents, seekConsents } from '../staff/consent.ts';
import { disposeSigned, disposeSurpluses, type SignedDisposal } from '../staff/dispose.ts';
import { type Act, recordActions } from '../staff/record.ts';
import { type Cases, creditsOf, type LockedCredit, leftBehind, lockCases } from './cases.ts';

/** Who decides, as they sign, and why. */
export type Signature = { actor: string; note: string };

/** What a person asks about a session under review. */
export type ReviewCommand = Signature & { session_id: string };

/** What a batch of decisions is about. */
type Subjects = {
  session_ids: readonly string[];
  /** Credits that are named, whoever's case they are in. */
  credit_ids: readonly string[];
  merchant_ids: readonly string[];
  /** What is proposed and agreed: the sessions, or the credits. */
  decided: 'sessions' | 'credits';
};

/**
 * Sessions, the transactions that borrow them, and credits, locked: what is decided changes them in memory,
 * one after the other, and `write` makes it true, in a number of statements that does not depend on how many
 * there are.
 */
export type Bench = {
  sessions: Map<string, PaymentSession>;
  transactions: Map<string, Transaction>;
  credits: Map<string, LockedCredit>;
  /** Of the sessions, and those named that exist. */
  merchant_ids: string[];
  consents: Consents;
  effects: Effects;
  creditsOf: (session_id: string) => LockedCredit[];
  move: (session: PaymentSession, trigger: SessionTrigger) => PaymentSession;
  dispose: (signed: Signature, as: Omit<SignedDisposal, 'actor' | 'note'>) => void;
  returnSurplus: (signed: Signature, credit: LockedCredit) => void;
  /** Sends to suspense what the case of a decided session leaves behind. */
  release: (signed: Signature, session_id: string, reason: string) => void;
  record: (act: Act) => void;
  write: () => Promise<void>;
};

/** Sessions first, then the transactions that borrow them, then credits, each in order of id: as settling does. */
export async function openBench(
  services: Services,
  client: PoolClient,
  subjects: Partial<Subjects> & Pick<Subjects, 'decided'>,
): Promise<Bench> {
  const session_ids = [...new Set(subjects.session_ids)];
  const credit_ids = [...new Set(subjects.credit_ids)];
  const rows = await lockSessions(client, session_ids);
  const borrowers = rows.flatMap(({ transaction_id }) => transaction_id ?? []);
  const transactions = await lockTransactions(client, borrowers);
  const cases = await lockCases(client, session_ids, credit_ids);
  const merchants = await loadMerchantTerms(
    client,
    [...new Set(subjects.merchant_ids)].map((merchant_id) => ({ merchant_id })),
  );
  const consents = await seekConsents(
    services,
    client,
    subjects.decided === 'sessions' ? session_ids : credit_ids,
  );
  return makeBench(services, client, {
    sessions: new Map<string, PaymentSession>(rows.map((session) => [session.id, session])),
    transactions: new Map(transactions.map((row) => [row.id, row])),
    cases,
    merchant_ids: [...new Set([...rows, ...merchants].map(({ merchant_id }) => merchant_id))],
    consents,
  });
}

type Locked = Pick<Bench, 'sessions' | 'transactions' | 'merchant_ids' | 'consents'> & { cases: Cases };

function makeBench(services: Services, client: PoolClient, { cases, ...locked }: Locked): Bench {
  const { sessions, consents } = locked;
  const { credits } = cases;
  const now = services.now();
  const effects = noEffects();
  const disposals = new Map<string, SignedDisposal>();
  const returned: Parameters<typeof disposeSurpluses>[2][number][] = [];
  const acts: Act[] = [];

  const dispose: Bench['dispose'] = ({ actor, note }, as) => {
    const credit = credits.get(as.credit_id);
    if (credit === undefined) throw new Error(`bug: credit ${as.credit_id} is not locked`);
    const { state, surplus_xaf, matched_session_id } = as;
    credits.set(as.credit_id, { ...credit, state, surplus_xaf, matched_session_id });
    disposals.set(as.credit_id, { ...as, actor, note });
  };

  return {
    ...locked,
    credits,
    effects,
    creditsOf: (session_id) => creditsOf(cases, session_id),
    move(session, trigger) {
      const moved = moveSession(services, effects, session, trigger, session.review_reason, now);
      if (moved === null)
        throw new Error(`bug: ${trigger} does not move a session that is ${session.status}`);
      sessions.set(moved.id, moved);
      return moved;
    },
    dispose,
    returnSurplus({ actor, note }, credit) {
      const { id: credit_id, matched_session_id } = credit;
      returned.push({ credit_id, matched_session_id, actor, note });
      credits.set(credit_id, { ...credit, surplus_refunded_at: now });
    },
    release(signed, session_id, reason) {
      for (const { credit_id } of leftBehind(cases, session_id, sessions))
        dispose(signed, { credit_id, state: 'SUSPENSE', reason, matched_session_id: null, surplus_xaf: 0 });
    },
    record: (act) => acts.push(act),
    async write() {
      await consents.write();
      await writeMoves(services, client, effects, now);
      await disposeSigned(services, client, [...disposals.values()]);
      await disposeSurpluses(services, client, returned);
      await recordActions(services, client, acts);
    },
  };
}
