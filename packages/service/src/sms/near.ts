import type { Fields } from './extract.ts';
import { type AmountRead, readAmount } from './fields/amount.ts';
import type { Notice, Reading } from './reading.ts';
import { MONEY_TEMPLATES } from './templates/all.ts';
import type { MoneyTemplate } from './templates/template.ts';
import type { Lexed } from './tokens.ts';

const ARRIVAL_WORDS = new Set([
  'recu',
  'recus',
  'recue',
  'credite',
  'transfert',
  'depot',
  'versement',
  'vire',
  'virement',
]);

/** The template that a text not understood may be a new wording of: a sum, and a sign that it came with a payment. */
export function nearestTemplate(notice: Notice, lexed: Lexed, fields: Fields): MoneyTemplate | null {
  const arrives = lexed.tokens.some((token) => ARRIVAL_WORDS.has(token.text));
  if (!arrives && fields.ids.length === 0 && fields.balances.length === 0) return null;
  if (looseSums(lexed, fields).length === 0 && !(arrives && fields.ids.length > 0)) return null;
  const own = MONEY_TEMPLATES.filter((template) => template.operator === notice.operator);
  const isDeposit = lexed.tokens.some((token) => token.text === 'depot' || token.text === 'agent');
  return own.find((template) => (template.kind === 'CASH_IN') === isDeposit) ?? null;
}

/** Sums with a currency that no balance explains. */
export function looseSums(lexed: Lexed, fields: Fields): AmountRead[] {
  const starts = new Set(fields.balances.map((read) => read.start));
  return lexed.tokens.flatMap((token, at) => {
    if (token.kind !== 'num' || lexed.tokens[at - 1]?.kind === 'num' || starts.has(at)) return [];
    const read = readAmount(lexed, at);
    return read?.currency ? [read] : [];
  });
}

const PRINTED_MAX = 8;

/**
 * A reading that nobody understood but that is near a template, with the sums and balances in its text: whoever
 * knows the balance of the number can tell by them whether it is the operator's own.
 */
export function withPrinted(reading: Reading, lexed: Lexed, fields: Fields): Reading {
  if (reading.near_template === undefined) return reading;
  return {
    ...reading,
    printed_sums_xaf: francs([...fields.sums, ...looseSums(lexed, fields)]),
    printed_balances_xaf: francs(fields.balances),
  };
}

function francs(reads: readonly AmountRead[]): number[] {
  const distinct = new Set(reads.flatMap(({ amount }) => (amount === null ? [] : [amount.amount_xaf])));
  return [...distinct].slice(0, PRINTED_MAX);
}
