/** Digits of any script, however they are spaced: six of them in a row read as a number to pay. */
const NUMBER = /(?:\p{N}[^\p{L}\p{N}]*){6}/u;
const CODE = /[*#]/;

/**
 * Days, months and school years, of western digits: `15/11/2026`, `11/2026`, `2025-2026`. With no other digit beside one it is
 * no phone of Chad, and a link for school fees has to say which year.
 */
const DATE =
  /(?<!\p{N}[^\p{L}\p{N}]*)(?:(?:(?:0?[1-9]|[12][0-9]|3[01])[/.-])?(?:0?[1-9]|1[0-2])[/.-]20[0-9]{2}|20[0-9]{2}[/-](?:20)?[0-9]{2})(?![^\p{L}\p{N}]*\p{N})/gu;

/**
 * Whether a text that payers read in a merchant's name holds a number to send money to, or a code to dial. Whoever writes it
 * would send the money elsewhere, on the very page that says that its merchant is verified.
 * @param text of some hundred characters at most: what it takes grows with their square
 */
export function looksLikeNumber(text: string): boolean {
  return CODE.test(text) || NUMBER.test(text.replaceAll(DATE, 'a date'));
}
