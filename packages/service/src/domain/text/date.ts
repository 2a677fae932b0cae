import type { Token } from './tokens.ts';

/** A date as it is printed; nobody has looked whether there is such a day. */
export type PrintedDate = { year: number; month: number; day: number };

/** Index after a date at this token, with or without a time. */
export function dateEnd(tokens: readonly Token[], at: number): number | null {
  return readDate(tokens, at) === null ? null : at + 5;
}

/** `21/11/2026`, `2026-11-21` or `21.11.26` at this token. */
export function readDate(tokens: readonly Token[], at: number): PrintedDate | null {
  const a = tokens[at];
  const b = tokens[at + 2];
  if (a?.kind !== 'num' || b?.kind !== 'num') return null;
  const [, firstMark, , secondMark, c] = tokens.slice(at, at + 5);
  if (c?.kind !== 'num' || firstMark?.text !== secondMark?.text) return null;
  if (!['/', '-', '.'].includes(firstMark?.text ?? '')) return null;
  if (!b.glued || !c.glued || (a.glued && ['/', '-', '.'].includes(tokens[at - 1]?.text ?? ''))) return null;
  if (
    b.text.length > 2 ||
    (tokens[at + 5]?.glued && tokens[at + 5]?.text === firstMark?.text && tokens[at + 6]?.glued)
  ) {
    return null;
  }
  const month = Number(b.text);
  if (a.text.length === 4 && c.text.length <= 2) return { year: Number(a.text), month, day: Number(c.text) };
  if (a.text.length > 2 || (c.text.length !== 2 && c.text.length !== 4)) return null;
  return { year: c.text.length === 2 ? 2000 + Number(c.text) : Number(c.text), month, day: Number(a.text) };
}
