import type { Pool } from 'pg';
import { DEFAULT_POLICY } from '../src/domain/policy.ts';
import type { PaymentSession } from '../src/domain/session/session.ts';
import { createAgenda } from './agenda.ts';
import { type Chance, createChance, createVirtualIds } from './chance.ts';
import { openCountry } from './country.ts';
import { createDemand, type Sale } from './demand.ts';
import { findBroken, openStepCheck } from './judge.ts';
import { createNetwork, type Message, type Network } from './network.ts';
import { type Office, type OfficeServices, openOffice } from './office.ts';
import { openPost, type Post } from './post.ts';
import type { Profile } from './profile.ts';
import { openStaff, type Staff } from './staff.ts';
import { createTally, type Tally } from './tally.ts';
import { createTruth, type Truth } from './truth.ts';

export type Simulation = {
  seed: number;
  payments: number;
  days: number;
  tick_ms: number;
  /** Stops after this step; null: when all is over. */
  until_step: number | null;
  profile: Profile;
};

export type SimulationResult = {
  steps: number;
  virtual_days: number;
  tally: Tally;
  staff: Staff['decided'];
  /** What must never be found; the run stops at the first step that finds any. */
  broken: string[];
};

type Thing =
  | { kind: 'pays'; sale: Sale; session: PaymentSession }
  | { kind: 'forges'; session: PaymentSession; sale: Sale }
  | { kind: 'message'; message: Message; operator_transaction_id: string };

type World = {
  clock: { now_ms: number };
  chance: Chance;
  profile: Profile;
  network: Network;
  truth: Truth;
  tally: Tally;
  office: Office;
  post: Post;
  staff: Staff;
  agenda: ReturnType<typeof createAgenda<Thing>>;
};

/** A Saturday, midnight in N'Djamena. */
const STARTS_MS = Date.parse('2026-11-20T23:00:00.000Z');
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** After the last payment, until quarantines, retries and the longest wait for a feed are over. */
const EPILOGUE_MS = 26 * 60 * MINUTE_MS;
/** Nobody pays in the epilogue; steps may be long. */
const EPILOGUE_TICK_MS = 10 * MINUTE_MS;
const CHECK_EVERY = 25;

/** Lives through a simulated country on a migrated, empty database. */
export async function simulate(
  pool: Pool,
  simulation: Simulation,
  say: (step: number, day: number, tally: Tally) => void,
): Promise<SimulationResult> {
  const { world, demand } = await openWorld(pool, simulation);
  const { clock, tally, staff, profile } = world;
  const check = openStepCheck(pool, world.truth);
  const broken: string[] = [];
  let staff_next_ms = clock.now_ms + profile.staff_every_ms;
  let step = 0;
  let ends_ms = Number.POSITIVE_INFINITY;

  while (clock.now_ms < ends_ms && broken.length === 0 && step !== simulation.until_step) {
    const from_ms = clock.now_ms;
    const selling = demand.payments() < simulation.payments;
    if (!selling && ends_ms === Number.POSITIVE_INFINITY) ends_ms = from_ms + EPILOGUE_MS;
    clock.now_ms += selling || world.agenda.size() > 0 ? simulation.tick_ms : EPILOGUE_TICK_MS;
    step += 1;
    await sell(world, demand.between(from_ms, clock.now_ms));
    await hear(world, act(world, clock.now_ms));
    await world.office.sweep();
    await world.post.deliver();
    if (clock.now_ms >= staff_next_ms) {
      await staff.work();
      staff_next_ms = clock.now_ms + profile.staff_every_ms;
    }
    if (step % CHECK_EVERY === 0) broken.push(...(await check.look()));
    say(step, (clock.now_ms - STARTS_MS) / DAY_MS, tally);
  }
  broken.push(...(await check.look()), ...(await findBroken(pool)));
  broken.push(...(await tally.close(pool, world.truth, world.post)));
  return {
    steps: step,
    virtual_days: (clock.now_ms - STARTS_MS) / DAY_MS,
    tally,
    staff: staff.decided,
    broken,
  };
}

async function openWorld(pool: Pool, { seed, payments, days, profile }: Simulation) {
  const clock = { now_ms: STARTS_MS };
  // Streams of their own, so that a change in one part of the world leaves the others as they were.
  const [people, operators, engine, ids] = [1, 2, 3, 4].map((n) => createChance(seed * 16 + n)) as [
    Chance,
    Chance,
    Chance,
    Chance,
  ];
  const services: OfficeServices & { allow_private_webhooks: boolean } = {
    pool,
    now: () => new Date(clock.now_ms),
    newId: createVirtualIds(() => clock.now_ms, ids),
    random: engine.next,
    policy: { ...DEFAULT_POLICY, second_person_xaf: null },
    onEvents: () => undefined,
    randomBytes: (bytes) => Uint8Array.from({ length: bytes }, () => ids.between(0, 255)),
    secret_key: new Uint8Array(32).fill(7),
    allow_private_webhooks: false,
  };
  const country = await openCountry(services, profile, people);
  const network = createNetwork(profile, operators, country.sims, STARTS_MS);
  const truth = createTruth();
  const post = openPost(services, operators, profile.receiver_failure_share);
  await post.open(country.merchant_ids);
  const msisdns = new Map(country.sims.map((sim) => [sim.collection_number_id, sim.msisdn]));
  const world: World = {
    clock,
    chance: people,
    profile,
    network,
    truth,
    tally: createTally(),
    office: openOffice(services, country, network, operators, profile.crash_share),
    post,
    staff: openStaff({ services, truth, network, msisdns }),
    agenda: createAgenda<Thing>(),
  };
  return { world, demand: createDemand(profile, people, { payments, days, starts_ms: STARTS_MS }) };
}

async function sell(world: World, sales: readonly Sale[]): Promise<void> {
  if (sales.length === 0) return;
  const sessions = await world.office.sell(sales);
  for (const [n, sale] of sales.entries()) {
    const session = sessions[n] ?? null;
    world.tally.sold(sale, session);
    if (session !== null) intend(world, sale, session);
  }
}

/** What the customer, and perhaps a stranger, is going to do. */
function intend({ agenda, chance, profile, clock }: World, sale: Sale, session: PaymentSession): void {
  const hesitates_ms = chance.skewed(profile.hesitation_median_ms, profile.hesitation_spread);
  const closes_ms = session.expires_at.getTime() + DEFAULT_POLICY.grace_seconds * 1000;
  if (sale.behaviour === 'pays_late') {
    agenda.put(closes_ms + chance.between(10_000, 20 * MINUTE_MS), { kind: 'pays', sale, session });
  } else if (sale.behaviour !== 'abandons') {
    // Everybody else pays before the session expires.
    const latest_ms = session.expires_at.getTime() - MINUTE_MS;
    agenda.put(Math.min(clock.now_ms + hesitates_ms, latest_ms), { kind: 'pays', sale, session });
  }
  if (chance.happens(profile.forged_share)) {
    agenda.put(clock.now_ms + chance.wait(MINUTE_MS), { kind: 'forges', sale, session });
  }
}

/** Everything that happens out there until this moment; the messages that reach us in it. */
function act(world: World, to_ms: number): Message[] {
  const { agenda, network, truth, tally, chance } = world;
  const heard: Message[] = [];
  // What happens may make more happen before the same moment.
  for (let due = agenda.take(to_ms); due.length > 0; due = agenda.take(to_ms)) {
    for (const { at_ms, thing } of due) {
      if (thing.kind === 'message') {
        truth.heard(thing.operator_transaction_id);
        heard.push(thing.message);
        continue;
      }
      const { sale, session } = thing;
      const place = { msisdn: session.assigned_collection_number, operator: session.operator, at_ms };
      if (thing.kind === 'forges') {
        const target = { ...place, amount_xaf: session.amount_xaf, payer: sale.phone };
        const { operator_transaction_id, message } = network.forge(target);
        truth.forged(operator_transaction_id);
        tally.forged();
        agenda.put(message.arrives_ms, { kind: 'message', message, operator_transaction_id });
        continue;
      }
      const amount_xaf = sale.behaviour === 'pays_wrong_amount' ? slip(chance, sale) : sale.amount_xaf;
      const { payment, messages } = network.pay({
        ...place,
        session_id: session.id,
        amount_xaf,
        payer: sale.phone,
      });
      truth.paid(payment);
      for (const message of messages) {
        const { operator_transaction_id } = payment;
        agenda.put(message.arrives_ms, { kind: 'message', message, operator_transaction_id });
      }
    }
  }
  return heard.sort((a, b) => a.arrives_ms - b.arrives_ms);
}

/** A slip of the finger: fees taken off or added, or a digit too many or too few. */
function slip(chance: Chance, { amount_xaf }: Sale): number {
  const wrong = chance.pick([
    amount_xaf - 100,
    amount_xaf + 100,
    amount_xaf * 10,
    Math.floor(amount_xaf / 10),
  ]);
  return wrong < 1 || wrong === amount_xaf ? amount_xaf + 50 : wrong;
}

async function hear(world: World, messages: readonly Message[]): Promise<void> {
  await world.office.hear(messages);
}
