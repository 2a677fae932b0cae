import { fullNumber, type Msisdn, normaliseMsisdn, type PayerPrint } from '../msisdn.ts';
import { scanParty } from '../text/party.ts';
import { lex } from '../text/tokens.ts';

/**
 * Whom a row names: a number of Chad, another one or a masked one as it is printed; or, behind UNCLEAR, the numbers in a cell
 * of which none is clearly his.
 */
export type RowParty = Msisdn | PayerPrint;

const UNCLEAR = '?';
const CELL_MAX = 200;

/**
 * Reads the cell that names the other party, as the slot of a payer in an SMS is read: `66123456 - ABAKAR`, `66****56`. Null
 * for one that is empty, or holds words alone.
 */
export function readParty(cell: string): RowParty | null {
  const { text, is_rounded } = withoutSpreadsheet(cell);
  const known = normaliseMsisdn(text);
  if (known !== null && !is_rounded) return known;
  const lexed = lex(text.slice(0, CELL_MAX));
  const { payer, numbers, is_unclear } = scanParty(lexed, [{ start: 0, end: lexed.tokens.length }]);
  if (payer !== null && !is_rounded && text.length <= CELL_MAX) return fullNumber(payer) ?? payer;
  return is_unclear || payer !== null || is_rounded ? `${UNCLEAR}${numbers.join('/')}` : null;
}

/** The numbers of a cell that does not say clearly whose it is; null of one that does, or that names nobody. */
export function unclearIn(party: string | null): string[] | null {
  if (party?.startsWith(UNCLEAR) !== true) return null;
  return party
    .slice(UNCLEAR.length)
    .split('/')
    .filter((one) => one !== '');
}

const EXPONENT = /^(\d)(?:[.,](\d+))?E\+?(\d{1,2})$/i;

/**
 * A number as a spreadsheet may have kept it: an apostrophe in front makes it a text, `.0` or an exponent a figure. An
 * exponent with fewer digits than the number has may have cut some off.
 */
function withoutSpreadsheet(cell: string): { text: string; is_rounded: boolean } {
  const plain = cell
    .trim()
    .replace(/^['’]/, '')
    .replace(/^(\d{8,15})[.,]0+$/, '$1');
  const [, first = '', others = '', power = ''] = EXPONENT.exec(plain) ?? [];
  const places = Number(power);
  if (first === '' || places < 7 || places > 15) return { text: plain, is_rounded: false };
  const text = `${first}${others}`.padEnd(places + 1, '0');
  return { text, is_rounded: others.length !== places };
}
