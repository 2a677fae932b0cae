import type { Config } from '../../domain/config/config.ts';
import type { Operator } from '../../domain/operator.ts';
import { OPERATORS } from '../../domain/transaction/transaction.ts';
import { type RailState, surveyRails } from '../../engine/rails/survey.ts';
import type { Services } from '../../engine/services.ts';
import { openRails } from '../serve/rails.ts';
import type { Finding } from './machine.ts';

const AIRTEL_SETTINGS =
  'CHARI_AIRTEL_URL, CHARI_AIRTEL_CLIENT_ID, CHARI_AIRTEL_CLIENT_SECRET and CHARI_AIRTEL_CALLBACK_SECRET';

/** What to do about a rail that is not ready. */
const REMEDIES: Readonly<Record<string, string>> = {
  'airtel-open-api': `If this stays, correct ${AIRTEL_SETTINGS}, or ask Airtel.`,
  'manual-sms': 'Let one send: npx chari gateways sending NAME --send-url URL --send-login USER:PASSWORD.',
};

/** How live transactions reach each operator. It asks Airtel for a token, where Airtel is configured. */
export async function checkRails(services: Services, config: Config): Promise<Finding[]> {
  const open = openRails(config, services.now);
  const { rails, refunds } = await surveyRails(services, open.rails).finally(open.close);
  const unknown = refunds.filter(({ state }) => state === 'UNKNOWN').length;
  return [
    ...OPERATORS.flatMap((operator) => operatorFindings(services, operator, rails)),
    ...(config.airtel === null ? [AIRTEL_MISSING] : []),
    ...(unknown === 0 ? [] : [unknownRefunds(unknown)]),
  ];
}

const AIRTEL_MISSING: Finding = {
  check: 'rail AIRTEL',
  state: 'advice',
  sentence: `Airtel's API is not configured, so payers are told by SMS: once you have its credentials, set ${AIRTEL_SETTINGS}.`,
};

function unknownRefunds(count: number): Finding {
  return {
    check: 'refunds',
    state: 'advice',
    sentence: `Nobody knows how ${count} ended: npx chari rails status names them; ask the operator, then npx chari rails refund TRANSACTION --done or --refused.`,
  };
}

function operatorFindings(services: Services, operator: Operator, rails: readonly RailState[]): Finding[] {
  const name = services.policy.live_rails[operator];
  const rail = rails.find((one) => one.rail === name);
  const check = `rail ${operator}`;
  if (rail === undefined) {
    const sentence = `${name} serves it and is not configured: set ${AIRTEL_SETTINGS}.`;
    return [{ check, state: 'advice', sentence }];
  }
  const serves: Finding = rail.ready
    ? { check, state: 'ok', sentence: `${name} serves it. ${rail.reason}` }
    : {
        check,
        state: 'advice',
        sentence: `${name} serves it and is not ready: ${rail.reason} ${REMEDIES[name] ?? ''}`.trimEnd(),
      };
  return [serves, breakerFinding(check, rail)];
}

function breakerFinding(check: string, { breaker, failures, until }: RailState): Finding {
  if (breaker === 'closed') {
    const faults = failures === 0 ? '' : `, after ${failures} faults in a row`;
    return { check, state: 'ok', sentence: `The breaker is closed${faults}.` };
  }
  const sentence =
    breaker === 'open'
      ? `The breaker is open until ${until?.toISOString()}, and new transactions get 503: mend what is above; it closes by itself after a call that succeeds.`
      : `The breaker is half open: one call is being made as a probe. Wait for it, then ask again.`;
  return { check, state: 'advice', sentence };
}
