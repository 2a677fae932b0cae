import { HOUR_MS, later } from '../time.ts';

/**
 * What waits for a person: sessions under review, money in suspense or marked as sent back and not seen leaving, numbers with
 * unproven messages, payments of transactions that have ended, refunds of which nobody knows how they ended, incidents, alerts,
 * and whatever else one person has proposed and a second has to agree to.
 */
export const WAITING_KINDS = [
  'incident',
  'claims',
  'review',
  'late',
  'suspense',
  'refund',
  'alert',
  'proposal',
] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

export const isWaitingKind = (text: string): text is WaitingKind =>
  WAITING_KINDS.some((kind) => kind === text);

/**
 * Within so many hours somebody should have looked. A session under review keeps its amount for a day, and a message
 * that nothing proves for a day sends its session there; while an incident is open, payments may wait.
 */
const HOURS: Readonly<Record<WaitingKind, number>> = {
  incident: 1,
  claims: 24,
  review: 24,
  late: 24,
  suspense: 72,
  refund: 24,
  alert: 24,
  proposal: 24,
};

export const deadlineOf = (kind: WaitingKind, since: Date): Date => later(since, HOURS[kind] * HOUR_MS);

/** Where a page of the desk ends: the next begins behind it. */
export type WaitingPlace = { since: Date; id: string };

export const FIRST_PLACE: WaitingPlace = {
  since: new Date(0),
  id: '00000000-0000-0000-0000-000000000000',
};

const PLACE = /^([0-9]{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** A place as it stands in an address. */
export const writePlace = ({ since, id }: WaitingPlace): string => `${since.getTime()}_${id}`;

/** The place that an address names; null for what is none. */
export function readPlace(text: string): WaitingPlace | null {
  const [, ms = '', id = ''] = PLACE.exec(text) ?? [];
  const since = new Date(ms === '' ? Number.NaN : Number(ms));
  return Number.isNaN(since.getTime()) ? null : { since, id };
}
