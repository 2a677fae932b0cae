import { isUuid } from '../domain/keys.ts';
import { SUM_XAF_MAX } from '../domain/money.ts';
import { type Msisdn, normaliseMsisdn, operatorOf } from '../domain/msisdn.ts';
import type { Environment, Operator } from '../domain/operator.ts';
import { DAY_MS, later, localDay } from '../domain/time.ts';
import {
  findLiveNumbers,
  foldUsageRows,
  insertLiveNumbers,
  listNumberRows,
  loadUsage,
  type StoredNumber,
} from '../store/numbers/numbers.ts';
import type { Database } from '../store/statement.ts';
import type { Services } from './services.ts';

export type AddNumber = {
  operator: Operator;
  /** As people write it; stored as `+235` and 8 digits. */
  number: string;
  /** 1 to 1000: its share of new sessions relative to the others'. */
  weight: number;
  /** What it may take in a day; null for no cap. */
  daily_volume_cap_xaf: number | null;
  daily_count_cap: number | null;
  /** Names whose SMS are evidence; empty until staff know how the operator signs. */
  sender_allow_list: readonly string[];
};

export type AddNumberOutcome =
  | { kind: 'added'; number: StoredNumber }
  | { kind: 'already_there'; msisdn: Msisdn }
  | { kind: 'number_unusable' }
  | { kind: 'other_operator'; msisdn: Msisdn; belongs_to: Operator | null }
  | { kind: 'value_unusable'; field: 'weight' | 'daily_volume_cap_xaf' | 'daily_count_cap' };

/** Adds SIMs of ours to the live network. An outcome per command, in order. */
export async function addNumbers(
  services: Pick<Services, 'now' | 'newId'> & { pool: Database },
  commands: readonly AddNumber[],
): Promise<AddNumberOutcome[]> {
  const created_at = services.now();
  const drafts = commands.map((command) => {
    const msisdn = normaliseMsisdn(command.number);
    return { id: services.newId(), command, msisdn, refusal: refusalOf(command, msisdn) };
  });
  const accepted = drafts.flatMap(({ id, command, msisdn, refusal }) => {
    if (refusal !== null || msisdn === null) return [];
    const { number: _, ...rest } = command;
    return [{ ...rest, id, msisdn, created_at }];
  });
  const rows = await insertLiveNumbers(services.pool, accepted);
  const added = new Map(rows.map((row) => [row.id, row]));
  return drafts.map(({ id, msisdn, refusal }) => {
    if (refusal !== null) return refusal;
    if (msisdn === null) return { kind: 'number_unusable' };
    const number = added.get(id);
    return number === undefined ? { kind: 'already_there', msisdn } : { kind: 'added', number };
  });
}

function refusalOf(command: AddNumber, msisdn: Msisdn | null): AddNumberOutcome | null {
  if (msisdn === null) return { kind: 'number_unusable' };
  const belongs_to = operatorOf(msisdn);
  if (belongs_to !== command.operator) return { kind: 'other_operator', msisdn, belongs_to };
  const limits = { weight: 1000, daily_volume_cap_xaf: SUM_XAF_MAX, daily_count_cap: 1_000_000_000 };
  for (const field of ['weight', 'daily_volume_cap_xaf', 'daily_count_cap'] as const) {
    const value = command[field];
    const is_usable = value === null || (Number.isInteger(value) && value >= 1 && value <= limits[field]);
    if (!is_usable) return { kind: 'value_unusable', field };
  }
  return null;
}

/** What became of a number that staff named. */
export type NumberOutcome = { kind: 'changed'; number: StoredNumber } | { kind: 'not_found' };

/** Numbers are named by id or, in live, by the number itself however it is written. */
export function splitNames(names: readonly string[]): { ids: string[]; msisdns: string[] } {
  return {
    ids: names.filter(isUuid).map((name) => name.toLowerCase()),
    msisdns: names.filter((name) => !isUuid(name)).flatMap((name) => normaliseMsisdn(name) ?? []),
  };
}

/** An outcome for each name, in order. */
export function outcomesOf(names: readonly string[], rows: readonly StoredNumber[]): NumberOutcome[] {
  return names.map((name) => {
    const msisdn = isUuid(name) ? null : normaliseMsisdn(name);
    const number = rows.find((row) =>
      msisdn === null ? row.id === name.toLowerCase() : row.environment === 'live' && row.msisdn === msisdn,
    );
    return number === undefined ? { kind: 'not_found' } : { kind: 'changed', number };
  });
}

/** The live number of each name, in order; null where there is none. */
export async function findNumbers(
  database: Database,
  names: readonly string[],
): Promise<(StoredNumber | null)[]> {
  const { ids, msisdns } = splitNames(names);
  const outcomes = outcomesOf(names, await findLiveNumbers(database, { ids, msisdns }));
  return outcomes.map((outcome) => (outcome.kind === 'changed' ? outcome.number : null));
}

/** Collection numbers by environment, operator and number; null is no filter. */
export async function listNumbers(
  services: Services,
  query: { environment: Environment | null; operator: Operator | null; limit: number },
): Promise<StoredNumber[]> {
  return listNumberRows(services.pool, {
    environment: query.environment,
    operator: query.operator,
    limit: query.limit,
  });
}

/** A live number with what it took in today; null when there is none. */
export async function showNumber({ pool, now }: Services, id: string) {
  const [number] = await findLiveNumbers(pool, { ids: [id], msisdns: [] });
  if (number === undefined) return null;
  const [usage] = await loadUsage(pool, { ids: [id], day: localDay(now()) });
  return { number, credit_count: usage?.credit_count ?? 0, volume_xaf: usage?.volume_xaf ?? 0 };
}

/** Deltas of one number that may stand today before they are folded into one row: each session reads those of all numbers with caps. */
const DELTAS_MAX = 20;
/** Money counts for the day on which it moved: so long after it most has been proven, by a reading or a statement. */
const PAST_DAYS = 40;

/**
 * Folds what numbers have taken in today, which a cap adds up for each session.
 * @returns how many deltas were folded
 */
export function foldUsage(services: Services): Promise<number> {
  const today = localDay(services.now());
  return fold(services, { from: today, to: today, limit: DELTAS_MAX });
}

/** Folds each of the days before into one row, so that what is kept of a number grows by a row a day. */
export function foldPastUsage(services: Services): Promise<number> {
  const now = services.now();
  const [from, to] = [PAST_DAYS, 1].map((days) => localDay(later(now, -days * DAY_MS)));
  return fold(services, { from: from as string, to: to as string, limit: 1 });
}

async function fold({ pool }: Services, days: Parameters<typeof foldUsageRows>[1]): Promise<number> {
  const [row] = await foldUsageRows(pool, days);
  return row?.folded ?? 0;
}
