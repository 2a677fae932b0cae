import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { DEFAULT_POLICY } from '../../src/domain/policy.ts';
import type { ProofServices } from '../../src/engine/proof/close.ts';
import { type Agenda, createAgenda } from '../agenda.ts';
import { type Chance, createChance, createVirtualIds } from '../chance.ts';
import { type Country, openCountry } from '../country.ts';
import { type Office, type OfficeServices, openOffice, policyOf } from '../office.ts';
import { createPhones, type Message, type Phones } from '../phones.ts';
import { STARTS_MS } from '../world.ts';
import { type Movement, Operators } from './operators.ts';
import { networkOf, type YearPlan } from './profile.ts';
import { openShops, type Shop } from './shops.ts';

/** What a customer was asked for. */
export type Sale = {
  session_id: string;
  merchant_id: string;
  amount_xaf: number;
  msisdn: string;
  created_ms: number;
};

/** Money that a payer sent: for a sale, or for nothing. */
export type Paid = {
  movement: Movement;
  msisdn: string;
  sale: Sale | null;
  payer: string;
  is_reversed: boolean;
};

/** What was said of money, and should have been said. */
export type Mistake = {
  what: 'credit' | 'step';
  id: string;
  to: { kind: 'merchant'; merchant_id: string } | { kind: 'sweep' };
  amount_xaf: number;
  found_ms: number;
};

/** What is put down for later. */
export type Thing =
  | { kind: 'message'; message: Message }
  | { kind: 'pay'; sale: Sale | null; msisdn: string; amount_xaf: number; payer: string }
  | { kind: 'reverse'; paid: Paid };

/** Everything there is of the year, once; `truth` is what only the simulator knows. */
export type Year = {
  plan: YearPlan;
  clock: { now_ms: number };
  chance: Chance;
  services: OfficeServices & ProofServices;
  country: Country;
  shops: Shop[];
  operators: Operators;
  phones: Phones;
  office: Office;
  agenda: Agenda<Thing>;
  truth: {
    sales: Map<string, Sale>;
    /** By the operator's transaction id. */
    paid: Map<string, Paid>;
    /** When each SIM was last read. */
    read_ms: Map<string, number>;
    /** What staff said they sent and did not. */
    not_sent: Set<string>;
    /** Whose a credit is, of those that staff have given to a merchant; by credit. */
    assigned: Map<string, { merchant_id: string; right: string; amount_xaf: number }>;
    /** What staff have found out to be wrong since, and put right when they can. */
    mistakes: Mistake[];
    /** What merchants bear of what operators took back: XAF by merchant. */
    charged_back: Map<string, number>;
    /** Our own wallet and bank. */
    wallet_xaf: number;
    bank_xaf: number;
  };
  counts: Record<string, number>;
  /** What must never be: each sentence is a broken promise. */
  broken: string[];
};

const DAY_MS = 86_400_000;

/** On a migrated, empty database. */
export async function openYear(pool: Pool, plan: YearPlan): Promise<Year> {
  const profile = networkOf(plan);
  const stream = (n: number): Chance => createChance(plan.seed * 64 + n);
  const clock = { now_ms: STARTS_MS + 6 * 3_600_000 };
  const ids = stream(4);
  const bytes = (n: number) => Uint8Array.from({ length: n }, () => ids.between(0, 255));
  const services: Year['services'] = {
    pool,
    now: () => new Date(clock.now_ms),
    newId: createVirtualIds(() => clock.now_ms, ids),
    random: stream(3).next,
    policy: policyOf(profile),
    onEvents: () => undefined,
    randomBytes: bytes,
    randomHex: (n) => Buffer.from(bytes(n)).toString('hex'),
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
    secret_key: new Uint8Array(32).fill(7),
  };
  const country = await openCountry(services, profile, stream(1));
  // From here on what takes two people takes two.
  services.policy = { ...services.policy, second_person_xaf: DEFAULT_POLICY.second_person_xaf };
  const shops = await openShops(services, country.merchant_ids.slice(0, plan.merchants));
  const msisdns = country.sims.map(({ msisdn }) => msisdn);
  const phones = createPhones(profile, stream(5), msisdns, STARTS_MS);
  return {
    plan,
    clock,
    chance: stream(2),
    services,
    country,
    shops,
    operators: new Operators(country.sims, phones, stream(6), plan.debit_lost_share),
    phones,
    office: openOffice(services, country, phones, stream(7), profile.crash_share),
    agenda: createAgenda<Thing>(),
    truth: {
      sales: new Map(),
      paid: new Map(),
      read_ms: new Map(),
      not_sent: new Set(),
      assigned: new Map(),
      charged_back: new Map(),
      mistakes: [],
      wallet_xaf: 0,
      bank_xaf: 0,
    },
    counts: {},
    broken: [],
  };
}

export const dayStarts = (day: number): number => STARTS_MS + day * DAY_MS;

export function count({ counts }: Pick<Year, 'counts'>, what: string, by = 1): void {
  counts[what] = (counts[what] ?? 0) + by;
}

export function send({ agenda }: Pick<Year, 'agenda'>, messages: readonly Message[]): void {
  for (const message of messages) agenda.put(message.arrives_ms, { kind: 'message', message });
}

export const rowsOf = async <Row extends object>(
  { services }: Pick<Year, 'services'>,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> => (await services.pool.query<Row>(sql, values)).rows;
