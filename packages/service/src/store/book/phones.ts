import { HIDDEN_DIGIT, MIN_VISIBLE_DIGITS, NATIONAL_DIGITS } from '../../domain/msisdn.ts';

/** The digits of a phone that tell it from others in this country, without the prefix of the country. */
export const national = (phone: string): string => `right(${phone}, ${NATIONAL_DIGITS})`;

/** The same of a phone as an operator prints it, with spaces or signs; null where some are hidden, or nobody is named. */
export const nationalOf = (print: string): string =>
  `case when ${print} !~ '[^0-9 .+-]' then ${national(`regexp_replace(${print}, '[^0-9]', '', 'g')`)} end`;

/** Whether each digit of a phone shows: an operator may hide some, or print a name. */
export const isWholePhone = (phone: string): string => `${phone} ~ '^[0-9]{${NATIONAL_DIGITS},}$'`;

/** Whether two phones are one, with or without the prefix of the country. */
export const isSamePhone = (one: string, other: string): string => `${national(one)} = ${national(other)}`;

/** Whether two phones look the same where an operator shows the first two digits and the last two of each, as in `66••••01`. */
export const hasSameEnds = (one: string, other: string): string =>
  `(left(${national(one)}, 2) = left(${national(other)}, 2) and right(${one}, 2) = right(${other}, 2))`;

/**
 * Whether a printed recipient is that phone, as far as it shows: of one whose digits the operator hides nothing visible speaks against it.
 * One without a digit for each place is compared by nobody.
 */
export const isToPhone = (recipient: string, phone: string): string => {
  const shown = `replace(${recipient}, '${HIDDEN_DIGIT}', '')`;
  const pattern = national(`replace(${recipient}, '${HIDDEN_DIGIT}', '_')`);
  return `(${isSamePhone(recipient, phone)}
            or length(${shown}) >= ${MIN_VISIBLE_DIGITS} and ${national(phone)} like ${pattern})`;
};
