import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Lexed, lex } from '../../domain/text/tokens.ts';
import { compileWording } from './compile.ts';
import { matchWording } from './match.ts';
import { parse, type WordingPart } from './parse.ts';
import { WordingError } from './problem.ts';
import { type Filled, readSlot } from './read-slot.ts';
import type { Wording, WordingStep } from './steps.ts';

const MATCHES_MAX = 8;
/** What stands in a slot. Some of it is fixed words as well, and one number may be another slot's. */
const FILLINGS: Readonly<Record<string, string[]>> = {
  amount: ['5 F', '7', '66123456'],
  balance: ['7 F', '66123456'],
  phone: ['66123456', '99123456'],
  id: ['123456789012'],
  motif: ['', 'b', 'c a, b', 'c 7 F'],
};

/** Every way to lay these steps over the text from a token on: each is tried to the end, and nothing is remembered. */
function everyWay(lexed: Lexed, steps: readonly WordingStep[], place: number, at: number): Filled[][] {
  const step = steps[place] as WordingStep;
  const start = lexed.solid[at] as number;
  const behind = (read: Filled, next: number) =>
    everyWay(lexed, steps, next, read.end).map((rest) => [read, ...rest]);
  if (step.step === 'end') return lexed.tokens.slice(at).every(({ kind }) => kind === 'mark') ? [[]] : [];
  if (step.step === 'fork') return step.ways.flatMap((way) => everyWay(lexed, steps, way, at));
  if (step.step === 'word')
    return lexed.tokens[start]?.text === step.word ? everyWay(lexed, steps, step.next, start + 1) : [];
  if (step.slot !== 'motif') {
    const read = readSlot(lexed, step.slot, start);
    return read === null ? [] : behind(read, step.next);
  }
  const ends = Array.from({ length: lexed.tokens.length - at + 1 }, (_, length) => at + length);
  return ends.flatMap((end) => behind({ slot: 'motif', start: at, end }, step.next));
}

const said = (ways: readonly (readonly Filled[])[]) => [
  ...new Set(
    ways.map((way) =>
      way
        .flatMap(({ slot, value, amount }) =>
          slot === 'motif' ? [] : `${slot} ${value ?? amount?.amount_xaf}`,
        )
        .join(),
    ),
  ),
];

/** A text that these parts describe. */
function textOf(parts: readonly WordingPart[], choose: (count: number) => number): string {
  return parts
    .map((part) => {
      if ('word' in part) return part.word;
      if ('choices' in part) return textOf(part.choices[choose(part.choices.length)] ?? [], choose);
      const fillings = FILLINGS[part.slot] ?? [];
      return fillings[choose(fillings.length)];
    })
    .join(' ');
}

const { wording } = fc.letrec<{ wording: string; part: string }>((tie) => ({
  wording: fc.array(tie('part'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' ')),
  part: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('a', 'b', 'c', '{amount}', '{balance}', '{phone}', '{id}', '{motif} b'),
    fc.array(tie('wording'), { minLength: 1, maxLength: 3 }).map((choices) => `[${choices.join('|')}]`),
    fc.array(tie('wording'), { minLength: 1, maxLength: 3 }).map((choices) => `<${choices.join('|')}>`),
  ),
}));

function compiled(text: string): Wording | null {
  try {
    return compileWording(text);
  } catch (error) {
    if (error instanceof WordingError) return null;
    throw error;
  }
}

test('a wording takes a text in just the ways that are found where every way is tried to its end', () => {
  const other = fc.array(fc.constantFrom('a', 'b', 'c', '5 F', '7', '66123456', '.', ','), { maxLength: 6 });
  let taken = 0;
  fc.assert(
    fc.property(
      wording,
      fc.infiniteStream(fc.nat()),
      fc.option(other, { freq: 3 }),
      (text, picks, instead) => {
        const rules = compiled(text);
        fc.pre(rules !== null);
        const choose = (count: number) => (picks.next().value ?? 0) % count;
        const lexed = lex(instead?.join(' ') ?? textOf(parse(text), choose));
        const every = said(everyWay(lexed, rules.steps, rules.first, 0));
        const matches = matchWording(lexed, rules);
        expect(said(matches)).toEqual(every.length > MATCHES_MAX ? [] : every);
        expect(matches.length).toBe(said(matches).length);
        if (matches.length > 0) taken += 1;
      },
    ),
    { numRuns: 400 },
  );
  expect(taken).toBeGreaterThan(40);
});
