import type { Movement } from '../bench/load/texts.ts';
import type { Operator } from '../src/domain/operator.ts';
import type { Chance } from './chance.ts';
import type { Network } from './network.ts';
import type { Profile } from './profile.ts';

/** What moves a SIM's balance beside payments. */
export type Chore = {
  kind: 'sweep' | 'cash_in' | 'airtime';
  msisdn: string;
  operator: Operator;
};

export type Done = {
  chore: Chore;
  movement: Pick<Movement, 'kind' | 'amount_xaf' | 'fee_xaf' | 'is_fee_hidden' | 'undone_transaction_id'>;
  /** Staff told the service beforehand. */
  is_announced: boolean;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SWEEPS_WITHIN_MS = 2 * HOUR_MS;
/** What an operator takes for emptying a SIM. */
export const FEE_XAF = 100;
const AIRTIME_XAF = [200, 500, 1000];

/** Staff, agents and airtime on our SIMs: every moment at which something other than a payment is due. */
export function createTreasury(
  profile: Profile,
  chance: Chance,
  sims: readonly { msisdn: string; operator: Operator }[],
  starts_ms: number,
) {
  const sweep_days = Math.max(1, Math.round(profile.sweep_every_ms / DAY_MS));
  const sweepAt = (day: number): number =>
    day * DAY_MS + profile.sweep_from_ms + chance.between(0, SWEEPS_WITHIN_MS);
  return {
    /** The first of each kind on each SIM. */
    first: (): { at_ms: number; chore: Chore }[] =>
      sims.flatMap(({ msisdn, operator }, n) => [
        { at_ms: starts_ms + sweepAt(n % sweep_days), chore: { kind: 'sweep', msisdn, operator } as const },
        {
          at_ms: starts_ms + chance.wait(profile.cash_in_every_ms),
          chore: { kind: 'cash_in', msisdn, operator } as const,
        },
        {
          at_ms: starts_ms + chance.wait(profile.airtime_every_ms),
          chore: { kind: 'airtime', msisdn, operator } as const,
        },
      ]),
    next(chore: Chore, at_ms: number): number {
      if (chore.kind === 'cash_in') return at_ms + chance.wait(profile.cash_in_every_ms);
      if (chore.kind === 'airtime') return at_ms + chance.wait(profile.airtime_every_ms);
      return starts_ms + sweepAt(Math.floor((at_ms - starts_ms) / DAY_MS) + sweep_days);
    },
    /** What this chore comes to now; null when there is nothing to take. */
    plan(chore: Chore, network: Network): Done | null {
      const done = (
        amount_xaf: number,
        fee_xaf: number,
        is_fee_hidden: boolean,
        is_announced: boolean,
      ): Done => ({
        chore,
        movement: { kind: chore.kind, amount_xaf, fee_xaf, is_fee_hidden, undone_transaction_id: null },
        is_announced,
      });
      if (chore.kind === 'cash_in') return done(500 * chance.between(2, 100), 0, false, false);
      if (chore.kind === 'airtime') return done(chance.pick(AIRTIME_XAF), 0, false, false);
      const is_fee_hidden = chance.happens(profile.hidden_fee_share);
      const is_announced = chance.happens(profile.announced_share);
      // Half of the sweeps leave nothing at all, the others a round sum: both can be known from outside.
      const left_xaf = chance.happens(0.5) ? 0 : 5000;
      const amount_xaf = network.balanceOf(chore.msisdn) - left_xaf - FEE_XAF;
      return amount_xaf < 1 ? null : done(amount_xaf, FEE_XAF, is_fee_hidden, is_announced);
    },
  };
}

export type Treasury = ReturnType<typeof createTreasury>;
