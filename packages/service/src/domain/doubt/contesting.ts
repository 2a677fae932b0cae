/** A step since the last reading, weighed against unproven messages that tell something else. */
export type WeighedStep = {
  step_id: string;
  before_xaf: number;
  after_xaf: number;
  /**
   * Whether it can be contested: it is money that only the chain proves, or what this reading found missing, since a
   * message that fills that would be proven by it.
   */
  is_weighed: boolean;
  /** Its money hasn't settled yet, or this reading alone would prove it. */
  is_pending: boolean;
  /** For a debit that begins here only if it hides a fee: the lowest and the highest balance at which it may have begun. */
  hiding?: { from_xaf: number; until_xaf: number };
};

/** What speaks against money of the book: unproven messages tell of other money in its place. */
export type Doubt = {
  /** How much of it may be false. */
  xaf: number;
  /** All of it, and it settles by people alone: such a message begins or ends on the way, or it may be a lucky guess. */
  is_whole: boolean;
  /**
   * Those messages: once people have disowned all of them, the money stands. Empty where they are too many to name.
   */
  by: readonly string[];
};

/** The messages that contest a step, by their keys; null where they are too many to name, and people say what the step was. */
export type Contesting = ReadonlySet<string> | null;

/** People are not asked about more messages than this for one step; they say what the step was. */
const NAMED_MAX = 200;

/** The messages of both: of too many and some none is named, or the step would stand once people have disowned those few. */
export function withMore(one: Contesting | undefined, more: Iterable<string> | null): Contesting {
  if (one === null || more === null) return null;
  const both = new Set(one);
  for (const key of more) {
    both.add(key);
    if (both.size > NAMED_MAX) return null;
  }
  return both;
}
