import { isUuid } from '../../domain/keys/uuid.ts';
import { normaliseMsisdn } from '../../domain/msisdn/normalise.ts';
import { setNumberStatus } from '../../store/numbers/pause.ts';
import type { CollectionNumberRow } from '../../store/numbers/row.ts';
import type { Services } from '../services.ts';

export type NumberOutcome = { kind: 'changed'; number: CollectionNumberRow } | { kind: 'not_found' };

/**
 * Takes numbers out of the choice for new sessions; credits to them are still read and matched.
 *
 * @param names ids, or for live numbers also the number itself; an outcome for each, in order
 */
export async function pauseNumbers(services: Services, names: readonly string[]): Promise<NumberOutcome[]> {
  return setStatus(services, names, 'PAUSED');
}

/** Puts paused numbers back into the choice. Names and outcomes as of `pauseNumbers`. */
export async function resumeNumbers(services: Services, names: readonly string[]): Promise<NumberOutcome[]> {
  return setStatus(services, names, 'ACTIVE');
}

async function setStatus(
  services: Services,
  names: readonly string[],
  status: 'ACTIVE' | 'PAUSED',
): Promise<NumberOutcome[]> {
  const ids = names.filter(isUuid).map((name) => name.toLowerCase());
  const msisdns = names.flatMap((name) => normaliseMsisdn(name) ?? []);
  const rows = await setNumberStatus(services.pool, ids, msisdns, status);
  return names.map((name) => {
    const msisdn = isUuid(name) ? null : normaliseMsisdn(name);
    const number = rows.find((row) =>
      msisdn === null ? row.id === name.toLowerCase() : row.environment === 'live' && row.msisdn === msisdn,
    );
    return number === undefined ? { kind: 'not_found' } : { kind: 'changed', number };
  });
}
