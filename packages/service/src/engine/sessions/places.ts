import {
  type AllowanceKey,
  type AllowanceStanding,
  allowanceName,
  allowanceOf,
  allowanceStandingOf,
  giveBackSlot,
  numbersForOneAmount,
  PAID_WITHIN_HOURS,
  sharesOf,
  takeSlot,
} from '../../domain/reservation/allowance.ts';
import { kinPastFifth } from '../../domain/reservation/beside.ts';
import { takePlace } from '../../domain/reservation/places.ts';
import { fullFor, type NumberPool } from '../../domain/reservation/propose.ts';
import type { ByLink } from '../../domain/session/commands.ts';
import { later, MINUTE_MS } from '../../domain/time.ts';
import { loadAllowanceStandings } from '../../store/sessions/sessions.ts';
import type { Database } from '../../store/statement.ts';
import { freshly, perOwner } from '../fresh.ts';
import type { Services } from '../services.ts';
import { keepsOthersOff } from './beside.ts';
import type { HoldDraft } from './draft.ts';

// A live session takes two numbered places of its merchant: one of its allowance, one of its numbers for the
// amount. Like numbers they are proposed from what was read a second ago, unique indexes judge, and what was
// refused is looked for exhaustively. A test session takes none.

export const isLive = (draft: HoldDraft): boolean => draft.pool_key.environment === 'live';
export const allowanceKeyOf = ({ command: { merchant_id, operator } }: HoldDraft): AllowanceKey => ({
  merchant_id,
  operator,
});
export const allowanceNameOf = (draft: HoldDraft): string => allowanceName(allowanceKeyOf(draft));
export const byLinkOf = ({ command }: HoldDraft): ByLink | null => command.by_link ?? null;

export type AllowanceStandings = Map<string, AllowanceStanding>;

export async function readStandings(
  services: Services,
  keys: readonly AllowanceKey[],
  database: Database,
): Promise<AllowanceStanding[]> {
  const now = services.now();
  const paid_since = later(now, -PAID_WITHIN_HOURS * 60 * MINUTE_MS);
  const quarantine_minutes = services.policy.quarantine_minutes.live;
  const rows = await loadAllowanceStandings(
    database,
    keys.map((key, standing) => ({ ...key, standing, paid_since, now, quarantine_minutes })),
  );
  const byKey = new Map(rows.map((row) => [row.standing, row]));
  return keys.map((_, standing) => {
    const row = byKey.get(standing);
    if (row === undefined) throw new Error('bug: a merchant without a standing');
    return allowanceStandingOf(allowanceOf(row.set_sessions, row.paid_count), row);
  });
}

const cached = perOwner((services: Services) =>
  freshly<AllowanceKey, AllowanceStanding>(allowanceName, (keys, database) =>
    readStandings(services, keys, database),
  ),
);

/** How the merchants of live drafts stand, at most a second old; nothing is read for test drafts. */
export function standingsOf(
  services: Services,
  database: Database,
  drafts: readonly HoldDraft[],
): Promise<AllowanceStandings> {
  return cached(services).get(drafts.filter(isLive).map(allowanceKeyOf), services.now(), database);
}

/**
 * Takes places for the drafts whose merchants have any left, as far as is known, in order.
 * @returns those that may be proposed a number
 */
export function takePlaces(
  services: Services,
  drafts: HoldDraft[],
  pool: NumberPool,
  standings: AllowanceStandings,
): HoldDraft[] {
  return drafts.filter((draft) => {
    if (!isLive(draft)) return true;
    const standing = standings.get(allowanceNameOf(draft));
    if (standing === undefined) return false;
    draft.allowance_slot = takeSlot(standing.slots, byLinkOf(draft), services.random);
    if (draft.allowance_slot === null) return false;
    const { amount_xaf } = draft.command;
    const with_room = pool.numbers.length - fullFor(pool, amount_xaf).length;
    const asked = (one_xaf: number): number => (one_xaf === amount_xaf ? 1 : 0);
    if (
      !keepsOthersOff(services, draft) ||
      kinPastFifth(amount_xaf, with_room, standing, asked).length === 0
    ) {
      const bound = numbersForOneAmount(with_room, false);
      draft.amount_share = takePlace(sharesOf(standing, amount_xaf, bound), services.random);
    }
    if (draft.amount_share !== null) {
      standing.shares.set(amount_xaf, [...(standing.shares.get(amount_xaf) ?? []), draft.amount_share]);
      countSilent(standing, draft, 1);
      return true;
    }
    leavePlaces(draft, standings);
    return false;
  });
}

function countSilent({ silent }: AllowanceStanding, { command }: HoldDraft, by: number): void {
  const { amount_xaf, customer_phone } = command;
  if (customer_phone === null) silent.set(amount_xaf, (silent.get(amount_xaf) ?? 0) + by);
}

/** A draft that was not placed leaves its places to others. */
export function leavePlaces(draft: HoldDraft, standings: AllowanceStandings): void {
  const standing = standings.get(allowanceNameOf(draft));
  const { allowance_slot, amount_share } = draft;
  const { amount_xaf } = draft.command;
  if (standing !== undefined && allowance_slot !== null) giveBackSlot(standing.slots, allowance_slot);
  if (standing !== undefined && amount_share !== null) {
    const shares = standing.shares.get(amount_xaf) ?? [];
    // What was found by the exhaustive search is in no standing that is kept.
    if (shares.includes(amount_share)) countSilent(standing, draft, -1);
    standing.shares.set(
      amount_xaf,
      shares.filter((one) => one !== amount_share),
    );
  }
  draft.allowance_slot = null;
  draft.amount_share = null;
}
