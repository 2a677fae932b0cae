import type { PoolClient } from 'pg';
import { isUuid } from '../../domain/keys.ts';
import { AMOUNT_XAF_MAX } from '../../domain/money.ts';
import type { Signature } from '../../domain/review/second-person.ts';
import { type SettlementState, settlementTransition } from '../../domain/settlement/transitions.ts';
import { accountsInForce } from '../../store/settlements/payout-accounts.ts';
import { lockSettlements, type SettlementRow } from '../../store/settlements/settlements.ts';
import type { Services } from '../services.ts';
import { type Conclusion, concludeWith } from '../settlements/conclude.ts';
import { type Desk, type NotAgreed, signed } from './signed.ts';

export type DecideSettlement = Signature & { settlement_id: string; does: 'approve' | 'cancel' };

export type DecideSettlementOutcome =
  | { kind: 'approved' | 'cancelled'; amount_xaf: number; reference: string }
  | { kind: 'not_in_state'; state: SettlementState }
  /** The account that it was drafted for is no longer in force: it can only be cancelled. */
  | { kind: 'account_changed' }
  /** Its merchant is stopped: it waits until that may go on, or is cancelled. */
  | { kind: 'frozen' }
  | { kind: 'not_found' }
  | NotAgreed;

/** Settlements under lock, and the payout account that is in force for each merchant at this moment. */
export type KnownSettlements = {
  settlements: Map<string, SettlementRow>;
  in_force: Map<string, string>;
};

/** Locks the live settlements that are named; those of test are nobody's matter. */
export async function lockForDesk(
  client: PoolClient,
  ids: readonly string[],
  now: Date,
): Promise<KnownSettlements> {
  const rows = await lockSettlements(client, [...new Set(ids)].filter(isUuid));
  const live = rows.filter(({ environment }) => environment === 'live');
  const merchants = [...new Set(live.map(({ merchant_id }) => merchant_id))];
  const accounts = await accountsInForce(
    client,
    merchants.map((merchant_id) => ({ merchant_id, now })),
  );
  return {
    settlements: new Map(live.map((row) => [row.id, row])),
    in_force: new Map(accounts.map((one) => [one.merchant_id, one.id])),
  };
}

/** Whether it still goes where its merchant wants it. */
export function isInForce({ in_force }: KnownSettlements, one: SettlementRow): boolean {
  return one.payout_account_id !== null && in_force.get(one.merchant_id) === one.payout_account_id;
}

/**
 * Approves drafts, from `CHARI_SETTLEMENT_SECOND_PERSON_XAF` on in pairs, or takes back what has not been sent: its
 * money is payable again.
 * @returns an outcome per command, in order
 */
export function decideSettlements(
  services: Services,
  commands: readonly DecideSettlement[],
): Promise<DecideSettlementOutcome[]> {
  const ids = commands.map(({ settlement_id }) => settlement_id);
  return signed<KnownSettlements, DecideSettlementOutcome>(services, {
    lock: (client, now) => lockForDesk(client, ids, now),
    subjects: ({ settlements }) => [...settlements.keys()],
    from_xaf: services.policy.settlement_second_person_xaf,
    decide: (desk) => {
      const conclusions: Conclusion[] = [];
      const outcomes = commands.map((command) => decideOne(desk, command, conclusions));
      return { outcomes, write: () => concludeWith(services, desk.client, conclusions, desk.now) };
    },
  });
}

function decideOne(
  { known, agree, record }: Desk<KnownSettlements>,
  command: DecideSettlement,
  conclusions: Conclusion[],
): DecideSettlementOutcome {
  const { does: trigger } = command;
  const settlement = known.settlements.get(command.settlement_id);
  if (settlement === undefined) return { kind: 'not_found' };
  const { id, state, reference, amount_xaf, merchant_id } = settlement;
  const to = settlementTransition(state, trigger);
  if (to === null) return { kind: 'not_in_state', state };
  if (trigger === 'approve' && !isInForce(known, settlement)) return { kind: 'account_changed' };
  if (trigger === 'approve' && settlement.is_frozen) return { kind: 'frozen' };
  const action = `settlement.${trigger}` as const;
  const detail: Record<string, unknown> = { reference, amount_xaf, merchant_id };
  if (trigger === 'approve') {
    const terms = { reference, amount_xaf: String(amount_xaf) };
    const asked = { action, subject_id: id, terms, amount_xaf: Math.min(amount_xaf, AMOUNT_XAF_MAX) };
    const consent = agree(command, { ...asked, said: { merchant_id } });
    if (consent.kind !== 'agreed') return consent;
    detail.proposed_by = consent.proposed_by;
  }
  record(command, { action, subject_id: id, detail });
  conclusions.push({ settlement, trigger });
  known.settlements.set(id, { ...settlement, state: to });
  return { kind: trigger === 'approve' ? 'approved' : 'cancelled', amount_xaf, reference };
}
