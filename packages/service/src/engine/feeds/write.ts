import type { PoolClient } from 'pg';
import { BY_ITSELF } from '../../domain/feed/incident.ts';
import { formatXaf } from '../../domain/money/format.ts';
import { fillHoles, insertEdges, type NewEdge, settleEdges } from '../../store/feeds/edges.ts';
import {
  closeOpenIncidents,
  insertClosedIncidents,
  lockNumbers,
  refreshFeedStatus,
} from '../../store/feeds/incidents.ts';
import { moveTips } from '../../store/feeds/tips.ts';
import type { Services } from '../services.ts';
import { holeKey, type JudgedNumber, type Weighing } from './judge.ts';
import { openIncidents } from './open-incident.ts';

/** Writes what the weighing of messages changed: edges, tips, holes and incidents, set by set. */
export async function writeJudged(
  services: Services,
  client: PoolClient,
  weighing: readonly Weighing[],
  now: Date,
): Promise<void> {
  const numbers = [...new Set(weighing.map((one) => one.number))];
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
  await writeIncidents(services, client, weighing, numbers, now);
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

async function writeIncidents(
  services: Services,
  client: PoolClient,
  weighing: readonly Weighing[],
  numbers: readonly JudgedNumber[],
  now: Date,
): Promise<void> {
  const isOpen = ({ tip }: JudgedNumber) => tip.open_kinds.includes('balance_gap');
  const opening = numbers.filter((one) => one.judged.gap !== null && !isOpen(one));
  const closing = numbers.filter((one) => one.judged.gap === null && isOpen(one));
  const briefly = numbers.filter((one) => one.judged.gap === null && !isOpen(one));
  await openIncidents(
    services,
    client,
    opening.map(({ tip, judged }) => ({
      collection_number_id: tip.collection_number_id,
      kind: 'balance_gap',
      detail: { ...judged.gap },
    })),
  );
  await closeThem(client, closing, weighing, now);
  await insertClosedIncidents(
    client,
    briefly.flatMap((one) => {
      const note = noteOf(one, weighing);
      if (note === null) return [];
      const { collection_number_id } = one.tip;
      const detail = {
        tip_xaf: one.judged.tip_xaf,
        missed: one.judged.missed,
        keys: strangersOf(one, weighing),
      };
      const row = { id: services.newId(), collection_number_id, kind: 'balance_gap' as const, detail };
      return [{ ...row, opened_at: now, closed_by: BY_ITSELF, note }];
    }),
  );
}

async function closeThem(
  client: PoolClient,
  closing: JudgedNumber[],
  weighing: readonly Weighing[],
  now: Date,
): Promise<void> {
  if (closing.length === 0) return;
  const numbers = closing.map(({ tip }) => tip.collection_number_id);
  await lockNumbers(client, numbers);
  await closeOpenIncidents(
    client,
    closing.map((one) => ({
      collection_number_id: one.tip.collection_number_id,
      kind: 'balance_gap' as const,
      closed_at: now,
      closed_by: BY_ITSELF,
      note: noteOf(one, weighing) ?? 'the message that was missing has come; the chain is whole',
    })),
  );
  await refreshFeedStatus(client, numbers);
}

function strangersOf(number: JudgedNumber, weighing: readonly Weighing[]): string[] {
  return weighing
    .filter((one) => one.number === number && one.placement.kind === 'overtaken')
    .map((one) => one.message.key);
}

/** How what happened explains itself, in a sentence; null when nothing needed explaining. */
function noteOf(number: JudgedNumber, weighing: readonly Weighing[]): string | null {
  const { missed, foreign } = number.judged;
  const sentences = missed.map(
    (one) =>
      `missed credit of ${formatXaf(one.after_xaf - one.before_xaf)}, probably of session ${one.session_ids.join(' or ')}`,
  );
  const strangers = strangersOf(number, weighing).length + foreign.length;
  if (strangers > 0) {
    sentences.push(`${strangers} does not follow: the chain goes on without it, so it is probably forged`);
  }
  return sentences.length === 0 ? null : sentences.join('; ');
}
