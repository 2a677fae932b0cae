import { isUuid } from '../../domain/keys/uuid.ts';
import { normaliseMsisdn } from '../../domain/msisdn/normalise.ts';
import { findLiveNumbers } from '../../store/numbers/named.ts';
import type { CollectionNumberRow } from '../../store/numbers/row.ts';
import type { Database } from '../../store/statement.ts';

/** What became of a number that staff named. */
export type NumberOutcome = { kind: 'changed'; number: CollectionNumberRow } | { kind: 'not_found' };

/** Numbers are named by id or, in live, by the number itself however it is written. */
export function splitNames(names: readonly string[]): { ids: string[]; msisdns: string[] } {
  return {
    ids: names.filter(isUuid).map((name) => name.toLowerCase()),
    msisdns: names.filter((name) => !isUuid(name)).flatMap((name) => normaliseMsisdn(name) ?? []),
  };
}

/** An outcome for each name, in order. */
export function outcomesOf(names: readonly string[], rows: readonly CollectionNumberRow[]): NumberOutcome[] {
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
): Promise<(CollectionNumberRow | null)[]> {
  const { ids, msisdns } = splitNames(names);
  const outcomes = outcomesOf(names, await findLiveNumbers(database, ids, msisdns));
  return outcomes.map((outcome) => (outcome.kind === 'changed' ? outcome.number : null));
}
