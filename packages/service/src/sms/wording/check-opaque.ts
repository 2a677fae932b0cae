import { checkPromo } from './check-promo.ts';
import { WordingError } from './problem.ts';
import { isName, isOpaque, isPayers, SLOTS, type SlotName } from './slots.ts';
import { branches, directly, reach, type WordingStep } from './steps.ts';

/** So many slots that others fill stand on one way: each may end at any word of the text, and long texts are tried by every wording. */
const OPEN_MAX = 4;

/**
 * Refuses wordings in which an opaque slot could stand in for evidence: what decides must stand before the
 * first of them or behind the last, and right behind one of them stands a fixed word, or its end can't be found.
 * @throws {WordingError}
 */
export function checkOpaque(steps: readonly WordingStep[]): void {
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
    if (!isPayers(step.slot)) continue;
    checkBetween(steps, step.slot, step.next);
    checkPromo(steps, step.slot, step.next);
  }
  if (mostOpen(steps) > OPEN_MAX) throw new WordingError({ kind: 'too_many_open', most: OPEN_MAX });
}

/** How many slots a payer fills on the way that has most of them. What a step leads to is written before it. */
function mostOpen(steps: readonly WordingStep[]): number {
  const from: number[] = [];
  for (const step of steps) {
    if (step.step === 'fork') from.push(Math.max(...step.ways.map((way) => from[way] ?? 0)));
    else if (step.step === 'end') from.push(0);
    else from.push((from[step.next] ?? 0) + (step.step === 'slot' && isPayers(step.slot) ? 1 : 0));
  }
  return Math.max(...from);
}

function checkBetween(steps: readonly WordingStep[], opaque: SlotName, from: number): void {
  const reached = reach(steps, from);
  for (const place of reached) {
    const step = steps[place] as WordingStep;
    if (step.step !== 'slot' || !SLOTS[step.slot].decides || (step.slot === 'time' && isName(opaque)))
      continue;
    const later = [...reach(steps, step.next)].map((one) => steps[one] as WordingStep);
    const second = later.find((one) => one.step === 'slot' && isPayers(one.slot));
    if (second === undefined || second.step !== 'slot') continue;
    throw new WordingError({ kind: 'between_opaque', slot: step.slot, before: opaque, after: second.slot });
  }
  const known = new Map<number, ReadonlySet<SlotName>>();
  const ways = branches(steps, from).map((way) => evidenceFrom(steps, way, known));
  const some = new Set(ways.flatMap((way) => [...way]));
  const extra = [...some].find((slot) => !ways.every((way) => way.has(slot)));
  if (extra !== undefined) {
    throw new WordingError({ kind: 'may_be_missing', slot: extra, before: opaque });
  }
}

/** The evidence that the rest of the wording always holds from here on. */
function evidenceFrom(
  steps: readonly WordingStep[],
  from: number,
  known: Map<number, ReadonlySet<SlotName>>,
): ReadonlySet<SlotName> {
  const found = known.get(from);
  if (found !== undefined) return found;
  const step = steps[from] as WordingStep;
  let evidence: ReadonlySet<SlotName> = new Set();
  if (step.step === 'fork') {
    const ways = step.ways.map((way) => evidenceFrom(steps, way, known));
    evidence = new Set([...(ways[0] ?? [])].filter((slot) => ways.every((way) => way.has(slot))));
  } else if (step.step !== 'end') {
    const behind = evidenceFrom(steps, step.next, known);
    evidence = step.step === 'slot' && SLOTS[step.slot].decides ? new Set([step.slot, ...behind]) : behind;
  }
  known.set(from, evidence);
  return evidence;
}
