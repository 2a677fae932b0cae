import { DEFAULT_POLICY } from '../src/domain/policy.ts';
import type { PaymentSession } from '../src/domain/session/session.ts';
import { showTicket } from '../src/domain/ticket/ticket.ts';
import type { Deed } from './adversaries/adversary.ts';
import type { AdversaryName } from './adversaries/names.ts';
import type { Chance } from './chance.ts';
import type { Sale } from './demand.ts';
import type { Money } from './network.ts';
import type { Message } from './phones.ts';
import type { Arrival } from './texts.ts';
import type { Chore } from './treasury.ts';
import type { Payment } from './truth.ts';
import type { World } from './world.ts';

/** What will happen out there. */
export type Thing =
  | { kind: 'pays'; sale: Sale; session: PaymentSession }
  | { kind: 'deed'; by: AdversaryName; deed: Extract<Deed, { kind: 'forges' | 'pays' }> }
  | { kind: 'chore'; chore: Chore }
  | { kind: 'reverses'; payment: Payment }
  | { kind: 'message'; message: Message };

/** What there was to see of a step. */
export type Seen = { heard: Message[]; credits: (Arrival & { msisdn: string })[]; swept: Chore[] };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WORDS = [
  'loyer',
  'merci',
  'commande',
  'pour la famille',
  'courses du marche',
  'Boutique Sahel',
  'pain et lait',
];

/** What the customer of a session is going to do. The draws are the same whether there is a session or not. */
export function intend(
  { agenda, chance, profile, clock }: World,
  sale: Sale,
  session: PaymentSession | null,
): void {
  const hesitates_ms = chance.skewed(profile.hesitation_median_ms, profile.hesitation_spread);
  const dawdles_ms = chance.between(10_000, 20 * MINUTE_MS);
  if (session === null || sale.behaviour === 'abandons') return;
  const closes_ms = session.expires_at.getTime() + DEFAULT_POLICY.grace_seconds * 1000;
  // Everybody else pays before the session expires.
  const latest_ms = session.expires_at.getTime() - MINUTE_MS;
  const at_ms =
    sale.behaviour === 'pays_late'
      ? closes_ms + dawdles_ms
      : Math.min(clock.now_ms + hesitates_ms, latest_ms);
  agenda.put(at_ms, { kind: 'pays', sale, session });
}

/** Everything that happens out there until this moment. */
export async function act(world: World, to_ms: number): Promise<Seen> {
  const seen: Seen = { heard: [], credits: [], swept: [] };
  // What happens may make more happen before the same moment.
  for (let due = world.agenda.take(to_ms); due.length > 0; due = world.agenda.take(to_ms))
    for (const { at_ms, thing } of due) await happen(world, thing, at_ms, seen);
  seen.heard.sort((a, b) => a.arrives_ms - b.arrives_ms);
  return seen;
}

async function happen(world: World, thing: Thing, at_ms: number, seen: Seen): Promise<void> {
  switch (thing.kind) {
    case 'message':
      world.truth.heard(thing.message.tells_of, thing.message.arrives_ms);
      seen.heard.push(thing.message);
      return;
    case 'pays':
      return customerPays(world, thing, at_ms, seen);
    case 'deed':
      return commit(world, thing.by, thing.deed, at_ms, seen);
    case 'reverses':
      return reverse(world, thing.payment, at_ms);
    case 'chore':
      return doChore(world, thing.chore, at_ms, seen);
  }
}

function customerPays(
  world: World,
  { sale, session }: Extract<Thing, { kind: 'pays' }>,
  at_ms: number,
  seen: Seen,
): void {
  const { chance, profile } = world;
  const quotes = chance.happens(profile.ticket_share);
  const writes = chance.happens(profile.motif_share);
  const word = chance.pick(WORDS);
  const payment = pay(world, seen, {
    by: 'customer',
    session_id: session.id,
    has_evidence: quotes || (sale.declared && sale.behaviour !== 'pays_late'),
    msisdn: session.assigned_collection_number,
    operator: session.operator,
    amount_xaf: sale.behaviour === 'pays_wrong_amount' ? slip(chance, sale) : sale.amount_xaf,
    payer: sale.phone,
    payer_name: 'CLIENT',
    motif: quotes ? showTicket(session.ticket) : writes ? word : null,
    at_ms,
  });
  if (chance.happens(profile.reversed_share))
    world.agenda.put(at_ms + HOUR_MS + chance.wait(6 * HOUR_MS), { kind: 'reverses', payment });
}

function pay(world: World, seen: Seen, money: Money): Payment {
  const { network, truth, history } = world;
  const { payment, messages } = network.pay(money);
  const { msisdn, operator_transaction_id, at_ms, fate } = payment;
  truth.paid(payment);
  const balance_xaf = network.balanceOf(msisdn);
  seen.credits.push({ ...money, operator_transaction_id, balance_xaf });
  if (fate === 'lost') history.fault(msisdn, at_ms, 'anchor');
  if (fate === 'in_inbox') history.fault(msisdn, at_ms, 'inbox');
  if (fate === 'delayed') history.fault(msisdn, at_ms, messages[0]?.arrives_ms ?? at_ms);
  send(world, messages);
  return payment;
}

function send({ agenda }: World, messages: readonly Message[]): void {
  for (const message of messages) agenda.put(message.arrives_ms, { kind: 'message', message });
}

function commit(
  world: World,
  by: AdversaryName,
  deed: Extract<Deed, { kind: 'forges' | 'pays' }>,
  at_ms: number,
  seen: Seen,
): void {
  const { truth, history, network, tally } = world;
  const { msisdn, operator } = deed.to;
  history.touched(msisdn, by, at_ms);
  if (deed.kind === 'forges') {
    truth.forged(deed.tells_of, by);
    tally.counts.forged += 1;
    // A true payment counts as heard when its own message comes, not when somebody else speaks of it.
    send(world, [network.forge({ msisdn, operator, text: deed.text, at_ms, tells_of: '' })]);
    return;
  }
  tally.counts.hostile_payments += 1;
  const { amount_xaf, payer, payer_name, motif, session_id, has_evidence } = deed;
  pay(world, seen, {
    by,
    session_id,
    has_evidence,
    msisdn,
    operator,
    amount_xaf,
    payer,
    payer_name,
    motif,
    at_ms,
  });
}

function reverse(world: World, payment: Payment, at_ms: number): void {
  const { msisdn, operator, amount_xaf } = payment;
  const undone_transaction_id = payment.operator_transaction_id;
  const movement = {
    kind: 'reversal',
    amount_xaf,
    fee_xaf: 0,
    is_fee_hidden: false,
    undone_transaction_id,
  } as const;
  const moved = world.network.move(movement, { msisdn, operator, at_ms });
  // The money has been swept meanwhile: the operator can't take it back.
  if (moved === null) return;
  payment.reversed_ms = at_ms;
  if (!moved.is_told) world.history.fault(msisdn, at_ms, 'anchor');
  send(world, moved.messages);
}

async function doChore(world: World, chore: Chore, at_ms: number, seen: Seen): Promise<void> {
  const { network, treasury, truth, history, office, agenda } = world;
  const { msisdn, operator } = chore;
  agenda.put(treasury.next(chore, at_ms), { kind: 'chore', chore });
  const done = treasury.plan(chore, network);
  if (done === null) return;
  const { movement } = done;
  const is_taken = done.is_announced && (await office.announce({ msisdn, amount_xaf: movement.amount_xaf }));
  const moved = network.move(movement, { msisdn, operator, at_ms });
  if (moved === null) return;
  const { operator_transaction_id, is_told, messages } = moved;
  if (chore.kind === 'sweep') seen.swept.push(chore);
  if (chore.kind === 'cash_in') {
    const base = {
      session_id: null,
      has_evidence: true,
      payer: '66112233',
      heard_ms: null,
      reversed_ms: null,
    };
    const fate = is_told ? 'sent' : 'lost';
    truth.paid({
      by: 'agent',
      ...base,
      msisdn,
      operator,
      amount_xaf: movement.amount_xaf,
      at_ms,
      operator_transaction_id,
      fate,
    });
  }
  // Where the fee is hidden and nobody said a word, no text explains the balance.
  if (!is_told && !(movement.is_fee_hidden && is_taken)) history.fault(msisdn, at_ms, 'anchor');
  send(world, messages);
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
