import { type Anchored, anchorBook } from '../../src/domain/book/anchor.ts';
import type { Book, Gap, Pending, Proven } from '../../src/domain/book/book.ts';
import type { BookPolicy } from '../../src/domain/book/bound.ts';
import { withTries } from '../../src/domain/book/gap.ts';
import { goOn } from '../../src/domain/book/go-on.ts';
import type { WeighedStep } from '../../src/domain/doubt/contesting.ts';
import { endsIn, FORGIVEN_GUESSES, type Guesses, guessesIn } from '../../src/domain/doubt/guesses.ts';
import { type Lead, leadsOf } from '../../src/domain/doubt/led.ts';
import { type Announced, leaving } from '../../src/domain/movement/announced.ts';
import { type Claim, happenedBy } from '../../src/domain/movement/claim.ts';
import { isCredit } from '../../src/domain/movement/move.ts';
import { MINUTE_MS } from '../../src/domain/time.ts';
import { EMPTY_BOOK, EMPTY_GAP, likely, NO_BOUND, NO_GUESSES, NO_TRIES } from './chains.ts';

export type Standing = Pick<Book, 'tip_xaf'> & Partial<Book>;

/**
 * Keeps one book in memory as the engine keeps it in the database: message by message, anchor by anchor. What waits
 * is stored, and stays a wrong guess until the next anchor, also where it gets its place. Here no message outlives
 * an anchor as a guess, and each is a likely one.
 */
export class Keeper {
  readonly #policy: BookPolicy;
  book: Book;
  waiting: Claim[] = [];
  /** In the order in which they were proven. */
  proven: Proven[] = [];
  refuted: Claim[] = [];
  /** Credits that have settled, in the order in which they did. */
  settled: { key: string; amount_xaf: number }[] = [];
  is_bound = false;
  /** Those that were there already. */
  #guesses: Guesses;
  /** What was wrong when it came and got its place since the last anchor, as far as it was wrong. */
  #wrong_at_first: Claim[] = [];
  /** In which batch each message came. */
  readonly #came = new Map<string, number>();
  /** What had come by the last anchor. */
  #before = new Set<string>();
  /** The first of `proven` behind the last anchor. */
  #since = 0;

  constructor(standing: Standing, policy: BookPolicy = NO_BOUND) {
    this.book = { ...EMPTY_BOOK, ...standing };
    this.#guesses = this.book;
    this.#policy = policy;
  }

  /** Messages that come in one batch. */
  take(...claims: Claim[]): void {
    const batch = this.#came.size;
    for (const { key } of claims) this.#came.set(key, batch);
    this.waiting.push(...claims);
    this.#goOn(this.book);
  }

  /** A person reads the SIM. */
  anchor(balance_xaf: number, now_ms: number): Anchored {
    const anchored = anchorBook(
      { ...this.#counted(this.book), otherwise: this.refuted },
      balance_xaf,
      this.waiting,
      this.#policy,
    );
    const { missing, unanchored_xaf } = anchored;
    const gap =
      missing === null || missing.announced !== null
        ? []
        : [
            {
              ...{ ...EMPTY_GAP, ...missing },
              ...{ step_id: `gap at ${now_ms}`, forgiven_before: this.book.forgiven_before },
            },
          ];
    const found = anchored.contested;
    const released = new Set(anchored.released.map(({ step_id }) => step_id));
    const settled = [
      ...this.book.past.filter(({ is_pending, step_id }) => !is_pending || released.has(step_id)),
      ...anchored.proven
        .filter(({ is_pending }) => !is_pending)
        .map(({ claim: { key } }) => ({ step_id: key })),
    ];
    const placed = anchored.proven.map(({ claim }) => claim);
    this.waiting = this.waiting.filter((claim) => !placed.includes(claim));
    this.settled.push(...anchored.released.map(({ step_id: key, amount_xaf }) => ({ key, amount_xaf })));
    this.book = {
      ...this.book,
      outflow_xaf: this.book.outflow_xaf + leaving(gap.map((one) => ({ ...one, announced: null }))),
      pending: this.book.pending.filter((one) => !anchored.released.includes(one)),
      contested_xaf: settled.reduce(
        (sum_xaf, { step_id }) => sum_xaf + (found.get(step_id)?.xaf ?? 0),
        this.book.contested_xaf,
      ),
    };
    this.#book(anchored.proven);
    const pending = this.book.pending.map((one) => ({
      ...one,
      is_contested: one.is_contested || found.has(one.step_id),
    }));
    this.book = { ...this.book, past: [], pending };
    this.#forget();
    this.#goOn({
      ...this.book,
      tip_xaf: balance_xaf,
      went_on_at_ms: now_ms - 2 * MINUTE_MS,
      unanchored_xaf,
      is_suspected: this.book.is_suspected || anchored.is_short,
      gaps: [...this.book.gaps, ...gap.map((one): Gap => ({ ...one, until_ms: now_ms }))],
    });
    return anchored;
  }

  /** A reading begins the count of guesses anew. */
  #forget(): void {
    this.#guesses = NO_GUESSES;
    this.#wrong_at_first = [];
    this.#before = new Set(this.#came.keys());
    this.#since = this.proven.length;
  }

  /** A book with the guesses at it, as the database counts them. */
  #counted(book: Book): Book {
    const isSince = ({ key }: Claim) => !this.#before.has(key);
    const placeless = [...this.waiting, ...this.refuted];
    const told = [...placeless, ...this.#wrong_at_first];
    const since = told.filter(isSince);
    const before = guessesIn(placeless.filter((one) => !isSince(one)));
    const { guesses, forgiven_before, has_led, known_leads } = this.#guesses;
    const steps = this.proven.slice(this.#since);
    return {
      ...{ ...book, ...likely(guesses + guessesIn(since)), guesses_at_end: guesses + endsIn(since) },
      forgiven_before: Math.min(FORGIVEN_GUESSES, forgiven_before + before),
      has_led: has_led || since.some((one) => this.#hasLed(one, steps)),
      known_leads: [
        ...known_leads,
        ...leadsOf(this.refuted.filter(isSince), []),
        ...this.#wrong_at_first.flatMap((one) => leadsOfPlaced(one, steps)),
      ],
      gaps: book.gaps.map((gap) => withTries({ ...gap, ...NO_TRIES }, told)),
    };
  }

  /** Whether a guess ends where the book came to from elsewhere, since it came and before it had a place. */
  #hasLed({ key, moves }: Claim, steps: readonly Proven[]): boolean {
    const came = (one: string) => this.#came.get(one) ?? 0;
    const ending = steps.filter(
      ({ claim, before_xaf, after_xaf }) =>
        moves.some((move) => move.after_xaf === after_xaf) &&
        moves.every((move) => move.before_xaf !== before_xaf) &&
        came(claim.key) >= came(key),
    );
    if (ending.length === 0) return false;
    const own = steps.findIndex(({ claim }) => claim.key === key);
    return own < 0 || ending.some((one) => steps.indexOf(one) < own);
  }

  #goOn(standing: Book): void {
    const book = this.#counted(standing);
    const kept = goOn(book, this.waiting, this.#policy);
    const gone = new Set([...kept.proven.map(({ claim }) => claim), ...kept.refuted]);
    const steps = kept.proven.filter(({ gap }) => gap === null);
    const filled = new Set(kept.proven.map(({ gap }) => gap));
    const made = new Set(kept.proven.map(({ announced }) => announced));
    this.#book(kept.proven);
    this.refuted.push(...kept.refuted);
    this.#wrong_at_first.push(...kept.proven.flatMap(wrongAtFirst));
    this.waiting = this.waiting
      .filter((claim) => !gone.has(claim))
      .map((claim) => ({ ...claim, is_stored: true }));
    this.is_bound = kept.is_bound;
    this.book = {
      ...book,
      outflow_xaf: this.book.outflow_xaf,
      contested_xaf: this.book.contested_xaf,
      pending: this.book.pending,
      past: this.book.past,
      tip_xaf: kept.tip_xaf,
      unanchored_xaf: kept.unanchored_xaf,
      went_on_at_ms: Math.max(book.went_on_at_ms, ...steps.map(({ claim }) => happenedBy(claim))),
      gaps: book.gaps.filter((gap) => !filled.has(gap)),
      announced: book.announced.filter((one: Announced) => !made.has(one)),
    };
  }

  #book(steps: readonly Proven[]): void {
    const credits = steps.filter(({ move }) => isCredit(move));
    const of = ({ claim, move }: Proven) => ({ key: claim.key, amount_xaf: move.amount_xaf });
    this.proven.push(...steps);
    this.settled.push(...credits.filter((one) => !one.is_pending).map(of));
    const pending = credits
      .filter((one) => one.is_pending)
      .map(
        ({ claim: { key: step_id }, move: { amount_xaf }, gap }): Pending => ({
          step_id,
          amount_xaf,
          is_contested: gap?.doubt?.is_whole === true,
        }),
      );
    const told = credits.filter((one) => !one.is_pending && one.gap !== null);
    const contested_xaf = told.reduce((sum, one) => sum + (one.doubt?.xaf ?? 0), this.book.contested_xaf);
    // What a gap itself was short of is no longer unexplained once something fills it; what leaves in it is.
    const filled = [...new Set(steps.map(({ gap }) => gap))].filter((gap) => gap !== null);
    const missed_xaf = leaving(filled.map((gap) => ({ ...gap, announced: null })));
    const outflow_xaf = this.book.outflow_xaf + leaving(steps) - missed_xaf;
    const past = steps
      .filter(({ gap }) => gap === null)
      .map(
        ({ claim, move, before_xaf, after_xaf, is_pending }): WeighedStep => ({
          step_id: claim.key,
          before_xaf,
          after_xaf,
          is_weighed: isCredit(move),
          is_pending,
        }),
      );
    this.book = {
      ...this.book,
      outflow_xaf,
      contested_xaf,
      pending: [...this.book.pending, ...pending],
      past: [...this.book.past, ...past],
    };
  }
}

/** A message that waited until it got its place; and one of many balances, as far as it begins elsewhere. */
function wrongAtFirst({ claim, before_xaf, is_pending }: Proven): Claim[] {
  if (claim.is_stored) return [claim];
  if (is_pending || guessesIn([claim]) <= FORGIVEN_GUESSES) return [];
  return [{ ...claim, moves: claim.moves.filter((move) => move.before_xaf !== before_xaf) }];
}

/** Where a message leads that has its place: there, and wherever else it would. */
function leadsOfPlaced(claim: Claim, steps: readonly Proven[]): Lead[] {
  const own = steps.find((step) => step.claim.key === claim.key && !step.is_pending);
  return leadsOf([claim], []).map((lead) => ({
    ...lead,
    has_place: own?.before_xaf === lead.from_xaf && own.after_xaf === lead.to_xaf,
  }));
}
