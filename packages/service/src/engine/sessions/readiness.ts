import { type Pool, poolKeyOf, poolName } from '../../domain/reservation/propose.ts';
import type { CreateSession, FailedCheck } from '../../domain/session/commands.ts';
import { MONEY_TEMPLATES, templateKey } from '../../rails/sms/templates/all.ts';
import { loadMerchantTerms } from '../../store/numbers/readiness.ts';
import { freshly, perOwner } from '../fresh.ts';
import type { Services } from '../services.ts';
import { confirmedTemplates } from '../templates/confirmed.ts';

const operatorsOf = perOwner((_services: Services) =>
  freshly<string, string[]>(
    (merchant_id) => merchant_id,
    async (merchant_ids, database) => {
      const terms = await loadMerchantTerms(
        database,
        merchant_ids.map((merchant_id) => ({ merchant_id })),
      );
      return merchant_ids.map((id) => terms.find((term) => term.merchant_id === id)?.operators ?? []);
    },
  ),
);

/**
 * What keeps a live session from being served, by command: empty when nothing does. Test mode is always
 * ready. Names of the checks: shared rails facts, section 5; those of gateways come with the gateways.
 */
export async function failedChecks(
  services: Services,
  commands: readonly CreateSession[],
  pools: Map<string, Pool>,
): Promise<FailedCheck[][]> {
  const live = commands.filter((command) => command.environment === 'live');
  if (live.length === 0) return commands.map(() => []);
  const operators = await operatorsOf(services).get(
    live.map((one) => one.merchant_id),
    services.now(),
    services.pool,
  );
  const confirmed = await confirmedTemplates(services);
  return commands.map((command) => {
    if (command.environment !== 'live') return [];
    const numbers = pools.get(poolName(poolKeyOf(command)))?.numbers.length ?? 0;
    const templates = MONEY_TEMPLATES.filter(
      (one) => one.operator === command.operator && confirmed.has(templateKey(one)),
    ).length;
    const enabled = operators.get(command.merchant_id)?.includes(command.operator) ?? false;
    const checks: FailedCheck[] = [
      check(
        'operator_enabled',
        enabled ? 1 : 0,
        `${command.operator} is not enabled for this merchant; ask the service's staff to enable it`,
      ),
      check(
        'collection_number_pool',
        numbers,
        `no active ${command.operator} collection number; staff must add or resume one`,
      ),
      check(
        'template_confirmed',
        templates,
        `no ${command.operator} SMS template is confirmed; staff must confirm one from real messages`,
      ),
    ];
    return checks.filter((one) => !one.ready);
  });
}

function check(name: string, count: number, reason: string): FailedCheck {
  return { name, ready: count > 0, reason, count };
}
