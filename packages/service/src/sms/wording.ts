import { lex } from '../domain/text/tokens.ts';
import { saidProblem, type WordingProblem } from './wording-problem.ts';

/** Longest slots, in characters: a name with its number, and what somebody writes beside his money. */
const NAME_MAX = 70;
const MOTIF_MAX = 1_000;
const PROMO_MAX = 200;

/**
 * What may stand between the fixed words of a wording. `decides`: its value is evidence. `opaque`: somebody
 * else fills it, with whatever he likes, up to so many characters; nothing in it is read as evidence.
 */
export const SLOTS = {
  amount: { decides: true, opaque: 0, about: 'the sum of the movement, with or without a currency' },
  balance: { decides: true, opaque: 0, about: 'the balance after it' },
  fee: { decides: true, opaque: 0, about: 'what the operator took for it' },
  sum: { decides: false, opaque: 0, about: 'a sum that says nothing about this movement' },
  id: { decides: true, opaque: 0, about: "the operator's transaction id" },
  reversed: { decides: true, opaque: 0, about: 'the id of the transaction that was undone' },
  time: { decides: true, opaque: 0, about: 'date and time of the movement' },
  date: { decides: false, opaque: 0, about: 'a date and time that is not used' },
  phone: {
    decides: false,
    opaque: 0,
    about: 'the number of whoever paid, or got, it, alone and perhaps masked',
  },
  code: { decides: false, opaque: 0, about: 'digits without a meaning here, such as the code of an agent' },
  payer: {
    decides: false,
    opaque: NAME_MAX,
    about: 'the payer: number, name or both, without a date and time',
  },
  agent: {
    decides: false,
    opaque: NAME_MAX,
    about: 'the agent of a cash-in: number, name or both, without a date and time',
  },
  name: { decides: false, opaque: NAME_MAX, about: 'a name that is not used, without a date and time' },
  motif: { decides: false, opaque: MOTIF_MAX, about: 'what the payer wrote' },
  promo: { decides: false, opaque: PROMO_MAX, about: 'advertising at the very end: no sum, id or balance' },
} as const;

export type SlotName = keyof typeof SLOTS;

export type Step =
  | { readonly step: 'word'; readonly word: string; readonly next: number }
  | {
      readonly step: 'slot';
      readonly slot: SlotName;
      readonly next: number;
      /** The fixed words of which one stands right behind it; null where something else may. */
      readonly until: ReadonlySet<string> | null;
      /** Of a name: a {phone} may stand right there, before or behind it. */
      readonly phone: 'before' | 'behind' | null;
    }
  | {
      readonly step: 'fork';
      readonly ways: readonly number[];
      /** Those of them, in order, that can go on with this word; `others` with any other token. */
      readonly byWord: ReadonlyMap<string, readonly number[]>;
      readonly others: readonly number[];
    }
  | { readonly step: 'end' };

/** A wording ready for matching: steps that point at what follows. */
export interface Wording {
  readonly text: string;
  readonly steps: readonly Step[];
  readonly first: number;
  readonly slots: ReadonlySet<SlotName>;
  /** Its fixed words, to tell which wording a text is near. */
  readonly words: ReadonlySet<string>;
  /** Those without which no text can be one: most wordings are out by them at a glance. */
  readonly needs: readonly string[];
}

/** A wording can't be used; its message is a sentence for the person who wrote it. */
export class WordingError extends Error {
  readonly problem: WordingProblem;

  constructor(problem: WordingProblem) {
    super(saidProblem(problem));
    this.problem = problem;
  }
}

const LENGTH_MAX = 1_500;
const STEPS_MAX = 400;
const DEPTH_MAX = 8;

/**
 * Compiles the one line that describes a whole text from its first word to its last:
 *
 * - words are fixed; case, accents, white space and punctuation don't matter
 * - `{amount}` is a slot (SLOTS lists them)
 * - `[votre|le]` may be missing, `<recu|recus>` may not: one of the choices stands there
 *
 * @throws {WordingError} when it can't be read, or when a payer could change its reading by what he writes
 */
export function compileWording(text: string): Wording {
  if (text.length > LENGTH_MAX) throw new WordingError({ kind: 'too_long', most: LENGTH_MAX });
  const parts = parse(text);
  const slots = new Set<SlotName>();
  const words = new Set<string>();
  const steps: Step[] = [{ step: 'end' }];
  const first = emit(parts, 0, steps, slots, words);
  if (steps.length > STEPS_MAX) throw new WordingError({ kind: 'too_many_words' });
  if (words.size === 0) throw new WordingError({ kind: 'no_words' });
  checkOpaque(steps);
  return { text, steps: besidePhones(steps), first, slots, words, needs: [...needed(parts)] };
}

type Part = { word: string } | { slot: SlotName } | { choices: Part[][] };

const CLOSING: Readonly<Record<string, string>> = { '[': ']', '<': '>' };

function parse(text: string): Part[] {
  let at = 0;
  function sequence(depth: number, closing: string | null): Part[][] {
    if (depth > DEPTH_MAX) throw new WordingError({ kind: 'too_deep' });
    const choices: Part[][] = [[]];
    while (at < text.length) {
      const parts = choices.at(-1) as Part[];
      const mark = text[at] as string;
      if (mark === closing) {
        at += 1;
        return choices;
      }
      if (mark === '|' && closing !== null) {
        at += 1;
        choices.push([]);
      } else if (mark === '[' || mark === '<') {
        at += 1;
        const inner = sequence(depth + 1, CLOSING[mark] ?? null);
        parts.push({ choices: mark === '[' ? [...inner, []] : inner });
      } else if (mark === '{') {
        parts.push({ slot: slotName() });
      } else if (mark === ']' || mark === '>' || mark === '|' || mark === '}') {
        throw new WordingError({ kind: 'mark_too_many', mark, before: text.slice(at + 1, at + 20) });
      } else {
        parts.push(...fixedWords());
      }
    }
    if (closing !== null) throw new WordingError({ kind: 'mark_missing', mark: closing });
    return choices;
  }
  function slotName(): SlotName {
    const end = text.indexOf('}', at);
    const name = text.slice(at + 1, end === -1 ? undefined : end).trim();
    if (end === -1 || !Object.hasOwn(SLOTS, name)) {
      throw new WordingError({ kind: 'no_such_slot', slot: name, slots: Object.keys(SLOTS) });
    }
    at = end + 1;
    return name as SlotName;
  }
  function fixedWords(): Part[] {
    const from = at;
    while (at < text.length && !'[]<>{}|'.includes(text[at] as string)) at += 1;
    const { tokens } = lex(text.slice(from, at));
    return tokens.flatMap(({ kind, text: word }) => (kind === 'word' || kind === 'num' ? [{ word }] : []));
  }
  return sequence(0, null)[0] ?? [];
}

/** Writes the steps of these parts from the last to the first; returns where they begin. */
function emit(
  parts: readonly Part[],
  after: number,
  steps: Step[],
  slots: Set<SlotName>,
  words: Set<string>,
): number {
  let next = after;
  for (const part of parts.toReversed()) {
    if ('choices' in part) {
      const ways = part.choices.map((choice) => emit(choice, next, steps, slots, words));
      steps.push({ step: 'fork', ways, ...signposts(steps, ways) });
    } else if ('slot' in part) {
      slots.add(part.slot);
      steps.push({ step: 'slot', slot: part.slot, next, until: wordsBehind(steps, next), phone: null });
    } else {
      words.add(part.word);
      steps.push({ step: 'word', word: part.word, next });
    }
    next = steps.length - 1;
  }
  return next;
}

/** The same steps, with those names marked that touch a number. */
function besidePhones(steps: readonly Step[]): Step[] {
  const isPhone = (step: Step) => step.step === 'slot' && step.slot === 'phone';
  const behind = new Set(
    steps.flatMap((step) => (step.step === 'slot' && isPhone(step) ? branches(steps, step.next) : [])),
  );
  return steps.map((step, place) => {
    if (step.step !== 'slot' || !isName(step.slot)) return step;
    if (directly(steps, step.next).some(isPhone)) return { ...step, phone: 'behind' };
    return behind.has(place) ? { ...step, phone: 'before' } : step;
  });
}

/** Most forks are between words, and all ways but one are out by the next word of the text. */
function signposts(steps: readonly Step[], ways: readonly number[]) {
  const wordOf = (way: number) => {
    const step = steps[way] as Step;
    return step.step === 'word' ? step.word : null;
  };
  const words = new Set(ways.flatMap((way) => wordOf(way) ?? []));
  const waysBy = (word: string | null) => ways.filter((way) => [word, null].includes(wordOf(way)));
  const byWord = new Map([...words].map((word) => [word, waysBy(word)]));
  return { byWord, others: waysBy(null) };
}

function wordsBehind(steps: readonly Step[], next: number): Set<string> | null {
  const behind = directly(steps, next);
  const words = behind.flatMap((step) => (step.step === 'word' ? [step.word] : []));
  return words.length === behind.length ? new Set(words) : null;
}

function needed(parts: readonly Part[]): Set<string> {
  const all = parts.flatMap((part) => {
    if ('word' in part) return [part.word];
    if ('slot' in part) return [];
    const [first, ...others] = part.choices.map(needed);
    return [...(first ?? [])].filter((word) => others.every((other) => other.has(word)));
  });
  return new Set(all);
}

/** Whether somebody other than the operator fills the slot. */
export const isOpaque = (slot: SlotName): boolean => SLOTS[slot].opaque > 0;
/**
 * Whether the slot holds a name. No registered name has a date with a time in it, and none is taken for one: so the
 * first time behind a name is the operator's, whatever stands in a motif behind that.
 */
export const isName = (slot: SlotName): boolean => slot === 'payer' || slot === 'agent' || slot === 'name';
const isPayers = (slot: SlotName): boolean => isOpaque(slot) && slot !== 'promo';

/**
 * Refuses wordings in which an opaque slot could stand in for evidence: what decides must stand before the
 * first of them or behind the last, and right behind one of them stands a fixed word, or its end can't be found.
 */
function checkOpaque(steps: readonly Step[]): void {
  for (const step of steps) {
    if (step.step !== 'slot' || !isOpaque(step.slot)) continue;
    const behind = directly(steps, step.next);
    const touching = behind.flatMap((one) => (one.step === 'slot' && one.slot !== 'phone' ? [one.slot] : []));
    if (touching[0] !== undefined) {
      throw new WordingError({ kind: 'touching', slot: step.slot, other: touching[0] });
    }
    if (step.slot === 'promo' && behind.some((one) => one.step !== 'end')) {
      throw new WordingError({ kind: 'promo_not_last' });
    }
    if (isPayers(step.slot)) checkBetween(steps, step.slot, step.next);
  }
}

function checkBetween(steps: readonly Step[], opaque: SlotName, from: number): void {
  const reached = reach(steps, from);
  for (const place of reached) {
    const step = steps[place] as Step;
    if (step.step !== 'slot' || !SLOTS[step.slot].decides || (step.slot === 'time' && isName(opaque)))
      continue;
    const later = [...reach(steps, step.next)].map((one) => steps[one] as Step);
    const second = later.find((one) => one.step === 'slot' && isPayers(one.slot));
    if (second === undefined || second.step !== 'slot') continue;
    throw new WordingError({ kind: 'between_opaque', slot: step.slot, before: opaque, after: second.slot });
  }
  const known = new Map<number, SlotName[]>();
  const ways = branches(steps, from).map((way) => evidenceFrom(steps, way, known));
  const extra = ways.flat().find((slot) => !ways.every((way) => way.includes(slot)));
  if (extra !== undefined) {
    throw new WordingError({ kind: 'may_be_missing', slot: extra, before: opaque });
  }
}

/** Steps met first from here on, through forks. */
const directly = (steps: readonly Step[], from: number): Step[] =>
  branches(steps, from).map((place) => steps[place] as Step);

function branches(steps: readonly Step[], from: number): number[] {
  const step = steps[from] as Step;
  return step.step === 'fork' ? step.ways.flatMap((way) => branches(steps, way)) : [from];
}

/** The evidence that the rest of the wording always holds from here on. */
function evidenceFrom(steps: readonly Step[], from: number, known: Map<number, SlotName[]>): SlotName[] {
  const found = known.get(from);
  if (found !== undefined) return found;
  const step = steps[from] as Step;
  let evidence: SlotName[] = [];
  if (step.step === 'fork') {
    const ways = step.ways.map((way) => evidenceFrom(steps, way, known));
    evidence = (ways[0] ?? []).filter((slot) => ways.every((way) => way.includes(slot)));
  } else if (step.step !== 'end') {
    const behind = evidenceFrom(steps, step.next, known);
    evidence = step.step === 'slot' && SLOTS[step.slot].decides ? [step.slot, ...behind] : behind;
  }
  known.set(from, evidence);
  return evidence;
}

function reach(steps: readonly Step[], from: number, found = new Set<number>()): Set<number> {
  if (found.has(from)) return found;
  found.add(from);
  const step = steps[from] as Step;
  if (step.step === 'fork') for (const way of step.ways) reach(steps, way, found);
  else if (step.step !== 'end') reach(steps, step.next, found);
  return found;
}
