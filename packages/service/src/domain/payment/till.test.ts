import { describe, expect, test } from 'vitest';
import { minutes, NOW, VIEWS, viewOf } from '../../../test/web/views.ts';
import type { Checked } from '../session/session.ts';
import type { LifeCredit, PaymentFacts } from './life.ts';
import { NOTHING_UNDONE } from './payment.ts';
import { type AfterEnd, sessionTill, type Till, type TillSight, transactionTill } from './till.ts';

const said = ({ state, is_unheard }: TillSight): string => `${state}${is_unheard ? ', unheard' : ''}`;

/** What the till says where a payer's page shows this. */
const SAID: Readonly<Record<string, Till | `${Till}, unheard`>> = {
  waiting: 'waiting',
  waiting_moov: 'waiting',
  waiting_test: 'waiting',
  waiting_silent: 'waiting, unheard',
  last_minutes: 'waiting',
  last_minutes_slow: 'waiting',
  last_minutes_silent: 'waiting, unheard',
  listening: 'listening',
  listening_silent: 'listening, unheard',
  waiting_other_phone: 'other_phone',
  checking_for_proof: 'checking',
  checking_late: 'review',
  checking_less: 'review',
  checking_more: 'review',
  checking_several: 'review',
  checking_other_payer: 'review',
  checking_second: 'review',
  checking_unproven: 'review',
  checking_taken_back: 'review',
  paid: 'paid',
  paid_without_id: 'paid',
  paid_too_much: 'paid',
  paid_twice: 'paid',
  paid_given_back: 'refunded',
  paid_partly_back: 'paid',
  reversed: 'reversed',
  expired: 'over',
  expired_told: 'over',
  expired_full: 'over',
  expired_silent: 'over, unheard',
  expired_silent_full: 'over, unheard',
  expired_long_ago: 'over',
  cancelled: 'cancelled',
  cancelled_silent: 'cancelled, unheard',
  late_money: 'aside',
  late_money_taken_back: 'reversed',
  late_money_unproven: 'checking',
  not_taken: 'sent_back',
  not_taken_taken_back: 'reversed',
  not_taken_going_back: 'aside',
};

test('the till says of every session what its payer’s page says', () => {
  const shown = Object.entries(VIEWS).map(([name, view]) => [name, said(sessionTill(view, NOW))]);
  expect(Object.fromEntries(shown)).toEqual(SAID);
});

test('money from another phone keeps nobody paying once the time is over', () => {
  const view = viewOf({ checked: 'other_phone', expires_at: NOW });
  expect(said(sessionTill(view, NOW))).toBe('listening_other');
});

describe('The till of a transaction', () => {
  const facts = (fields: Partial<PaymentFacts>): PaymentFacts => ({
    kind: 'transaction',
    id: '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f',
    reference: 'CAISSE-1',
    ticket: 'TX2611217K3MQ9TX',
    amount_xaf: 5000,
    operator: 'AIRTEL',
    status: 'PENDING',
    review_reason: null,
    collection_number: null,
    payer_phone: '+23566123456',
    description: null,
    created_at: minutes(-3),
    expires_at: minutes(7),
    closed_at: null,
    checked: null,
    is_unheard: false,
    ...NOTHING_UNDONE,
    ...fields,
  });
  const DAYS_AGO = (days: number) => minutes(-days * 24 * 60);
  const OPEN = { kind: 'late', state: 'OPEN', credit_id: null, opened_at: NOW, closed_at: null };
  const money = (state: LifeCredit['state'], has_left = false): AfterEnd['credits'] => [
    { role: 'case', state, has_left, is_reversed: false },
  ];
  const TAKEN_BACK = money('SUSPENSE').map((one) => ({ ...one, is_reversed: true }));
  const late = { reviews: [OPEN], credits: [] };
  const none = { reviews: [], credits: [] };

  test.each<[Till | `${Till}, unheard`, Partial<PaymentFacts>, Parameters<typeof transactionTill>[1]]>([
    ['waiting', {}, none],
    ['waiting', { status: 'WAITING_SMS' }, none],
    ['checking', { checked: 'own' satisfies Checked }, none],
    ['other_phone', { checked: 'other_phone' }, none],
    ['listening', { expires_at: NOW }, none],
    ['listening_other', { expires_at: NOW, checked: 'other_phone' }, none],
    ['paid', { status: 'SUCCESS' }, none],
    ['paid', { status: 'SUCCESS', given_back_xaf: 4999 }, none],
    ['reversed', { status: 'SUCCESS', is_reversed: true }, none],
    ['refunded', { status: 'REFUNDED', given_back_xaf: 5000 }, none],
    ['failed', { status: 'FAILED' }, none],
    ['over', { status: 'TIMEOUT' }, none],
    ['aside', { status: 'TIMEOUT' }, late],
    ['aside', { status: 'FAILED' }, late],
    ['aside', { status: 'TIMEOUT' }, { ...none, credits: money('SUSPENSE') }],
    ['sent_back', { status: 'TIMEOUT' }, { ...none, credits: money('REFUNDED', true) }],
    ['aside', { status: 'TIMEOUT' }, { ...none, credits: money('REFUNDED') }],
    ['reversed', { status: 'TIMEOUT' }, { ...none, credits: TAKEN_BACK }],
    ['reversed', { status: 'TIMEOUT' }, { ...late, credits: TAKEN_BACK }],
    ['aside', { status: 'TIMEOUT' }, { ...late, credits: [...TAKEN_BACK, ...money('SUSPENSE')] }],
    ['aside', { status: 'TIMEOUT' }, { ...late, credits: money('REFUNDED', true) }],
    ['decided', { status: 'TIMEOUT' }, { ...none, credits: money('ASSIGNED') }],
    ['waiting, unheard', { is_unheard: true }, none],
    ['over, unheard', { status: 'TIMEOUT', is_unheard: true }, none],
    ['over, unheard', { status: 'TIMEOUT', is_unheard: true, closed_at: DAYS_AGO(29) }, none],
    ['over', { status: 'TIMEOUT', is_unheard: true, closed_at: DAYS_AGO(31) }, none],
    ['aside', { status: 'TIMEOUT', is_unheard: true }, late],
    ['paid', { status: 'SUCCESS', is_unheard: true }, none],
  ])('%s: %o', (expected, fields, after) => {
    expect(said(transactionTill(facts(fields), after, NOW))).toBe(expected);
  });
});
