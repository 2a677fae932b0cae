import { isUuid } from '../keys.ts';
import { readTicket } from '../ticket/ticket.ts';
import { searchRanges, type TextRange } from '../transaction/search.ts';

/** Everything that a search text can mean; each is a key or a range of an index. */
export type PaymentSearch = {
  references: TextRange[];
  phones: TextRange[];
  ids: string[];
  tickets: string[];
  internal_refs: string[];
  operator_transaction_ids: string[];
};

const OPERATOR_TRANSACTION_ID = /^[A-Za-z0-9._:-]{6,64}$/;

/**
 * What a person may have typed or pasted: the beginning of a reference or of a payer's number, or the whole of a
 * payment's id, a ticket as customers see it, a transaction's internal_ref, or an operator's transaction id.
 */
export function readSearch(text: string): PaymentSearch {
  const word = text.trim();
  const { references, phones, internal_ref } = searchRanges(word);
  const ticket = readTicket(word.replaceAll(' ', ''));
  return {
    references,
    phones,
    ids: isUuid(word) ? [word.toLowerCase()] : [],
    tickets: ticket === null ? [] : [ticket],
    internal_refs: internal_ref === null ? [] : [internal_ref],
    operator_transaction_ids: OPERATOR_TRANSACTION_ID.test(word)
      ? [...new Set([word, word.toUpperCase()])]
      : [],
  };
}
