import type { Token } from '../../domain/text/tokens.ts';
import { LABELS } from '../labels.ts';
import { WordingError } from './problem.ts';
import { isName, type SlotName } from './slots.ts';
import { branches, reach, type SlotStep, type WordingStep } from './steps.ts';

/** What speaks of the movement, or of who made it, where it stands behind a label. */
const SPEAKS: ReadonlySet<SlotName> = new Set<SlotName>([
  'id',
  'reversed',
  'time',
  'phone',
  'payer',
  'agent',
]);

/** What stands before a motif as its label. Some say other things elsewhere (`en raison de`). */
const MOTIFS: ReadonlySet<string> = new Set([...LABELS.motif, 'description', 'remarque']);
/** Behind such a label, and still of it: `Motif du paiement`, `Message de l'expediteur`. */
const ARTICLES: ReadonlySet<string> = new Set(['du', 'de', 'la', 'l', 'le', 'votre']);
const WHOSE: ReadonlySet<string> = new Set(
  'paiement transfert versement virement envoi depot client cliente expediteur payeur'.split(' '),
);
const ARTICLES_MAX = 2;

/**
 * Where the label of a motif begins that ends right before this token, with its colon; -1 where none does.
 */
export function labelOfMotif(tokens: readonly Token[], at: number): number {
  if (tokens[at - 1]?.text !== ':') return -1;
  // What a point ends is another sentence.
  const wordAt = (from: number): number => {
    let before = from;
    while (tokens[before]?.kind === 'mark' && tokens[before]?.text !== '.') before -= 1;
    return before;
  };
  let label = wordAt(at - 2);
  const textAt = () => tokens[label]?.text ?? '';
  if (MOTIFS.has(textAt())) return label;
  if (!WHOSE.has(textAt())) return -1;
  label = wordAt(label - 1);
  for (let left = ARTICLES_MAX; left > 0 && ARTICLES.has(textAt()); left -= 1) label = wordAt(label - 1);
  return MOTIFS.has(textAt()) ? label : -1;
}

/** What takes the same texts in the place of a slot, and is no evidence. */
const INSTEAD: Readonly<Record<string, SlotName>> = {
  id: 'ref',
  time: 'date',
  phone: 'name',
  payer: 'name',
  agent: 'name',
};

/**
 * The wordings with one place of a slot less that speaks of the movement, in their order: of a wording that
 * is refused for what stands behind the label of a motif, the first of them that can be used takes the same
 * texts.
 */
export function withoutWritten(wording: string, slot: string): string[] {
  const instead = INSTEAD[slot];
  if (instead === undefined) return [];
  return [...wording.matchAll(new RegExp(`\\{\\s*${slot}\\s*\\}`, 'g'))].map(
    ({ index, 0: { length } }) => `${wording.slice(0, index)}{${instead}}${wording.slice(index + length)}`,
  );
}

/**
 * Refuses a wording that takes what stands right behind the label of a motif for the operator's: the payer
 * writes it. In front of the sum and of whoever paid it, such a word may be the operator's own.
 * @throws {WordingError}
 */
export function checkMotif(steps: readonly WordingStep[]): void {
  const parties = behind(steps, (slot) => isName(slot) || slot === 'phone');
  const payment = new Set([...parties, ...behind(steps, (slot) => slot === 'amount')]);
  for (const [place, words] of labelsOf(steps)) {
    const { slot, next } = steps[place] as SlotStep;
    if (!SPEAKS.has(slot)) continue;
    const sure = [...words].find((word) => MOTIFS.has(word) && !LABELS.id.has(word));
    if (sure !== undefined && payment.has(place))
      throw new WordingError({ kind: 'behind_motif', slot, label: sure });
    const maybe = [...words].find((word) => MOTIFS.has(word) && LABELS.id.has(word));
    if (maybe !== undefined && parties.has(place) && !mayBeOperators(steps, slot, next, words))
      throw new WordingError({ kind: 'behind_motif', slot, label: maybe });
  }
}

/**
 * Behind a label of motifs that is one of ids too stands the operator's id where nothing behind it is one, or
 * where other words may stand for the label.
 */
function mayBeOperators(
  steps: readonly WordingStep[],
  slot: SlotName,
  next: number,
  words: ReadonlySet<string>,
): boolean {
  if (slot !== 'id') return slot === 'reversed';
  const isId = ([, other]: readonly [number, SlotName]): boolean => other === 'id' || other === 'ref';
  return words.size > 1 || !slotsIn(steps, reach(steps, next)).some(isId);
}

/** The labels of motifs that end in these words, by the place of the word. */
function labelsByEnd(steps: readonly WordingStep[]): Map<number, Set<string>> {
  const labels = new Map<number, Set<string>>();
  const follow = (from: number, label: string, left: number): void => {
    for (const place of branches(steps, from)) {
      const step = steps[place] as WordingStep;
      if (step.step !== 'word') continue;
      if (WHOSE.has(step.word)) labels.set(place, (labels.get(place) ?? new Set()).add(label));
      if (left > 0 && ARTICLES.has(step.word)) follow(step.next, label, left - 1);
    }
  };
  for (const step of steps)
    if (step.step === 'word' && MOTIFS.has(step.word)) follow(step.next, step.word, ARTICLES_MAX);
  return labels;
}

/**
 * The fixed words right before each slot, or the label of a motif that they end; those before a name stand
 * before the number that it touches too.
 */
function labelsOf(steps: readonly WordingStep[]): Map<number, Set<string>> {
  const labels = new Map<number, Set<string>>();
  const isPhone = ([, slot]: readonly [number, SlotName]) => slot === 'phone';
  const ends = labelsByEnd(steps);
  for (const [at, step] of steps.entries()) {
    if (step.step !== 'word') continue;
    const said = ends.get(at) ?? [step.word];
    const first = slotsIn(steps, branches(steps, step.next));
    const names = first.filter(([, slot]) => slot === 'name');
    const touched = names.flatMap(([place]) => {
      const { next } = steps[place] as SlotStep;
      return slotsIn(steps, branches(steps, next)).filter(isPhone);
    });
    for (const [place] of [...first, ...touched])
      labels.set(place, new Set([...(labels.get(place) ?? []), ...said]));
  }
  return labels;
}

/** The places that some way from one of these slots leads to. */
function behind(steps: readonly WordingStep[], isOne: (slot: SlotName) => boolean): ReadonlySet<number> {
  const found = new Set<number>();
  for (const step of steps) if (step.step === 'slot' && isOne(step.slot)) reach(steps, step.next, found);
  return found;
}

function slotsIn(steps: readonly WordingStep[], places: Iterable<number>): (readonly [number, SlotName])[] {
  return [...places].flatMap((place) => {
    const step = steps[place] as WordingStep;
    return step.step === 'slot' ? [[place, step.slot] as const] : [];
  });
}
