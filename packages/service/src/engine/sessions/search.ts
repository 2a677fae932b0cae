import type { PoolClient } from 'pg';
import { claimsSince } from '../../domain/movement/clocks.ts';
import {
  fullFor,
  type NumberPool,
  poolName,
  type Rank,
  VIRTUAL_NUMBERS_MAX,
  virtualMsisdn,
  virtualNumbersToAdd,
} from '../../domain/reservation/propose.ts';
import {
  countNumbers,
  endTestQuarantines,
  findSharedNumbers,
  insertVirtualNumbers,
} from '../../store/numbers/pool.ts';
import type { Services } from '../services.ts';
import type { HoldDraft } from './draft.ts';
import {
  assignFree,
  groupName,
  isTest,
  markBehindFree,
  mayHost,
  ranksOf,
  takeAny,
  unplaced,
} from './free.ts';

/**
 * Looks for a number for each draft: any that is free for its amount; in test, new virtual numbers; for a
 * declared payer, a number shared with other declared payers; in test at last, one whose closed session is
 * only in quarantine. Numbers of the last choice come after all that the first choice has.
 * @returns false when no draft found anything and another round would not either
 */
export async function searchNumbers(
  services: Services,
  client: PoolClient,
  seeking: HoldDraft[],
  pools: Map<string, NumberPool>,
): Promise<boolean> {
  // Drafts kept off a number on which this batch has just placed an amount easily mistaken for theirs: the next round sees
  // its hold.
  const waiting = new Set<HoldDraft>();
  const placed = new Set<string>();
  const left = (): HoldDraft[] => seeking.filter((draft) => unplaced(draft) && !waiting.has(draft));
  const grown = await searchRank(services, client, { drafts: left(), waiting, placed, rank: 'first' }, pools);
  const last = left().filter((draft) => ranksOf(draft, pools).includes('last'));
  await searchRank(services, client, { drafts: last, waiting, placed, rank: 'last' }, pools);
  if (waiting.size > 0) return true;
  const ended = await endQuarantines(client, left());
  if (ended) await assignFree(client, left(), pools, 'first', placed);
  // What was made or freed may be tried by others at this moment: then look again.
  return grown || ended || left().length < seeking.length;
}

/** @returns whether it made virtual numbers */
async function searchRank(
  services: Services,
  client: PoolClient,
  {
    drafts,
    waiting,
    placed,
    rank,
  }: { drafts: HoldDraft[]; waiting: Set<HoldDraft>; placed: Set<string>; rank: Rank },
  pools: Map<string, NumberPool>,
): Promise<boolean> {
  const open = (): HoldDraft[] => drafts.filter((draft) => unplaced(draft) && !waiting.has(draft));
  for (const draft of await assignFree(client, open(), pools, rank, placed)) waiting.add(draft);
  const besideDeclared = { rank, placed, dropped: ['rather_apart' as const] };
  for (const draft of await takeAny(client, open(), pools, besideDeclared)) waiting.add(draft);
  const besideAny = { rank, placed, dropped: ['rather_apart' as const, 'apart_from' as const] };
  if (!services.policy.keep_amounts_apart) await takeAny(client, open(), pools, besideAny);
  const grown = waiting.size === 0 && (await addVirtualNumbers(services, client, open()));
  if (grown) await assignFree(client, open(), pools, rank, placed);
  await assignShared(client, open(), pools, rank);
  return grown;
}

/** Makes virtual numbers for the test drafts that found none free; true when another search may find them. */
async function addVirtualNumbers(
  services: Services,
  client: PoolClient,
  drafts: HoldDraft[],
): Promise<boolean> {
  const groups = [...Map.groupBy(drafts.filter(isTest), (one) => poolName(one.pool_key)).values()];
  if (groups.length === 0) return false;
  const keys = groups.map((group, pool) => ({ ...(group[0] as HoldDraft).pool_key, pool }));
  const totals = new Map((await countNumbers(client, keys)).map((row) => [row.pool, row.total]));
  const created_at = services.now();
  const numbers = groups.flatMap((group, pool) => {
    const total = totals.get(pool) ?? 0;
    const count = total >= VIRTUAL_NUMBERS_MAX ? 0 : virtualNumbersToAdd(total, group.length);
    const { operator, merchant_id } = (group[0] as HoldDraft).command;
    return Array.from({ length: count }, (_, position) => ({
      id: services.newId(),
      merchant_id,
      operator,
      msisdn: virtualMsisdn(operator, total + position),
      created_at,
    }));
  });
  await insertVirtualNumbers(client, numbers);
  return numbers.length > 0;
}

async function assignShared(
  client: PoolClient,
  drafts: HoldDraft[],
  pools: Map<string, NumberPool>,
  rank: Rank,
): Promise<void> {
  const declared = drafts.filter((draft) => draft.command.customer_phone !== null);
  const payers = new Map<string, Map<string, number>>();
  /** How many payers of the batch ask for the same before it, and how often its own has. */
  const places = (draft: HoldDraft): { nth: number; before: number } => {
    const { merchant_id, customer_phone } = draft.command;
    const name = `${groupName(draft)}/${mayHost(draft) ? '' : merchant_id}`;
    const asked = payers.get(name) ?? new Map<string, number>();
    payers.set(name, asked);
    const payer = customer_phone as string;
    const before = asked.get(payer) ?? 0;
    asked.set(payer, before + 1);
    return { nth: [...asked.keys()].indexOf(payer), before };
  };
  const searches = declared.map((draft, search) => ({
    ...sharedSearchOf(draft, pools, rank),
    search,
    ...places(draft),
  }));
  for (const found of await findSharedNumbers(client, searches)) {
    const draft = declared[found.search] as HoldDraft;
    draft.collection_number = { id: found.id, msisdn: found.msisdn };
    draft.host_phone = found.host_phone;
    // Its merchant holds the number already: it takes nothing from the others.
    if (found.is_own) draft.amount_share = null;
  }
}

/** What a draft that declares its payer asks of the numbers where payers who are declared wait for its amount. */
function sharedSearchOf(draft: HoldDraft, pools: Map<string, NumberPool>, rank: Rank) {
  const { merchant_id, amount_xaf, customer_phone } = draft.command;
  return {
    ...draft.pool_key,
    rank,
    owner_id: merchant_id,
    only_of_merchant: mayHost(draft) ? null : merchant_id,
    own_numbers: draft.own_numbers,
    rather_apart: draft.rather_apart,
    amount_xaf,
    customer_phone: customer_phone as string,
    full_ids: fullFor(pools.get(poolName(draft.pool_key)), amount_xaf),
    claims_since: claimsSince(draft.created_at),
    even_taken: false,
  };
}

/**
 * Marks which of the drafts that found nothing could have what another batch is just taking. A batch keeps from
 * others whatever it proposes, also what it is refused, until its transaction ends: whoever asks then may have it.
 */
export async function markBehind(
  services: Services,
  client: PoolClient,
  drafts: HoldDraft[],
  pools: Map<string, NumberPool>,
): Promise<void> {
  await markBehindFree(services, client, drafts, pools);
  const declared = drafts.filter(({ command, behind }) => command.customer_phone !== null && behind === null);
  const searches = declared.flatMap((draft, search) =>
    ranksOf(draft, pools).map((rank) => ({
      ...sharedSearchOf(draft, pools, rank),
      ...{ search, nth: 0, before: 0, even_taken: true },
    })),
  );
  for (const { search, id } of await findSharedNumbers(client, searches)) {
    const draft = declared[search] as HoldDraft;
    draft.behind = { collection_number_id: id, amount_xaf: draft.command.amount_xaf };
  }
}

async function endQuarantines(client: PoolClient, drafts: HoldDraft[]): Promise<boolean> {
  const groups = Map.groupBy(drafts.filter(isTest), groupName);
  const wanted = [...groups.values()].map((group) => {
    const first = group[0] as HoldDraft;
    return { ...first.pool_key, amount_xaf: first.command.amount_xaf, wanted: group.length };
  });
  return (await endTestQuarantines(client, wanted)).length > 0;
}
