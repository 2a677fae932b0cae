import { lex } from '../../domain/text/tokens.ts';
import { WordingError } from './problem.ts';
import { SLOTS, type SlotName } from './slots.ts';

const DEPTH_MAX = 8;

/** What a wording is made of, before anything points at what follows: of choices one stands there. */
export type WordingPart = { word: string } | { slot: SlotName } | { choices: WordingPart[][] };

const CLOSING: Readonly<Record<string, string>> = { '[': ']', '<': '>' };

/** @throws {WordingError} when the line can't be read */
export function parse(text: string): WordingPart[] {
  let at = 0;
  function sequence(depth: number, closing: string | null): WordingPart[][] {
    if (depth > DEPTH_MAX) throw new WordingError({ kind: 'too_deep' });
    const choices: WordingPart[][] = [[]];
    while (at < text.length) {
      const parts = choices.at(-1) as WordingPart[];
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
  function fixedWords(): WordingPart[] {
    const from = at;
    while (at < text.length && !'[]<>{}|'.includes(text[at] as string)) at += 1;
    const { tokens } = lex(text.slice(from, at));
    return tokens.flatMap(({ kind, text: word }) => (kind === 'word' || kind === 'num' ? [{ word }] : []));
  }
  return sequence(0, null)[0] ?? [];
}
