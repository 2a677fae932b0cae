import { airtelCredit } from './airtel-credit.ts';
import { airtime } from './airtime.ts';
import { airtelCashIn, moovCashIn } from './cash-in.ts';
import { debit } from './debit.ts';
import { balance, lure, oneTimeCode, promotion } from './messages.ts';
import { moovCredit, moovTransfer } from './moov-credit.ts';
import { reversal } from './reversal.ts';
import type { MoneyTemplate, OtherTemplate, Template } from './template.ts';

/** In order of preference: a cash-in says more than a credit. */
export const MONEY_TEMPLATES: readonly MoneyTemplate[] = [
  airtelCashIn,
  airtelCredit,
  moovCashIn,
  moovTransfer,
  moovCredit,
];

/** In order of preference where several fit. */
export const OTHER_TEMPLATES: readonly OtherTemplate[] = [
  reversal,
  oneTimeCode,
  debit,
  airtime,
  balance,
  lure,
  promotion,
];

export const TEMPLATES: readonly Template[] = [...MONEY_TEMPLATES, ...OTHER_TEMPLATES];

/** How staff name a template when they confirm it. */
export function templateKey(template: { readonly id: string; readonly version: number }): string {
  return `${template.id}@${template.version}`;
}
