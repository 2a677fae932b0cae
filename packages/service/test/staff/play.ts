import { afterAll, expect } from 'vitest';
import type { PaymentSession } from '../../src/domain/session/session.ts';
import type { Transaction } from '../../src/domain/transaction/transaction.ts';
import { assignCredits } from '../../src/engine/desk/payments/assign-credit.ts';
import { callCapital } from '../../src/engine/desk/payments/capital-credit.ts';
import { confirmLateTransactions } from '../../src/engine/desk/payments/confirm-late.ts';
import { confirmReviews, rejectReviews } from '../../src/engine/desk/payments/decide-review.ts';
import { refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { withdrawProposals } from '../../src/engine/desk/withdraw.ts';
import { concludeTransactions } from '../../src/engine/rails/conclude.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { timeOutTransactions } from '../../src/engine/transactions/time-out.ts';
import { prove } from '../collection/proof.ts';
import { payable, says, start, statusOf } from '../collection/transactions.ts';
import { openWorld, type World } from '../collection/world.ts';

const phone = (eight: string | undefined) => (eight === undefined ? null : `+235${eight}`);

/** The things a scenario has named. */
type Stage = {
  world: World;
  /** Two live numbers of its own; the second is there once it is asked for. */
  numbers: readonly [string, string];
  /** What stood on the accounts as it began. */
  stood: ReadonlyMap<string, number>;
  merchant: string;
  sessions: Map<string, PaymentSession>;
  transactions: Map<string, Transaction>;
  credits: Map<string, string>;
};

/**
 * Plays the text tables of a file one after the other on one database, days apart, each on a live number and for a
 * merchant of its own: a line is a command and, after `->`, what must come of it. Words: `A`, `B` are sessions, `T`
 * transactions, `c1` credits. At the end of each everything must add up. What one that fails leaves behind goes with it.
 */
export function playsOfFile(): (table: string) => Promise<void> {
  let world: World | undefined;
  let plays = 0;
  afterAll(() => world?.close());
  return async (table) => {
    world ??= await openWorld();
    const own = world;
    plays += 1;
    try {
      await perform(
        await openStage(
          own,
          [1, 2].map((n) => `+23566${100_000 + 10 * plays + n}`),
        ),
        table,
      );
      await prove(own);
      await own.leave();
    } catch (error) {
      world = undefined;
      await own.close().catch(() => undefined);
      throw error;
    }
  };
}

async function openStage(world: World, [first = '', second = '']: string[]): Promise<Stage> {
  const merchant = await world.merchant({ fee_basis_points: 100 });
  await world.liveNumber(first);
  return {
    world,
    numbers: [first, second],
    stood: await standing(world),
    merchant,
    sessions: new Map(),
    transactions: new Map(),
    credits: new Map(),
  };
}

async function perform(stage: Stage, table: string): Promise<void> {
  for (const line of table.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const [said = '', expected = ''] = line.split('->').map((part) => part.trim());
    expect(await act(stage, said.split(' ')), `${line}\n`).toBe(expected);
  }
}

/** The word after a word, as in `from 66000001`. */
function after(words: readonly string[], word: string): string | undefined {
  const at = words.indexOf(word);
  return at === -1 ? undefined : words[at + 1];
}

type Signed = { actor: string; note: string };
type Verb = (stage: Stage, name: string, words: string[], signed: Signed) => Promise<string>;

const VERBS: Record<string, Verb> = {
  async session(stage, name, words) {
    const customer_phone = phone(after(words, 'payer'));
    const fields = { environment: 'live', amount_xaf: Number(words[2]), customer_phone } as const;
    stage.sessions.set(name, await stage.world.session(stage.merchant, fields));
    return showSession(stage, name);
  },
  async transaction(stage, name, words) {
    const fields = { environment: 'live', amount_xaf: Number(words[2]) } as const;
    const transaction = await start(stage.world, stage.merchant, fields);
    stage.transactions.set(name, transaction);
    return transaction.status;
  },
  async fail({ world, transactions }, name) {
    const said = says(world, transactions.get(name) as Transaction, 'failed', { reason: 'refused' });
    return show((await concludeTransactions(world.services, [said]))[0]);
  },
  pay,
  async wait({ world }, seconds) {
    world.pass(Number(seconds));
    await expireSessions(world.services, { limit: 100 });
    await timeOutTransactions(world.services, { limit: 100 });
    return '';
  },
  async number({ world, numbers }) {
    await world.liveNumber(numbers[1]);
    return '';
  },
  async confirm(stage, name, words, signed) {
    const named = after(words, 'with');
    const credit_id = named === undefined ? null : creditOf(stage, named);
    const command = { session_id: sessionOf(stage, name), credit_id, ...signed };
    const [outcome] = await confirmReviews(stage.world.services, [command]);
    return outcome?.kind === 'confirmed' && outcome.surplus_xaf > 0
      ? `confirmed, surplus ${outcome.surplus_xaf}`
      : show(outcome);
  },
  async reject(stage, name, _words, signed) {
    const command = { session_id: sessionOf(stage, name), ...signed };
    return show((await rejectReviews(stage.world.services, [command]))[0]);
  },
  assign,
  async refund(stage, name, words, signed) {
    const sent = after(words, 'of');
    const amount = sent === undefined ? {} : { amount_xaf: Number(sent) };
    const command = { credit_id: creditOf(stage, name), ...amount, ...signed };
    const [said] = await refundCredits(stage.world.services, [command]);
    if (said?.kind !== 'payer_unknown') return show(said);
    // Where nothing shows who paid, people have asked him.
    return show((await refundCredits(stage.world.services, [{ ...command, to: '66000001' }]))[0]);
  },
  async capital(stage, name, _words, signed) {
    return show(
      (await callCapital(stage.world.services, [{ credit_id: creditOf(stage, name), ...signed }]))[0],
    );
  },
  async withdraw(stage, name, _words, signed) {
    const subject_id = stage.credits.get(name) ?? stage.transactions.get(name)?.id ?? sessionOf(stage, name);
    return show((await withdrawProposals(stage.world.services, [{ subject_id, ...signed }]))[0]);
  },
  async 'settle-late'(stage, name, _words, signed) {
    const transaction_id = stage.transactions.get(name)?.id ?? '';
    return show((await confirmLateTransactions(stage.world.services, [{ transaction_id, ...signed }]))[0]);
  },
  events,
  books,
};

async function act(stage: Stage, words: string[]): Promise<string> {
  const [verb = '', name = ''] = words;
  const signed = { actor: after(words, 'as') ?? 'Awa', note: 'looked up' };
  return (await VERBS[verb]?.(stage, name, words, signed)) ?? look(stage, verb);
}

/** `pay c1 A 5000 from 66000001`: credit c1 on A's number, seen and settled now. */
async function pay(stage: Stage, name: string, words: string[]): Promise<string> {
  const transaction = stage.transactions.get(words[2] ?? '');
  const session = transaction ? payable(transaction) : (stage.sessions.get(words[2] ?? '') as PaymentSession);
  const payer_phone = phone(after(words, 'from'));
  const outcome = await stage.world.pay(session, {
    amount: Number(words[3]),
    ...(payer_phone !== null && { payer_phone }),
  });
  stage.credits.set(name, outcome.credit_id ?? '');
  return outcome.verdict?.rule ?? outcome.outcome;
}

async function assign(
  stage: Stage,
  name: string,
  words: string[],
  signed: { actor: string; note: string },
): Promise<string> {
  const { services } = stage.world;
  const credit_id = creditOf(stage, name);
  const target = after(words, 'to') ?? '';
  const transaction_id = stage.transactions.get(target)?.id;
  if (transaction_id !== undefined)
    return show((await confirmLateTransactions(services, [{ transaction_id, credit_id, ...signed }]))[0]);
  const to =
    target === 'merchant'
      ? ({ kind: 'merchant', merchant_id: stage.merchant } as const)
      : ({ kind: 'session', session_id: sessionOf(stage, target) } as const);
  return show((await assignCredits(services, [{ credit_id, to, ...signed }]))[0]);
}

/** The kind of an outcome, with the status or state that it names. */
function show(outcome: { kind: string; status?: string; state?: string } | undefined): string {
  const said = [outcome?.kind, outcome?.status, outcome?.state].filter((one) => one !== undefined);
  return said.join(' ');
}

async function look(stage: Stage, name: string): Promise<string> {
  const transaction = stage.transactions.get(name);
  if (transaction !== undefined) return statusOf(stage.world, transaction);
  return stage.credits.has(name) ? showCredit(stage, name) : showSession(stage, name);
}

async function showSession(stage: Stage, name: string): Promise<string> {
  const [row] = await stage.world.rows<{ status: string }>(
    'select status from payment_sessions where id = $1',
    [sessionOf(stage, name)],
  );
  return row?.status ?? 'gone';
}

async function showCredit(stage: Stage, name: string): Promise<string> {
  const [row] = await stage.world.rows<{ said: string }>(
    `select concat_ws(' ', state, reason, case when surplus_xaf > 0 then 'surplus ' || surplus_xaf end,
      case when surplus_refunded_at is not null then 'returned' end) as said from credits where id = $1`,
    [creditOf(stage, name)],
  );
  return row?.said ?? 'gone';
}

async function events(stage: Stage, name: string): Promise<string> {
  const id = stage.transactions.get(name)?.id ?? sessionOf(stage, name);
  const rows = await stage.world.rows<{ type: string }>(
    'select type from events where object_id = $1 order by sequence',
    [id],
  );
  return rows.map(({ type }) => type.replace('payment_session.', '').replace('transaction.', '')).join(', ');
}

/** What came onto the accounts of live since it began. */
async function books({ world, stood }: Stage): Promise<string> {
  const moved = [...(await standing(world))].map(([kind, sum]) => ({
    kind,
    sum: sum - (stood.get(kind) ?? 0),
  }));
  return moved
    .filter(({ sum }) => sum !== 0)
    .map(({ kind, sum }) => `${kind.toLowerCase()} ${sum}`)
    .join(', ');
}

async function standing(world: World): Promise<Map<string, number>> {
  const rows = await world.rows<{ kind: string; sum: string }>(
    `select a.kind, sum(case when t.credit_account_id = a.id then t.amount_xaf else -t.amount_xaf end) as sum
    from ledger_accounts a join ledger_transfers t on a.id in (t.credit_account_id, t.debit_account_id)
    where a.environment = 'live' group by a.kind order by a.kind`,
  );
  return new Map(rows.map(({ kind, sum }) => [kind, Number(sum)]));
}

function sessionOf(stage: Stage, name: string): string {
  return stage.sessions.get(name)?.id ?? '01890000-0000-7000-8000-000000000000';
}

function creditOf(stage: Stage, name: string): string {
  return stage.credits.get(name) ?? '01890000-0000-7000-8000-000000000000';
}
