import type { FeedStatus } from '../feed/incident.ts';
import type { Environment, Operator } from '../operator.ts';

/** One collection number as allocation sees it, at most a second old. */
export type PoolNumber = {
  id: string;
  msisdn: string;
  weight: number;
  rank: Rank;
  open_holds: number;
  /** What its daily caps still allow after the money that came today, or null without a cap. */
  free_volume_xaf: number | null;
  free_count: number | null;
};

/**
 * The numbers that one caller may be given: of one operator and environment, in test one merchant's.
 * `cumulative` goes with `likely`: the first choice, or where it is empty all numbers.
 */
export type NumberPool = { numbers: PoolNumber[]; likely: PoolNumber[]; cumulative: number[] };

export type PoolKey = { environment: Environment; operator: Operator; merchant_id: string | null };

/** Live numbers are shared by all merchants; virtual ones belong to one. */
export function poolKeyOf(request: {
  environment: Environment;
  operator: Operator;
  merchant_id: string;
}): PoolKey {
  return {
    environment: request.environment,
    operator: request.operator,
    merchant_id: request.environment === 'test' ? request.merchant_id : null,
  };
}

export const poolName = (key: PoolKey): string =>
  `${key.environment}/${key.operator}/${key.merchant_id ?? ''}`;

/** Weights by configured weight and by how little the number holds already. */
export function poolOf(numbers: PoolNumber[]): NumberPool {
  const first = numbers.filter(({ rank }) => rank === 'first');
  const likely = first.length > 0 ? first : numbers;
  let sum = 0;
  const cumulative = likely.map((number) => {
    sum += number.weight / (1 + number.open_holds / 1000);
    return sum;
  });
  return { numbers, likely, cumulative };
}

/**
 * Whether the number's daily caps leave room for the amount. They count money that came: a promise costs
 * nothing to give, so it must not use up what others could pay.
 */
export function hasRoom(number: PoolNumber, amount_xaf: number): boolean {
  return (
    (number.free_volume_xaf === null || number.free_volume_xaf >= amount_xaf) &&
    (number.free_count === null || number.free_count >= 1)
  );
}

/** Ids of a pool's numbers on which their daily caps leave no room for the amount; virtual numbers have no caps. */
export function fullFor(pool: NumberPool | undefined, amount_xaf: number): string[] {
  const full = pool?.numbers.filter((number) => !hasRoom(number, amount_xaf));
  return full?.map(({ id }) => id) ?? [];
}

/** One likely number by weight and chance; null from an empty pool. */
export function pick(pool: NumberPool, random: () => number): PoolNumber | null {
  const total = pool.cumulative.at(-1);
  if (total === undefined) return null;
  const wanted = random() * total;
  let low = 0;
  let high = pool.cumulative.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((pool.cumulative[middle] as number) > wanted) high = middle;
    else low = middle + 1;
  }
  return pool.likely[low] ?? null;
}

const TRIES = 4;
/** So many numbers are drawn before each try, and the one that holds least for its weight is tried. */
const CHOICES = 8;

/**
 * A likely number that holds little. Whoever pays to a number after a message of it was lost waits until the SIM is
 * read, so payments are spread; and the session whose message was lost is held on, which keeps others away.
 */
function leastBusy(
  pool: NumberPool,
  given: ReadonlyMap<string, number>,
  random: () => number,
): PoolNumber | null {
  let best: PoolNumber | null = null;
  const busy = ({ id, open_holds, weight }: PoolNumber) => (open_holds + (given.get(id) ?? 0)) / weight;
  for (let choice = 0; choice < CHOICES; choice += 1) {
    const number = pick(pool, random);
    if (number !== null && (best === null || busy(number) < busy(best))) best = number;
  }
  return best;
}

/**
 * Proposes a number for each amount, never the same (number, amount) twice in one batch. What it can't
 * place quickly it leaves null, for the exhaustive search. The unique index judges, not this function.
 * @param taken keys `number_id/amount` already proposed in this batch; grows
 * @param apart_from for each amount, those that should not be on its number
 */
export function propose(
  pool: NumberPool,
  amounts_xaf: number[],
  taken: Set<string>,
  random: () => number,
  apart_from: readonly (readonly number[] | null)[] = [],
): (PoolNumber | null)[] {
  const given = new Map<string, number>();
  return amounts_xaf.map((amount_xaf, position) => {
    const apart = apart_from[position] ?? [];
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const number = leastBusy(pool, given, random);
      if (number === null) return null;
      const key = `${number.id}/${amount_xaf}`;
      const is_apart = !apart.some((other_xaf) => taken.has(`${number.id}/${other_xaf}`));
      if (is_apart && !taken.has(key) && hasRoom(number, amount_xaf)) {
        taken.add(key);
        given.set(number.id, (given.get(number.id) ?? 0) + 1);
        return number;
      }
    }
    return null;
  });
}

/** At most this many virtual numbers for each test merchant and operator: their last three digits count them. */
export const VIRTUAL_NUMBERS_MAX = 1000;
const VIRTUAL_NUMBERS_FIRST = 5;

/** How many virtual numbers to add when `missing` amounts found none free: the pool doubles, to its limit. */
export function virtualNumbersToAdd(existing: number, missing: number): number {
  const wanted = Math.max(VIRTUAL_NUMBERS_FIRST, missing, existing);
  return Math.min(wanted, VIRTUAL_NUMBERS_MAX - existing);
}

const VIRTUAL_PREFIX: Record<Operator, string> = { AIRTEL: '+23560000', MOOV: '+23590000' };

/** The n-th virtual number of an operator, from 0: `+23560000000` … `+23560000999`. */
export function virtualMsisdn(operator: Operator, position: number): string {
  return VIRTUAL_PREFIX[operator] + String(position).padStart(3, '0');
}

/** `last`: proposed only when no number of the first choice can take the amount. */
export type Rank = 'first' | 'last';

/**
 * How a number's feed ranks it. A doubt lowers a number's rank and doesn't close it: otherwise one forged SMS
 * a SIM would stop everybody. Only silence, or a book without an opening balance, takes a number out.
 */
const FEED_RANKS: Readonly<Record<FeedStatus, Rank | 'never'>> = {
  HEALTHY: 'first',
  LAGGING: 'last',
  DOUBTED: 'last',
  SILENT: 'never',
  UNANCHORED: 'never',
};

const RANKS: readonly Rank[] = ['first', 'last'];

/** The feed statuses of a rank. */
export function feedStatusesOf(rank: Rank): FeedStatus[] {
  return (Object.keys(FEED_RANKS) as FeedStatus[]).filter((status) => FEED_RANKS[status] === rank);
}

/** The feed statuses with which a number may be assigned at all. */
export const ASSIGNABLE_FEEDS: readonly string[] = RANKS.flatMap(feedStatusesOf);
