import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { certainlyNotSent, judgeRefund, payeeOf, payeeSaid, type Refundable, wayBack } from './judge.ts';
import { REFUND_STATES, REFUND_TRANSITIONS, refundTransition } from './refund.ts';

const PAID: Refundable = {
  environment: 'live',
  merchant_id: 'shop',
  kind: 'session',
  status: 'SUCCESS',
  paid_xaf: 5000,
  refunded_xaf: 0,
  open_refunds: 0,
  is_reversed: false,
  is_doubted: false,
  is_returned: false,
  rail: null,
};

/** A payment of 5,000; `has`: what the merchant has with us. */
const JUDGED = `
payment                | asked | has   | becomes

paid                   | 2000  | 5000  | refund 2000
paid                   | -     | 5000  | refund 5000
paid                   | 5000  | 5000  | refund 5000
paid                   | 5001  | 9000  | too_much 5000
paid, 3000 given back  | -     | 5000  | refund 2000
paid, 3000 given back  | 2000  | 2000  | refund 2000
paid, 3000 given back  | 2001  | 9000  | too_much 2000
paid, 5000 given back  | -     | 9000  | too_much 0
paid                   | 2000  | 1999  | balance_short 1999
paid                   | 2000  | -400  | balance_short 0

# Nothing that may not be the merchant's goes back
AWAITING_PAYMENT       | -     | 9000  | not_paid AWAITING_PAYMENT
UNDER_REVIEW           | -     | 9000  | not_paid UNDER_REVIEW
EXPIRED                | -     | 9000  | not_paid EXPIRED
TIMEOUT                | -     | 9000  | not_paid TIMEOUT
REFUNDED               | -     | 9000  | too_much 0
paid, reversed         | 100   | 9000  | payment_reversed
paid, doubted          | 100   | 9000  | payment_doubted
paid, returned by us   | 100   | 9000  | returned_by_us
`;

const lines = JUDGED.split('\n')
  .filter((line) => line.includes('|') && !line.startsWith('payment '))
  .map((line) => line.split('|').map((cell) => cell.trim()));

test.each(lines)(
  'a payment that is %s, of which %s is asked back and the merchant has %s: %s',
  (told, asked, has, becomes) => {
    const [state = '', ...how] = (told ?? '').split(', ');
    const payment: Refundable = {
      ...PAID,
      status: state === 'paid' ? 'SUCCESS' : state,
      refunded_xaf: Number(/^\d+/.exec(how[0] ?? '')?.[0] ?? 0),
      is_reversed: how.includes('reversed'),
      is_doubted: how.includes('doubted'),
      is_returned: how.includes('returned by us'),
    };
    const { kind, ...said } = judgeRefund(payment, asked === '-' ? null : Number(asked), Number(has));
    expect([kind, ...Object.values(said)].join(' ')).toBe(becomes);
  },
);

it('Refunds that are judged one after the other never give back more than was paid, nor more than the merchant has', () => {
  const asked = fc.array(fc.option(fc.integer({ min: 1, max: 8000 })), { maxLength: 20 });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5000 }),
      fc.integer({ min: 0, max: 6000 }),
      asked,
      (paid_xaf, has_xaf, all) => {
        const payment = { ...PAID, paid_xaf };
        let payable_xaf = has_xaf;
        for (const amount_xaf of all) {
          const judged = judgeRefund(payment, amount_xaf, payable_xaf);
          if (judged.kind !== 'refund') continue;
          payment.refunded_xaf += judged.amount_xaf;
          payable_xaf -= judged.amount_xaf;
        }
        expect(payment.refunded_xaf).toBeLessThanOrEqual(paid_xaf);
        expect(payable_xaf).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});

describe('The way back', () => {
  it.each([
    ['test', null, 5000, 'sandbox'],
    ['live', null, 5000, 'sim'],
    ['live', 'manual-sms', 5000, 'sim'],
    ['live', 'airtel-open-api', 5000, 'rail'],
    ['live', 'airtel-open-api', 4999, 'sim'],
  ] as const)('in %s of a payment by %s, of %i, is %s', (environment, rail, amount_xaf, way) => {
    expect(wayBack({ ...PAID, environment, rail }, amount_xaf, ['airtel-open-api', 'manual-sms'])).toBe(way);
  });

  it('is by a person where the API that took the payment is configured no more', () => {
    const payment = { ...PAID, environment: 'live', rail: 'airtel-open-api' } as const;
    expect(wayBack(payment, 5000, ['manual-sms'])).toBe('sim');
  });
});

describe('Who gets it back', () => {
  it.each([
    ['66123456', '+23566123456', '66123456'],
    ['66••••56', '+23566123456', '+23566123456'],
    ['66••••99', '+23566123456', '66••••99'],
    ['66••••56', null, '66••••56'],
    [null, '+23566123456', '+23566123456'],
    [null, null, null],
  ] as const)('is, of a payer printed %s and declared %s, %s', (print, declared, payee) => {
    expect(payeeOf(print, declared)).toBe(payee);
  });
});

describe('That a refund has certainly not gone', () => {
  const sent = new Date('2026-11-21T11:00:00Z');
  const after = new Date('2026-11-21T11:30:00Z');
  const read = {
    read_at: after,
    is_suspected: false,
    unexplained_out_xaf: [] as number[],
    is_gap_open: false,
    is_told: false,
    is_met: false,
  };

  it('is known once the SIM was read and nothing as large is unexplained', () => {
    expect(certainlyNotSent(sent, read, 2000)).toBe(true);
    expect(certainlyNotSent(sent, { ...read, unexplained_out_xaf: [500, 1999] }, 2000)).toBe(true);
  });

  it.each([
    ['nobody has read it since', { ...read, read_at: sent }],
    ['it may have been looked at before', { ...read, read_at: new Date('2026-11-21T11:02:00Z') }],
    ['nobody has ever read it', { ...read, read_at: null }],
    ['its book may hold what is false', { ...read, is_suspected: true }],
    ['its book has met it with a debit', { ...read, is_met: true }],
    ['a message without a place tells of it', { ...read, is_told: true }],
    ['what a reading found is unexplained, be it more', { ...read, is_gap_open: true }],
    ['as much has left it unexplained', { ...read, unexplained_out_xaf: [100, 2000] }],
    ['more has left it unexplained, a fee with it', { ...read, unexplained_out_xaf: [2050] }],
  ])('is not known while %s', (_, book) => {
    expect(certainlyNotSent(sent, book, 2000)).toBe(false);
  });
});

it('UNKNOWN is left by proof alone, and what has ended stays as it is', () => {
  expect(Object.keys(REFUND_TRANSITIONS.UNKNOWN)).toEqual(['proven', 'not_sent']);
  expect(refundTransition('UNKNOWN', 'lost')).toBeNull();
  for (const state of REFUND_STATES.filter((one) => one === 'SUCCEEDED' || one === 'FAILED'))
    expect(REFUND_TRANSITIONS[state]).toEqual({});
});

/** Whom the words of a payment show, what whoever sends it back says, and to whom it goes. */
const PAYEES = `
shown              | said              | goes to

66123456           | -                 | 66123456
+23566123456       | -                 | +23566123456
66123456           | +235 66 12 34 56  | 66123456
66123456           | 66999999          | other_payer
66123456           | 661234            | payer_unknown
66••••56           | -                 | 66••••56
66••••56           | 66123456          | 66123456, as was said
66••••56           | 66999999          | other_payer
22790123456        | -                 | 22790123456
22790••••56        | 00227 90 12 34 56 | 22790123456, as was said
22790••••56        | +227 90 12 34 56  | 22790123456, as was said
22790123456        | 22790123456       | 22790123456

# Nothing shows whose phone it is
-                  | -                 | payer_unknown
-                  | 66 12 34 56       | 66123456, as was said
-                  | ٦٦ ١٢ ٣٤ ٥٦       | 66123456, as was said
-                  | 661234            | payer_unknown
-                  | 661234567         | payer_unknown
-                  | 66 12 34 56 78    | payer_unknown
-                  | 235661234567      | payer_unknown
-                  | +235661234567     | payer_unknown
-                  | 22790123456       | payer_unknown
-                  | 66••••56          | payer_unknown
-                  | ALI               | payer_unknown
6•••••••           | -                 | payer_unknown
6•••••••           | 66123456          | 66123456, as was said
6•••••••           | 99123456          | other_payer
12345              | -                 | payer_unknown
12345              | 66123456          | 66123456, as was said
ALI                | -                 | payer_unknown
`;

test.each(
  PAYEES.split('\n')
    .filter((line) => line.includes('|') && !line.startsWith('shown'))
    .map((line) => line.split('|').map((cell) => cell.trim())),
)('what %s has paid goes back, where %s is said, to %s', (shown = '', said = '', becomes) => {
  const payee = payeeSaid(shown === '-' ? null : shown, said === '-' ? '' : said);
  const to = payee.kind === 'goes_to' ? payee.to_phone : payee.kind;
  expect(payee.kind === 'goes_to' && payee.said !== null ? `${to}, as was said` : to).toBe(becomes);
});
