import { watchFeeds } from '../../src/engine/feeds.ts';
import { concludeRefunds } from '../../src/engine/refunds/conclude.ts';
import { createRefunds } from '../../src/engine/refunds/create.ts';
import { doubtOverdue, payTestDrafts, proveMet } from '../../src/engine/settlements/rounds.ts';
import { tendStatements } from '../../src/engine/statements/tend.ts';
import type { Message } from '../phones.ts';
import { count, type Paid, type Sale, send, type Thing, type Year } from './world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LIMIT = 500;

/** Payers pay, operators take back, and phones forward what they heard, up to a moment. */
export async function listen(year: Year, to_ms: number): Promise<void> {
  const { clock, agenda, office } = year;
  clock.now_ms = to_ms;
  const heard: Message[] = [];
  for (let due = agenda.take(to_ms); due.length > 0; due = agenda.take(to_ms))
    for (const { thing, at_ms } of due) {
      if (thing.kind === 'message') heard.push(thing.message);
      else happen(year, thing, at_ms);
    }
  await office.hear(heard.sort((a, b) => a.arrives_ms - b.arrives_ms));
}

/** Time goes on: payers pay, operators take back, phones forward what they heard, and the service does its rounds. */
export async function advance(year: Year, to_ms: number): Promise<void> {
  const { office, services } = year;
  await listen(year, to_ms);
  await office.sweep();
  await watchFeeds(services);
  await tendStatements(services, { limit: LIMIT });
  await concludeRefunds(services, { limit: LIMIT });
  await proveMet(services, { limit: LIMIT });
  await doubtOverdue(services, { limit: LIMIT });
  await payTestDrafts(services, { limit: LIMIT });
}

function happen(year: Year, thing: Exclude<Thing, { kind: 'message' }>, at_ms: number): void {
  const { operators, truth, chance, plan } = year;
  if (thing.kind === 'reverse') {
    const { movement, msisdn } = thing.paid;
    const sent = operators.send(msisdn, {
      why: 'reversal',
      cause_id: movement.id,
      undone: movement.id,
      amount_xaf: movement.amount_xaf,
      at_ms,
    });
    // The money has left the SIM meanwhile: the operator can't take it back.
    if (sent === null) return;
    thing.paid.is_reversed = true;
    count(year, 'payments that the operator took back');
    send(year, sent.messages);
    return;
  }
  const { msisdn, amount_xaf, sale, payer } = thing;
  const { movement, messages } = operators.pay(msisdn, amount_xaf, payer, at_ms);
  const paid: Paid = { movement, msisdn, sale, payer, is_reversed: false };
  truth.paid.set(movement.id, paid);
  count(year, 'payments');
  send(year, messages);
  if (chance.happens(plan.reversed_share))
    year.agenda.put(at_ms + chance.between(1, 60) * HOUR_MS, { kind: 'reverse', paid });
}

/** One time of the day at which customers come: they are asked for money, and most of them pay. */
export async function trade(year: Year, at_ms: number): Promise<void> {
  const { plan, chance, office, shops, truth, agenda } = year;
  await advance(year, at_ms);
  const wishes = Array.from({ length: plan.sales }, () => ({
    merchant: chance.between(0, shops.length - 1),
    reference: `ORDER-${chance.between(0, 1_000_000_000)}`,
    amount_xaf: 25 * chance.between(40, 1600),
    operator: chance.happens(0.5) ? ('AIRTEL' as const) : ('MOOV' as const),
    declared: null as string | null,
  })).map((wish) => {
    const payer = `${wish.operator === 'AIRTEL' ? '66' : '99'}${chance.between(100_000, 899_999)}`;
    return { ...wish, payer, declared: chance.happens(0.5) ? payer : null };
  });
  const sessions = await office.sell(wishes);
  for (const [n, wish] of wishes.entries()) {
    const session = sessions[n];
    if (session === null || session === undefined) {
      count(year, 'sessions refused');
      continue;
    }
    count(year, 'sessions');
    const sale: Sale = {
      session_id: session.id,
      merchant_id: session.merchant_id,
      amount_xaf: wish.amount_xaf,
      msisdn: session.assigned_collection_number,
      created_ms: at_ms,
    };
    truth.sales.set(sale.session_id, sale);
    const { msisdn } = sale;
    const pays = (after_ms: number, amount_xaf: number): void =>
      agenda.put(at_ms + after_ms, { kind: 'pay', sale, msisdn, amount_xaf, payer: wish.payer });
    const lot = chance.next();
    const soon_ms = chance.between(20_000, 3 * MINUTE_MS);
    if (lot < plan.abandoned_share) count(year, 'customers who never paid');
    else if (lot < plan.abandoned_share + plan.other_amount_share)
      pays(soon_ms, wish.amount_xaf + 25 * chance.between(1, 40));
    else if (lot < plan.abandoned_share + plan.other_amount_share + plan.late_share)
      pays(chance.between(3, 8) * HOUR_MS, wish.amount_xaf);
    else pays(soon_ms, wish.amount_xaf);
    if (chance.happens(plan.stranger_share))
      agenda.put(at_ms + soon_ms, {
        kind: 'pay',
        sale: null,
        msisdn,
        amount_xaf: 25 * chance.between(40, 800),
        payer: '66555555',
      });
  }
  forge(year, at_ms);
  await advance(year, at_ms + 5 * MINUTE_MS);
  await advance(year, at_ms + 20 * MINUTE_MS);
}

/** Somebody who has seen an old balance writes an SMS of the operator's. */
function forge(year: Year, at_ms: number): void {
  const { chance, plan, operators } = year;
  if (!chance.happens(plan.forged_share / plan.rounds)) return;
  const sim = chance.pick(operators.sims);
  const amount_xaf = 25 * chance.between(40, 4000);
  const guess_xaf = sim.balance_xaf + amount_xaf + 25 * chance.between(-40, 40);
  count(year, 'forged SMS');
  send(year, [operators.forge(sim.msisdn, amount_xaf, at_ms + MINUTE_MS, guess_xaf)]);
}

/** Merchants give payments of the last days back, whole or in part. */
export async function giveBack(year: Year): Promise<void> {
  const { plan, chance, services, truth, clock } = year;
  const since_ms = clock.now_ms - 7 * 24 * HOUR_MS;
  const recent = [...truth.sales.values()].slice(-plan.rounds * plan.sales * 7);
  const asked = recent
    .filter(({ created_ms }) => created_ms >= since_ms && chance.happens(plan.refunded_share / 7))
    .map(({ session_id: id, merchant_id, amount_xaf }) => ({
      merchant_id,
      environment: 'live' as const,
      payment: { kind: 'session' as const, id },
      amount_xaf: chance.happens(plan.partial_share) ? chance.between(1, amount_xaf) : null,
      reason: null,
      asked_by: 'the simulated merchant',
      idempotency: null,
    }));
  for (const outcome of asked.length === 0 ? [] : await createRefunds(services, asked))
    count(year, outcome.kind === 'created' ? 'refunds asked for' : `refund refused: ${outcome.kind}`);
}
