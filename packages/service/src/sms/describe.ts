import { formatXaf } from '../domain/money/format.ts';
import type { Doubt, NoticeKind, Reading } from './reading.ts';

const KINDS: Readonly<Record<NoticeKind, string>> = {
  CREDIT: 'money received',
  CASH_IN: "an agent's cash-in",
  DEBIT: 'money sent or withdrawn: not a credit',
  REVERSAL: 'a transaction undone: not a credit',
  BALANCE: 'a balance: not a credit',
  AIRTIME: 'airtime, data or a bonus: not money',
  PROMO: 'advertising: not a credit',
  OTP: 'a one-time code: not a credit',
  UNKNOWN: 'not understood: kept and listed, no evidence',
};

const DOUBTS: Readonly<Record<Doubt, string>> = {
  too_long: 'the text is longer than any operator SMS',
  no_transaction_id: 'no operator transaction id',
  two_transaction_ids: 'two different transaction ids',
  fraction: 'the amount has cents, or its thousands marks disagree',
  unreadable_amount: 'the amount cannot be read',
  two_amounts: 'two different amounts',
  two_balances: 'two different balances: neither is used',
  two_times: 'times that disagree',
  unconfirmed_template: 'no real message has confirmed this template yet',
  conflicting_phrases: 'it words a credit and something that is none',
  hostile_content: 'it asks for something that no operator notice asks for',
  hidden_characters: 'invisible characters inside a word or number',
  mixed_scripts: 'letters of two alphabets in one word',
  bare_head: 'it words a credit, but a part that every notice has is missing',
};

/** What a reading says, a line for each fact, for a person at a terminal. Shows the payer and motif in full. */
export function describeReading(reading: Reading): string[] {
  const payer = reading.payer_is_agent ? 'agent' : 'payer';
  const facts: ReadonlyArray<readonly [string, string | undefined]> = [
    ['kind', `${reading.kind} (${KINDS[reading.kind]})`],
    ['template', templateOf(reading)],
    [
      'near',
      reading.near_template && `wording close to template ${reading.near_template}: somebody should look`,
    ],
    ['sender', reading.trusted_sender ? 'on the list' : 'not on the list: the text is no evidence'],
    ['amount', sum(reading.amount_xaf)],
    ['transaction', reading.operator_transaction_id],
    ['undone', reading.reversed_transaction_id],
    [payer, reading.payer],
    ['time', reading.occurred_at && `${reading.occurred_at} (to the minute)`],
    ['balance', sum(reading.balance_xaf)],
    ['motif', reading.motif],
    ...reading.doubts.map((doubt) => ['doubt', `${doubt}: ${DOUBTS[doubt]}`] as const),
  ];
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [`${name.padEnd(12)}${value}`]));
}

function templateOf(reading: Reading): string {
  if (reading.template_id === null) return 'none';
  return `${reading.template_id}@${reading.template_version} (${reading.template_status})`;
}

function sum(amount_xaf: number | undefined): string | undefined {
  return amount_xaf === undefined ? undefined : formatXaf(amount_xaf);
}
