import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Client } from './client.ts';

/** What the service has promised by answering; the proof holds the database against it. */
export type Promises = {
  /** By session id: the answer 201 to its creation. */
  readonly created: Map<string, { reference: string; number: string; ticket: string; amount: number }>;
  readonly cancelled: Set<string>;
  /** By the operator's transaction id: every notice that was answered 202, and what it said. */
  readonly credits: Map<
    string,
    { notice_id: string; credit_id: string; verdict: string; session_ids: string[] }[]
  >;
  /** By session id: the status that a scenario answered. */
  readonly played: Map<string, string>;
  /** Answers that are neither a promise nor a passing failure; must stay empty. */
  readonly surprises: string[];
  /** How often no answer came, or 503. */
  unanswered: number;
  unavailable: number;
};

export type Load = {
  readonly promises: Promises;
  /** Lets every customer finish; the server must be there. */
  readonly stop: () => Promise<void>;
  /** Leaves every customer where it is. May be called after `stop`. */
  readonly abandon: () => void;
};

const WORKERS = 24;
const PAUSE_MS = 5;
const RETRY_MS = 40;
const SCENARIOS = ['late', 'expire', 'paid', 'paid_twice', 'underpaid'] as const;
const TRIES_MAX = 2_000;

/**
 * Merchants who never give up: each request is repeated until it is answered, as a merchant's server would
 * after a lost connection, half of them under an idempotency key and half without.
 */
export function startLoad(client: Client, name: string): Load {
  const promises: Promises = {
    created: new Map(),
    cancelled: new Set(),
    credits: new Map(),
    played: new Map(),
    surprises: [],
    unanswered: 0,
    unavailable: 0,
  };
  const stopping = new AbortController();
  const leaving = new AbortController();
  const merchant: Merchant = { client, promises, left: leaving.signal, opened: null };
  const workers = Array.from({ length: WORKERS }, async (_, worker) => {
    for (let n = 0; !stopping.signal.aborted; n += 1) {
      const reference = `${name}-${worker}-${n}`;
      await serveCustomer(merchant, reference, worker * 1_000_003 + n).catch((error: Error) => {
        promises.surprises.push(error.message);
      });
      await sleep(PAUSE_MS);
    }
  });
  return {
    promises,
    stop: async () => {
      stopping.abort();
      await Promise.all(workers);
    },
    abandon: () => {
      stopping.abort();
      leaving.abort();
    },
  };
}

type Merchant = {
  client: Client;
  promises: Promises;
  left: AbortSignal;
  /** Resolves when the server listens again; null while nobody has found it closed. */
  opened: Promise<void> | null;
};

/** One looks for all whether the server is back: hundreds of refused connections a second would hold up its start. */
function whenOpen(merchant: Merchant): Promise<void> {
  merchant.opened ??= lookUntilOpen(merchant).finally(() => {
    merchant.opened = null;
  });
  return merchant.opened;
}

async function lookUntilOpen({ client, left }: Merchant): Promise<void> {
  while (!left.aborted && (await client.send('GET', '/livez')).status === null) await sleep(RETRY_MS);
}

/** Repeats a request until it is answered with something else than 503. */
async function insist(merchant: Merchant, path: string, body: unknown, key: string | null) {
  const { client, promises, left } = merchant;
  for (let tries = 1; tries <= TRIES_MAX && !left.aborted; tries += 1) {
    const answer = await client.send('POST', path, body, key === null ? {} : { 'Idempotency-Key': key });
    if (answer.status === null) promises.unanswered += 1;
    else if (answer.status === 503 && answer.body.error.code === 'SERVICE_UNAVAILABLE')
      promises.unavailable += 1;
    // Our own earlier try may still be running when this one arrives.
    else if (answer.body?.error?.code !== 'IDEMPOTENCY_KEY_IN_USE') return { answer, tries };
    await sleep(RETRY_MS);
    if (answer.status === null) await whenOpen(merchant);
  }
  throw new Error(`${path} was never answered`);
}

async function serveCustomer(merchant: Merchant, reference: string, n: number): Promise<void> {
  const { promises } = merchant;
  const amount = 100 + ((n * 7_919) % 900_000);
  const operator = n % 2 === 0 ? 'AIRTEL' : 'MOOV';
  const key = n % 4 < 2 ? `create-${reference}` : null;
  const wanted = { reference, amount, currency: 'XAF', operator };
  const { answer, tries } = await insist(merchant, '/v1/payment-sessions', wanted, key);
  if (answer.status === 201) {
    const { id, ticket, assigned_collection_number: number } = answer.body;
    promises.created.set(id, { reference, number, ticket, amount });
    await closeSession(merchant, { id, number, amount, operator }, n);
    return;
  }
  // Without a key, a try that was never answered may have made it.
  const made_before = answer.status === 409 && key === null && tries > 1;
  if (!made_before) surprise(merchant, `create ${reference} (try ${tries})`, answer);
}

type Open = { id: string; number: string; amount: number; operator: string };

async function closeSession(merchant: Merchant, session: Open, n: number): Promise<void> {
  switch (n % 8) {
    case 0:
    case 1:
    case 2:
      await pay(merchant, session, n);
      return;
    case 3:
      await payOnce(merchant, session);
      return;
    case 4:
    case 5:
      await cancel(merchant, session);
      return;
    case 6:
      await play(merchant, session, n);
      return;
    default:
      // Left open: its hold must be there in the end.
      return;
  }
}

async function pay(merchant: Merchant, session: Open, n: number): Promise<void> {
  const operator_transaction_id = `T-${session.id}`;
  const { operator, number: collection_number, amount } = session;
  const credit = { operator, collection_number, amount, operator_transaction_id };
  const witnesses = n % 3 === 0 ? 2 : 1;
  await Promise.all(
    Array.from({ length: witnesses }, async (_, witness) => {
      const key = (n + witness) % 2 === 0 ? `pay-${session.id}-${witness}` : null;
      const { answer } = await insist(merchant, '/v1/sandbox/credits', credit, key);
      keepReceipt(merchant, operator_transaction_id, answer);
    }),
  );
}

/** Tells of a payment and never asks again: what was kept must be settled without anybody's help. */
async function payOnce(merchant: Merchant, { id, operator, number, amount }: Open): Promise<void> {
  const operator_transaction_id = `O-${id}`;
  const credit = { operator, collection_number: number, amount, operator_transaction_id };
  const answer = await merchant.client.send('POST', '/v1/sandbox/credits', credit);
  if (answer.status === null) merchant.promises.unanswered += 1;
  else if (answer.status === 503) merchant.promises.unavailable += 1;
  else keepReceipt(merchant, operator_transaction_id, answer);
}

function keepReceipt(merchant: Merchant, operator_transaction_id: string, answer: Answer): void {
  if (answer.status !== 202 || answer.body.credit_id === null) {
    surprise(merchant, `credit ${operator_transaction_id}`, answer);
    return;
  }
  const { notice_id, credit_id, verdict } = answer.body;
  const told = merchant.promises.credits.get(operator_transaction_id) ?? [];
  told.push({ notice_id, credit_id, verdict: verdict?.verdict, session_ids: verdict?.session_ids ?? [] });
  merchant.promises.credits.set(operator_transaction_id, told);
}

async function cancel(merchant: Merchant, session: Open): Promise<void> {
  const path = `/v1/payment-sessions/${session.id}/cancel`;
  const { answer, tries } = await insist(merchant, path, undefined, null);
  if (answer.status === 200 && answer.body.status === 'CANCELLED')
    merchant.promises.cancelled.add(session.id);
  // An earlier try that was never answered has cancelled it.
  else if (!(answer.status === 409 && tries > 1)) surprise(merchant, `cancel ${session.id}`, answer);
}

async function play(merchant: Merchant, session: Open, n: number): Promise<void> {
  const scenario = SCENARIOS[Math.floor(n / 8) % SCENARIOS.length];
  const path = `/v1/sandbox/payment-sessions/${session.id}/simulate`;
  const { answer, tries } = await insist(merchant, path, { scenario }, null);
  if (answer.status === 200) merchant.promises.played.set(session.id, answer.body.payment_session.status);
  else if (!(answer.status === 409 && tries > 1)) surprise(merchant, `${scenario} ${session.id}`, answer);
}

function surprise({ promises }: Merchant, what: string, { status, body }: Answer): void {
  promises.surprises.push(`${what}: ${status} ${JSON.stringify(body)}`);
}
