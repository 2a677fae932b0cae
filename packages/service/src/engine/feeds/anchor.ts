import type { PoolClient } from 'pg';
import { judgeContinuity } from '../../domain/feed/continuity.ts';
import { transaction } from '../../store/connect/transaction.ts';
import {
  disownFloating,
  insertEdges,
  type LooseRow,
  loadLooseEdges,
  settleEdges,
} from '../../store/feeds/edges.ts';
import { closeOpenIncidents, lockNumbers, refreshFeedStatus } from '../../store/feeds/incidents.ts';
import { findLiveNumbers } from '../../store/feeds/numbers.ts';
import { type LockedTip, lockTips, makeTips, moveTips } from '../../store/feeds/tips.ts';
import { splitNames } from '../numbers/named.ts';
import type { Services } from '../services.ts';
import { recordActions } from '../staff/record.ts';
import { feedOf } from './judge.ts';
import { OVERLOOKED_KINDS } from './overlook.ts';

export type AnchorFeed = {
  /** A live number or its id. */
  number: string;
  /** What the SIM says its balance is, whole francs. */
  balance_xaf: number;
  actor: string;
  note: string;
};

export type AnchorOutcome =
  | { kind: 'anchored'; collection_number_id: string; msisdn: string; before_xaf: number | null }
  | { kind: 'number_not_found' }
  | { kind: 'balance_unusable' };

/** What nobody need explain any more once the SIM's own balance is said. */
const SAID_BY_THE_SIM = ['balance_gap', ...OVERLOOKED_KINDS] as const;

const BALANCE_MAX_XAF = 1_000_000_000_000;

/**
 * Staff say what the balance of live numbers is, read on the SIM: before its first message, and whenever
 * messages were missed. From here on a message is trusted when it goes on from there. What was missed between
 * the old balance and this one may still come late; what doesn't fit is not ours. Closes an open gap,
 * and what was told by messages that are not taken.
 * @returns an outcome per command, in order; of one number named twice the last balance holds
 */
export function anchorFeeds(services: Services, commands: readonly AnchorFeed[]): Promise<AnchorOutcome[]> {
  return transaction(services.pool, async (client) => {
    const { ids, msisdns } = splitNames(commands.map((one) => one.number));
    const found = await findLiveNumbers(client, ids, msisdns);
    const numberOf = ({ number }: AnchorFeed) =>
      found.find(
        (row) => row.id === number.toLowerCase() || splitNames([number]).msisdns.includes(row.msisdn),
      );
    const usable = commands.filter((one) => isBalance(one.balance_xaf));
    const wanted = new Map(usable.flatMap((one) => (numberOf(one) ? [[numberOf(one)?.id ?? '', one]] : [])));
    const before = await moveAnchors(services, client, wanted);
    return commands.map((command): AnchorOutcome => {
      if (!isBalance(command.balance_xaf)) return { kind: 'balance_unusable' };
      const number = numberOf(command);
      if (number === undefined) return { kind: 'number_not_found' };
      const { id: collection_number_id, msisdn } = number;
      return { kind: 'anchored', collection_number_id, msisdn, before_xaf: before.get(number.id) ?? null };
    });
  });
}

function isBalance(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= BALANCE_MAX_XAF;
}

async function moveAnchors(
  services: Services,
  client: PoolClient,
  wanted: Map<string, AnchorFeed>,
): Promise<Map<string, number | null>> {
  const now = services.now();
  const numbers = [...wanted.keys()];
  await makeTips(client, numbers);
  const tips = await lockTips(client, numbers);
  const rows = await loadLooseEdges(
    client,
    numbers.map((collection_number_id) => ({ collection_number_id, now })),
  );
  const loose = Map.groupBy(rows, (row) => row.collection_number_id);
  const judged = tips.map((tip) => {
    const id = tip.collection_number_id;
    return anchored(services, tip, wanted.get(id)?.balance_xaf ?? 0, loose.get(id) ?? [], now);
  });
  await insertEdges(
    client,
    judged.flatMap((one) => one.hole),
  );
  await settleEdges(
    client,
    judged.flatMap((one) => one.chained),
  );
  await disownFloating(client, numbers);
  await moveTips(
    client,
    judged.map((one) => one.tip),
  );
  await lockNumbers(client, numbers);
  await closeOpenIncidents(
    client,
    [...wanted].flatMap(([collection_number_id, { actor, note }]) =>
      SAID_BY_THE_SIM.map((kind) => ({ collection_number_id, kind, closed_at: now, closed_by: actor, note })),
    ),
  );
  await refreshFeedStatus(client, numbers);
  const before = new Map(tips.map((tip) => [tip.collection_number_id, tip.balance_xaf]));
  await recordActions(
    services,
    client,
    [...wanted].map(([subject_id, { actor, note, balance_xaf }]) => ({
      actor,
      action: 'feed.balance',
      subject_id,
      note,
      detail: { before_xaf: before.get(subject_id) ?? null, balance_xaf },
    })),
  );
  return before;
}

/** The balance that staff said, the hole that it leaves behind, and those under review that fit into it. */
function anchored(services: Services, tip: LockedTip, balance_xaf: number, loose: LooseRow[], now: Date) {
  const { collection_number_id, balance_xaf: before_xaf } = tip;
  const is_hole = before_xaf !== null && before_xaf !== balance_xaf;
  const feed = feedOf({ ...tip, balance_xaf }, loose, [], [], now);
  const gap = is_hole
    ? [{ key: 'said', before_xaf, after_xaf: balance_xaf, until_ms: now.getTime(), is_whole: false }]
    : [];
  const judged = judgeContinuity({ ...feed, holes: [...feed.holes, ...gap] }, services.policy.feed);
  const hole = judged.holes.find((one) => one.key === 'said');
  return {
    tip: { collection_number_id, balance_xaf: judged.tip_xaf, chained_until: now },
    chained: judged.chained.map((notice_id) => ({ notice_id, state: 'CHAINED' as const })),
    hole:
      hole === undefined || hole.before_xaf === hole.after_xaf
        ? []
        : [
            {
              collection_number_id,
              notice_id: null,
              kind: 'MISSED' as const,
              operator_transaction_id: null,
              before_xaf: hole.before_xaf,
              after_xaf: hole.after_xaf,
              occurred_at: now,
              precision_ms: 0,
              arrived_at: now,
              state: 'HOLE' as const,
              session_ids: [],
            },
          ],
  };
}
