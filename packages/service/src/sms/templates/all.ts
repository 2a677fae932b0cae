import { airtelCredit } from './airtel-credit.ts';
import { airtime } from './airtime.ts';
import { airtelCashIn, moovCashIn } from './cash-in.ts';
import { debit } from './debit.ts';
import { balance, oneTimeCode, promotion } from './messages.ts';
import { moovCredit, moovTransfer } from './moov-credit.ts';
import { reversal } from './reversal.ts';
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
