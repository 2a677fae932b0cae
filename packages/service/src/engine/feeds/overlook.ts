import { goesOnFrom, type Printed } from '../../domain/feed/overlooked.ts';
import type { Reading } from '../../sms/reading.ts';
import type { LockedTip } from '../../store/feeds/tips.ts';
import type { ReadNotice } from '../notices/read.ts';
import type { JudgedNumber } from './judge.ts';
import { isLiveSms } from './messages.ts';
import type { NewIncident } from './open-incident.ts';

/** Why a message that may be the operator's proves nothing. */
export const OVERLOOKED_KINDS = ['unlisted_sender', 'wording'] as const;
type OverlookedKind = (typeof OVERLOOKED_KINDS)[number];

const GONE_ON = 'the chain has gone on from there by messages that are taken';

export type Overlooked = {
  kind: OverlookedKind;
  notice_id: string;
  sender: string | null;
  collection_number_id: string;
  printed: Printed;
};

export type OverlookedChanges = {
  opening: NewIncident[];
  closing: { collection_number_id: string; kind: OverlookedKind; note: string }[];
};

/** The live messages among these that print money moved and are not taken, by their sender or their wording. */
export function overlookedOf(read: ReadNotice): Overlooked[] {
  const { notice, outcome } = read;
  if (!isLiveSms(read) || (outcome !== 'UNTRUSTED_SENDER' && outcome !== 'UNPARSED')) return [];
  const reading = read.reading as Reading;
  const printed = {
    kind: reading.kind,
    amount_xaf: reading.amount_xaf ?? null,
    balance_xaf: reading.balance_xaf ?? null,
    sums_xaf: reading.printed_sums_xaf ?? [],
    balances_xaf: reading.printed_balances_xaf ?? [],
  };
  if (printed.balance_xaf === null && printed.balances_xaf.length === 0) return [];
  return [
    {
      kind: outcome === 'UNPARSED' ? 'wording' : 'unlisted_sender',
      notice_id: notice.id,
      sender: notice.sender,
      collection_number_id: notice.collection_number_id,
      printed,
    },
  ];
}

/**
 * Incidents of messages that are not taken and yet go on from the trusted balance, after all that is taken has
 * found its place. They are over when the chain has gone on: another message told of the same step, or it is on
 * record as missed and its sessions wait for it.
 */
export function judgeOverlooked(
  overlooked: readonly Overlooked[],
  tips: Map<string, LockedTip>,
  numbers: readonly JudgedNumber[],
): OverlookedChanges {
  const judged = new Map(numbers.map((one) => [one.tip.collection_number_id, one.judged]));
  const seen = overlooked.flatMap(({ collection_number_id, kind, printed, notice_id, sender }) => {
    const tip = tips.get(collection_number_id);
    const tip_xaf = judged.get(collection_number_id)?.tip_xaf ?? tip?.balance_xaf ?? null;
    const after_xaf = tip_xaf === null ? null : goesOnFrom(tip_xaf, printed);
    if (after_xaf === null) return [];
    return [{ collection_number_id, kind, detail: { notice_id, sender, tip_xaf, after_xaf } }];
  });
  const isOpen = (id: string, kind: OverlookedKind) => tips.get(id)?.open_kinds.includes(kind) ?? false;
  const closing = numbers.flatMap(({ tip, judged: { tip_xaf } }) =>
    OVERLOOKED_KINDS.filter(
      (kind) =>
        tip_xaf !== tip.balance_xaf &&
        isOpen(tip.collection_number_id, kind) &&
        !seen.some((one) => one.collection_number_id === tip.collection_number_id && one.kind === kind),
    ).map((kind) => ({ collection_number_id: tip.collection_number_id, kind, note: GONE_ON })),
  );
  return { opening: seen.filter((one) => !isOpen(one.collection_number_id, one.kind)), closing };
}
