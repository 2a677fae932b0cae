import type { PoolClient } from 'pg';
import { AMOUNT_XAF_MAX } from '../../../domain/money.ts';
import { type Signature, settledBy } from '../../../domain/review/second-person.ts';
import { type SettlementState, settlementTransition } from '../../../domain/settlement/transitions.ts';
import { dayBegins, localDay } from '../../../domain/time.ts';
import { loadApprovedAlone } from '../../../store/settlements/payees.ts';
import { lockBankOrders } from '../../../store/settlements/watch.ts';
import { withdrawOpenProposals } from '../../../store/staff/record.ts';
import type { Services } from '../../services.ts';
import { concludeSettlements, type SettlementConclusion } from '../../settlements/conclude.ts';
import { filesOf, type TakenFile } from '../../settlements/orders.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';
import { type KnownSettlements, lockForDesk, type Stopped, stopOf } from './payees.ts';

export type DecideSettlement = Signature & { settlement_id: string; does: 'approve' | 'cancel' };

export type DecideSettlementOutcome =
  | { kind: 'approved'; amount_xaf: number; reference: string }
  | { kind: 'cancelled'; amount_xaf: number; reference: string; on_file: TakenFile | null }
  /** Somebody has taken a file on which it stands, so that it may be paid from there. */
  | { kind: 'proposed'; on_file?: TakenFile | null }
  | { kind: 'not_in_state'; state: SettlementState }
  | Stopped
  | { kind: 'not_found' }
  | NotAgreed;

type Known = KnownSettlements & {
  /** What one person alone has approved today in N'Djamena, by merchant: a sum in parts is as large as in one. */
  alone: Map<string, number>;
  /** The files on which those stand that are to be cancelled, by reference. */
  files: Map<string, TakenFile>;
};

/**
 * Approves drafts, or cancels what has not been sent: its money is payable again then. Approving takes two people from where
 * what one person alone approves for a merchant in a day comes to `CHARI_SETTLEMENT_SECOND_PERSON_XAF`. Cancelling what is
 * approved takes two whatever the sum: it says of what somebody may be carrying to the bank that it never left, and no SIM tells of
 * what a bank or a wallet has paid. Both of them know of the file on which it stands: who has spoken before somebody took that file
 * has not, and counts no more.
 * @returns an outcome per command, in order
 */
export function decideSettlements(
  services: Services,
  commands: readonly DecideSettlement[],
): Promise<DecideSettlementOutcome[]> {
  const ids = commands.map(({ settlement_id }) => settlement_id);
  return signed<Known, DecideSettlementOutcome>(services, {
    lock: async (client, now) => {
      const known = await lockForDesk(client, ids, now);
      const since = dayBegins(localDay(now)) as Date;
      // Their merchants are locked: two of one, approved at the same moment, come one after the other, and the second counts the first.
      const merchants = [...known.payees.keys()].map((merchant_id) => ({ merchant_id, since }));
      const alone = await loadApprovedAlone(client, merchants);
      return {
        ...known,
        alone: new Map(alone.map((one) => [one.merchant_id, one.approved_xaf])),
        files: await filesOfCancelled(client, known, commands),
      };
    },
    subjects: ({ settlements }) => [...settlements.keys()],
    from_xaf: pairsFrom(services.policy),
    decide: (desk) => {
      const conclusions: SettlementConclusion[] = [];
      const outcomes = commands.map((command) => decideOne(desk, command, conclusions));
      return {
        outcomes,
        write: async () => {
          await withdrawOfCancelled(desk, commands, conclusions);
          await concludeSettlements(services, desk.client, conclusions, desk.now);
        },
      };
    },
  });
}

/** A draft is cancelled by one person, also where another has asked to have it approved. */
async function withdrawOfCancelled(
  { client, now }: Desk<Known>,
  commands: readonly DecideSettlement[],
  conclusions: readonly SettlementConclusion[],
): Promise<void> {
  const cancelled = new Set(
    conclusions.flatMap(({ settlement, trigger }) => (trigger === 'cancel' ? settlement.id : [])),
  );
  await withdrawOpenProposals(
    client,
    commands.flatMap((command) =>
      cancelled.has(command.settlement_id)
        ? { subject_id: command.settlement_id, ...settledBy(command, now) }
        : [],
    ),
  );
}

/** Whoever takes an order or a list meanwhile waits, or is there first: it leaves off what is cancelled, or this finds the file. */
async function filesOfCancelled(
  client: PoolClient,
  { settlements }: KnownSettlements,
  commands: readonly DecideSettlement[],
): Promise<Map<string, TakenFile>> {
  if (commands.every(({ does }) => does !== 'cancel')) return new Map();
  await lockBankOrders(client, {});
  return filesOf(client, [...settlements.values()]);
}

/** A policy that lets one person approve any sum lets nobody say alone that what is approved never left. */
function pairsFrom({
  settlement_second_person_xaf: from_xaf,
  second_person_xaf,
}: Services['policy']): number | null {
  return from_xaf ?? (second_person_xaf === null ? null : Number.MAX_SAFE_INTEGER);
}

function decideOne(
  { known, agree, record }: Desk<Known>,
  command: DecideSettlement,
  conclusions: SettlementConclusion[],
): DecideSettlementOutcome {
  const { does: trigger } = command;
  const settlement = known.settlements.get(command.settlement_id);
  if (settlement === undefined) return { kind: 'not_found' };
  const { id, state, reference, amount_xaf, merchant_id } = settlement;
  const to = settlementTransition(state, trigger);
  if (to === null) return { kind: 'not_in_state', state };
  const action = `settlement.${trigger}` as const;
  const detail: Record<string, unknown> = { reference, amount_xaf, merchant_id };
  const terms = { reference, amount_xaf: String(amount_xaf) };
  const said = { merchant_id };
  if (trigger === 'approve') {
    const stopped = stopOf(known, settlement);
    if (stopped !== null) return stopped;
    const alone_xaf = amount_xaf + (known.alone.get(merchant_id) ?? 0);
    const asked = { action, subject_id: id, terms, amount_xaf: Math.min(alone_xaf, AMOUNT_XAF_MAX) };
    const consent = agree(command, { ...asked, said });
    if (consent.kind !== 'agreed') return consent;
    detail.proposed_by = consent.proposed_by;
    if (consent.proposed_by === null) known.alone.set(merchant_id, alone_xaf);
  } else if (state === 'APPROVED') {
    const on_file = known.files.get(reference) ?? null;
    const asked = { action, subject_id: id, amount_xaf: Math.min(amount_xaf, AMOUNT_XAF_MAX) };
    const consent = agree(command, {
      ...asked,
      // Two who look at the same moment by clocks that differ agree to the same file all the same.
      terms: { ...terms, taken_at: on_file?.taken_at.toISOString() ?? null },
      ...(on_file !== null && { stale_before: on_file.taken_at }),
      said,
      takes_two: true,
    });
    if (consent.kind === 'proposed') return { ...consent, on_file };
    if (consent.kind !== 'agreed') return consent;
    detail.proposed_by = consent.proposed_by;
  }
  record(command, { action, subject_id: id, detail });
  conclusions.push({ settlement, trigger });
  known.settlements.set(id, { ...settlement, state: to });
  if (trigger === 'approve') return { kind: 'approved', amount_xaf, reference };
  return { kind: 'cancelled', amount_xaf, reference, on_file: known.files.get(reference) ?? null };
}
