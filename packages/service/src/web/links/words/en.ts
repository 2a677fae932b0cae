import { html } from '../../html.ts';
import type { LinkWords } from './words.ts';

export const en: LinkWords = {
  open: { status: 'Payment link', heading: 'What do you pay with?', text: '' },
  amount: 'Amount to pay, in FCFA',
  amount_hint: ({ min, max }) => html`From ${min} to ${max}, without your operator’s fee`,
  amount_wrong: ({ min, max }) => html`Write a whole amount, from ${min} to ${max}.`,
  amount_left: 'This link no longer takes that much. Write a smaller amount.',
  phone: 'Number that will pay (optional)',
  phone_hint: '8 digits. If you write it, pay from that number.',
  phone_wrong: 'Write a number of Chad: 8 digits, or leave it empty.',
  phone_needed:
    'Many people are paying this amount right now. Write the number that will pay, then continue; or come back in a few minutes.',
  operator: 'Operator',
  operator_wrong: 'Choose your operator.',
  pay_with: ({ operator }) => html`Continue with ${operator}`,
  next: 'The next page gives the number to send the money to. Nothing is taken here.',
  form_used: 'Your choice has changed. Check it, then continue.',
  began_before: 'This form has begun a payment before. To pay once more, continue.',
  under_way: {
    heading: 'You have a payment under way',
    text: 'You began it on this phone. Do not begin another one if you have already sent the money.',
    go: 'See my payment',
  },
  was_paid: { heading: 'You have paid', text: 'Your receipt is still there.', go: 'See my receipt' },
  went_on: {
    heading: 'Something has happened to your payment',
    text: 'See what became of it before you send money again.',
    go: 'See what became of it',
  },
  has_expired: {
    heading: 'Your payment has expired',
    text: 'We have seen no money arrive for it. If you have sent some, look at its page before you pay again.',
    go: 'See the expired payment',
  },
  was_cancelled: {
    heading: 'The shop has cancelled your payment',
    text: 'If you have sent money for it, look at its page before you pay again.',
    go: 'See the cancelled payment',
  },
  refusals: {
    closed: {
      status: 'Link closed',
      heading: 'This link is closed',
      text: 'It takes no more payments. Ask the shop for another one. Do not send money.',
    },
    expired: {
      status: 'Link expired',
      heading: 'The date of this link has passed',
      text: 'It takes no more payments. Ask the shop for another one. Do not send money.',
    },
    used_up: {
      status: 'Link used up',
      heading: 'This link has been used',
      text: 'It takes no more payments. If you still have to pay, ask the shop for another one.',
    },
    busy: {
      status: 'A payment is under way',
      heading: 'Somebody is paying right now',
      text: 'This link is held by a payment that has begun. If it is not paid, the link is free again: look again in a few minutes. Do not send money before.',
    },
  },
  not_ready: {
    status: 'Unavailable for a moment',
    heading: 'This link can take no payment right now',
    text: 'Look again in a few minutes, or ask the shop. Do not send money.',
  },
  look_again: 'Look again',
};
