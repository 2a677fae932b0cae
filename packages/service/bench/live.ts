import { randomBytes } from 'node:crypto';
import type { Operator } from '../src/domain/operator.ts';
import { ALLOWANCE_MAX } from '../src/domain/reservation/allowance.ts';
import type { CreateSession } from '../src/domain/session/commands.ts';
import type { PaymentSession } from '../src/domain/session/session.ts';
import { anchorNumbers } from '../src/engine/desk/book/anchor.ts';
import { setAllowances } from '../src/engine/desk/merchants/allow.ts';
import { confirmTemplates } from '../src/engine/desk/templates/decide-template.ts';
import { createGateways } from '../src/engine/gateways/create.ts';
import { routeNumber } from '../src/engine/gateways/route.ts';
import { approveKyc, createMerchants } from '../src/engine/merchants.ts';
import type { RawNotice } from '../src/engine/notices.ts';
import { addNumbers } from '../src/engine/numbers.ts';
import type { Services } from '../src/engine/services.ts';
import { airtelCredit } from '../src/sms/templates/airtel-credit.ts';
import { moovCredit } from '../src/sms/templates/moov-credit.ts';
import { putSignals } from '../src/store/gateways/lives.ts';
import { airtelId, creditText, moovId, SENDERS } from './load/texts.ts';
import { eachOf } from './measure.ts';
import { newCommand } from './shop.ts';

const SIGNED = { actor: 'bench', note: 'bench' };
const OPERATORS = ['AIRTEL', 'MOOV'] as const;
const PREFIXES = { AIRTEL: '66', MOOV: '99' } as const;
const OPENING_XAF = 25_000;

/** Live merchants, and SIMs of ours whose books are open; each payment is told in its operator's own words. */
export type LiveCountry = {
  merchant_ids: string[];
  sims: Sim[];
  /** Of the one gateway that is the phone of all of them; a phone's device is called as its number. */
  gateway: { id: string; secret: string };
  commands: (count: number) => CreateSession[];
  /** The SMS that tell that these were paid, each from the balance that the one before left. */
  payments: (paid: readonly Paid[]) => RawNotice[];
};
export type Sim = { operator: Operator; msisdn: string };
export type Paid = Pick<PaymentSession, 'operator' | 'amount_xaf' | 'assigned_collection_number'>;
export type LiveServices = Services & { secret_key: Uint8Array };

/** @param services with a policy whose books have no bound: what is measured is settling, not waiting for staff */
export async function openLiveCountry(
  services: LiveServices,
  { merchants, numbers }: { merchants: number; numbers: number },
): Promise<LiveCountry> {
  const merchant_ids = await openShops(services, merchants);
  const sims = OPERATORS.flatMap((operator) =>
    Array.from({ length: numbers / 2 }, (_, n) => ({ operator, msisdn: msisdnOf(operator, n) })),
  );
  await openNumbers(services, sims);
  const gateway = await openPhones(services, sims);
  await anchorNumbers(
    services,
    sims.map(({ msisdn }) => ({ number: msisdn, balance_xaf: OPENING_XAF, ...SIGNED })),
  );
  const shops = newCommandsOf(merchant_ids);
  const tell = openOperators(services);
  return {
    merchant_ids,
    sims,
    gateway,
    commands: (count) => Array.from({ length: count }, shops),
    payments: (sessions) => sessions.map(tell),
  };
}

/** Larger ones would bring a SIM to a billion francs, of which no message is read: there is no such SIM. */
const LIVE_AMOUNT_MAX_XAF = 200_000;

function newCommandsOf(merchant_ids: readonly string[]): () => CreateSession {
  let asked = 0;
  return () => {
    asked += 1;
    const amount_xaf = 1 + Math.floor(Math.random() * LIVE_AMOUNT_MAX_XAF);
    return {
      ...newCommand(merchant_ids[asked % merchant_ids.length] ?? ''),
      amount_xaf,
      environment: 'live',
    };
  };
}

/** The operators, who know each SIM's balance and send an SMS for each payment. */
function openOperators(services: Services): (paid: Paid) => RawNotice {
  const balances = new Map<string, number>();
  // None of them is a number of the demo's: money from a number of ours pays nobody.
  let serial = 100_000;
  return ({ operator, amount_xaf, assigned_collection_number: collection_number }) => {
    const balance_xaf = (balances.get(collection_number) ?? OPENING_XAF) + amount_xaf;
    balances.set(collection_number, balance_xaf);
    serial += 1;
    const received_at = services.now();
    const at_ms = received_at.getTime();
    const body = creditText({
      operator,
      amount_xaf,
      payer: `${PREFIXES[operator]}${String(serial % 1_000_000).padStart(6, '0')}`,
      payer_name: 'HALIME ABAKAR',
      motif: null,
      operator_transaction_id: operator === 'AIRTEL' ? airtelId(at_ms, serial) : moovId(serial),
      balance_xaf,
      at_ms,
    });
    const sender = SENDERS[operator];
    const told = { environment: 'live', merchant_id: null, source: 'GATEWAY_SMS' } as const;
    return { ...told, operator, collection_number, sender, body, received_at };
  };
}

async function openShops(services: Services, count: number): Promise<string[]> {
  const made = await createMerchants(
    services,
    Array.from({ length: count }, (_, n) => ({ name: `Live shop ${n + 1}`, fee_basis_points: 150 })),
  );
  const merchant_ids = made.flatMap((one) => (one.kind === 'created' ? one.merchant.id : []));
  await approveKyc(services, merchant_ids);
  await setAllowances(
    services,
    merchant_ids.flatMap((merchant_id) =>
      OPERATORS.map((operator) => ({ merchant_id, operator, sessions: ALLOWANCE_MAX, ...SIGNED })),
    ),
  );
  return merchant_ids;
}

async function openNumbers(services: Services, sims: readonly Sim[]): Promise<void> {
  await confirmTemplates(
    services,
    [airtelCredit, moovCredit].map((one) => ({
      ...{ template_id: one.id, template_version: one.version },
      ...SIGNED,
    })),
  );
  await addNumbers(
    services,
    sims.map(({ operator, msisdn }) => ({
      operator,
      number: msisdn,
      weight: 100,
      daily_volume_cap_xaf: null,
      daily_count_cap: null,
      sender_allow_list: [SENDERS[operator]],
    })),
  );
}

/** One gateway is the phone of all of them, and has just been heard. */
async function openPhones(services: LiveServices, sims: readonly Sim[]): Promise<LiveCountry['gateway']> {
  const name = 'bench';
  const own = { ...services, randomBytes };
  const [made] = await createGateways(own, [
    { name, adapter: 'sms-gate', secret: null, config: {}, sending: null },
  ]);
  if (made?.kind !== 'created') throw new Error('the gateway was refused');
  await eachOf(sims, 1, async ({ msisdn: number }) => {
    await routeNumber(own, { number, gateway: name, device_id: number, sim_slot: 1 });
  });
  const heard = {
    last_seen_at: services.now(),
    pinged_at: null,
    clock_skew_ms: 0,
    last_received_at: null,
    lag_ms: null,
  };
  await putSignals(
    services.pool,
    sims.map(({ msisdn: device_id }) => ({ gateway_id: made.gateway.id, device_id, ...heard })),
  );
  return { id: made.gateway.id, secret: made.secret };
}

const msisdnOf = (operator: Operator, n: number): string =>
  `+235${PREFIXES[operator]}${String(900_000 + n).slice(-6)}`;
