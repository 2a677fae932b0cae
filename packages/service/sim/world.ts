import type { Pool } from 'pg';
import type { Arrival } from '../bench/load/texts.ts';
import type { PaymentSession } from '../src/domain/session/session.ts';
import type { Adversary, Deed } from './adversaries/adversary.ts';
import { createAdversary } from './adversaries/all.ts';
import { ADVERSARY_NAMES, type AdversaryName } from './adversaries/names.ts';
import { type Agenda, createAgenda } from './agenda.ts';
import { type Chance, createChance, createVirtualIds } from './chance.ts';
import { type Country, openCountry } from './country.ts';
import type { Sale } from './demand.ts';
import { createHistory, type History } from './history.ts';
import { createNetwork, type Network } from './network.ts';
import { type Office, type OfficeServices, openOffice, policyOf } from './office.ts';
import { openPerson, type Person } from './person.ts';
import { createPhones, type Message, type Phones } from './phones.ts';
import { openPost, type Post } from './post.ts';
import type { Profile } from './profile.ts';
import { openDesk } from './staff.ts';
import { createTally, type Tally } from './tally.ts';
import { type Chore, createTreasury, type Treasury } from './treasury.ts';
import { createTruth, type Payment, type Truth } from './truth.ts';

export type Simulation = {
  seed: number;
  payments: number;
  days: number;
  tick_ms: number;
  /** Stops after this step; null: when all is over. */
  until_step: number | null;
  profile: Profile;
};

/** What will happen out there. */
export type Thing =
  | { kind: 'pays'; sale: Sale; session: PaymentSession }
  | { kind: 'deed'; by: AdversaryName; deed: Extract<Deed, { kind: 'forges' | 'pays' }> }
  | { kind: 'chore'; chore: Chore }
  | { kind: 'reverses'; payment: Payment }
  | { kind: 'message'; message: Message };

/** What there was to see of a step. */
export type Seen = { heard: Message[]; credits: (Arrival & { msisdn: string })[]; swept: Chore[] };

/** Everything there is, once. */
export type World = {
  clock: { now_ms: number /** Until then customers have set out to pay. */; sold_ms: number };
  chance: Chance;
  profile: Profile;
  country: Country;
  phones: Phones;
  network: Network;
  treasury: Treasury;
  truth: Truth;
  history: History;
  tally: Tally;
  office: Office;
  post: Post;
  person: Person;
  adversaries: {
    adversary: Adversary /** Of the countries that are joined. */;
    country_n: number;
    chance: Chance;
  }[];
  agenda: Agenda<Thing>;
};

/** A Saturday, midnight in N'Djamena. */
export const STARTS_MS = Date.parse('2026-11-20T23:00:00.000Z');

/** The seeds of one country's adversaries are that far from those of the next. */
const SEEDS_APART = 1_000_000;

/** On a migrated, empty database. Everything has a stream of chance of its own: a change in one part leaves the others as they were. */
export async function openWorld(pool: Pool, { seed, profile, tick_ms }: Simulation): Promise<World> {
  const opens_ms = STARTS_MS + profile.opens_at_ms;
  const clock = { now_ms: opens_ms, sold_ms: opens_ms };
  const stream = (n: number): Chance => createChance(seed * 64 + n);
  const [engine, ids, operators] = [stream(3), stream(4), stream(2)];
  const services: OfficeServices & { allow_private_webhooks: boolean } = {
    pool,
    now: () => new Date(clock.now_ms),
    newId: createVirtualIds(() => clock.now_ms, ids),
    random: engine.next,
    policy: policyOf(profile),
    onEvents: () => undefined,
    randomBytes: (bytes) => Uint8Array.from({ length: bytes }, () => ids.between(0, 255)),
    secret_key: new Uint8Array(32).fill(7),
    allow_private_webhooks: false,
  };
  const chance = stream(1);
  const country = await openCountry(services, profile, chance);
  const msisdns = country.sims.map(({ msisdn }) => msisdn);
  const phones = createPhones(profile, stream(5), msisdns, STARTS_MS);
  const network = createNetwork(profile, operators, phones, country.sims, STARTS_MS);
  const truth = createTruth();
  const history = createHistory(msisdns, () => clock.sold_ms - opens_ms);
  const post = openPost(services, stream(6), profile.receiver_failure_share);
  await post.open(country.merchant_ids);
  const office = openOffice(services, country, phones, stream(7), profile.crash_share);
  const desk = openDesk(
    services,
    new Map(country.sims.map((sim) => [sim.collection_number_id, sim.msisdn])),
    profile.countries,
  );
  const tally = createTally(pool, truth, history, tick_ms);
  const treasury = createTreasury(profile, stream(8), country.sims, STARTS_MS);
  const agenda = createAgenda<Thing>();
  for (const { at_ms, chore } of treasury.first()) agenda.put(at_ms, { kind: 'chore', chore });
  const at_work = { profile, chance: stream(9), desk, office, network, phones };
  return {
    clock,
    chance,
    profile,
    country,
    phones,
    network,
    treasury,
    truth,
    history,
    tally,
    office,
    post,
    person: openPerson({ ...at_work, truth, history, loot: tally.took }),
    adversaries: adversariesOf(profile, seed),
    agenda,
  };
}

/** Each with a stream of chance of his own, so that one who stays away leaves the others as they were. */
function adversariesOf(profile: Profile, seed: number): World['adversaries'] {
  const { countries, adversaries, adversary_pace: pace, adversary_strikes: strikes } = profile;
  return Array.from({ length: countries }, (_, country_n) =>
    adversaries.map((name) => {
      const chance = createChance(seed * 64 + 16 + ADVERSARY_NAMES.indexOf(name) + SEEDS_APART * country_n);
      return { adversary: createAdversary(name, { chance, pace, strikes }), country_n, chance };
    }),
  ).flat();
}
