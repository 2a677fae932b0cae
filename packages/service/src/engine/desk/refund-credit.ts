import { refundTransfer } from '../../domain/ledger/staff.ts';
import type { SecondPerson } from '../../domain/review/second-person.ts';
import { lockBooks } from '../../store/book/books.ts';
import { transaction } from '../../store/connect/transaction.ts';
import { findLiveNumbersOf, type WaitingCredit } from '../../store/suspense/credits.ts';
import { announceDebits } from '../book/announce.ts';
import type { Services } from '../services.ts';
import { type Bench, openBench } from './bench.ts';
import type { LockedCredit } from './cases.ts';
import type { Consents } from './consents.ts';

export type MarkRefunded = {
  credit_id: string;
  actor: string;
  /** What was sent, where the caller knows it: another amount than what waits is refused. */
  amount_xaf?: number;
  /** How and when it went back; kept. */
  note: string;
};

export type RefundOutcome =
  | { kind: 'refunded'; refunded_xaf: number; surplus: boolean }
  | { kind: 'proposed' }
  | { kind: 'not_found' }
  | { kind: 'nothing_waits'; state: WaitingCredit['state'] }
  /** The operator has sent it back itself: void it. */
  | { kind: 'credit_reversed' }
  /** Not what waits: part of it was given to a session meanwhile, or the amount is wrong. */
  | { kind: 'other_amount'; waiting_xaf: number }
  | Exclude<SecondPerson, { kind: 'go' | 'propose' }>;

/**
 * Records that staff have sent money back to its payer: a credit in suspense, or the surplus of an overpaid
 * session. The money itself moves on the operator's network, by hand; the debit that the SIM then reports is
 * taken for it. What the operator has taken back is not sent a second time.
 * @returns an outcome per command, in order
 */
export function refundCredits(
  services: Services,
  commands: readonly MarkRefunded[],
): Promise<RefundOutcome[]> {
  return transaction(services.pool, async (client) => {
    const credit_ids = commands.map(({ credit_id }) => credit_id);
    // Books come first in every order of locks, and what goes back is announced on them.
    const numbers = (await findLiveNumbersOf(client, credit_ids)).map((row) => row.collection_number_id);
    await lockBooks(client, numbers);
    const bench = await openBench(services, client, { decided: 'credits', credit_ids });
    const outcomes = commands.map((command) => refundOne(bench, command));
    await bench.write();
    await announceDebits(
      services,
      client,
      commands.flatMap(({ credit_id }, position) => {
        const credit = bench.credits.get(credit_id);
        const outcome = outcomes[position];
        if (outcome?.kind !== 'refunded' || credit?.environment !== 'live') return [];
        const { collection_number_id } = credit;
        return [
          { collection_number_id, kind: 'refund', amount_xaf: outcome.refunded_xaf, cause_id: credit_id },
        ];
      }),
      services.now(),
    );
    return outcomes;
  });
}

function refundOne(bench: Bench, command: MarkRefunded): RefundOutcome {
  const credit = bench.credits.get(command.credit_id);
  if (credit === undefined) return { kind: 'not_found' };
  const judged = judge(credit, bench.consents, command);
  if (judged.kind !== 'refunded') return judged;
  const { refunded_xaf, surplus, proposed_by } = judged;
  const { actor, note } = command;
  bench.outcome.transfers.push(refundTransfer(credit, refunded_xaf, surplus));
  if (surplus) bench.returnSurplus(command, credit);
  else
    bench.dispose(command, {
      credit_id: credit.id,
      state: 'REFUNDED',
      reason: 'refunded',
      matched_session_id: null,
      surplus_xaf: 0,
    });
  const detail = { refunded_xaf, surplus, proposed_by };
  bench.record({ actor, action: 'suspense.refund', subject_id: credit.id, note, detail });
  return { kind: 'refunded', refunded_xaf, surplus };
}

type Judged =
  | { kind: 'refunded'; refunded_xaf: number; surplus: boolean; proposed_by: string | null }
  | Exclude<RefundOutcome, { kind: 'refunded' }>;

function judge(
  credit: LockedCredit,
  consents: Consents,
  { credit_id, actor, note, amount_xaf: sent_xaf }: MarkRefunded,
): Judged {
  const surplus = credit.state === 'MATCHED' && credit.surplus_xaf > 0 && credit.surplus_refunded_at === null;
  if (credit.state !== 'SUSPENSE' && !surplus) return { kind: 'nothing_waits', state: credit.state };
  if (credit.is_reversed) return { kind: 'credit_reversed' };
  const amount_xaf = surplus ? credit.surplus_xaf : credit.amount_xaf;
  if (sent_xaf !== undefined && sent_xaf !== amount_xaf)
    return { kind: 'other_amount', waiting_xaf: amount_xaf };
  const consent = consents.ask({
    action: 'suspense.refund',
    subject_id: credit_id,
    terms: { surplus: String(surplus) },
    amount_xaf,
    actor,
    note,
  });
  if (consent.kind === 'propose') return { kind: 'proposed' };
  if (consent.kind !== 'go') return consent;
  const proposed_by = consent.agreed?.proposed_by ?? null;
  return { kind: 'refunded', refunded_xaf: amount_xaf, surplus, proposed_by };
}
