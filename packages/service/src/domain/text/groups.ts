import { HIDDEN_DIGIT, isNumber } from '../msisdn.ts';
import { dialledEnd, type Token } from './tokens.ts';

const MASK_MARKS = new Set(['•', '●', '*', '·', '∙', '∗', '×']);
/** A number of a phone has as many digits. */
export const LEAST_DIGITS = 8;

/** The digits of a token, or as many hidden ones as it stands for; null where it is no part of a number. */
export function groupAt(tokens: readonly Token[], at: number, inside: boolean): string | null {
  const token = tokens[at];
  if (token === undefined || (inside && token.newLine) || dialledEnd(tokens, at) !== null) return null;
  if (token.kind === 'num') return token.text;
  if (token.kind === 'mark') return MASK_MARKS.has(token.text) ? HIDDEN_DIGIT : null;
  return isAllX(token.text) && (inside || tokens[at + 1]?.glued === true) && touchesGroup(tokens, at)
    ? HIDDEN_DIGIT.repeat(token.text.length)
    : null;
}

/** Whether a number may run on from this token. */
export function isGroup(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined) return false;
  return (
    token.kind === 'num' || (token.kind === 'mark' && MASK_MARKS.has(token.text)) || token.kind === 'word'
  );
}

/** A word of x alone masks digits only where it touches digits or marks. `XX` by itself may be a name. */
function touchesGroup(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at]?.glued === true && tokens[at - 1]?.kind === 'num';
  const after = tokens[at + 1]?.glued === true && tokens[at + 1]?.kind === 'num';
  const spaced = tokens[at - 1]?.kind === 'num' || isAllX(tokens[at - 1]?.text ?? '');
  return before || after || spaced;
}

function isAllX(text: string): boolean {
  if (text === '') return false;
  for (const char of text) if (char !== 'x') return false;
  return true;
}

/** The digits run on into a date, a time, an id or a code to dial (`12/06/24`, `260627.1644`, `211#`). */
export function runsOn(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at];
  if (next?.glued !== true) return false;
  if (next.kind !== 'mark' || next.text === '#' || dialledEnd(tokens, at) !== null) return true;
  const after = tokens[at + 1];
  if (after?.glued !== true || after.kind !== 'num') return false;
  const is_another = next.text === '/' && after.text.length >= LEAST_DIGITS;
  return ['.', '/', ':', ','].includes(next.text) && !is_another;
}

/** A number in one piece. */
export const isWhole = (group: string): boolean => group.length >= LEAST_DIGITS && isNumber(group);
