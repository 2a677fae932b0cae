import { SENDERS } from '../bench/load/texts.ts';
import type { Operator } from '../src/domain/operator.ts';
import { setTariffs } from '../src/engine/desk/book/set-tariff.ts';
import { confirmTemplates } from '../src/engine/desk/templates/decide-template.ts';
import { createGateways } from '../src/engine/gateways/create.ts';
import { routeNumber } from '../src/engine/gateways/route.ts';
import type { GatewayServices } from '../src/engine/gateways/secrets.ts';
import { approveKyc, createMerchants } from '../src/engine/merchants.ts';
import { addNumbers } from '../src/engine/numbers.ts';
import type { Services } from '../src/engine/services.ts';
import { airtelCredit } from '../src/sms/templates/airtel-credit.ts';
import { moovCredit } from '../src/sms/templates/moov-credit.ts';
import { HOSTILE_SHOPS } from './adversaries/shops.ts';
import type { Chance } from './chance.ts';
import { SIGNED } from './lookups.ts';
import type { Profile } from './profile.ts';
import { anchorNumbers } from './staff.ts';
import { FEE_XAF } from './treasury.ts';

/** A SIM of ours: its number, and the phone in which it sits. */
export type Sim = {
  msisdn: string;
  collection_number_id: string;
  operator: Operator;
  opening_balance_xaf: number;
  gateway_id: string;
  device_id: string;
};

/** Honest merchants first; behind them those of the adversaries. */
export type Country = { merchant_ids: string[]; sims: Sim[] };

const FEE_BASIS_POINTS = 150;

/** Opens everything that staff open in live before the first customer: merchants, phones, numbers, templates. */
export async function openCountry(
  services: Services & GatewayServices,
  profile: Profile,
  chance: Chance,
): Promise<Country> {
  const merchants = await createMerchants(
    services,
    Array.from({ length: profile.merchants + HOSTILE_SHOPS * profile.countries }, (_, n) => ({
      name: `Shop ${n + 1}`,
      fee_basis_points: FEE_BASIS_POINTS,
    })),
  );
  const merchant_ids = merchants.map((one) => must(one.kind === 'created' ? one.merchant.id : null));
  await approveKyc(services, merchant_ids);
  await confirmTemplates(
    services,
    [airtelCredit, moovCredit].map((one) => ({
      ...{ template_id: one.id, template_version: one.version },
      ...SIGNED,
    })),
  );
  await setTariffs(
    services,
    (['AIRTEL', 'MOOV'] as const).map((operator) => ({
      operator,
      service: 'transfer',
      brackets: [`1-100000000=${FEE_XAF}`],
      ...SIGNED,
    })),
  );
  const numbers = numbersOf(profile, chance);
  const added = await addNumbers(
    services,
    numbers.map(({ operator, msisdn }) => ({
      operator,
      number: msisdn,
      weight: 100,
      daily_volume_cap_xaf: null,
      daily_count_cap: null,
      sender_allow_list: [SENDERS[operator]],
    })),
  );
  const ids = added.map((one) => must(one.kind === 'added' ? one.number.id : null));
  const gateway_ids = await openPhones(services, numbers);
  await anchorNumbers(
    services,
    numbers.map(({ msisdn, opening_balance_xaf }) => ({ msisdn, balance_xaf: opening_balance_xaf })),
  );
  const sims = numbers.map((number, n) => ({
    ...number,
    collection_number_id: must(ids[n] ?? null),
    gateway_id: must(gateway_ids[n] ?? null),
    device_id: deviceOf(n),
  }));
  return { merchant_ids, sims };
}

function numbersOf(profile: Profile, chance: Chance) {
  return (['AIRTEL', 'MOOV'] as const).flatMap((operator) =>
    Array.from({ length: profile.numbers_per_operator }, (_, n) => ({
      operator,
      msisdn: `+235${operator === 'AIRTEL' ? '66' : '99'}${String(900_000 + n).slice(-6)}`,
      // Prices leave a multiple of 25 behind, which is what a forger counts on.
      opening_balance_xaf: 25 * chance.between(0, 20_000),
    })),
  );
}

const deviceOf = (n: number): string => `phone-${n + 1}`;

/** One phone a SIM, each with a gateway of its own. */
async function openPhones(
  services: GatewayServices,
  numbers: readonly { msisdn: string }[],
): Promise<string[]> {
  const created = await createGateways(
    services,
    numbers.map((_, n) => ({
      name: deviceOf(n),
      adapter: 'sms-gate' as const,
      secret: null,
      config: {},
      sending: null,
    })),
  );
  for (const [n, { msisdn }] of numbers.entries()) {
    const device_id = deviceOf(n);
    const routed = await routeNumber(services, {
      number: msisdn,
      gateway: device_id,
      device_id,
      sim_slot: 1,
    });
    if (routed.kind !== 'routed') throw new Error(`bug: ${msisdn} could not be routed: ${routed.kind}`);
  }
  return created.map((one) => must(one.kind === 'created' ? one.gateway.id : null));
}

function must<T>(value: T | null): T {
  if (value === null) throw new Error('bug: the simulated network could not be opened');
  return value;
}
