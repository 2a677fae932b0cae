import { airtelCredit } from './airtel-credit.ts';
import { airtelCashIn, moovCashIn } from './cash-in.ts';
import { debit, reversal } from './debit.ts';
import { airtime, balance, oneTimeCode, promotion } from './messages.ts';
import { moovCredit, moovTransfer } from './moov-credit.ts';
import type { Template } from './template.ts';

/** Every template that ships, in order of preference where several take one text. */
export const TEMPLATES: readonly Template[] = [
  airtelCashIn,
  airtelCredit,
  moovCashIn,
  moovTransfer,
  moovCredit,
  reversal,
  oneTimeCode,
  debit,
  airtime,
  balance,
  promotion,
];
