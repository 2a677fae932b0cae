import { MAGIC_CUSTOMER_PHONES } from '@chari/contract/sandbox';
import type { CreateOutcome, CreateSession, FailedCheck } from '../../domain/session/commands.ts';
import type { Services } from '../services.ts';
import { failedChecks } from './readiness.ts';

/** A session that is not even looked for a number, and why. */
export type Unserved = Extract<CreateOutcome, { kind: 'rail_not_ready' | 'no_collection_number' }>;

/**
 * What keeps each command from being served, known before its transaction begins; null where nothing does. It stands
 * behind what its key and its reference say.
 */
export async function unservedOf(
  services: Services,
  commands: readonly CreateSession[],
): Promise<(Unserved | null)[]> {
  const checks = await failedChecks(services, commands);
  return commands.map((command, i) => {
    const failed_checks = checks[i] ?? [];
    return failed_checks.length > 0 ? { kind: 'rail_not_ready', failed_checks } : refusalAskedFor(command);
  });
}

type Magic = (typeof MAGIC_CUSTOMER_PHONES)[keyof typeof MAGIC_CUSTOMER_PHONES];

const asked = (name: string): FailedCheck[] => [
  { name, ready: false, reason: 'the customer_phone of this test request asks for this refusal', count: 0 },
];
const REFUSALS: Readonly<Record<Magic, Unserved>> = {
  COLLECTION_NUMBER_UNAVAILABLE: {
    kind: 'no_collection_number',
    failed_checks: asked('collection_number_pool'),
  },
  PROVIDER_RAIL_NOT_READY: { kind: 'rail_not_ready', failed_checks: asked('template_confirmed') },
};

/** The refusal that a magic `customer_phone` asks for; in live these are numbers like any other. */
function refusalAskedFor({ environment, customer_phone }: CreateSession): Unserved | null {
  if (environment !== 'test' || customer_phone === null) return null;
  const phones: Readonly<Record<string, Magic>> = MAGIC_CUSTOMER_PHONES;
  const magic = phones[customer_phone];
  return magic === undefined ? null : REFUSALS[magic];
}
