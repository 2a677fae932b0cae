import type { Line, ProofState } from '../../domain/proof/account.ts';
import {
  areSealed,
  climb,
  dayHash,
  FIRST_PREVIOUS,
  leafHash,
  leafText,
  tree,
} from '../../domain/proof/chain.ts';
import { type BetweenKind, sumBetween, sumHeldAndOwed } from '../../store/proof/days.ts';
import {
  listMerchantDays,
  listProofDays,
  loadProofAccounts,
  loadProofDay,
  loadProofLines,
  loadProofMerchants,
  walkProofDays,
} from '../../store/proof/show.ts';
import type { ProofAccountRow, ProofDayRow, ProofMerchantRow } from '../../store/rows.generated.ts';
import { type Custodian, withCustodians } from '../ledger/custody.ts';
import type { Services, WithPool } from '../services.ts';
import type { ProofServices } from './close.ts';
import { lookAtDay } from './look.ts';

export type ShownProofAccount = Omit<ProofAccountRow, 'day'> & {
  kind: string;
  name: string;
  lines: Line[];
  /** Who holds its money for us on that day; null where nobody is named, absent of a number. */
  custodian?: Custodian | null;
};
/**
 * `CLAIMS`: what merchants owe us; `SWEPT_UNREAD`: what was taken off SIMs and read nowhere: neither is held.
 * `BOOKED_SINCE`: what the ledger has booked on a closed day after it was closed.
 */
export type Between = {
  kind: BetweenKind | 'CLAIMS' | 'SWEPT_UNREAD' | 'BOOKED_SINCE';
  amount_xaf: number;
};
export type ShownDay = {
  day: string;
  /** Null while it is not closed: then it is as it stands at this moment. */
  closed: ProofDayRow | null;
  held_xaf: number;
  owed_xaf: number;
  /** What was taken off SIMs and read nowhere; null of days that were closed before this was counted apart. */
  swept_unread_xaf: number | null;
  /** What makes the difference between held and owed; below zero where it makes the difference smaller. */
  between: Between[];
  state: ProofState | null;
  accounts: ShownProofAccount[];
};

const NO_SUMS = { held_xaf: 0, owed_xaf: 0, claims_xaf: 0, swept_unread_xaf: 0 };

/** A day with each account and every open franc of it: as it was closed, or, before that, as it stands. */
export async function showDay({ pool }: WithPool, day: string): Promise<ShownDay> {
  const [closed] = await loadProofDay(pool, { day });
  if (closed === undefined) {
    const accounts = await withCustodians({ pool }, day, await lookAtDay(pool, day));
    const [sums] = await sumHeldAndOwed(pool, { day });
    const { held_xaf, owed_xaf, claims_xaf, swept_unread_xaf } = sums ?? NO_SUMS;
    const between = await betweenOf(pool, day, { held_xaf, owed_xaf, claims_xaf, swept_unread_xaf });
    return { day, closed: null, held_xaf, owed_xaf, swept_unread_xaf, between, state: null, accounts };
  }
  const [rows, lines] = await Promise.all([loadProofAccounts(pool, { day }), loadProofLines(pool, { day })]);
  const by_account = Map.groupBy(lines, ({ account_id }) => account_id);
  const accounts = (await withCustodians({ pool }, day, rows)).map((row) => ({
    ...row,
    lines: by_account.get(row.account_id) ?? [],
  }));
  const { held_xaf, owed_xaf, swept_unread_xaf, state } = closed;
  const between = await betweenOf(pool, day, closed);
  return { day, closed, held_xaf, owed_xaf, swept_unread_xaf, between, state, accounts };
}

/** All accounts together come to zero, so the difference between held and owed is what stands on the others, to the franc. */
async function betweenOf(
  pool: Services['pool'],
  day: string,
  sums: Pick<ProofDayRow, 'held_xaf' | 'owed_xaf' | 'claims_xaf' | 'swept_unread_xaf'>,
): Promise<Between[]> {
  const between: Between[] = [
    ...(await sumBetween(pool, { day })),
    { kind: 'CLAIMS', amount_xaf: -(sums.claims_xaf ?? 0) },
    { kind: 'SWEPT_UNREAD', amount_xaf: -(sums.swept_unread_xaf ?? 0) },
  ];
  const more_xaf = sums.held_xaf - sums.owed_xaf;
  const rest_xaf = between.reduce((rest, { amount_xaf }) => rest - amount_xaf, more_xaf);
  return [...between, { kind: 'BOOKED_SINCE' as const, amount_xaf: rest_xaf }].filter(
    ({ amount_xaf }) => amount_xaf !== 0,
  );
}

/** Closed days, the newest first. */
export const listDays = (
  { pool }: WithPool,
  asked: { before: string; limit: number },
): Promise<ProofDayRow[]> => listProofDays(pool, { before: asked.before, limit: asked.limit });

export type OwnDay = Awaited<ReturnType<typeof listMerchantDays>>[number];

/** A merchant's own days, the newest first, each with what it needs to check it without us. */
export const listOwnDays = (
  { pool }: WithPool,
  asked: { merchant_id: string; before: string; limit: number },
): Promise<OwnDay[]> =>
  listMerchantDays(pool, { merchant_id: asked.merchant_id, before: asked.before, limit: asked.limit });

/** Whether a merchant's day is in the root of that day; what docs/proof.md tells a merchant to do by itself. */
export function isInDay(
  sha256: ProofServices['sha256'],
  own: ProofMerchantRow & { merchants_root: string },
): boolean {
  return climb(sha256, leafHash(sha256, leafText(own.day, own)), own.path) === own.merchants_root;
}

const WALKED = 31;
const FIRST_DAY = '0001-01-01';

/**
 * Hashes every closed day anew, from the first, and every merchant's path: a few statements a day, a month of
 * days at a time.
 * @returns what is not as it was sealed
 */
export async function checkChain({ pool, sha256 }: Pick<ProofServices, 'pool' | 'sha256'>): Promise<{
  days: number;
  problems: string[];
}> {
  const problems: string[] = [];
  let previous_hash = FIRST_PREVIOUS;
  let days = 0;
  let from = FIRST_DAY;
  let portion = await walkProofDays(pool, { from, limit: WALKED });
  while (portion.length > 0) {
    const found = await Promise.all(portion.map((day) => rehash({ pool, sha256 }, day)));
    for (const [at, day] of portion.entries()) {
      if (day.previous_hash !== previous_hash) problems.push(`${day.day} does not follow the day before it`);
      problems.push(...(found[at] ?? []));
      previous_hash = day.hash;
    }
    days += portion.length;
    from = dayAfter(portion.at(-1)?.day ?? FIRST_DAY);
    portion = await walkProofDays(pool, { from, limit: WALKED });
  }
  return { days, problems };
}

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

async function rehash(
  { pool, sha256 }: Pick<ProofServices, 'pool' | 'sha256'>,
  day: ProofDayRow,
): Promise<string[]> {
  const [{ accounts }, merchants] = await Promise.all([
    showDay({ pool }, day.day),
    loadProofMerchants(pool, { day: day.day }),
  ]);
  const { root } = tree(
    sha256,
    merchants.map((one) => leafHash(sha256, leafText(day.day, one))),
  );
  // What merchants owe us is not in the day's own hash. It is the sum of their closing balances below zero, which are sealed.
  const claims_xaf = merchants.reduce((sum_xaf, one) => sum_xaf + Math.max(0, -one.closing_xaf), 0);
  const strays = merchants.filter((one) => !isInDay(sha256, { ...one, merchants_root: day.merchants_root }));
  return [
    ...(areSealed(sha256, accounts, day) ? [] : [`the accounts of ${day.day} were changed`]),
    ...(root === day.merchants_root ? [] : [`the merchants of ${day.day} were changed`]),
    ...strays.map(({ merchant_id }) => `${day.day} does not hold merchant ${merchant_id}`),
    ...(day.claims_xaf === null || day.claims_xaf === claims_xaf
      ? []
      : [`what merchants owe on ${day.day} was changed`]),
    ...(dayHash(sha256, day) === day.hash ? [] : [`${day.day} is not what was sealed`]),
  ];
}
