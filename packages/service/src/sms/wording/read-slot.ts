import { readPayer } from '../../domain/text/payer.ts';
import { dialledEnd, type Lexed, type Token } from '../../domain/text/tokens.ts';
import { type AmountRead, isSigned, readAmount } from '../fields/amount.ts';
import { readTime } from '../fields/time.ts';
import { readId } from '../fields/transaction-id.ts';
import type { SlotName } from './slots.ts';

/** What one slot holds. */
export interface Filled {
  readonly slot: SlotName;
  /** Range of tokens. */
  readonly start: number;
  readonly end: number;
  readonly amount?: AmountRead['amount'];
  /** An id in capitals, a payer's number, or a time in UTC. */
  readonly value?: string;
}

/** What a slot of the operator's own holds, from the token `start` on; null where it can't begin there. */
export function readSlot(lexed: Lexed, slot: SlotName, start: number): Filled | null {
  switch (slot) {
    case 'amount':
    case 'balance':
    case 'fee':
    case 'sum':
      return readSum(lexed, slot, start);
    case 'id':
    case 'ref':
    case 'reversed': {
      const read = readId(lexed, start);
      return read && { slot, start, end: read.end, value: read.id };
    }
    case 'time':
    case 'date': {
      const read = readTime(lexed, start);
      return read && { slot, start, end: read.end, ...(read.at !== null && { value: read.at }) };
    }
    case 'phone': {
      const read = readPayer(lexed, start);
      return read && { slot, start, end: read.end, value: read.payer };
    }
    case 'code': {
      const token = lexed.tokens[start];
      return token?.kind === 'num' && token.text.length <= 12 ? { slot, start, end: start + 1 } : null;
    }
    default:
      throw new Error(`bug: {${slot}} is opaque`);
  }
}

/** A sum with a sign is none of ours, a movement of nothing is no movement, and `Solde: *211#` prints no balance. */
function readSum(lexed: Lexed, slot: SlotName, start: number): Filled | null {
  const { tokens } = lexed;
  if (isSigned(tokens, start) || dialledEnd(tokens, start) !== null) return null;
  const read = readAmount(lexed, start);
  if (read === null || read.amount === null || isOtherMeasure(tokens[read.end])) return null;
  if (slot === 'amount' && read.amount.amount_xaf === 0) return null;
  return { slot, start, end: read.end, amount: read.amount };
}

const isOtherMeasure = (token: Token | undefined): boolean => /^[%\p{Sc}]$/u.test(token?.text ?? '');
