import { Chain, type Hole, runFrom } from './chain.ts';
import type { Edge } from './edge.ts';
import { EXPLAINERS_MAX, type FeedPolicy } from './policy.ts';

/** One that arrived before, went to review, and may still find its place. */
export type LooseEdge = Edge & { state: 'FLOATING' | 'FOREIGN' };

/** A session that waits for its payment on this number, or waited until a moment ago. */
export type Outstanding = { session_id: string; amount_xaf: number };

export type Continuity = {
  /** The trusted balance. */
  tip_xaf: number;
  /** The operator's time of the newest message in the chain. */
  chained_until_ms: number;
  holes: readonly Hole[];
  loose: readonly LooseEdge[];
  /** Not yet judged: just come, or parked before. */
  arrived: readonly Edge[];
  outstanding: readonly Outstanding[];
  now_ms: number;
};

/**
 * follows: its place in the chain is known. waits: what is missing before it may still come. overtaken: the
 * chain goes on without it, so it is not of this number. unexplained: it follows nothing that is trusted.
 */
export type Placement =
  | { kind: 'follows' }
  | { kind: 'waits' /** When to look again. */; until_ms: number }
  | { kind: 'overtaken' }
  | { kind: 'unexplained' };

/** A message that never came, by inference: its amount is that of the sessions named, and the chain went on. */
export type Missed = Pick<Hole, 'key' | 'before_xaf' | 'after_xaf'> & { session_ids: string[] };

/** What nobody can explain at this moment. */
export type Gap = { tip_xaf: number; before_xaf: number; after_xaf: number; keys: string[] };

export type Judged = {
  tip_xaf: number;
  chained_until_ms: number;
  /** What has its place now, in the order of the chain; loose ones among them. */
  chained: string[];
  placements: Map<string, Placement>;
  /** Loose ones that turn out to be no part of the chain. */
  foreign: string[];
  /** As they are now, those of before first. */
  holes: Hole[];
  missed: Missed[];
  gap: Gap | null;
};

/**
 * Puts what arrived into the chain of balances of one number. The secret that a forger lacks is our balance:
 * a message is trusted when its balance before goes on from the tip, or touches an end of a hole. A message
 * after one that was lost is trusted when the difference is exactly one outstanding session's amount and a
 * further message goes on from it; two that merely go on from each other are not. Pure; see docs/feeds.md.
 */
export function judgeContinuity(feed: Continuity, policy: FeedPolicy): Judged {
  const chain = new Chain(feed.tip_xaf, feed.chained_until_ms, feed.holes, [...feed.loose, ...feed.arrived]);
  chain.extend();
  const missed: Missed[] = [];
  for (let found = explained(feed, chain, policy); found !== null; found = explained(feed, chain, policy)) {
    const session_ids = found.outstanding.map((one) => one.session_id);
    const { key, before_xaf: after_xaf } = found.head;
    missed.push({ key, before_xaf: chain.tip_xaf, after_xaf, session_ids });
    chain.jump(found.head);
  }
  return judged(feed, chain, missed, policy);
}

function isOvertaken(edge: Edge, chain: Chain): boolean {
  return edge.occurred_at_ms + edge.precision_ms <= chain.chained_until_ms;
}

/** Without the ones that the chain has gone past: what could still be a part of it. */
function candidates(chain: Chain, feed: Continuity): Edge[] {
  const foreign = new Set(feed.loose.filter((one) => one.state === 'FOREIGN').map((one) => one.key));
  return chain.rest.filter((edge) => !foreign.has(edge.key) && !isOvertaken(edge, chain));
}

/** Begins a run: nothing that is here leads to it. */
function headsOf(edges: readonly Edge[]): Edge[] {
  return edges.filter(
    (edge) =>
      !edges.some(
        (other) =>
          other !== edge && other.after_xaf === edge.before_xaf && other.before_xaf !== edge.before_xaf,
      ),
  );
}

/** The sessions whose missed payment would lead from the tip to this run; empty for none. */
function explainersOf(feed: Continuity, chain: Chain, run: readonly Edge[]): Outstanding[] {
  const gap_xaf = (run[0]?.before_xaf ?? 0) - chain.tip_xaf;
  if (new Set(feed.outstanding.map((one) => one.amount_xaf)).size > EXPLAINERS_MAX) return [];
  const alike = feed.outstanding.filter((one) => one.amount_xaf === gap_xaf);
  // Those whose payment is in the run itself explain nothing.
  const paid = run.filter((edge) => edge.after_xaf - edge.before_xaf === gap_xaf).length;
  return alike.length > paid ? alike : [];
}

/** The one run that a single missed payment explains, once it has waited and something goes on from it. */
function explained(
  feed: Continuity,
  chain: Chain,
  policy: FeedPolicy,
): { head: Edge; outstanding: Outstanding[] } | null {
  const edges = candidates(chain, feed);
  const found = headsOf(edges).flatMap((head) => {
    const run = runFrom(head, edges);
    const has_waited = feed.now_ms >= head.arrived_at_ms + policy.wait_ms;
    const outstanding = has_waited && run.length >= 2 ? explainersOf(feed, chain, run) : [];
    return outstanding.length > 0 ? [{ head, outstanding }] : [];
  });
  const balances = new Set(found.map(({ head }) => head.before_xaf));
  return balances.size === 1 ? (found[0] ?? null) : null;
}

function judged(feed: Continuity, chain: Chain, missed: Missed[], policy: FeedPolicy): Judged {
  const arrived = new Set(feed.arrived.map((edge) => edge.key));
  const placements = new Map<string, Placement>();
  for (const edge of chain.placed) if (arrived.has(edge.key)) placements.set(edge.key, { kind: 'follows' });
  const edges = candidates(chain, feed);
  const { patience, hopeful } = patienceOf(feed, chain, edges, policy);
  for (const edge of chain.rest) {
    if (!arrived.has(edge.key)) continue;
    if (!edges.includes(edge)) {
      placements.set(edge.key, { kind: 'overtaken' });
      continue;
    }
    const until_ms = patience.get(edge) ?? 0;
    // Looked at again as soon as staff must hear of it, however long it goes on waiting.
    const heard_ms = edge.arrived_at_ms + policy.wait_ms;
    const again_ms = heard_ms > feed.now_ms ? Math.min(until_ms, heard_ms) : until_ms;
    placements.set(
      edge.key,
      until_ms > feed.now_ms ? { kind: 'waits', until_ms: again_ms } : { kind: 'unexplained' },
    );
  }
  const overtaken = chain.rest.filter((edge) => isOvertaken(edge, chain));
  return {
    tip_xaf: chain.tip_xaf,
    chained_until_ms: chain.chained_until_ms,
    chained: chain.placed.map((edge) => edge.key),
    placements,
    foreign: feed.loose
      .filter((one) => one.state === 'FLOATING' && overtaken.some((edge) => edge.key === one.key))
      .map((one) => one.key),
    holes: chain.holes,
    missed,
    gap: gapOf(
      feed,
      chain,
      edges.filter((edge) => placements.get(edge.key)?.kind !== 'waits' || !hopeful.has(edge)),
      policy,
    ),
  };
}

/**
 * Until when each of the edges without a place waits for what is missing before it. `hopeful` are those that
 * one missed payment would explain: a message that goes on from them is likely, so the number stays in use.
 */
function patienceOf(
  feed: Continuity,
  chain: Chain,
  edges: readonly Edge[],
  policy: FeedPolicy,
): { patience: Map<Edge, number>; hopeful: Set<Edge> } {
  const hopeful = new Set<Edge>();
  const latest_ms = Math.max(...edges.map((edge) => edge.arrived_at_ms), 0);
  const patience = new Map(
    edges.map((edge) => [
      edge,
      Math.min(latest_ms + policy.wait_ms, edge.arrived_at_ms + policy.wait_most_ms),
    ]),
  );
  for (const head of headsOf(edges)) {
    const run = runFrom(head, edges);
    if (explainersOf(feed, chain, run).length === 0) continue;
    for (const edge of run) hopeful.add(edge);
    const ripe_ms = head.arrived_at_ms + (run.length >= 2 ? policy.wait_ms : policy.continuation_ms);
    for (const edge of run) patience.set(edge, Math.max(patience.get(edge) ?? 0, ripe_ms));
    // Explained as soon as it is ripe, even while other messages go on arriving.
    if (run.length >= 2 && ripe_ms > feed.now_ms) for (const edge of run) patience.set(edge, ripe_ms);
  }
  return { patience, hopeful };
}

/** What has waited long enough for a person to hear of it. */
function gapOf(feed: Continuity, chain: Chain, edges: readonly Edge[], policy: FeedPolicy): Gap | null {
  const old = edges.filter((edge) => feed.now_ms >= edge.arrived_at_ms + policy.wait_ms);
  const [first] = old;
  if (first === undefined) return null;
  return {
    tip_xaf: chain.tip_xaf,
    before_xaf: first.before_xaf,
    after_xaf: first.after_xaf,
    keys: old.slice(0, 20).map((edge) => edge.key),
  };
}
