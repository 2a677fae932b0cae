import { isCredit } from '../../domain/movement/move.ts';
import type { CreateSession, FailedCheck } from '../../domain/session/commands.ts';
import type { Template } from '../../sms/templates/template.ts';
import type { RailCounts } from '../../store/feeds/signals.ts';
import { countLiveEndpoints, loadMerchantTerms } from '../../store/numbers/numbers.ts';
import { liveRails } from '../feeds.ts';
import { freshly, perOwner } from '../fresh.ts';
import type { Services } from '../services.ts';
import { loadTemplates } from '../templates/read.ts';

type MerchantReadiness = {
  merchant_id: string;
  operators: string[];
  kyc_status: string;
  is_frozen: boolean;
  endpoints: number;
};

const termsOf = perOwner((_services: Services) =>
  freshly<string, MerchantReadiness>(
    (merchant_id) => merchant_id,
    async (merchant_ids, database) => {
      const ids = merchant_ids.map((merchant_id) => ({ merchant_id }));
      const terms = await loadMerchantTerms(database, ids);
      const endpoints = await countLiveEndpoints(database, ids);
      return merchant_ids.map((merchant_id) => ({
        merchant_id,
        operators: [],
        kyc_status: 'PENDING',
        is_frozen: false,
        ...terms.find((one) => one.merchant_id === merchant_id),
        endpoints: endpoints.find((one) => one.merchant_id === merchant_id)?.endpoints ?? 0,
      }));
    },
  ),
);

/** Worth knowing; keeps nothing from being served. */
const ADVICE = 'webhook_endpoint';

/**
 * What keeps a live session from being served, by command: empty when nothing does. Where something does, the
 * advice that is due is listed with it. Test mode is always ready. Why these checks: docs/decisions/live-readiness.md.
 */
export async function failedChecks(
  services: Services,
  commands: readonly CreateSession[],
): Promise<FailedCheck[][]> {
  const live = commands.filter((command) => command.environment === 'live');
  if (live.length === 0) return commands.map(() => []);
  const merchant_ids = live.map((one) => one.merchant_id);
  const terms = await termsOf(services).get(merchant_ids, services.now(), services.pool);
  const templates = await loadTemplates(services);
  const rails = await liveRails(services);
  return commands.map((command) => {
    if (command.environment !== 'live') return [];
    const rail = rails.find((one) => one.operator === command.operator);
    const failed = [
      ...merchantChecks(command, terms.get(command.merchant_id)),
      ...railChecks(command.operator, rail, templates),
    ].filter((one) => !one.ready);
    return failed.some((one) => one.name !== ADVICE) ? failed.toSorted(byName) : [];
  });
}

/** Whether the merchant of each command may be paid in live at all, whatever rail serves it: verified, and not frozen. */
export async function mayBePaid(
  services: Services,
  commands: readonly Pick<CreateSession, 'merchant_id' | 'environment'>[],
): Promise<boolean[]> {
  const live = commands.filter(({ environment }) => environment === 'live');
  const merchant_ids = live.map(({ merchant_id }) => merchant_id);
  const terms = await termsOf(services).get(merchant_ids, services.now(), services.pool);
  return commands.map(({ environment, merchant_id }) => {
    const known = terms.get(merchant_id);
    return environment !== 'live' || (known?.kyc_status === 'APPROVED' && !known.is_frozen);
  });
}

/** Whether staff have frozen a merchant in live, so that no payment begins. */
export async function isFrozen(
  services: Services,
  { merchant_id, environment }: Pick<CreateSession, 'merchant_id' | 'environment'>,
): Promise<boolean> {
  if (environment !== 'live') return false;
  const terms = await termsOf(services).get([merchant_id], services.now(), services.pool);
  return terms.get(merchant_id)?.is_frozen === true;
}

const NAMES = [
  'merchant_kyc',
  'merchant_not_frozen',
  'operator_enabled',
  'collection_number_pool',
  'sms_gateway_online',
  'feed_healthy',
  'template_confirmed',
  ADVICE,
];
const byName = (a: FailedCheck, b: FailedCheck): number => NAMES.indexOf(a.name) - NAMES.indexOf(b.name);

function merchantChecks({ operator }: CreateSession, terms: MerchantReadiness | undefined): FailedCheck[] {
  return [
    check(
      'merchant_kyc',
      terms?.kyc_status === 'APPROVED' ? 1 : 0,
      "the merchant's profile is not approved; complete it, and staff must approve it",
    ),
    check(
      'merchant_not_frozen',
      terms?.is_frozen === true ? 0 : 1,
      "the service's staff have frozen this merchant in live: what is open goes on, nothing new is made; ask them",
    ),
    check(
      'operator_enabled',
      terms?.operators.includes(operator) ? 1 : 0,
      `${operator} is not enabled for this merchant; ask the service's staff to enable it`,
    ),
    check(
      ADVICE,
      terms?.endpoints ?? 0,
      'no webhook endpoint for live events; results can only be polled (this keeps no session from being made)',
    ),
  ];
}

/** What an operator's live rail needs, ready or not. */
export function railChecks(
  operator: string,
  rail: RailCounts | undefined,
  templates: readonly Template[],
): FailedCheck[] {
  const confirmed = templates.filter(
    (one) => one.operator === operator && isCredit(one) && one.status === 'confirmed',
  ).length;
  return [
    check(
      'collection_number_pool',
      rail?.active_numbers ?? 0,
      `no active ${operator} collection number; staff must add or resume one`,
    ),
    check(
      'sms_gateway_online',
      rail?.online_gateways ?? 0,
      `no SMS gateway of an active ${operator} number is online; staff must look at its phone`,
    ),
    check(
      'feed_healthy',
      rail?.healthy_numbers ?? 0,
      rail !== undefined && rail.unanchored_numbers > 0 && rail.unanchored_numbers === rail.active_numbers
        ? `the opening balance of no ${operator} number is known; staff must say it`
        : `the feed of no active ${operator} number is healthy; staff must look at its incidents`,
    ),
    check(
      'template_confirmed',
      confirmed,
      `no ${operator} SMS template is confirmed; staff must confirm one from real messages`,
    ),
  ];
}

function check(name: string, count: number, reason: string): FailedCheck {
  return { name, ready: count > 0, reason, count };
}
