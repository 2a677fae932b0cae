import { isSamePrint, type PayerPrint, samePhone } from '../msisdn.ts';
import { type Claim, type Moved, movedAt } from './claim.ts';
import { CLOCKS_DIFFER_MS } from './clocks.ts';
import { hasBalances, hiddenFeeMax, type Move } from './move.ts';
import type { Placed } from './path.ts';

/**
 * Why staff send money from a SIM: a credit in suspense goes back, or a payment for its merchant; a merchant is paid
 * out; or it moves to our own wallet.
 */
export type DebitKind = 'refund' | 'merchant_refund' | 'settlement' | 'sweep';

/** A debit that staff say they made. */
export type Announced = {
  id: string;
  kind: DebitKind;
  amount_xaf: number;
  /** To whom, as far as that is known; null for a sweep. */
  to_phone: PayerPrint | null;
  /** Of a sweep: to whom else that very sum was to be paid lately. What goes there is no sweep. */
  payees?: readonly PayerPrint[] | null;
  /** The credit, transaction, refund or settlement; null for a sweep. */
  cause_id: string | null;
  /** When staff said so. */
  announced_at_ms: number;
  /** What the operator may take for it, by the tariffs that staff have set. */
  fees_xaf: readonly number[];
};

/** To whom a debit went, by the operator's own word; nothing where it names nobody. */
type SentTo = { recipient?: PayerPrint | null | undefined };

/** Whether the money certainly went to somebody else than was announced. */
export function isMisdirected(
  { to_phone, payees }: Pick<Announced, 'to_phone' | 'payees'>,
  { recipient }: SentTo,
): boolean {
  return (
    samePhone(recipient, to_phone) === 'different' ||
    (payees ?? []).some((payee) => samePhone(recipient, payee) === 'same')
  );
}

/**
 * Of several announcements of one sum, the one that a debit to this recipient meets: one whose phone is printed just so,
 * since a mask may hide the digits of somebody else; else one whose visible digits are the same; else the first that isn't
 * certainly for another phone.
 */
export function announcedTo<One extends Pick<Announced, 'to_phone' | 'payees'>>(
  candidates: Iterable<One>,
  sent: SentTo,
): One | null {
  const open = [...candidates].filter((one) => !isMisdirected(one, sent));
  const { recipient } = sent;
  const own = recipient == null ? undefined : open.find(({ to_phone }) => isSamePrint(recipient, to_phone));
  return own ?? open.find(({ to_phone }) => samePhone(recipient, to_phone) === 'same') ?? open[0] ?? null;
}

/** Up to this, what left beside a sum may be the operator's fee. More has to be in the tariff that staff have set. */
const FEE_UNSET_XAF = 500;

/**
 * Whether what left beside the sum of a debit may be the fee. The attack: a credit is forged just before the true debit of
 * an announced sweep, which then seems to have cost as much more.
 */
export function mayBeFee(hidden_xaf: number, fees_xaf: readonly number[]): boolean {
  return hidden_xaf <= FEE_UNSET_XAF || fees_xaf.includes(hidden_xaf);
}

/** Whether a debit is of the announced sum. One that prints a larger fee than any operator takes is forged. */
export function isOfSum({ amount_xaf }: Pick<Announced, 'amount_xaf'>, move: Move): boolean {
  return move.kind === 'DEBIT' && move.amount_xaf === amount_xaf && move.fee_xaf <= hiddenFeeMax(amount_xaf);
}

/**
 * Which of these announcements money that left meets, whether a message, a row or a reading tells of it.
 * - None for another phone than it names.
 * - If it names nobody and the sum was to be paid to several people, or to one and to our own wallet: none.
 *   People say whose it was before anybody is called paid or not.
 * - Of several for its phone the one that was announced nearest to when the money moved, since a sum may be
 *   swept every day and one message of it be late; one announced after that only where none was announced
 *   before.
 * @param of_sum those that its sum and its fee may be
 * @param moved when it moved; null where nobody knows, and then the first of those
 */
export function metBy(of_sum: Iterable<Announced>, sent: SentTo, moved: Moved | null): Announced | null {
  const fitting = [...of_sum].filter((one) => !isMisdirected(one, sent));
  const open = moved === null ? fitting : nearestFirst(fitting, moved);
  if (sent.recipient == null && mayBeSeveral(open)) return null;
  return announcedTo(open, sent);
}

function nearestFirst(announced: Announced[], { moved_by_ms, arrived_at_ms }: Moved): Announced[] {
  const until_ms = Math.min(moved_by_ms + CLOCKS_DIFFER_MS, arrived_at_ms);
  const before = announced.filter(({ announced_at_ms }) => announced_at_ms <= until_ms);
  const open = before.length > 0 ? before : announced;
  const farFrom = ({ announced_at_ms }: Announced) => Math.abs(announced_at_ms - moved_by_ms);
  return open.toSorted((a, b) => farFrom(a) - farFrom(b));
}

/** Which announcement each of these meets, where `mayBe` says whose sum and fee it may be. Each announcement is met once. */
export function metByEach<Told extends { claim: Claim; move: Move }>(
  told: readonly Told[],
  announced: Iterable<Announced>,
  mayBe: (one: Announced, told: Told) => boolean,
): Map<Told, Announced> {
  const left = new Set(announced);
  const names = ({ move: { recipient } }: Told) => Number(recipient != null);
  const met = new Map<Told, Announced>();
  // Debits that name their recipient choose first: one that names nobody may meet any announcement that is left.
  for (const debit of told.toSorted((a, b) => names(b) - names(a))) {
    const of_sum = [...left].filter((one) => mayBe(one, debit));
    const own = metBy(of_sum, debit.move, movedAt(debit.claim));
    if (own === null) continue;
    left.delete(own);
    met.set(debit, own);
  }
  return met;
}

/** A placed message, and the announcement that it meets where it tells of money that left. */
export type Met = Placed & { announced: Announced | null };

/** Which debits of a path between two trusted balances staff had announced. */
export function announcedOn(path: readonly Placed[], announced: Iterable<Announced>): Met[] {
  const met = metByEach(path, announced, (one, { move, before_xaf, after_xaf }) => {
    // What left beside the sum, hidden or printed: a printed fee proves nothing, since the author of a message chooses it.
    const fee_xaf = before_xaf - after_xaf - move.amount_xaf;
    return isOfSum(one, move) && mayBeFee(fee_xaf, one.fees_xaf);
  });
  return path.map((placed) => ({ ...placed, announced: met.get(placed) ?? null }));
}

/** How much leaves by those of these steps that staff had not announced. */
export function leaving(steps: readonly Pick<Met, 'before_xaf' | 'after_xaf' | 'announced'>[]): number {
  return steps
    .filter(({ announced }) => announced === null)
    .reduce((sum_xaf, { before_xaf, after_xaf }) => sum_xaf + Math.max(0, before_xaf - after_xaf), 0);
}

/**
 * Whether money that left without a name may be either of these: for several people, or for one or for our own wallet. The attack: one
 * person announces a sweep of a settlement's sum, the book takes the settlement for it, and the settlement seems never to have left.
 */
function mayBeSeveral(announced: readonly Announced[]): boolean {
  const paid = announced.filter(({ kind }) => kind !== 'sweep');
  const payees = new Set(paid.map(({ to_phone, cause_id, id }) => to_phone ?? cause_id ?? id)).size;
  return payees > 1 || (payees === 1 && paid.length < announced.length);
}

/**
 * The announcements of a debit's sum that were for another phone than the operator names. Ask it of a debit that met none:
 * somebody has sent the money to another phone, most likely his own.
 */
export function misdirected(announced: Iterable<Announced>, move: Move): Announced[] {
  // Money that left in words that no template takes meets no announcement, but its text may name another phone.
  const is_unread = move.kind === 'UNREAD' && hasBalances(move) && move.before_xaf > move.after_xaf;
  return [...announced].filter(
    (one) =>
      isMisdirected(one, move) && (isOfSum(one, move) || (is_unread && move.amount_xaf === one.amount_xaf)),
  );
}
