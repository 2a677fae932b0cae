import type { SlotName } from './slots.ts';

/** What stands next in a wording; `next` and `ways` point at what follows. */
export type WordingStep =
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

/** A slot among them. */
export type SlotStep = WordingStep & { step: 'slot' };

/** A wording ready for matching: steps that point at what follows. */
export interface Wording {
  readonly text: string;
  readonly steps: readonly WordingStep[];
  readonly first: number;
  readonly slots: ReadonlySet<SlotName>;
  /** Its fixed words, to tell which wording a text is near. */
  readonly words: ReadonlySet<string>;
  /** Those without which no text can be one: most wordings are out by them at a glance. */
  readonly needs: readonly string[];
}

/** Steps met first from here on, through forks. */
export const directly = (steps: readonly WordingStep[], from: number): WordingStep[] =>
  branches(steps, from).map((place) => steps[place] as WordingStep);

/**
 * The places of those steps, each once: several ways may lead to one, and of a row of forks with an empty way each there
 * would be as many ways as two to the power of their number.
 */
export function branches(steps: readonly WordingStep[], from: number): number[] {
  const seen = new Set<number>();
  const found: number[] = [];
  function visit(place: number): void {
    if (seen.has(place)) return;
    seen.add(place);
    const step = steps[place] as WordingStep;
    if (step.step === 'fork') for (const way of step.ways) visit(way);
    else found.push(place);
  }
  visit(from);
  return found;
}

/** The places of all steps from here to the end, by whichever way. */
export function reach(steps: readonly WordingStep[], from: number, found = new Set<number>()): Set<number> {
  if (found.has(from)) return found;
  found.add(from);
  const step = steps[from] as WordingStep;
  if (step.step === 'fork') for (const way of step.ways) reach(steps, way, found);
  else if (step.step !== 'end') reach(steps, step.next, found);
  return found;
}
