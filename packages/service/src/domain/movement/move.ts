import type { PayerPrint } from '../msisdn.ts';
import { MINUTE_MS } from '../time.ts';

type MoveKind = 'CREDIT' | 'CASH_IN' | 'DEBIT' | 'REVERSAL' | 'AIRTIME' | 'UNREAD';

/** One way to read a message as a movement of its number's money. Whole francs. */
export type Move = {
  kind: MoveKind;
  /** As printed, without the fee. */
  amount_xaf: number;
  fee_xaf: number;
  /** The balance before and after; null when the message prints none: then it lies on no path. */
  before_xaf: number | null;
  after_xaf: number | null;
  /** For a debit that names no fee: what the operator may have taken beside the amount. */
  hidden_fee_max_xaf: number;
  /** For a debit, and for figures that may be one: who got it, where the operator names somebody. */
  recipient?: PayerPrint | null;
  /** The index of the reading that says so; null where only the figures of a text say so, or it tells of a fee. */
  reading: number | null;
};

/** What a template read. */
export type ToldFigures = {
  kind: string;
  amount_xaf?: number | undefined;
  fee_xaf?: number | undefined;
  balance_xaf?: number | undefined;
  /** Of a reversal that prints no sum: what the transaction moved that it undoes, below zero where money left; unset where unknown. */
  undone_xaf?: number | undefined;
  /** Who paid; of a reversal, whose payment it takes back. */
  payer?: string | null | undefined;
  /** For a debit: who got it. */
  recipient?: PayerPrint | undefined;
  /** Why the template may be wrong; of these one alone speaks of the balance. */
  doubts?: readonly string[] | undefined;
};

/** The figures of a text that no template takes as a movement, whole francs. */
export type Figures = {
  /** Sums that could have moved: all but what is labelled a balance. */
  sums_xaf: readonly number[];
  /** Sums that could be the balance: those that are labelled so, else any with a currency, else any. */
  balances_xaf: readonly number[];
  /** The balances are labelled as such; where there are none, what is labelled so can't be read. */
  is_balance_named?: boolean;
  /** The one of the sums that is labelled a fee. */
  fee_xaf?: number;
  /** The one phone that it prints. Of money that left, most likely that of who got it. */
  phone?: PayerPrint;
  /** The words beside its sums say that they are airtime. */
  is_airtime?: boolean;
  /** Of airtime: it names a phone as that of who sent it, and not just ours or the operator's own. */
  is_from_phone?: boolean;
  /** The text tells that money came, and names a transaction or a person. */
  is_arrival?: boolean;
  /** Its words say that money came; `false`: that it left or was taken back. Unset where they say neither. */
  is_receipt?: boolean;
};

/**
 * A text with more figures than this makes no movement with balances, since one text would be a hundred guesses: a person
 * reads it.
 */
const FIGURES_MAX = 4;
const BALANCES_MAX = 2;
/** Each sum of such a text may still be what somebody paid. A text with more sums than this says nothing. */
const SUMS_MAX = 8;
/** Of a text that names no balance the first sums alone: whoever forges one would keep sessions of eight prices with it. */
const ARRIVED_MAX = 2;

/** Texts about airtime, bonuses and offers print balances below this. */
export const LOW_XAF = 5000;
/** Why a reading is less than certain that prints what may be the balance of airtime. Such a balance has no place in a book. */
const OF_AIRTIME = 'airtime_balance';

/** The clock of a phone may be wrong by this much before anybody notices. No time that is printed has this precision. */
export const PHONE_PRECISION_MS = 2 * MINUTE_MS;

/** When a message's money moved: printed times are known to the minute. */
export function timeOf(printed_ms: number | null, received_ms: number) {
  return printed_ms === null
    ? { occurred_at_ms: received_ms, precision_ms: PHONE_PRECISION_MS }
    : { occurred_at_ms: printed_ms, precision_ms: MINUTE_MS };
}

/** Fees are data: no tariff of Chad is public, so what a debit may have cost is bounded generously. */
export const HIDDEN_FEE = { least_xaf: 500, share: 0.05 } as const;
export function hiddenFeeMax(amount_xaf: number): number {
  return Math.max(HIDDEN_FEE.least_xaf, Math.ceil(amount_xaf * HIDDEN_FEE.share));
}

/**
 * Whether two movements (below zero where money left) are the ends of one transfer between our SIMs: what is missing is its
 * fee.
 */
export function isTransfer(one_xaf: number, other_xaf: number): boolean {
  const came_xaf = Math.max(one_xaf, other_xaf);
  const fee_xaf = -(one_xaf + other_xaf);
  return came_xaf > 0 && fee_xaf >= 0 && fee_xaf <= hiddenFeeMax(came_xaf);
}

/** Every movement that a message may tell of, the likeliest first; the book chooses the one that fits. */
export function movesOf(told: readonly ToldFigures[], figures: Figures | null): Move[] {
  const may_be_credit = told.some(isCredit);
  const moves = told.flatMap((one, reading) => moveOf(one, reading, may_be_credit));
  if (moves.length > 0 || figures === null) return moves;
  // A text that was taught as no movement is one if its figures fit the book. Where they don't, it is no claim (`isClaim`).
  return unread(figures).map((move) => (told.length > 0 ? { ...move, reading: 0 } : move));
}

function moveOf(told: ToldFigures, reading: number, may_be_credit: boolean): Move[] {
  const { kind, amount_xaf, fee_xaf = 0, doubts = [] } = told;
  // Money in such words waits like a payment that prints no balance: where it came, a reading finds it, or a row tells of it.
  const after_xaf = doubts.includes(OF_AIRTIME) ? null : (told.balance_xaf ?? null);
  if (kind === 'REVERSAL' && amount_xaf === undefined) return [wholeReversal(told, reading)];
  if (amount_xaf === undefined || amount_xaf <= 0) return [];
  const move = (kind: MoveKind, change_xaf: number, hidden_fee_max_xaf = 0): Move => ({
    kind,
    amount_xaf,
    fee_xaf,
    before_xaf: after_xaf === null ? null : after_xaf - change_xaf,
    after_xaf,
    hidden_fee_max_xaf,
    reading,
  });
  if (isCredit(told)) return [move(told.kind, amount_xaf)];
  if (kind === 'DEBIT')
    return [
      {
        ...move(kind, -amount_xaf - fee_xaf, fee_xaf > 0 ? 0 : hiddenFeeMax(amount_xaf)),
        ...(told.recipient !== undefined && { recipient: told.recipient }),
      },
    ];
  // A credit undone takes money away, a debit undone brings it back.
  if (kind === 'REVERSAL')
    return told.payer === undefined
      ? [move(kind, -amount_xaf), move(kind, amount_xaf)]
      : [move(kind, -amount_xaf)];
  if (kind === 'FEE' && after_xaf !== null) return [{ ...move('UNREAD', -amount_xaf), reading: null }];
  if (kind !== 'AIRTIME' || after_xaf === null) return [];
  // Airtime that was bought, or a bonus in money; where another reading of the text is a payer's credit, money that came is that.
  const is_bonus = !may_be_credit && after_xaf - amount_xaf >= LOW_XAF;
  return [move(kind, -amount_xaf), ...(is_bonus ? [move(kind, amount_xaf)] : [])];
}

/** A reversal that prints no sum undoes all of what it names. It waits on no path until that is known, and moved something. */
function wholeReversal(told: ToldFigures, reading: number): Move {
  const { balance_xaf: after_xaf = null, undone_xaf } = told;
  const is_placed = undone_xaf !== undefined && undone_xaf !== 0 && after_xaf !== null;
  return {
    kind: 'REVERSAL',
    amount_xaf: Math.abs(undone_xaf ?? 0),
    fee_xaf: 0,
    before_xaf: is_placed ? after_xaf + undone_xaf : null,
    after_xaf: is_placed ? after_xaf : null,
    hidden_fee_max_xaf: 0,
    reading,
  };
}

function unread(figures: Figures): Move[] {
  const { sums_xaf, balances_xaf, is_balance_named = false, is_arrival = false, phone } = figures;
  const is_airtime = figures.is_airtime === true;
  // What came near nothing in words about airtime is that; and nobody buys what a phone has sent.
  const least_xaf = is_airtime ? LOW_XAF : 0;
  const is_given = is_airtime && figures.is_receipt === true && figures.is_from_phone === true;
  const arrived = is_arrival && sums_xaf.length <= SUMS_MAX ? unplaced(sums_xaf.slice(0, ARRIVED_MAX)) : [];
  if (!isOneGuess({ sums_xaf, balances_xaf })) return is_balance_named ? unplaced(sums_xaf) : arrived;
  const moves = balances_xaf.flatMap((after_xaf) =>
    sums_xaf
      // One figure is not both sum and balance: a price in an advertisement would be money that came to an empty SIM.
      .filter((amount_xaf) => amount_xaf > 0 && (is_balance_named || amount_xaf !== after_xaf))
      .flatMap((amount_xaf) =>
        [after_xaf - amount_xaf, after_xaf + amount_xaf]
          .filter((before_xaf) => (before_xaf < after_xaf ? before_xaf >= least_xaf : !is_given))
          .map((before_xaf) => ({
            ...unreadMove(amount_xaf, before_xaf, after_xaf),
            ...(before_xaf > after_xaf && phone !== undefined && { recipient: phone }),
          })),
      ),
  );
  if (moves.length > 0) return [...moves, ...withFee(figures, moves)];
  return balances_xaf.length > 0 || is_balance_named ? unplaced(sums_xaf) : arrived;
}

/**
 * Money that left with its fee, as the first sum of a text that labels one: where no single sum makes that movement. More of them
 * would be more guesses.
 */
function withFee({ sums_xaf, balances_xaf, fee_xaf, phone }: Figures, others: readonly Move[]): Move[] {
  const amount_xaf = sums_xaf.find((one) => one > 0 && one !== fee_xaf);
  if (fee_xaf === undefined || amount_xaf === undefined) return [];
  return balances_xaf
    .map((after_xaf) => unreadMove(amount_xaf, after_xaf + amount_xaf + fee_xaf, after_xaf))
    .filter(
      (move) => !others.some((one) => one.before_xaf === move.before_xaf && one.after_xaf === move.after_xaf),
    )
    .map((move) => ({ ...move, fee_xaf, ...(phone !== undefined && { recipient: phone }) }));
}

/** Whether a text prints so few figures that they may make movements between balances. */
export function isOneGuess({ sums_xaf, balances_xaf }: Pick<Figures, 'sums_xaf' | 'balances_xaf'>): boolean {
  const figures = new Set([...sums_xaf, ...balances_xaf]);
  return figures.size <= FIGURES_MAX && balances_xaf.length <= BALANCES_MAX;
}

const unreadMove = (amount_xaf: number, before_xaf: number | null, after_xaf: number | null): Move => ({
  ...{ kind: 'UNREAD', amount_xaf, fee_xaf: 0, before_xaf, after_xaf },
  ...{ hidden_fee_max_xaf: 0, reading: null },
});

/**
 * The sums of a text that names its balance among many figures or prints none that can be read, or tells of money that came, or prints one figure alone. They
 * lie on no path, but keep a session that the text may pay from being called expired. Advertising prints many sums, and names
 * no balance and nobody: it says nothing.
 */
function unplaced(sums_xaf: readonly number[]): Move[] {
  if (sums_xaf.length > SUMS_MAX) return [];
  return sums_xaf
    .filter((amount_xaf) => amount_xaf > 0)
    .map((amount_xaf) => unreadMove(amount_xaf, null, null));
}

/** A movement between two balances that are known: it may lie on a path. */
export type MoveWithBalances = Move & { before_xaf: number; after_xaf: number };

export function hasBalances(move: Move): move is MoveWithBalances {
  return move.before_xaf !== null && move.after_xaf !== null;
}

/** Whether a message that fits nowhere waits to be proven. One about airtime, or taught as no movement, tells of no money then. */
export function isClaim(moves: readonly Move[]): boolean {
  return moves.some(({ kind, reading }) => kind !== 'AIRTIME' && (kind !== 'UNREAD' || reading === null));
}

/** True for customers' money, which a session may be settled by. */
export function isCredit<Told extends { kind: string }>(
  told: Told,
): told is Told & { kind: 'CREDIT' | 'CASH_IN' } {
  return told.kind === 'CREDIT' || told.kind === 'CASH_IN';
}

/** True for money that came, or may have: a credit, or what the figures say of a text that no template takes. */
export function bringsMoney({
  before_xaf,
  after_xaf,
  kind,
}: Pick<Move, 'before_xaf' | 'after_xaf'> & { kind: string }): boolean {
  return isCredit({ kind }) || (kind === 'UNREAD' && (after_xaf === null || after_xaf > (before_xaf ?? 0)));
}
