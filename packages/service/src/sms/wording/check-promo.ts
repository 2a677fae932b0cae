import { ID_LABELS, NO_ADVERTISING } from './advertising.ts';
import { WordingError } from './problem.ts';
import { isName, isPayers, SLOTS, type SlotName } from './slots.ts';
import { reach, type SlotStep, type WordingStep } from './steps.ts';

/** A way from a payer's slot to a place, and the fixed words on it. */
interface Way {
  readonly place: number;
  /** Nothing stands between the two. */
  readonly is_touching: boolean;
  /** Of the words since the last slot, one is never in advertising. */
  readonly is_labelled: boolean;
  /** The last word stands before ids. */
  readonly is_id_labelled: boolean;
  /** Of all words, one is never in advertising. */
  readonly is_sure: boolean;
}

/**
 * Refuses a wording by which somebody could write into his slot what follows it, so that what the operator prints behind
 * that would pass for advertising. It can't where a word that advertising never has stands right before each of them.
 * @param from what follows the slot
 * @throws {WordingError}
 */
export function checkPromo(steps: readonly WordingStep[], payers: SlotName, from: number): void {
  const seen = new Set<string>();
  const ways: Way[] = [
    { place: from, is_touching: true, is_labelled: false, is_id_labelled: false, is_sure: false },
  ];
  for (let way = ways.pop(); way !== undefined; way = ways.pop()) {
    const key = JSON.stringify(way);
    if (seen.has(key)) continue;
    seen.add(key);
    const step = steps[way.place] as WordingStep;
    if (step.step === 'fork') for (const place of step.ways) ways.push({ ...way, place });
    if (step.step === 'word') ways.push(behindWord(way, step.word, step.next));
    if (step.step !== 'slot' || step.slot === 'promo' || isPayers(step.slot)) continue;
    if (mayBePayers(steps, step, way, payers) && isBeforePromo(steps, step.next))
      throw new WordingError({ kind: 'before_promo', slot: step.slot, before: payers });
    ways.push({ ...way, place: step.next, is_touching: false, is_labelled: false, is_id_labelled: false });
  }
}

function behindWord(way: Way, word: string, place: number): Way {
  const is_label = NO_ADVERTISING.has(word);
  return {
    place,
    is_touching: false,
    is_labelled: way.is_labelled || is_label,
    is_id_labelled: ID_LABELS.has(word),
    is_sure: way.is_sure || is_label,
  };
}

/** Advertising holds no time, nor an id behind its label; and a name that touches a number holds no other. */
function mayBePayers(
  steps: readonly WordingStep[],
  { slot, next }: SlotStep,
  way: Way,
  payers: SlotName,
): boolean {
  if (slot === 'phone') return !way.is_labelled && !(way.is_touching && isName(payers));
  if (!SLOTS[slot].decides || slot === 'time' || way.is_labelled) return false;
  const is_id = slot === 'id' || slot === 'reversed';
  return !(is_id && way.is_id_labelled && (way.is_sure || !isBare(steps, next)));
}

/**
 * The wording without what may be advertising at its end, as people are told to write it: it takes fewer texts. The same where
 * advertising stands otherwise.
 */
export const withoutPromo = (wording: string): string =>
  wording.replace(/\[[^[\]]*\{\s*promo\s*\}[^[\]]*\](?=[^[\]<>{}|]*$)/u, '');

const isPromo = (step: WordingStep | undefined): boolean => step?.step === 'slot' && step.slot === 'promo';

const isBeforePromo = (steps: readonly WordingStep[], from: number): boolean =>
  [...reach(steps, from)].some((place) => isPromo(steps[place]));

/** Whether some way from here leads to advertising past no word that it never has. */
function isBare(steps: readonly WordingStep[], from: number, seen = new Set<number>()): boolean {
  if (seen.has(from)) return false;
  seen.add(from);
  const step = steps[from] as WordingStep;
  if (isPromo(step)) return true;
  if (step.step === 'fork') return step.ways.some((way) => isBare(steps, way, seen));
  if (step.step === 'end' || (step.step === 'word' && NO_ADVERTISING.has(step.word))) return false;
  return isBare(steps, step.next, seen);
}
