import { describe, expect, test } from 'vitest';
import { viewOf } from '../../../test/web/views.ts';
import { type Checked, type ReviewReason, SESSION_STATUSES, type SessionStatus } from '../session/session.ts';
import { isFinal, isSamePayment, type PageState, pageState } from './state.ts';
import type { CheckoutView, SeenCredit } from './view.ts';

/*
 * A line is a session as its payer may know it, and what the page says. `clock` is minutes after the expiry. `seen` is
 * money: role, amount, state, and whether it has `left` again; `claimed` is how often a payer has told of it.
 */
const TABLE = `
status           | review          | clock | seen                             | says
AWAITING_PAYMENT |                 |   -10 |                                  | waiting
AWAITING_PAYMENT |                 |    -5 |                                  | waiting
AWAITING_PAYMENT |                 |    -4 |                                  | last_minutes
AWAITING_PAYMENT |                 |     0 |                                  | listening
AWAITING_PAYMENT |                 |  1000 |                                  | listening
AWAITING_PAYMENT |                 |   -10 | silent                           | waiting silent
AWAITING_PAYMENT |                 |     1 | slow                             | listening slow
AWAITING_PAYMENT |                 |   -10 | told                             | checking unproven, staff from 1440
AWAITING_PAYMENT |                 |     9 | told                             | checking unproven, staff from 1440
AWAITING_PAYMENT |                 |   -10 | told other_phone                 | waiting, other phone
AWAITING_PAYMENT |                 |     9 | told other_phone, slow           | listening slow, other phone
UNDER_REVIEW     | late            |     1 | case 5000 REVIEW                 | checking late since 0
UNDER_REVIEW     | payer_mismatch  |     1 | case 5000 REVIEW                 | checking other_payer since 0
UNDER_REVIEW     | second_payment  |     1 | case 5000 REVIEW                 | checking second since 0
UNDER_REVIEW     | late            |     1 | case 5000 REVIEW reversed        | checking taken_back since 0
UNDER_REVIEW     | late            |     1 | case 5000 REVIEW reversed, case 5000 REVIEW | checking late since 0
UNDER_REVIEW     | unproven        |     1 |                                  | checking unproven since 0
UNDER_REVIEW     | ambiguous       |     1 | case 5000 REVIEW                 | checking several since 0
UNDER_REVIEW     | amount_mismatch |     1 | case 4000 REVIEW                 | checking less since 0, received 4000
UNDER_REVIEW     | amount_mismatch |     1 | case 6000 REVIEW                 | checking more since 0, received 6000
UNDER_REVIEW     | amount_mismatch |     1 | case 4000 REVIEW, case 1000 REVIEW | checking other_amounts since 0
UNDER_REVIEW     | amount_mismatch |     1 | case 4000 REVIEW, case 5000 REVIEW | checking several since 0
UNDER_REVIEW     | amount_mismatch |     1 |                                  | checking several since 0
UNDER_REVIEW     |                 |     1 |                                  | checking several since 0
SUCCESS          |                 |     1 | paid 5000 MATCHED                | paid
SUCCESS          |                 | 99999 | paid 5000 MATCHED                | paid
SUCCESS          |                 |     1 |                                  | paid
SUCCESS          |                 |     1 | paid 6000 MATCHED surplus        | paid, surplus with_staff
SUCCESS          |                 |     1 | paid 6000 MATCHED refunded       | paid, surplus going_back
SUCCESS          |                 |     1 | paid 6000 MATCHED refunded left  | paid, surplus sent_back
SUCCESS          |                 |     1 | paid 6000 MATCHED voided         | paid, surplus decided
SUCCESS          |                 |     1 | paid 5000 MATCHED, aside 5000 SUSPENSE | paid, second with_staff
SUCCESS          |                 |     1 | paid 5000 MATCHED, aside 5000 REFUNDED | paid, second going_back
SUCCESS          |                 |     1 | paid 5000 MATCHED, aside 5000 REFUNDED left | paid, second sent_back
SUCCESS          |                 |     1 | paid 5000 MATCHED, aside 5000 SUSPENSE reversed | paid, second taken_back
SUCCESS          |                 |     1 | paid 5000 MATCHED, case 5000 ASSIGNED  | paid, second decided
SUCCESS          |                 |     1 | paid 5000 MATCHED, back 2000     | paid, back 2000
SUCCESS          |                 |     1 | paid 5000 MATCHED, back 5000     | paid, all back
SUCCESS          |                 |     1 | paid 5000 MATCHED reversed, back 5000 | reversed
SUCCESS          |                 |     1 | paid 5000 MATCHED reversed       | reversed
EXPIRED          |                 |     5 |                                  | expired open
EXPIRED          |                 |     5 | silent                           | expired open, silent
EXPIRED          |                 |     5 | slow                             | expired open
EXPIRED          |                 | 43201 | silent                           | expired closed
EXPIRED          |                 |     5 | silent, aside 5000 SUSPENSE      | late_money with_staff
EXPIRED          |                 |     5 | claimed 1                        | expired told
EXPIRED          |                 |     5 | claimed 5                        | expired full
EXPIRED          |                 | 43201 |                                  | expired closed
EXPIRED          |                 |     5 | aside 5000 SUSPENSE              | late_money with_staff
EXPIRED          |                 |     5 | aside 5000 SUSPENSE, aside 5000 REFUNDED left | late_money with_staff
EXPIRED          |                 |     5 | aside 5000 REFUNDED              | late_money going_back
EXPIRED          |                 |     5 | aside 5000 REFUNDED left         | late_money sent_back
EXPIRED          |                 |     5 | aside 5000 REFUNDED left, aside 5000 REFUNDED | late_money going_back
EXPIRED          |                 |     5 | aside 5000 SUSPENSE reversed     | late_money taken_back
EXPIRED          |                 |     5 | aside 5000 SUSPENSE reversed, aside 5000 SUSPENSE | late_money with_staff
EXPIRED          |                 |     5 | aside 5000 REFUNDED reversed     | late_money taken_back
EXPIRED          |                 |     5 | aside 5000 REFUNDED left reversed | late_money sent_back
EXPIRED          |                 |     5 | aside 5000 VOIDED reversed       | late_money decided
EXPIRED          |                 |     5 | aside 5000 MATCHED               | late_money decided
EXPIRED          | late            |     5 | case 5000 SUSPENSE               | not_taken with_staff
EXPIRED          | late            |     5 | case 5000 REFUNDED               | not_taken going_back
EXPIRED          | late            |     5 | case 5000 REFUNDED left          | not_taken sent_back
EXPIRED          | late            |     5 | case 5000 SUSPENSE reversed      | not_taken taken_back
EXPIRED          | late            |     5 | case 5000 VOIDED                 | not_taken decided
EXPIRED          |                 |     5 | told                             | late_money unproven
EXPIRED          |                 | 10080 | told                             | late_money unproven
EXPIRED          |                 | 10081 | told                             | expired open
EXPIRED          |                 |     5 | told, aside 5000 SUSPENSE        | late_money with_staff
CANCELLED        |                 |     5 |                                  | cancelled open
CANCELLED        |                 |     5 | silent                           | cancelled open, silent
CANCELLED        |                 |     5 | told                             | late_money unproven
CANCELLED        |                 |     5 | told, claimed 1                  | late_money unproven
CANCELLED        |                 |     5 | aside 5000 SUSPENSE              | late_money with_staff
FAILED           |                 |     5 |                                  | expired open
`;

const EXPIRY = new Date('2026-11-21T11:00:00.000Z');
const at = (minutes: number): Date => new Date(EXPIRY.getTime() + minutes * 60_000);
const minutesOf = (moment: Date): number => (moment.getTime() - EXPIRY.getTime()) / 60_000;

function creditOf(words: readonly string[]): SeenCredit {
  const [role, amount, state, ...more] = words;
  const amount_xaf = Number(amount);
  return {
    role: role as SeenCredit['role'],
    amount_xaf,
    operator_transaction_id: 'PP261121.1150.A1',
    occurred_at: at(-1),
    state: state as SeenCredit['state'],
    surplus_xaf: more.some((word) => ['surplus', 'refunded', 'voided'].includes(word))
      ? amount_xaf - 5000
      : 0,
    is_surplus_refunded: more.includes('refunded') || more.includes('voided'),
    is_surplus_voided: more.includes('voided'),
    has_left: more.includes('left'),
    is_reversed: more.includes('reversed'),
  };
}

function sessionOf(status: string, review: string, seen: string): CheckoutView {
  const parts = seen.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim().split(' ')]));
  const word = (name: string) => parts.find(([first]) => first === name);
  const claim_count = Number(word('claimed')?.[1] ?? 0);
  return viewOf({
    status: status as SessionStatus,
    review_reason: (review || null) as ReviewReason | null,
    expires_at: EXPIRY,
    closed_at: status === 'AWAITING_PAYMENT' ? null : EXPIRY,
    checked: word('told') === undefined ? null : ((word('told')?.[1] ?? 'own') as Checked),
    feed: word('silent') ? 'silent' : word('slow') ? 'slow' : 'well',
    credits: parts.filter(([, , state]) => state !== undefined).map(creditOf),
    given_back_xaf: Number(word('back')?.[1] ?? 0),
    claim_count,
    claimed_at: claim_count > 0 ? EXPIRY : null,
  });
}

function said(state: PageState): string {
  switch (state.name) {
    case 'waiting':
    case 'last_minutes':
    case 'listening':
      return `${state.name}${state.feed === 'well' ? '' : ` ${state.feed}`}${state.other_phone ? ', other phone' : ''}`;
    case 'checking': {
      const since = state.since === null ? '' : ` since ${minutesOf(state.since)}`;
      const from = state.staff_from === null ? '' : `, staff from ${minutesOf(state.staff_from)}`;
      return `checking ${state.reason}${since}${from}${state.received_xaf === null ? '' : `, received ${state.received_xaf}`}`;
    }
    case 'paid': {
      const surplus = state.surplus === null ? '' : `, surplus ${state.surplus.becomes}`;
      const { second, given_back } = state;
      const back =
        given_back === null ? '' : given_back.is_all ? ', all back' : `, back ${given_back.amount_xaf}`;
      return `paid${surplus}${second === null ? '' : `, second ${second}`}${back}`;
    }
    case 'reversed':
      return 'reversed';
    case 'expired':
    case 'cancelled':
      return `${state.name} ${state.claim}${state.feed === 'silent' ? ', silent' : ''}`;
    case 'late_money':
    case 'not_taken':
      return `${state.name} ${state.becomes}`;
  }
}

const lines = TABLE.trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('|').map((cell) => cell.trim()) as [string, string, string, string, string]);

describe('The page of a session', () => {
  test.each(lines)('%s %s %s min, %s: %s', (status, review, clock, seen, says) => {
    expect(said(pageState(sessionOf(status, review, seen), at(Number(clock))))).toBe(says);
  });

  test('has a line for every status', () => {
    expect(new Set(lines.map(([status]) => status))).toEqual(new Set(SESSION_STATUSES));
  });

  test('says “paid” of no session but one that is SUCCESS, whatever else is known', () => {
    const seen = 'paid 5000 MATCHED, case 5000 REVIEW, aside 5000 SUSPENSE, claimed 3';
    const others = SESSION_STATUSES.filter((status) => status !== 'SUCCESS');
    const names = others.map((status) => pageState(sessionOf(status, 'late', seen), at(1)).name);
    expect(names).not.toContain('paid');
  });

  test('asks again only where something may still come by itself', () => {
    const asking = lines
      .map(([status, review, clock, seen]) => pageState(sessionOf(status, review, seen), at(Number(clock))))
      .filter((state) => !isFinal(state));
    const names = asking.map((state) => {
      const is_under_way = ['waiting', 'last_minutes', 'listening', 'checking'].includes(state.name);
      return is_under_way ? state.name : said(state);
    });
    expect(new Set(names)).toEqual(
      new Set([
        ...['waiting', 'last_minutes', 'listening', 'checking', 'late_money unproven'],
        ...['late_money going_back', 'not_taken going_back'],
        ...['expired open, silent', 'cancelled open, silent'],
      ]),
    );
  });

  test('is the payment of a form that comes again while its money may come or is with staff, and never once it has ended', () => {
    const same = lines
      .map(([status, review, clock, seen]) => ({
        view: sessionOf(status, review, seen),
        at: at(Number(clock)),
      }))
      .filter((one) => isSamePayment(one.view, one.at))
      .map((one) => pageState(one.view, one.at).name);
    expect(new Set(same)).toEqual(new Set(['waiting', 'last_minutes', 'listening', 'checking']));
  });

  test('of which a message tells that waits once it has ended takes its payer’s word all the same', () => {
    const forms = ['told', 'told, claimed 1', 'told, claimed 5'].map((seen) =>
      pageState(sessionOf('EXPIRED', '', seen), at(5)),
    );
    expect(forms).toMatchObject([{ claim: 'open' }, { claim: 'told' }, { claim: 'full' }]);
    expect(forms.map(said)).toEqual(['late_money unproven', 'late_money unproven', 'late_money unproven']);
  });
});
