import type { CheckoutView, SeenCredit } from '../../src/domain/checkout/view.ts';

export const NOW = new Date('2026-11-21T11:00:00.000Z');
export const minutes = (count: number): Date => new Date(NOW.getTime() + count * 60_000);

/** What the page of a live session shows that waits, with seven minutes left; with what differs. */
export function viewOf(fields: Partial<CheckoutView> = {}): CheckoutView {
  return {
    id: '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f',
    merchant_id: '0198c5a2-0000-7000-8000-000000000001',
    environment: 'live',
    reference: 'ORDER-1',
    ticket: 'K3M7Q9T8',
    amount_xaf: 5000,
    operator: 'AIRTEL',
    status: 'AWAITING_PAYMENT',
    review_reason: null,
    assigned_collection_number: '+23566123456',
    description: null,
    has_declared_payer: false,
    created_at: minutes(-3),
    expires_at: minutes(7),
    closed_at: null,
    checked: null,
    merchant_name: 'Boutique Amina',
    is_merchant_verified: true,
    language: 'fr',
    return_url: null,
    feed: 'well',
    credits: [],
    given_back_xaf: 0,
    claim_count: 0,
    claimed_at: null,
    ...fields,
  };
}

const credit = (fields: Partial<SeenCredit>): SeenCredit => ({
  role: 'case',
  amount_xaf: 5000,
  operator_transaction_id: 'PP261121.1159.A48213',
  occurred_at: minutes(-1),
  state: 'REVIEW',
  surplus_xaf: 0,
  is_surplus_refunded: false,
  is_surplus_voided: false,
  has_left: false,
  is_reversed: false,
  ...fields,
});

const closed = { closed_at: minutes(-1), expires_at: minutes(-2) };
const paid = credit({ role: 'paid', state: 'MATCHED' });
const review = (review_reason: CheckoutView['review_reason'], amount_xaf = 5000): CheckoutView =>
  viewOf({ ...closed, status: 'UNDER_REVIEW', review_reason, credits: [credit({ amount_xaf })] });

/** A view for every page there is. */
export const VIEWS: Readonly<Record<string, CheckoutView>> = {
  waiting: viewOf(),
  waiting_moov: viewOf({ operator: 'MOOV' }),
  waiting_test: viewOf({ environment: 'test', has_declared_payer: true, is_merchant_verified: false }),
  waiting_silent: viewOf({ feed: 'silent' }),
  last_minutes: viewOf({ expires_at: minutes(4) }),
  last_minutes_slow: viewOf({ expires_at: minutes(4), feed: 'slow' }),
  last_minutes_silent: viewOf({ expires_at: minutes(4), feed: 'silent' }),
  listening: viewOf({ expires_at: minutes(-1) }),
  listening_silent: viewOf({ expires_at: minutes(-1), feed: 'silent' }),
  waiting_other_phone: viewOf({ checked: 'other_phone' }),
  checking_for_proof: viewOf({ checked: 'own' }),
  checking_late: review('late'),
  checking_less: review('amount_mismatch', 4000),
  checking_more: review('amount_mismatch', 6000),
  checking_several: review('ambiguous'),
  checking_other_payer: review('payer_mismatch'),
  checking_second: review('second_payment'),
  checking_unproven: review('unproven'),
  checking_taken_back: viewOf({
    ...closed,
    status: 'UNDER_REVIEW',
    review_reason: 'late',
    credits: [credit({ is_reversed: true })],
  }),
  paid: viewOf({ ...closed, status: 'SUCCESS', credits: [paid] }),
  paid_without_id: viewOf({ ...closed, status: 'SUCCESS' }),
  paid_too_much: viewOf({ ...closed, status: 'SUCCESS', credits: [{ ...paid, surplus_xaf: 500 }] }),
  paid_twice: viewOf({
    ...closed,
    status: 'SUCCESS',
    credits: [paid, credit({ role: 'aside', state: 'SUSPENSE' })],
  }),
  paid_given_back: viewOf({ ...closed, status: 'SUCCESS', credits: [paid], given_back_xaf: 5000 }),
  paid_partly_back: viewOf({ ...closed, status: 'SUCCESS', credits: [paid], given_back_xaf: 2000 }),
  reversed: viewOf({ ...closed, status: 'SUCCESS', credits: [{ ...paid, is_reversed: true }] }),
  expired: viewOf({ ...closed, status: 'EXPIRED' }),
  expired_told: viewOf({ ...closed, status: 'EXPIRED', claim_count: 1, claimed_at: minutes(-1) }),
  expired_full: viewOf({ ...closed, status: 'EXPIRED', claim_count: 5, claimed_at: minutes(-1) }),
  expired_silent: viewOf({ ...closed, status: 'EXPIRED', feed: 'silent' }),
  expired_silent_full: viewOf({
    ...closed,
    status: 'EXPIRED',
    feed: 'silent',
    claim_count: 5,
    claimed_at: minutes(-1),
  }),
  expired_long_ago: viewOf({ status: 'EXPIRED', closed_at: minutes(-100_000) }),
  cancelled: viewOf({ ...closed, status: 'CANCELLED' }),
  cancelled_silent: viewOf({ ...closed, status: 'CANCELLED', feed: 'silent' }),
  late_money: viewOf({
    ...closed,
    status: 'EXPIRED',
    credits: [credit({ role: 'aside', state: 'SUSPENSE' })],
  }),
  late_money_taken_back: viewOf({
    ...closed,
    status: 'EXPIRED',
    credits: [credit({ role: 'aside', state: 'SUSPENSE', is_reversed: true })],
  }),
  late_money_unproven: viewOf({ ...closed, status: 'CANCELLED', checked: 'own' }),
  not_taken: viewOf({
    ...closed,
    status: 'EXPIRED',
    credits: [credit({ state: 'REFUNDED', has_left: true })],
  }),
  not_taken_taken_back: viewOf({
    ...closed,
    status: 'EXPIRED',
    credits: [credit({ state: 'SUSPENSE', is_reversed: true })],
  }),
  not_taken_going_back: viewOf({ ...closed, status: 'EXPIRED', credits: [credit({ state: 'REFUNDED' })] }),
};
