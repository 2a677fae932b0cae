import { LIMITS } from '@chari/contract';

/** What a scan found, and of which member of the body where that can be said, in the words for `fields`. */
export type ScanProblem = { problem: string; field?: { name: string; says: string } };

type Frame = { object: boolean; keys: string[]; many: Set<string> | null; key: string };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const KEYS_IN_LIST = 16;
const NUMBER = /[-+.0-9eE]*/y;

/**
 * Looks at a text that JSON.parse has accepted for what JSON.parse is silent about: a key given twice (the
 * last would win), keys that reach for a prototype, deep nesting, numbers that JavaScript can't hold, and
 * characters that PostgreSQL can't store.
 *
 * One pass, linear in the length of the text; the syntax is known to be right, so the only states are "in an
 * object, a key comes next" and "a value comes next".
 */
export function scanJson(text: string): ScanProblem | null {
  const escapes = text.includes('\\');
  const frames: Frame[] = [];
  let frame: Frame | undefined;
  let key_next = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) {
      const end = endOfString(text, at, escapes);
      const escaped = escapes ? badEscape(text, at, end) : null;
      if (escaped !== null) return within(frames, key_next, escaped);
      if (key_next && frame !== undefined) {
        const problem = addKey(frames, frame, keyBetween(text, at, end, escapes));
        if (problem !== null) return problem;
        key_next = false;
      }
      at = end;
    } else if (char === 0x7b || char === 0x5b) {
      frame = { object: char === 0x7b, keys: [], many: null, key: '' };
      frames.push(frame);
      if (frames.length > LIMITS.body_depth) {
        return { problem: `The body is nested deeper than ${LIMITS.body_depth} levels. Flatten it.` };
      }
      key_next = frame.object;
    } else if (char === 0x7d || char === 0x5d) {
      frames.pop();
      frame = frames[frames.length - 1];
      key_next = false;
    } else if (char === 0x2c) {
      key_next = frame?.object === true;
    } else if (char === 0x2d || (char >= 0x30 && char <= 0x39)) {
      NUMBER.lastIndex = at;
      const number = NUMBER.exec(text)?.[0] ?? '';
      if (isInexact(number)) {
        return within(frames, false, {
          problem: 'A number in the body is too large or too precise. Send it as a text, or round it.',
          says: 'Holds a number that is too large or too precise.',
        });
      }
      at += number.length - 1;
    }
  }
  return null;
}

type Complaint = { problem: string; says: string };

/** The complaint with the member of the body below which it was found; none for a key of the body or one that is no object. */
function within(frames: Frame[], is_key: boolean, { problem, says }: Complaint): ScanProblem {
  const [body] = frames;
  if ((is_key && frames.length === 1) || body?.object !== true) return { problem };
  return { problem, field: { name: shortened(body.key), says } };
}

function shortened(key: string): string {
  return key.length > 100 ? `${key.slice(0, 100)}…` : key;
}

/** The index of the quote that closes the string which opens at `start`. */
function endOfString(text: string, start: number, escapes: boolean): number {
  if (!escapes) return text.indexOf('"', start + 1);
  let at = start + 1;
  while (text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

function keyBetween(text: string, start: number, end: number, escapes: boolean): string {
  const key = text.slice(start + 1, end);
  return escapes && key.includes('\\') ? (JSON.parse(text.slice(start, end + 1)) as string) : key;
}

function addKey(frames: Frame[], frame: Frame, key: string): ScanProblem | null {
  const parent = frames[frames.length - 2];
  if (key === '__proto__' || (key === 'prototype' && parent?.key === 'constructor')) {
    const problem = `The key "${key}" is not allowed in the body. Rename it.`;
    return within(frames, true, { problem, says: `Holds the key "${key}", which is not allowed.` });
  }
  const seen = frame.many === null ? frame.keys.includes(key) : frame.many.has(key);
  if (seen) {
    const name = shortened(key);
    const problem = `The key "${name}" is given twice in one object. Send it once.`;
    return frames.length === 1
      ? { problem, field: { name, says: 'Is given twice: send it once.' } }
      : within(frames, true, { problem, says: `Holds the key "${name}" twice in one object.` });
  }
  frame.key = key;
  if (frame.many !== null) frame.many.add(key);
  else if (frame.keys.push(key) > KEYS_IN_LIST) frame.many = new Set(frame.keys);
  return null;
}

/** `\u0000`, which PostgreSQL refuses, and half of a surrogate pair, which is no character. */
function badEscape(text: string, start: number, end: number): Complaint | null {
  let high = false;
  for (let at = start + 1; at <= end; at += 1) {
    const escaped = text.charCodeAt(at) === BACKSLASH;
    const unit =
      escaped && text.charCodeAt(at + 1) === 0x75 ? Number.parseInt(text.slice(at + 2, at + 6), 16) : -1;
    const low = unit >= 0xdc00 && unit <= 0xdfff;
    if (unit === 0) {
      const problem = 'A text in the body holds the character \\u0000. Remove it.';
      return { problem, says: 'Holds the character \\u0000.' };
    }
    if (high !== low) {
      const problem = 'A text in the body holds half of a surrogate pair. Send whole characters.';
      return { problem, says: 'Holds half of a surrogate pair.' };
    }
    high = unit >= 0xd800 && unit <= 0xdbff;
    if (escaped) at += unit >= 0 ? 5 : 1;
  }
  return null;
}

const SMALLEST_NORMAL = 2 ** -1022;
/** A double has no more digits. Some clients write all of them, where fewer would name the same one: 0.10000000000000001. */
const DIGITS_MAX = 17;

/** Whether this number, read and written again, would be another: too large, too small, or with more digits than a double keeps. */
function isInexact(number: string): boolean {
  if (number.length <= 15 && !number.includes('e') && !number.includes('E')) return false;
  const value = Number(number);
  if (!Number.isFinite(value)) return true;
  const sent = digitsOf(number);
  const kept = digitsOf(String(value));
  if (sent.digits === kept.digits && sent.place === kept.place) return false;
  // An id is a whole number: none of its digits may be another.
  const is_whole = sent.place >= 0 || Number.isInteger(value);
  return is_whole || sent.digits.length > DIGITS_MAX || Math.abs(value) < SMALLEST_NORMAL;
}

/** The digits of a number without the noughts around them, and the power of ten of the last one. */
function digitsOf(number: string): { digits: string; place: number } {
  const [mantissa = '', exponent = '0'] = number.replace(/^-/, '').split(/[eE]/);
  const [whole = '', fraction = ''] = mantissa.split('.');
  const all = `${whole}${fraction}`;
  let [begin, end] = [0, all.length];
  while (begin < end && all[begin] === '0') begin += 1;
  while (end > begin && all[end - 1] === '0') end -= 1;
  if (begin === end) return { digits: '', place: 0 };
  return { digits: all.slice(begin, end), place: Number(exponent) - fraction.length + all.length - end };
}
