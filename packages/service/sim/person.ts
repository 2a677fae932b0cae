import { ADVERSARIES } from './adversaries/names.ts';
import type { Chance } from './chance.ts';
import type { History } from './history.ts';
import type { Network } from './network.ts';
import type { Message, Phones } from './phones.ts';
import type { Profile } from './profile.ts';
import type { Case, Desk, Waiting, Wanted } from './staff.ts';
import type { Truth } from './truth.ts';

const HOUR_MS = 3_600_000;

/** A person with the SIMs in hand, who looks up what really came and decides by it. */
export type Person = {
  /** One round: balances that are asked for, then incidents, reviews, and what stands in suspense. */
  work: (now_ms: number) => Promise<void>;
  /** Phones that were asked for their inbox send it, if they hear: nobody has to do anything for that. */
  inboxes: (now_ms: number) => Promise<void>;
  decided: {
    confirmed: number;
    rejected: number;
    refunded: number;
    /** Of that, money that the operator had taken back, and what was forged by outsiders and by insiders. */
    reversed_xaf: number;
    outsiders_xaf: number;
    insiders_xaf: number;
    /** What nobody sent and nobody forged. */
    invented_xaf: number;
    incidents: number;
    from_inbox: number;
  };
  /** What the service should have let staff do, and didn't. */
  refused: string[];
  /** What it should not have let them send back: each credit, with who forged it. */
  unowed: string[];
};

type Office = {
  hear: (messages: readonly Message[]) => Promise<void>;
  askedInboxes: () => Promise<string[]>;
};

type Known = {
  profile: Profile;
  chance: Chance;
  desk: Desk;
  office: Office;
  network: Network;
  phones: Phones;
  truth: Truth;
  history: History;
  /** Counts what an insider was sent back for a forgery of his. */
  loot: (msisdn: string, at_ms: number, amount_xaf: number) => void;
};
type At = Known & {
  decided: Person['decided'];
  refused: Person['refused'];
  unowed: Person['unowed'];
  /** When somebody will have the SIM in hand whose balance is asked for. */
  due: Map<string, { at_ms: number; is_urgent: boolean }>;
};

export function openPerson(known: Known): Person {
  const decided: Person['decided'] = {
    confirmed: 0,
    rejected: 0,
    refunded: 0,
    reversed_xaf: 0,
    outsiders_xaf: 0,
    insiders_xaf: 0,
    invented_xaf: 0,
    incidents: 0,
    from_inbox: 0,
  };
  const at: At = { ...known, decided, refused: [], unowed: [], due: new Map() };
  return {
    decided,
    refused: at.refused,
    unowed: at.unowed,
    // One after the other on purpose: a person does one thing at a time.
    async inboxes(now_ms) {
      const asked = await at.office.askedInboxes();
      const hearing = asked.filter((msisdn) => at.phones.silentUntil(msisdn, now_ms) === null);
      if (hearing.length > 0) await resend(at, hearing, now_ms);
    },
    async work(now_ms) {
      await anchor(at, now_ms);
      decided.incidents += await at.desk.closeOthers(at.network);
      await review(at);
      await sendBack(at, now_ms);
    },
  };
}

async function resend(at: At, msisdns: readonly string[], now_ms: number): Promise<void> {
  const messages = msisdns.flatMap((msisdn) => at.phones.askInbox(msisdn, now_ms));
  at.decided.from_inbox += messages.length;
  for (const { tells_of } of messages) at.truth.heard(tells_of, now_ms);
  for (const msisdn of msisdns) at.history.resent(msisdn, now_ms);
  await at.office.hear(messages);
}

async function anchor(at: At, now_ms: number): Promise<void> {
  const { desk, due, network, history, profile, chance } = at;
  const { anchor_median_ms, anchor_least_ms, anchor_most_ms, anchor_unhurried_ms } = profile;
  const wanted = Map.groupBy(await desk.wantedAnchors(), ({ msisdn }) => msisdn);
  for (const msisdn of due.keys()) if (!wanted.has(msisdn)) due.delete(msisdn);
  for (const [msisdn, asked] of wanted) {
    // Where messages wait and no payer does, it can wait until somebody has the SIM in hand anyway.
    const is_urgent = asked.some(({ why, is_waited_for }) => why !== 'claim' || is_waited_for);
    const known = due.get(msisdn);
    if (known !== undefined && (known.is_urgent || !is_urgent)) continue;
    const delay_ms = is_urgent
      ? Math.max(anchor_least_ms, chance.skewed(anchor_median_ms, 1.2))
      : anchor_unhurried_ms;
    const at_ms = now_ms + Math.min(anchor_most_ms, delay_ms);
    due.set(msisdn, { at_ms: Math.min(at_ms, known?.at_ms ?? at_ms), is_urgent });
  }
  const ready = [...due].flatMap(([msisdn, { at_ms }]) => (at_ms <= now_ms ? [msisdn] : []));
  if (ready.length === 0) return;
  // The phone is in hand: what it has and never forwarded goes first, and may make the balance needless.
  await resend(at, ready, now_ms);
  const isContested = (msisdn: string) => wanted.get(msisdn)?.some(({ why }) => why === 'contested') ?? false;
  await desk.explain(
    ready.map((msisdn) => ({ msisdn, is_contested: isContested(msisdn) })),
    network,
  );
  for (const msisdn of ready) due.delete(msisdn);
  const read = ready.filter((msisdn) =>
    wanted.get(msisdn)?.some(({ why }) => why !== 'outflow' && why !== 'contested'),
  );
  for (const msisdn of read) {
    history.anchored(msisdn, now_ms, whyRead(history, wanted.get(msisdn) ?? []));
  }
  at.decided.incidents += ready.length;
  await desk.anchor(read.map((msisdn) => ({ msisdn, balance_xaf: network.balanceOf(msisdn) })));
}

/** What made somebody read this balance, of several reasons the first. */
function whyRead(history: History, wanted: readonly Wanted[]): string {
  const [first] = wanted.toSorted((a, b) => a.since_ms - b.since_ms);
  if (first === undefined) return 'nothing any more';
  if (first.why === 'half') return 'half the bound was settled';
  if (first.why === 'bound') return 'a payment would have passed the bound';
  const kind = history.missingAt(first.msisdn, first.since_ms);
  if (kind !== null) return `a message was ${kind}`;
  const by = history.lastTouch(first.msisdn, first.since_ms - HOUR_MS, first.since_ms);
  return by === null ? 'a message waited' : `a message waited, by ${by}`;
}

async function review({ desk, network, truth, decided, refused }: At): Promise<void> {
  await desk.lookUpReviewed(network);
  const cases = await desk.reviews();
  const pairs = cases.flatMap((one) => {
    const paid = one.credits.find((credit) => isPaidBy(truth, one, credit));
    return paid === undefined ? [] : [{ session_id: one.session_id, credit_id: paid.credit_id }];
  });
  const meant = new Set(pairs.map(({ session_id }) => session_id));
  const said = await desk.confirm(pairs);
  decided.confirmed += said.confirmed;
  refused.push(...said.refused);
  const rest = cases.filter(({ session_id }) => !meant.has(session_id));
  decided.rejected += (await desk.reject(rest.map(({ session_id }) => session_id))).length;
}

async function sendBack({ desk, truth, decided, unowed: found, loot }: At, now_ms: number): Promise<void> {
  const waiting = await desk.suspense();
  // They send back what the service lets them: what was forged, or taken back by the operator, it should know and refuse.
  const sent = new Set(await desk.sendBack(waiting.map(({ credit_id }) => credit_id)));
  for (const one of waiting) {
    const whose = sent.has(one.credit_id) ? unowed(truth, one) : null;
    if (whose === null) continue;
    decided[whose] += one.amount_xaf;
    if (whose === 'insiders_xaf') loot(one.msisdn, now_ms, one.amount_xaf);
    else found.push(saidUnowed(truth, one));
  }
  decided.refunded += sent.size;
}

function saidUnowed(truth: Truth, one: Waiting & { msisdn: string }): string {
  const id = one.operator_transaction_id ?? '';
  const why = truth.forgerOf(id) ?? 'nobody that is known, or the operator took it back';
  return `sent back: ${one.amount_xaf} XAF, credit ${one.credit_id} on ${one.msisdn}, id ${id || 'none'}, by ${why}`;
}

function isPaidBy(truth: Truth, { session_id, amount_xaf }: Case, credit: Waiting): boolean {
  const payment = truth.paymentOf(credit.operator_transaction_id ?? '');
  return (
    payment?.session_id === session_id &&
    payment.reversed_ms === null &&
    payment.amount_xaf === credit.amount_xaf &&
    credit.amount_xaf >= amount_xaf
  );
}

/** Why this money was not to be sent back; null: it came, and is its payer's. */
function unowed(
  truth: Truth,
  credit: Waiting & { msisdn: string },
): 'reversed_xaf' | 'outsiders_xaf' | 'insiders_xaf' | 'invented_xaf' | null {
  const payment = truth.sentAs({ ...credit, matched_session_id: null });
  if (payment !== undefined) return payment.reversed_ms === null ? null : 'reversed_xaf';
  const by = truth.forgerOf(credit.operator_transaction_id ?? '');
  if (by === null) return 'invented_xaf';
  return ADVERSARIES[by] === 'insider' ? 'insiders_xaf' : 'outsiders_xaf';
}
