import { checkMotif } from './check-motif.ts';
import { checkOpaque } from './check-opaque.ts';
import { parse, type WordingPart } from './parse.ts';
import { WordingError } from './problem.ts';
import { isName, type SlotName } from './slots.ts';
import { branches, directly, type Wording, type WordingStep } from './steps.ts';

const LENGTH_MAX = 1_500;
const STEPS_MAX = 400;

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
  const steps: WordingStep[] = [{ step: 'end' }];
  const first = emit(parts, 0, steps, slots, words);
  if (steps.length > STEPS_MAX) throw new WordingError({ kind: 'too_many_words' });
  if (words.size === 0) throw new WordingError({ kind: 'no_words' });
  checkOpaque(steps);
  checkMotif(steps);
  return { text, steps: besidePhones(steps), first, slots, words, needs: [...needed(parts)] };
}

/** Writes the steps of these parts from the last to the first; returns where they begin. */
function emit(
  parts: readonly WordingPart[],
  after: number,
  steps: WordingStep[],
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
      steps.push({ step: 'slot', slot: part.slot, next, until: wordsAt(steps, next), phone: null });
    } else {
      words.add(part.word);
      steps.push({ step: 'word', word: part.word, next });
    }
    next = steps.length - 1;
  }
  return next;
}

/** The same steps, with those names marked that touch a number. */
function besidePhones(steps: readonly WordingStep[]): WordingStep[] {
  const isPhone = (step: WordingStep) => step.step === 'slot' && step.slot === 'phone';
  const behind = new Set(
    steps.flatMap((step) => (step.step === 'slot' && isPhone(step) ? branches(steps, step.next) : [])),
  );
  return steps.map((step, place) => {
    if (step.step !== 'slot' || !isName(step.slot)) return step;
    if (directly(steps, step.next).some(isPhone)) return { ...step, phone: 'behind' };
    return behind.has(place) ? { ...step, phone: 'before' } : step;
  });
}

/**
 * Most forks are between words, and all ways but one are out by the next word of the text: of some that begin with forks of their
 * own too.
 */
function signposts(steps: readonly WordingStep[], ways: readonly number[]) {
  const firsts = ways.map((way) => ({ way, words: wordsAt(steps, way) }));
  const open = (word: string | null) =>
    firsts.filter(({ words }) => words === null || (word !== null && words.has(word)));
  const waysBy = (word: string | null) => open(word).map(({ way }) => way);
  const words = new Set(firsts.flatMap((first) => [...(first.words ?? [])]));
  const byWord = new Map([...words].map((word) => [word, waysBy(word)]));
  return { byWord, others: waysBy(null) };
}

/** The fixed words of which one stands there; null where something else may. */
function wordsAt(steps: readonly WordingStep[], place: number): Set<string> | null {
  const first = directly(steps, place);
  const words = first.flatMap((step) => (step.step === 'word' ? [step.word] : []));
  return words.length === first.length ? new Set(words) : null;
}

function needed(parts: readonly WordingPart[]): Set<string> {
  const all = parts.flatMap((part) => {
    if ('word' in part) return [part.word];
    if ('slot' in part) return [];
    const [first, ...others] = part.choices.map(needed);
    return [...(first ?? [])].filter((word) => others.every((other) => other.has(word)));
  });
  return new Set(all);
}
