import type { PoolClient } from 'pg';
import { claimsSince } from '../../domain/movement/clocks.ts';
import {
  type NumberPool,
  type PoolKey,
  poolName,
  poolOf,
  propose,
} from '../../domain/reservation/propose.ts';
import { newTicket } from '../../domain/ticket/ticket.ts';
import { localDay } from '../../domain/time.ts';
import { loadPools } from '../../store/numbers/pool.ts';
import { dropHolds, reserveSessions, tryReferences } from '../../store/sessions/reserve.ts';
import type { Database } from '../../store/statement.ts';
import { freshly, perOwner } from '../fresh.ts';
import type { Services } from '../services.ts';
import { apartFrom, type HoldDraft, proposalOf } from './draft.ts';
import { lookForPlaces } from './lock-places.ts';
import { type AllowanceStandings, leavePlaces, standingsOf, takePlaces } from './places.ts';
import { markBehind, searchNumbers } from './search.ts';

const QUICK_ROUNDS = 2;
/** A pool of virtual numbers doubles at most eight times, and each time another batch may take the new ones first. */
const SEARCH_ROUNDS = 16;
/** So many rounds look for a number apart from amounts like a draft's own: nobody is refused for waiting until the others of its batch stand. */
const CHOOSY_ROUNDS = QUICK_ROUNDS + SEARCH_ROUNDS / 2;

/**
 * Gives each draft a number: propose by weight and let the unique index judge, propose again for those it
 * refused, then search exhaustively. The number of rounds is bounded, hence the number of statements.
 * Afterwards a draft that still seeks found nothing.
 */
export async function reserve(
  services: Services,
  client: PoolClient,
  drafts: HoldDraft[],
  pools: Map<string, NumberPool>,
): Promise<void> {
  const taken = new Set<string>();
  const standings = await standingsOf(services, client, drafts);
  for (let round = 0; round < QUICK_ROUNDS + SEARCH_ROUNDS; round += 1) {
    const seeking = drafts.filter((draft) => draft.state === 'seeking');
    if (seeking.length === 0) return;
    if (round >= CHOOSY_ROUNDS) for (const draft of seeking) draft.rather_apart = null;
    if (round < QUICK_ROUNDS) proposeQuickly(services, seeking, pools, standings, taken);
    else {
      const placed = await lookForPlaces(services, client, seeking, pools);
      if (placed.length === 0) return;
      if (!(await searchNumbers(services, client, placed, pools))) {
        await markBehind(services, client, placed, pools);
        // Their places of the allowance are left to those that were held back.
        for (const draft of placed) draft.state = 'no_number';
        continue;
      }
    }
    await judge(services, client, seeking, standings);
    if (round === 0) await leaveOutTaken(client, drafts);
  }
}

function proposeQuickly(
  services: Services,
  seeking: HoldDraft[],
  pools: Map<string, NumberPool>,
  standings: AllowanceStandings,
  taken: Set<string>,
): void {
  for (const [name, all] of Map.groupBy(seeking, (draft) => poolName(draft.pool_key))) {
    const pool = pools.get(name);
    if (pool === undefined) continue;
    const drafts = takePlaces(services, all, pool, standings);
    const amounts_xaf = drafts.map((draft) => draft.command.amount_xaf);
    const apart_from = drafts.map((draft) => draft.rather_apart ?? draft.apart_from);
    const proposed = propose(pool, amounts_xaf, taken, services.random, apart_from);
    drafts.forEach((draft, position) => {
      draft.collection_number = proposed[position] ?? null;
      if (draft.collection_number === null) leavePlaces(draft, standings);
    });
  }
}

/**
 * A repeated reference is known after the first round, so that it doesn't search every number there is. Nor does one
 * that another batch is just using: whether it is used is known when that batch is through.
 */
async function leaveOutTaken(client: PoolClient, drafts: HoldDraft[]): Promise<void> {
  const seeking = drafts.filter((draft) => draft.state === 'seeking' && draft.owner_kind === 'session');
  const asked = seeking.map(({ command: { merchant_id, environment, reference } }, search) => ({
    ...{ search, merchant_id, environment, reference },
  }));
  for (const { search, is_used, is_ours } of await tryReferences(client, asked)) {
    const draft = seeking[search] as HoldDraft;
    if (is_used) draft.state = 'reference_taken';
    else if (!is_ours) {
      draft.state = 'no_number';
      const { merchant_id, environment, reference } = draft.command;
      draft.behind = { merchant_id, environment, reference };
    }
  }
}

/** The first round alone: one statement, for the common case that every draft gets what it proposes. */
export async function reserveAtOnce(
  services: Services,
  database: Database,
  drafts: HoldDraft[],
  pools: Map<string, NumberPool>,
): Promise<void> {
  const standings = await standingsOf(services, database, drafts);
  proposeQuickly(services, drafts, pools, standings, new Set());
  await judge(services, database, drafts, standings);
}

async function judge(
  services: Services,
  database: Database,
  seeking: HoldDraft[],
  standings: AllowanceStandings,
): Promise<void> {
  const proposals = seeking.map((draft) => proposalOf(services, draft)).filter((one) => one !== null);
  const verdicts = await reserveSessions(database, proposals);
  const byId = new Map(verdicts.map((verdict) => [verdict.owner_id, verdict]));
  const orphans: string[] = [];
  for (const draft of seeking) {
    const verdict = byId.get(draft.owner_id);
    if (verdict?.made) {
      draft.state = 'made';
      continue;
    }
    leavePlaces(draft, standings);
    if (verdict !== undefined) {
      draft.state = 'reference_taken';
      orphans.push(draft.owner_id);
      continue;
    }
    draft.collection_number = null;
    draft.host_phone = null;
    // It gave up its wishes for the number that it was refused: another may be free of sums like its own.
    Object.assign(draft, apartFrom(draft.command));
    // The ticket may have been what collided, however unlikely: 34 bits against the live holds.
    draft.ticket = newTicket(services.random);
  }
  await dropHolds(database, orphans);
}

/**
 * The numbers that may be assigned, at most a second old. Read outside any transaction, so that a number
 * which an aborted transaction would have made is never proposed.
 */
export const poolsOf = perOwner((services: Services) =>
  freshly<PoolKey, NumberPool>(poolName, async (keys, database) => {
    const now = services.now();
    const given = { day: localDay(now), claims_since: claimsSince(now) };
    const rows = await loadPools(
      database,
      keys.map((key, pool) => ({ ...key, pool, ...given })),
    );
    return keys.map((_, pool) => poolOf(rows.filter((row) => row.pool === pool)));
  }),
);

/** A batch that used numbers outside its cached pools made some; the next batch reads them afresh. */
export function forgetGrownPools(
  services: Services,
  drafts: readonly (HoldDraft | null)[],
  pools: Map<string, NumberPool>,
): void {
  for (const draft of drafts) {
    if (draft?.state !== 'made') continue;
    const known = pools.get(poolName(draft.pool_key))?.numbers;
    if (!known?.some((number) => number.id === draft.collection_number?.id))
      poolsOf(services).forget(draft.pool_key);
  }
}
