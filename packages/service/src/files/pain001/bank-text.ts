import { type OrderPlace, UnfitOrder } from './unfit.ts';

/** The only letters that every bank's system carries: set X of SWIFT. */
const OUTSIDE_SET_X = /[^A-Za-z0-9/\-?:().,'+ ]/g;

/** Letters that do not come apart into a plain one and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  œ: 'oe',
  Œ: 'OE',
  æ: 'ae',
  Æ: 'AE',
  ß: 'ss',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  ɗ: 'd',
  Ɗ: 'D',
  ɓ: 'b',
  Ɓ: 'B',
  ƙ: 'k',
  Ƙ: 'K',
  ŋ: 'n',
  Ŋ: 'N',
  ɲ: 'n',
  Ɲ: 'N',
  ı: 'i',
  ł: 'l',
  Ł: 'L',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '–': '-',
  '—': '-',
  _: '-',
  '&': '+',
};

/**
 * A text in letters that a bank takes: `Épicerie N'Djaména & Fils` becomes `Epicerie N'Djamena + Fils`. What has no such
 * letter becomes a space; a name that is written in Arabic alone has none, and is refused, for nobody can guess how the
 * bank spells it.
 *
 * @throws UnfitOrder for a text without any
 */
export function bankText(text: string, place: OrderPlace, characters_max: number): string {
  const letters = [...text.normalize('NFKC')].map((letter) => LETTERS[letter] ?? letter).join('');
  const plain = letters
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(OUTSIDE_SET_X, ' ')
    .replaceAll(/\/{2,}/g, '/')
    .replaceAll(/\s+/g, ' ')
    .slice(0, characters_max)
    .replaceAll(/^[ /:-]+|[ /]+$/g, '');
  if (/[A-Za-z0-9]/.test(plain)) return plain;
  throw new UnfitOrder('letters', place);
}

/** An id that must stay what it is: it is never cut, since two could become one. */
export function bankId(id: string, place: OrderPlace): string {
  const plain = id.replaceAll('_', '-');
  if (/^[A-Za-z0-9][A-Za-z0-9-]{0,34}$/.test(plain)) return plain;
  throw new UnfitOrder('id', place, id);
}
