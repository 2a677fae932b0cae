import type { PoolClient } from 'pg';
import { BY_ITSELF, type IncidentKind } from '../../domain/feed/incident.ts';
import { formatXaf } from '../../domain/money/format.ts';
import {
  closeOpenIncidents,
  insertClosedIncidents,
  lockNumbers,
  refreshFeedStatus,
} from '../../store/feeds/incidents.ts';
import type { Services } from '../services.ts';
import { type JudgedNumber, numbersOf, type Weighing } from './judge.ts';
import { type NewIncident, openIncidents } from './open-incident.ts';
import type { OverlookedChanges } from './overlook.ts';

type Closing = { collection_number_id: string; kind: IncidentKind; note: string };

/** Opens and closes what the weighing of messages showed: gaps, and messages that are not taken. */
export async function writeIncidents(
  services: Services,
  client: PoolClient,
  weighing: readonly Weighing[],
  overlooked: OverlookedChanges,
  now: Date,
): Promise<void> {
  const numbers = numbersOf(weighing);
  const isOpen = ({ tip }: JudgedNumber) => tip.open_kinds.includes('balance_gap');
  const ended = numbers.filter((one) => one.judged.gap === null);
  const opening = [
    ...numbers.filter((one) => one.judged.gap !== null && !isOpen(one)).map(gapOf),
    ...overlooked.opening,
  ];
  const closing = [
    ...ended.filter(isOpen).map((one): Closing => {
      const note = noteOf(one, weighing) ?? 'the message that was missing has come; the chain is whole';
      return { collection_number_id: one.tip.collection_number_id, kind: 'balance_gap', note };
    }),
    ...overlooked.closing,
  ];
  await change(services, client, opening, closing, now);
  await insertClosedIncidents(
    client,
    ended
      .filter((one) => !isOpen(one))
      .flatMap((one) => {
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

/** All numbers are locked at once, in order: those who watch heartbeats lock several too. */
async function change(
  services: Services,
  client: PoolClient,
  opening: readonly NewIncident[],
  closing: readonly Closing[],
  now: Date,
): Promise<void> {
  const numbers = [...new Set([...opening, ...closing].map((one) => one.collection_number_id))];
  if (numbers.length === 0) return;
  await lockNumbers(client, numbers);
  await openIncidents(services, client, opening);
  await closeOpenIncidents(
    client,
    closing.map((one) => ({ ...one, closed_at: now, closed_by: BY_ITSELF })),
  );
  if (closing.length > 0) await refreshFeedStatus(client, numbers);
}

function gapOf({ tip, judged }: JudgedNumber): NewIncident {
  const { collection_number_id } = tip;
  return { collection_number_id, kind: 'balance_gap', detail: { ...judged.gap } };
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
