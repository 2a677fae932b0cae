import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Claimant, type CreditFacts, type Decision, FROM_OWN_NUMBER } from './case.ts';
import { decide, RULES } from './rules.ts';

/** What becomes of a payment, one line a case. Its head says how a line is read. */
const SCENARIOS = readFileSync(new URL('scenarios.txt', import.meta.url), 'utf8');

const PHONES: Record<string, string> = { X: '66123401', Y: '66123402', Z: '99887703' };
const STATUSES: Record<string, Claimant['status']> = {
  open: 'AWAITING_PAYMENT',
  paid: 'SUCCESS',
  review: 'UNDER_REVIEW',
  expired: 'EXPIRED',
  failed: 'FAILED',
  cancelled: 'CANCELLED',
};

type Scenario = { line: string; rule: string; payment: string; sessions: string; verdict: string };

const scenarios: Scenario[] = SCENARIOS.split('\n')
  .filter((line) => line.includes('|') && !line.startsWith('rule ') && !line.startsWith('#'))
  .map((line) => {
    const [rule = '', payment = '', sessions = '', verdict = ''] = line.split('|').map((cell) => cell.trim());
    return { line, rule, payment, sessions, verdict };
  });

/** `-2:01` → two minutes and one second before minute 0. */
function millis(clock: string): number {
  const [minutes = '0', seconds = '0'] = clock.replace('-', '').split(':');
  return (clock.startsWith('-') ? -1 : 1) * (Number(minutes) * 60 + Number(seconds)) * 1000;
}

const DOUBTS: Readonly<Record<string, string>> = {
  weak: 'fraction',
  unread: 'unread',
  ours: FROM_OWN_NUMBER,
};

function readPayment(text: string): CreditFacts {
  const [amount, ...words] = text.split(' ');
  const credit: CreditFacts = {
    amount_xaf: Number(amount),
    occurred_at_ms: millis('2'),
    occurred_precision_ms: 0,
    payer: null,
    tickets: [],
    doubts: [],
  };
  while (words.length > 0) {
    const word = words.shift();
    if (word === 'crowded' || word === 'surrounded') continue;
    if (word === 'undated') {
      credit.is_undated = true;
      continue;
    }
    if (word === 'unlisted') {
      credit.tickets_in_doubt = true;
      continue;
    }
    const doubt = DOUBTS[word ?? ''];
    if (doubt !== undefined) {
      credit.doubts.push(doubt);
      continue;
    }
    const value = words.shift() ?? '';
    if (word === 'at' || word === 'printed') credit.occurred_at_ms = millis(value);
    if (word === 'printed') credit.occurred_precision_ms = 60_000;
    else if (word === 'by') credit.payer = payerPrint(value);
    else if (word === 'maybe') credit.may_be_payers = [...(credit.may_be_payers ?? []), payerPrint(value)];
    else if (word === 'quotes') credit.tickets.push(`TICKET-${value}`);
    else if (word === 'beside') credit.told_tickets = [...(credit.told_tickets ?? []), `TICKET-${value}`];
    else if (word !== 'at') throw new Error(`what is "${word}"?`);
  }
  return credit;
}

function payerPrint(name: string): string {
  const phone = PHONES[name.replace('~', '')] as string;
  return name.startsWith('~') ? `${phone.slice(0, 2)}••••${phone.slice(6)}` : phone;
}

function readSession(text: string): Claimant {
  const [name, status = '', amount, ...words] = text.trim().split(' ');
  const session: Claimant = {
    kind: 'session',
    id: name as string,
    status: STATUSES[status] as Claimant['status'],
    amount_xaf: Number(amount),
    customer_phone: null,
    ticket: `TICKET-${name}`,
    created_at_ms: 0,
    expires_at_ms: millis('10'),
    same_number: true,
  };
  while (words.length > 0) {
    const word = words.shift();
    if (word === 'elsewhere') {
      session.same_number = false;
      continue;
    }
    const value = words.shift() ?? '';
    if (word === 'from') session.customer_phone = `+235${PHONES[value]}`;
    else if (word === 'made') session.created_at_ms = millis(value);
    else if (word === 'until') session.expires_at_ms = millis(value);
    else if (word === 'closed') session.closed_at_ms = millis(value);
    else if (word === 'at') session.merchant = value.charCodeAt(0);
    else throw new Error(`what is "${word}"?`);
  }
  return session;
}

function write(decision: Decision): string {
  const sessions = decision.claimants.map(({ id }) => id).join(' ') || '-';
  if (decision.verdict === 'SETTLE') return `SETTLE ${sessions}`;
  if (decision.verdict === 'REVIEW') return `REVIEW ${decision.review_reason} ${sessions}`;
  return `SUSPENSE ${decision.suspense_reason} ${sessions}`;
}

test.each(scenarios)('$line', ({ rule, payment, sessions, verdict }) => {
  const decision = decide({
    credit: readPayment(payment),
    claimants: sessions === '' ? [] : sessions.split(';').map(readSession),
    is_cut: payment.includes('surrounded') ? 'contradicting' : payment.includes('crowded'),
    policy: { skew_ms: 120_000 },
  });
  expect(`${decision.rule}: ${write(decision)}`).toBe(`${rule}: ${verdict}`);
  expect(decision.reason).not.toBe('');
});

test('every rule decides at least two of the scenarios, and most scenarios are refusals', () => {
  const lines = Map.groupBy(scenarios, ({ rule }) => rule);
  for (const rule of Object.keys(RULES)) expect(lines.get(rule)?.length ?? 0, rule).toBeGreaterThanOrEqual(2);
  for (const rule of lines.keys()) expect(Object.keys(RULES)).toContain(rule);
  const settled = scenarios.filter(({ verdict }) => verdict.startsWith('SETTLE'));
  expect(settled.length * 2).toBeLessThan(scenarios.length);
});

test('the rules speak in this order', () => {
  expect(Object.keys(RULES)).toEqual([
    'own_number',
    'unread',
    'unproven',
    'too_many',
    'ticket_beside_payer',
    'ticket_of_another_number',
    'payer_of_another_number',
    'payer_mismatch',
    'ticket_points_elsewhere',
    'payer_points_elsewhere',
    'joins_review',
    'unique_in_time',
    'late',
    'ambiguous',
    'second_payment',
    'session_closed',
    'amount_mismatch',
    'unmatched',
  ]);
});
