import { formatXaf } from '../domain/money.ts';
import type { NoticeKind, Reading, ReadingDoubt, SmsReading } from './reading.ts';

const KINDS: Readonly<Record<NoticeKind, string>> = {
  CREDIT: 'money received',
  CASH_IN: "an agent's cash-in",
  DEBIT: 'money sent or withdrawn: not a credit',
  FEE: 'a fee taken by the operator: not a credit',
  REVERSAL: 'a transaction undone: not a credit',
  BALANCE: 'a balance: not a credit',
  AIRTIME: 'airtime, data or a bonus: not money',
  PROMO: 'advertising: not a credit',
  OTP: 'a one-time code: not a credit',
  UNKNOWN: 'not understood: kept and listed, no evidence',
};

const DOUBTS: Readonly<Record<ReadingDoubt, string>> = {
  no_transaction_id: 'no operator transaction id',
  fraction: 'the amount has cents, or its thousands marks disagree',
  two_times: 'times that disagree',
  payer_unclear: 'the text names no one payer clearly',
  airtime_balance: 'it may tell of airtime, and so may the balance',
  unconfirmed_template: 'no real message has confirmed this template yet',
};

const NOT_READ = 'UNKNOWN (no template takes it: kept and listed)';

/** What a text says, a line for each fact, for a person at a terminal. Shows the payer and motif in full. */
export function describeSms({ readings, figures, near_template, trusted_sender }: SmsReading): string[] {
  const sender = trusted_sender ? 'on the list' : 'not on the list: the text is no evidence';
  const [first, ...others] = readings;
  if (first !== undefined) {
    return [
      ...lines(factsOf(first, sender)),
      ...others.flatMap((one) => ['or else', ...lines(factsOf(one, sender))]),
    ];
  }
  return lines([
    ['kind', NOT_READ],
    ['near', near_template && `wording close to template ${near_template}: somebody should look`],
    ['sender', sender],
    ['sums', sums(figures.sums_xaf)],
    ['balances', sums(figures.balances_xaf)],
  ]);
}

type Fact = readonly [string, string | undefined];

function factsOf(reading: Reading, sender: string): Fact[] {
  return [
    ['kind', `${reading.kind} (${KINDS[reading.kind]})`],
    ['template', `${reading.template_id}@${reading.template_version} (${reading.template_status})`],
    ['sender', sender],
    ['amount', sum(reading.amount_xaf)],
    ['fee', sum(reading.fee_xaf)],
    ['transaction', reading.operator_transaction_id],
    ['undone', reading.reversed_transaction_id],
    [reading.payer_is_agent ? 'agent' : 'payer', reading.payer],
    ['time', reading.occurred_at && `${reading.occurred_at} (to the minute)`],
    ['balance', sum(reading.balance_xaf)],
    ['motif', reading.motif],
    ...reading.doubts.map((doubt) => ['doubt', `${doubt}: ${DOUBTS[doubt]}`] as const),
  ];
}

function lines(facts: readonly Fact[]): string[] {
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [`${name.padEnd(12)}${value}`]));
}

function sums(amounts_xaf: readonly number[]): string | undefined {
  return amounts_xaf.length === 0 ? undefined : amounts_xaf.map(formatXaf).join(', ');
}

function sum(amount_xaf: number | undefined): string | undefined {
  return amount_xaf === undefined ? undefined : formatXaf(amount_xaf);
}
