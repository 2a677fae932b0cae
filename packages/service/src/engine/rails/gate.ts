import type { Environment, Operator } from '../../domain/operator.ts';
import type { Policy } from '../../domain/policy.ts';
import { CLOSED, retryAfter_s } from '../../domain/rail/breaker.ts';
import { magicUnavailable_s } from '../../domain/rail/magic.ts';
import type { RailName } from '../../domain/transaction/transaction.ts';
import type { Services } from '../services.ts';
import { breakersOf } from './breakers.ts';
import { countSenders } from './claim.ts';

/** When no phone can tell payers what to pay: a person has to mend that. */
const NO_SENDER_RETRY_S = 60;

export type AskedRail = {
  merchant_id: string;
  environment: Environment;
  operator: Operator;
  /** The payer: in test one of the magic numbers asks for GATEWAY_UNAVAILABLE. */
  phone_number?: string;
};
/**
 * `retry_after_s`: after how many seconds to come back when its breaker is open, or when it tells payers by SMS
 * and no gateway can send; null when it takes new transactions.
 */
export type RailGate = { rail: RailName; retry_after_s: number | null };

/**
 * Which rail serves each, and whether it takes new transactions at the moment. Ask before anything is
 * written. Reads the database at most every half second, and never for test.
 */
export async function railGate(services: Services, asked: readonly AskedRail[]): Promise<RailGate[]> {
  const rails = asked.map((one) => railFor(services.policy, one));
  const [breakers, senders] = await Promise.all([
    rails.some((rail) => rail !== 'sandbox') ? breakersOf(services) : null,
    rails.includes('manual-sms') ? countSenders(services) : 0,
  ]);
  const now = services.now();
  return asked.map(({ phone_number }, i) => {
    const rail = rails[i] as RailName;
    if (rail === 'sandbox') return { rail, retry_after_s: magicUnavailable_s(phone_number ?? '') };
    const unsent_s = rail === 'manual-sms' && senders === 0 ? NO_SENDER_RETRY_S : null;
    return { rail, retry_after_s: retryAfter_s(breakers?.get(rail) ?? CLOSED, now) ?? unsent_s };
  });
}

function railFor(policy: Policy, { environment, operator }: AskedRail): RailName {
  return environment === 'test' ? 'sandbox' : policy.live_rails[operator];
}
