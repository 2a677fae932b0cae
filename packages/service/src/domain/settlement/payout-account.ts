import { asTyped } from '../money.ts';
import { HIDDEN_DIGIT, normaliseMsisdn, operatorOf } from '../msisdn.ts';
import { isOperator, type Operator } from '../operator.ts';
import { plainName } from '../review/second-person.ts';
import { HOUR_MS, later } from '../time.ts';

/** Where a merchant's money goes: a number of an operator, or an account at a bank. */
export type Destination =
  | { kind: 'number'; operator: Operator; msisdn: string }
  | { kind: 'bank'; bank_name: string; iban: string };

export const ACCOUNT_STATES = ['WAITING', 'CONFIRMED', 'REFUSED', 'WITHDRAWN'] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

export type PayoutAccount = Destination & {
  id: string;
  merchant_id: string;
  holder_name: string;
  state: AccountState;
  asked_by: string;
  asked_at: Date;
  /** Nothing is sent there before, whoever has confirmed it. */
  frozen_until: Date;
};

/** Long enough for every owner to read the mail that tells of it, and to take it back. */
export const FREEZE_HOURS = 72;
export const frozenUntil = (now: Date): Date => later(now, FREEZE_HOURS * HOUR_MS);

/** What makes mails about an account in a state one piece of news. */
export const aboutAccount = (id: string, state: AccountState): string => `${id} ${state}`;

export type DestinationProblem =
  | 'missing'
  | 'not_a_choice'
  | 'not_a_phone'
  | 'not_that_operator'
  | 'ours'
  | 'not_an_account'
  | 'check_digits'
  | 'too_long'
  | 'not_the_holder'
  | 'not_latin';
export type DestinationField = 'kind' | 'operator' | 'msisdn' | 'bank_name' | 'iban' | 'holder_name';
export type DestinationProblems = Partial<Record<DestinationField, DestinationProblem>>;
export type ReadDestination =
  | { ok: true; destination: Destination; holder_name: string }
  | { ok: false; wrong: DestinationProblems };

/**
 * Reads what was typed, and holds the holder's name to the names of the profile that staff have verified.
 * @param names the legal name and the representative's; none: nobody was verified yet
 */
export function readDestination(
  typed: Readonly<Partial<Record<DestinationField, string>>>,
  names: readonly string[],
): ReadDestination {
  const wrong: DestinationProblems = {};
  const holder_name = oneLine(typed.holder_name);
  if (holder_name === '') wrong.holder_name = 'missing';
  else if (holder_name.length > NAME_MAX) wrong.holder_name = 'too_long';
  else if (!names.some((name) => isSameHolder(name, holder_name))) wrong.holder_name = 'not_the_holder';
  // One whom the bank can't read keeps the whole order of the day from being written.
  else if (typed.kind === 'bank' && !HAS_LATIN.test(holder_name)) wrong.holder_name = 'not_latin';
  const destination = typed.kind === 'bank' ? readBank(typed, wrong) : readNumber(typed, wrong);
  if (typed.kind !== 'bank' && typed.kind !== 'number') wrong.kind = 'not_a_choice';
  return destination === null || Object.keys(wrong).length > 0
    ? { ok: false, wrong }
    : { ok: true, destination, holder_name };
}

const HAS_LATIN = /[a-z]/i;
const NAME_MAX = 120;
const oneLine = (text = ''): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();

/** Banks and operators print a name with its words in any order; what is seen of their letters must be the same. */
export function isSameHolder(one: string, other: string): boolean {
  const words = (name: string): string =>
    name
      .split(/[\s\-.,']+/)
      .map(plainName)
      .filter((word) => word !== '')
      .toSorted()
      .join(' ');
  return words(one) !== '' && words(one) === words(other);
}

function readNumber(
  { operator, msisdn }: Readonly<Partial<Record<DestinationField, string>>>,
  wrong: DestinationProblems,
): Destination | null {
  if (!isOperator(operator)) wrong.operator = 'not_a_choice';
  const number = normaliseMsisdn(msisdn ?? '');
  if (number === null) {
    wrong.msisdn = (msisdn ?? '').trim() === '' ? 'missing' : 'not_a_phone';
    return null;
  }
  if (!isOperator(operator)) return null;
  const known = operatorOf(number);
  if (known !== null && known !== operator) wrong.msisdn = 'not_that_operator';
  return { kind: 'number', operator, msisdn: number };
}

function readBank(
  typed: Readonly<Partial<Record<DestinationField, string>>>,
  wrong: DestinationProblems,
): Destination | null {
  const bank_name = oneLine(typed.bank_name);
  if (bank_name === '') wrong.bank_name = 'missing';
  else if (bank_name.length > NAME_MAX) wrong.bank_name = 'too_long';
  const iban = readIban(typed.iban ?? '');
  if (typeof iban === 'string') return { kind: 'bank', bank_name, iban };
  wrong.iban = iban.problem;
  return null;
}

/**
 * The IBAN of a Chadian account, from itself or from the 23 digits of its RIB (bank, branch, account and key), which
 * the IBAN holds. Both are held to their check digits: a digit typed wrong pays a stranger.
 */
export function readIban(text: string): string | { problem: DestinationProblem } {
  const plain = text.toUpperCase().replaceAll(/[\s.-]+/g, '');
  if (plain === '') return { problem: 'missing' };
  const [, check, rib = plain] = /^TD([0-9]{2})([0-9]{23})$/.exec(plain) ?? [];
  if (!/^[0-9]{23}$/.test(rib)) return { problem: 'not_an_account' };
  const account = rib.slice(0, -2);
  const key = String(97n - ((BigInt(account) * 100n) % 97n)).padStart(2, '0');
  const iban = `TD${String(98 - rest97(`${rib}${COUNTRY_DIGITS}00`)).padStart(2, '0')}${rib}`;
  const is_right = rib === `${account}${key}` && (check === undefined || plain === iban);
  return is_right ? iban : { problem: 'check_digits' };
}

/** A row has to show so many digits of the end of an account: with fewer it may be many people's. */
const ACCOUNT_SHOWN_MIN = 4;

/**
 * Whether a bank's row names this account, as it is typed from there: its IBAN or RIB, what banks print of it, with its
 * key or without, or its end alone; x, * or • for each digit that the bank hides. `unknown`: it is a name, or shows too
 * little, as where its end is cut off.
 */
export function sameAccount(named: string, iban: string): 'same' | 'different' | 'unknown' {
  const symbols = asTyped(named)
    .toUpperCase()
    .trim()
    .replace(/^(?:IBAN|RIB)\s*:?/, '')
    .replaceAll(/[\s./\-\u2010-\u2015]+/g, '')
    .replaceAll(/[X*]/g, HIDDEN_DIGIT);
  if (!/^(?:TD)?[0-9•]+$/.test(symbols)) return 'unknown';
  const at = symbols.indexOf(HIDDEN_DIGIT);
  const end = symbols.slice(symbols.lastIndexOf(HIDDEN_DIGIT) + 1);
  if (end.replace('TD', '').length < ACCOUNT_SHOWN_MIN) return 'unknown';
  const rib = iban.slice(-RIB_LENGTH);
  const begins = (head: string) =>
    [iban, rib, rib.slice(BRANCH_LENGTH)].some((whole) => whole.startsWith(head));
  const ends = [iban, iban.slice(0, -KEY_LENGTH)].some((whole) => whole.endsWith(end));
  if (ends) return at === -1 || begins(symbols.slice(0, at)) ? 'same' : 'different';
  return at === -1 && begins(symbols) ? 'unknown' : 'different';
}

const RIB_LENGTH = 23;
/** Of the bank and its branch, which a RIB begins with. */
const BRANCH_LENGTH = 10;
const KEY_LENGTH = 2;

/** T and D as an IBAN counts letters. */
const COUNTRY_DIGITS = '2913';
const rest97 = (digits: string): number => Number(BigInt(digits) % 97n);

/** How an account is written down: what its kind doesn't have is null. */
export type DestinationColumns = {
  kind: 'number' | 'bank' | null;
  operator: Operator | null;
  msisdn: string | null;
  bank_name: string | null;
  iban: string | null;
};

/** Where a row's payout account leads; null where it has none, as in test. */
export function payoutOf({
  kind,
  operator,
  msisdn,
  bank_name,
  iban,
}: DestinationColumns): Destination | null {
  if (kind === 'number' && operator !== null && msisdn !== null) return { kind, operator, msisdn };
  if (kind === 'bank' && bank_name !== null && iban !== null) return { kind, bank_name, iban };
  return null;
}

/** Where a payout account leads, and its label with masked digits, for wherever nobody needs all of them. */
export function destinationOf(row: DestinationColumns & { id: string }): {
  destination: Destination;
  label: string;
} {
  const destination = payoutOf(row);
  if (destination === null) throw new Error(`bug: payout account ${row.id} leads nowhere`);
  return { destination, label: maskedDestination(destination) };
}

/** How an account is shown where nobody needs all of it. */
export function maskedDestination(destination: Destination): string {
  return destination.kind === 'number'
    ? `${destination.operator} •• •• ${destination.msisdn.slice(-4, -2)} ${destination.msisdn.slice(-2)}`
    : `${destination.bank_name} •••• ${destination.iban.slice(-4)}`;
}

/** Whether an account was asked for and is not in force yet: it waits for staff, or is frozen. */
export const isComing = (
  { state, frozen_until }: Pick<PayoutAccount, 'state' | 'frozen_until'>,
  now: Date,
): boolean => state === 'WAITING' || (state === 'CONFIRMED' && frozen_until > now);

/** Whether staff have confirmed an account and its freeze is over. */
const mayBeInForce = (
  { state, frozen_until }: Pick<PayoutAccount, 'state' | 'frozen_until'>,
  now: Date,
): boolean => state === 'CONFIRMED' && frozen_until <= now;

/** The account in force: the newest that staff have confirmed and whose freeze is over. Of two of one moment the later id. */
export function accountInForce<One extends Pick<PayoutAccount, 'id' | 'state' | 'asked_at' | 'frozen_until'>>(
  accounts: readonly One[],
  now: Date,
): One | null {
  const ready = accounts.filter((one) => mayBeInForce(one, now));
  const isLater = (a: One, b: One) => b.asked_at.getTime() - a.asked_at.getTime() || (a.id < b.id ? 1 : -1);
  return ready.toSorted(isLater)[0] ?? null;
}

/** What was in force before this account, where this one is: nobody has asked for that again, so it ends with it. */
export function formerAccounts<One extends Pick<PayoutAccount, 'id' | 'state' | 'asked_at' | 'frozen_until'>>(
  own: readonly One[],
  id: string | null,
  now: Date,
): One[] {
  if (accountInForce(own, now)?.id !== id) return [];
  return own.filter((one) => one.id !== id && mayBeInForce(one, now));
}
