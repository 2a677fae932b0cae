import type { PoolClient } from 'pg';
import { fillHoles, insertEdges, type NewEdge, settleEdges } from '../../store/feeds/edges.ts';
import { moveTips } from '../../store/feeds/tips.ts';
import type { Services } from '../services.ts';
import { holeKey, type JudgedNumber, numbersOf, type Weighing } from './judge.ts';
import type { OverlookedChanges } from './overlook.ts';
import { writeIncidents } from './write-incidents.ts';

/** Writes what the weighing of messages changed: edges, tips, holes and incidents, set by set. */
export async function writeJudged(
  services: Services,
  client: PoolClient,
  weighing: readonly Weighing[],
  overlooked: OverlookedChanges,
  now: Date,
): Promise<void> {
  const numbers = numbersOf(weighing);
  await Promise.all([
    insertEdges(client, [...weighing.flatMap(edgeRow), ...numbers.flatMap((one) => missedRows(one, now))]),
    settleEdges(client, numbers.flatMap(settledLoose)),
    fillHoles(client, numbers.flatMap(filledHoles)),
    moveTips(
      client,
      numbers.map(({ tip, judged }) => ({
        collection_number_id: tip.collection_number_id,
        balance_xaf: judged.tip_xaf,
        chained_until: new Date(judged.chained_until_ms),
      })),
    ),
  ]);
  await writeIncidents(services, client, weighing, overlooked, now);
}

const STATES = { follows: 'CHAINED', overtaken: 'FOREIGN', unexplained: 'FLOATING' } as const;

function edgeRow({ message, placement }: Weighing): NewEdge[] {
  if (placement.kind === 'waits') return [];
  return [
    {
      collection_number_id: message.collection_number_id,
      notice_id: message.key,
      kind: message.kind,
      operator_transaction_id: message.operator_transaction_id,
      before_xaf: message.before_xaf,
      after_xaf: message.after_xaf,
      occurred_at: new Date(message.occurred_at_ms),
      precision_ms: message.precision_ms,
      arrived_at: new Date(message.arrived_at_ms),
      state: STATES[placement.kind],
      session_ids: [],
    },
  ];
}

function missedRows({ tip, judged }: JudgedNumber, now: Date): NewEdge[] {
  return judged.missed.map(({ key, session_ids }) => {
    const hole = judged.holes.find((one) => one.key === key);
    if (hole === undefined) throw new Error('bug: a missed message left no hole');
    return {
      collection_number_id: tip.collection_number_id,
      notice_id: null,
      kind: 'MISSED',
      operator_transaction_id: null,
      before_xaf: hole.before_xaf,
      after_xaf: hole.after_xaf,
      occurred_at: new Date(hole.until_ms),
      precision_ms: 0,
      arrived_at: now,
      state: hole.before_xaf === hole.after_xaf ? 'FILLED' : 'HOLE',
      session_ids,
    };
  });
}

function settledLoose({
  judged,
  loose,
}: JudgedNumber): { notice_id: string; state: 'CHAINED' | 'FOREIGN' }[] {
  const before = new Set(loose.map((row) => row.notice_id));
  const chained = judged.chained.filter((key) => before.has(key));
  return [
    ...chained.map((notice_id) => ({ notice_id, state: 'CHAINED' as const })),
    ...judged.foreign.map((notice_id) => ({ notice_id, state: 'FOREIGN' as const })),
  ];
}

function filledHoles({ judged, loose }: JudgedNumber) {
  return loose.flatMap((row) => {
    const hole = row.state === 'HOLE' ? judged.holes.find((one) => one.key === holeKey(row)) : undefined;
    if (hole === undefined) return [];
    const is_same = hole.before_xaf === row.before_xaf && hole.after_xaf === row.after_xaf;
    return is_same ? [] : [{ id: row.id, before_xaf: hole.before_xaf, after_xaf: hole.after_xaf }];
  });
}
