import { type PaymentStatus, type Standing, standingNow } from '../../../domain/payment/payment.ts';
import type { ShownPayment } from '../../../engine/payments/list.ts';
import { amount, operator, phone, shortMoment } from '../../format.ts';
import { badge, type Tone, table } from '../../frame/parts.ts';
import type { Catalogue, MemberVisit } from '../../frame/table.ts';
import { html, NOTHING, type SafeHtml } from '../../html.ts';
import { ar } from './ar.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import type { PaymentWords } from './words.ts';

export const PAYMENT_WORDS: Catalogue<PaymentWords> = { fr, ar, en };

const TONES: Readonly<Record<Standing | 'reversed', Tone>> = {
  paid: 'good',
  waiting: 'wait',
  in_review: 'wait',
  not_paid: 'off',
  cancelled: 'off',
  refunded: 'off',
  reversed: 'bad',
};

/** How a payment stands now, in a word. */
export function standingWord(
  { language }: Pick<MemberVisit, 'language'>,
  payment: Pick<ShownPayment, 'amount_xaf' | 'is_reversed' | 'given_back_xaf'> & { status: string },
): SafeHtml {
  const known = standingNow({ ...payment, status: payment.status as PaymentStatus });
  return badge(PAYMENT_WORDS[language].standings[known], TONES[known]);
}

export const payerPhone = (number: string | null): SafeHtml => (number === null ? NOTHING : phone(number));

/** Payments as lines; each leads to its own page, or to where `to` says. */
export function paymentRows(
  visit: MemberVisit,
  payments: readonly ShownPayment[],
  to: (payment: ShownPayment) => string = ({ id }) => visit.at(`/dashboard/:environment/payments/${id}`),
): SafeHtml {
  const { columns, nothing } = PAYMENT_WORDS[visit.language];
  const { words } = visit;
  return table(
    visit,
    [
      { label: columns.created },
      { label: columns.reference },
      { label: columns.amount, is_number: true },
      { label: columns.operator },
      { label: columns.status },
      { label: columns.payer },
    ],
    payments.map((one) => [
      shortMoment(one.created_at),
      html`<a class="ref" href="${to(one)}"><bdi>${one.reference}</bdi></a>`,
      amount(words, one.amount_xaf),
      operator(words, one.operator),
      standingWord(visit, one),
      payerPhone(one.payer_phone),
    ]),
    nothing,
  );
}
