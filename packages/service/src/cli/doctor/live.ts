import { INCIDENT_EFFECTS } from '../../domain/feed/incident.ts';
import { listIncidents } from '../../engine/book/look.ts';
import { listFeeds, liveRails } from '../../engine/feeds.ts';
import { inSeveralPhones, listSims } from '../../engine/gateways/notes.ts';
import { showCustody } from '../../engine/ledger/custody.ts';
import { listMerchants } from '../../engine/merchants.ts';
import { listNumbers } from '../../engine/numbers.ts';
import type { Services } from '../../engine/services.ts';
import { railChecks } from '../../engine/sessions/readiness.ts';
import { loadTemplates } from '../../engine/templates/read.ts';
import { severalPhones } from '../gateway-services.ts';
import type { CheckFinding } from './machine.ts';
import { checkWordings } from './wordings.ts';

const ROWS_MAX = 10_000;

/** What to do about a check that is not ready; the checks are those of `failed_checks`. */
const REMEDIES: Readonly<Record<string, (operator: string) => string>> = {
  collection_number_pool: (operator) =>
    `npx chari numbers add +235… --operator ${operator} --senders NAME --note WHY, and a second person agrees to NAME`,
  sms_gateway_online: () => 'npx chari gateways list says when each was heard, create adds one',
  feed_healthy: () =>
    'npx chari feeds list shows why; a new number needs npx chari feeds anchor +235… AMOUNT --note TEXT',
  template_confirmed: () =>
    'once real SMS have proven one, npx chari templates confirm ID@VERSION --note WHY',
};

/** What live payments still lack, check by check; in test nothing of this is needed. */
export async function checkLive(services: Services): Promise<CheckFinding[]> {
  const [rails, templates] = await Promise.all([liveRails(services), loadTemplates(services)]);
  const checks = rails.flatMap((rail) =>
    railChecks(rail.operator, rail, templates).map((one): CheckFinding => {
      const check = `live ${rail.operator}`;
      if (one.ready) return { check, state: 'ok', sentence: `${one.name}: ${one.count}.` };
      const remedy = REMEDIES[one.name]?.(rail.operator) ?? '';
      return { check, state: 'advice', sentence: `${one.name}: ${one.reason}: ${remedy}.` };
    }),
  );
  return [
    await checkMerchants(services),
    ...checks,
    ...(await checkWordings(services)),
    ...(await checkSenders(services)),
    ...(await checkPhones(services)),
    ...(await checkFeeds(services)),
    await checkCustody(services),
  ];
}

async function checkMerchants(services: Services): Promise<CheckFinding> {
  const merchants = await listMerchants(services, { limit: ROWS_MAX });
  const approved = merchants.filter((merchant) => merchant.kyc_status === 'APPROVED').length;
  const check = 'live merchants';
  return approved > 0
    ? { check, state: 'ok', sentence: `merchant_kyc: ${approved} of ${merchants.length} are approved.` }
    : {
        check,
        state: 'advice',
        sentence: 'merchant_kyc: none has its KYC approved: npx chari kyc list shows what waits.',
      };
}

async function checkSenders(services: Services): Promise<CheckFinding[]> {
  const numbers = await listNumbers(services, { environment: 'live', operator: null, limit: ROWS_MAX });
  return numbers
    .filter((n) => n.status === 'ACTIVE' && n.sender_allow_list.length === 0)
    .map((n) => ({
      check: `live ${n.operator}`,
      state: 'advice',
      sentence: `No SMS to ${n.msisdn} is evidence yet: npx chari numbers senders ${n.msisdn} NAME --note WHY, by two people.`,
    }));
}

/** Each number that several phones hear, as one does whose SIM was moved before that ended its place in the phone before. */
async function checkPhones(services: Services): Promise<CheckFinding[]> {
  return inSeveralPhones(await listSims(services)).map((sim) => ({
    check: `feed ${sim.msisdn}`,
    state: 'advice',
    sentence: `${severalPhones(sim)}.`,
  }));
}

/** Whose the money is that lies at operators and banks, by law. */
async function checkCustody(services: Services): Promise<CheckFinding> {
  const kept = await showCustody(services);
  const without = kept.filter(({ institution }) => institution === null).map(({ name }) => name);
  const check = 'custodians';
  if (without.length === 0) return { check, state: 'ok', sentence: `Named of all ${kept.length} accounts.` };
  const sentence = `Nobody is named who holds the money of ${without.join(', ')}: npx chari custodians set ACCOUNT --institution NAME --licence TEXT --since DAY --note WHY.`;
  return { check, state: 'advice', sentence };
}

/** Each number that nobody is given, and why; each incident with what to do about it. */
async function checkFeeds(services: Services): Promise<CheckFinding[]> {
  const [feeds, incidents] = await Promise.all([
    listFeeds(services),
    listIncidents(services, { open: true, limit: ROWS_MAX }),
  ]);
  const unknown = feeds.filter((n) => n.balance_xaf === null && n.status === 'ACTIVE');
  return [
    ...unknown.map(
      (n): CheckFinding => ({
        check: `feed ${n.msisdn}`,
        state: 'advice',
        sentence: `Its opening balance is unknown, so nobody is given it: npx chari feeds anchor ${n.msisdn} AMOUNT --note TEXT.`,
      }),
    ),
    ...incidents.map((one): CheckFinding => {
      const { meaning, remedy } = INCIDENT_EFFECTS[one.kind];
      return {
        check: `feed ${one.msisdn}`,
        state: 'advice',
        sentence: `${one.kind}: ${meaning}; ${remedy} (npx chari feeds show ${one.id}).`,
      };
    }),
  ];
}
