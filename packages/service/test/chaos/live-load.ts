import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Client, createClient, reasonOf } from './client.ts';
import { type LiveSim, type LiveWorld, UNKNOWN_SLOT } from './live-world.ts';

/** An SMS that its phone told of, with so many times of receipt, each until it was answered 2xx. */
export type Told = { gateway_id: string; text: string; tellings: number; is_routed: boolean };

/** What happened in the world, and what the service has answered of it. */
export type LivePromises = {
  /** By session id: the answer 201 to its creation. */
  readonly created: Map<string, { reference: string; number: string; ticket: string; amount: number }>;
  /** By session id: the operator's id of the payment, whose message was answered 2xx. */
  readonly paid: Map<string, string>;
  /** Operators' ids that only a forger named, and the texts that came without a valid signature. */
  readonly forged: Set<string>;
  readonly unsigned: Set<string>;
  readonly told: Told[];
  readonly surprises: string[];
  unanswered: number;
  unavailable: number;
  /** How often a phone was answered that it had told of this before. */
  repeated: number;
};

export type LiveLoad = {
  readonly promises: LivePromises;
  /** Lets every customer and every phone finish; the servers must be there. */
  readonly stop: () => Promise<void>;
  readonly abandon: () => void;
};

const CUSTOMERS = 12;
const PAUSE_MS = 60;
const RETRY_MS = 120;
const TRIES_MAX = 3_000;
/** SMS overtake each other by so much. */
const JUMBLE_MS = 400;
/** Every so many SIMs forgers know one's number: in a long run those are not given to sessions for a while. */
const FORGED_EVERY = 4;

type Scene = {
  urls: readonly string[];
  clients: readonly Client[];
  sims: readonly LiveSim[];
  promises: LivePromises;
  left: AbortSignal;
};

/** Customers, payments, phones and forgers. Every request goes to any of `urls`. */
export function startLiveLoad(urls: readonly string[], world: LiveWorld): LiveLoad {
  const promises: LivePromises = {
    created: new Map(),
    paid: new Map(),
    forged: new Set(),
    unsigned: new Set(),
    told: [],
    surprises: [],
    unanswered: 0,
    unavailable: 0,
    repeated: 0,
  };
  const stopping = new AbortController();
  const leaving = new AbortController();
  const clients = urls.map((url) => createClient(url, world.live_key));
  const scene: Scene = { urls, clients, sims: world.sims, promises, left: leaving.signal };
  const customers = Array.from({ length: CUSTOMERS }, async (_, customer) => {
    for (let n = 0; !stopping.signal.aborted; n += 1) {
      await serve(scene, `live-${customer}-${n}`, customer * 1_009 + n).catch((error: Error) => {
        if (!leaving.signal.aborted) promises.surprises.push(error.stack ?? error.message);
      });
      await sleep(PAUSE_MS);
    }
  });
  return {
    promises,
    stop: async () => {
      stopping.abort();
      await Promise.all(customers);
    },
    abandon: () => {
      stopping.abort();
      leaving.abort();
    },
  };
}

const anyOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

async function serve(scene: Scene, reference: string, n: number): Promise<void> {
  const session = await create(scene, reference, n);
  if (session === null) return;
  const sim = scene.sims.find(({ number }) => number === session.number);
  if (sim === undefined) throw new Error(`${session.number} is no number of ours`);
  const index = scene.sims.indexOf(sim);
  const works: Promise<void>[] = [];
  // One in five never pays.
  if (n % 5 !== 4) works.push(pay(scene, sim, session, n));
  if (index % FORGED_EVERY === 0 && n % 2 === 0) works.push(forge(scene, sim, session.amount));
  if (n % 11 === 0) works.push(tellOther(scene, sim, n));
  await Promise.all(works);
}

type Session = { id: string; number: string; amount: number };

async function create(scene: Scene, reference: string, n: number): Promise<Session | null> {
  const { promises } = scene;
  const amount = 100 + ((n * 7_919) % 50_000);
  const operator = n % 3 === 0 ? 'MOOV' : 'AIRTEL';
  const key = n % 2 === 0 ? `create-${reference}` : null;
  const body = { reference, amount, currency: 'XAF', operator };
  const headers: Record<string, string> = key === null ? {} : { 'Idempotency-Key': key };
  const { answer, tries } = await insist(scene, () =>
    anyOf(scene.clients).send('POST', '/v1/payment-sessions', body, headers),
  );
  if (answer.status === 201) {
    const { id, ticket, assigned_collection_number: number } = answer.body;
    promises.created.set(id, { reference, number, ticket, amount });
    return { id, number, amount };
  }
  // Without a key, a try that was never answered may have made it.
  if (!(answer.status === 409 && key === null && tries > 1)) surprise(scene, `create ${reference}`, answer);
  return null;
}

async function pay(scene: Scene, sim: LiveSim, session: Session, n: number): Promise<void> {
  if (sim.operator === 'AIRTEL' && n % 13 === 0 && sim.balance_xaf > 5_000) {
    // Staff draw money from the SIM just before.
    void tell(scene, sim, sim.debit(1_000 + n)).catch((error: Error) => {
      scene.promises.surprises.push(error.message);
    });
  }
  const { id, text } = sim.credit(session.amount);
  const thief = n % 17 === 0 ? tell(scene, sim, sim.words(session.amount + 1, farBalance(), id).text) : null;
  await Promise.all([tell(scene, sim, text), thief]);
  scene.promises.paid.set(session.id, id);
}

/** A text with the right sender, words and amount; only our balance is not known to its author. */
async function forge(scene: Scene, sim: LiveSim, amount: number): Promise<void> {
  const { id, text } = sim.words(amount, farBalance());
  scene.promises.forged.add(id);
  if (Math.random() < 0.5) await tell(scene, sim, text);
  else await tellUnsigned(scene, sim, text);
}

const farBalance = (): number => 500_000_000 + Math.floor(Math.random() * 400_000_000);

/** What is no payment: words that nobody understands, by a SIM that is known or by one that is not. */
async function tellOther(scene: Scene, sim: LiveSim, n: number): Promise<void> {
  const text = `Bonjour ${n} ${Math.random()}`;
  await tell(scene, sim, text, n % 2 === 0 ? { sim: UNKNOWN_SLOT } : {});
}

/** The phone posts it, sometimes with two times of receipt (as an old app exports it again) and sometimes twice at once. */
async function tell(scene: Scene, sim: LiveSim, text: string, fields: { sim?: number } = {}): Promise<void> {
  await sleep(Math.random() * JUMBLE_MS);
  const tellings = Math.random() < 0.15 ? 2 : 1;
  const events = Array.from({ length: tellings }, (_, n) =>
    sim.event(text, { ...fields, earlier_ms: n * 1_000 }),
  );
  const posts = events.flatMap((event) => (Math.random() < 0.3 ? [event, event] : [event]));
  await Promise.all(posts.map((event) => post(scene, sim, event)));
  const { id: gateway_id } = sim.gateway;
  scene.promises.told.push({ gateway_id, text, tellings, is_routed: fields.sim === undefined });
}

async function post(scene: Scene, sim: LiveSim, event: string): Promise<void> {
  const { answer } = await insist(scene, () => postOnce(scene, sim, event, sim.gateway.secret));
  if (answer.status !== 200) {
    surprise(scene, `gateway ${sim.gateway.name}`, answer);
    return;
  }
  const { kept, repeated, unrouted } = answer.body;
  if (kept + repeated + unrouted !== 1) surprise(scene, `gateway ${sim.gateway.name}`, answer);
  scene.promises.repeated += repeated;
  // A phone that loses the answer posts the same again, long afterwards too.
  if (Math.random() < 0.05) await post(scene, sim, event);
}

/** By somebody who does not know the phone's secret. */
async function tellUnsigned(scene: Scene, sim: LiveSim, text: string): Promise<void> {
  scene.promises.unsigned.add(text);
  const { answer } = await insist(scene, () => postOnce(scene, sim, sim.event(text), 'a guess of a secret'));
  if (answer.status !== 401) surprise(scene, 'a forged signature', answer);
}

async function postOnce(scene: Scene, sim: LiveSim, event: string, secret: string) {
  try {
    const response = await fetch(`${anyOf(scene.urls)}/gateways/${sim.gateway.id}/inbound`, {
      method: 'POST',
      headers: sim.headers(event, secret),
      body: event,
      signal: AbortSignal.timeout(30_000),
    });
    const { status, headers } = response;
    return { status, headers, body: await response.json() } as Answer;
  } catch (error) {
    return { status: null, reason: reasonOf(error) } as const;
  }
}

/** Repeats a request until it is answered with something else than 503. */
async function insist({ promises, left }: Scene, send: () => ReturnType<Client['send']>) {
  for (let tries = 1; tries <= TRIES_MAX && !left.aborted; tries += 1) {
    const answer = await send();
    if (answer.status === null) promises.unanswered += 1;
    else if (answer.status === 503) promises.unavailable += 1;
    // Our own earlier try may still be running when this one arrives.
    else if (answer.body?.error?.code !== 'IDEMPOTENCY_KEY_IN_USE') return { answer, tries };
    await sleep(RETRY_MS);
  }
  throw new Error('a request was never answered');
}

function surprise({ promises }: Scene, what: string, { status, body }: Answer): void {
  promises.surprises.push(`${what}: ${status} ${JSON.stringify(body)}`);
}
