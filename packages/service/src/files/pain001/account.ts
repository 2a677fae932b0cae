import { type OrderPlace, UnfitOrder } from './unfit.ts';

/** A bank account of the CEMAC: bank, branch, account, key. */
export interface Rib {
  /** 23 digits. */
  readonly digits: string;
  readonly bank: string;
  readonly branch: string;
}

/**
 * Reads an account's number as people write it: 23 digits with or without spaces, or the same behind `TD` and two
 * digits, as an IBAN has them. Its key is checked, which finds every mistyped digit and every two that changed places.
 *
 * @returns null when it is no such number
 */
export function readRib(text: string): Rib | null {
  const compact = text.replaceAll(/[\s.-]/g, '').toUpperCase();
  const iban = /^([A-Z]{2})(\d{2})(\d{23})$/.exec(compact);
  if (iban !== null && !ibanHolds(compact)) return null;
  const digits = iban?.[3] ?? compact;
  if (!/^\d{23}$/.test(digits) || !ribHolds(digits)) return null;
  return { digits, bank: digits.slice(0, 5), branch: digits.slice(5, 10) };
}

/** The key of French banks, which those of the CEMAC kept: TD89 60002 00001 02710916001 53 is the example printed for Chad. */
function ribHolds(digits: string): boolean {
  const part = (from: number, to: number) => BigInt(digits.slice(from, to));
  const sum = 89n * part(0, 5) + 15n * part(5, 10) + 3n * part(10, 21);
  return 97n - (sum % 97n) === part(21, 23);
}

function ibanHolds(iban: string): boolean {
  const moved = iban.slice(4) + iban.slice(0, 4);
  const number = [...moved].map((letter) => Number.parseInt(letter, 36)).join('');
  return BigInt(number) % 97n === 1n;
}

/** The number of an account, or UnfitOrder. */
export function ribOf(text: string, place: OrderPlace): Rib {
  const rib = readRib(text);
  if (rib !== null) return rib;
  throw new UnfitOrder('account', place);
}
