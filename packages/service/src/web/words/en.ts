import { html } from '../html.ts';
import type { Words } from './words.ts';

const PLURAL = new Intl.PluralRules('en');

export const en: Words = {
  locale: 'en-GB',
  name: 'English',
  language: 'Language',
  currency: 'FCFA',
  operators: { AIRTEL: 'Airtel Money', MOOV: 'Moov Money' },
  skip: 'Skip to the content',
  look_again: 'Look again',
  refresh_begin: 'Look every 15 seconds',
  refresh_stop: 'Stop looking by itself',
  refresh_on: 'This page reloads every 15 seconds.',
  offline: 'No connection. The page goes on by itself.',
  safety: 'We never ask for your PIN or for a code from an SMS. Give them to nobody.',
  by: 'Payment followed by Chari',

  pay: {
    verified: 'verified merchant',
    unverified: 'merchant not verified',
    to: 'Payment to',
    amount: 'Exact amount',
    amount_asked: 'Amount asked',
    number: 'Number to send to',
    copy: 'Copy the number',
    copied: 'Number copied',
    operator: 'Operator',
    ticket: 'Ticket',
    ticket_why: 'keep it: it finds your payment',
    order: 'Order',
    description: 'For',
    until: 'Pay before',
    until_time: ({ moment }) => html`${moment}, N’Djamena time`,
    exact: 'Send exactly this amount, no more and no less.',
    fee: 'Your operator’s fee comes on top of it.',
    steps: 'How to pay',
    operator_steps: {
      AIRTEL: [
        () => html`Open the Airtel Money menu of your phone, or its app.`,
        () => html`Choose to send money to an Airtel Money number.`,
        ({ number }) => html`Type the number ${number}.`,
        ({ amount }) => html`Type the exact amount: ${amount}.`,
        () => html`Read it again, then confirm in the menu of Airtel Money.`,
      ],
      MOOV: [
        () => html`Open the Moov Money menu of your phone, or its app.`,
        () => html`Choose to transfer money to a Moov number.`,
        ({ number }) => html`Type the number ${number}.`,
        ({ amount }) => html`Type the exact amount: ${amount}.`,
        () => html`Read it again, then confirm in the menu of Moov Money.`,
      ],
    },
    afterwards: 'Keep the SMS that confirms it. This page changes when the money has arrived.',
    left: 'Time left',
    qr_show: 'Open this page on a phone (QR code)',
    qr_hide: 'Hide the QR code',
    qr_text: 'This code opens this page. It pays nothing.',
  },

  waiting: { status: 'Waiting for your payment', heading: 'Send the money', text: '' },
  last_minutes: {
    status: 'Less than 5 minutes left',
    heading: 'Send the money now',
    text: 'If that is too short, send nothing: ask the shop for a new payment.',
  },
  listening: {
    status: 'Time is over, we still listen',
    heading: 'The time to pay is over',
    text: 'If you have sent the money already, do nothing: the operator’s SMS may still arrive. If not, send no money any more.',
  },
  other_phone:
    'A payment of this sum has come from another phone than the one announced; we are checking it. If it is yours, send nothing more.',
  feed: {
    slow: 'The operator’s messages reach us late at present. A payment may take longer to appear; do not pay twice.',
    silent: {
      heading: 'Wait before you send the money',
      open: 'At present we do not receive the operator’s messages for this number. If you have not paid yet, wait. If you have, do not pay again: your money will be seen when the messages come back.',
      over: 'At present we do not receive the operator’s messages for this number. If you have paid, do not pay again: your money will be seen when the messages come back.',
      ended:
        'At present we do not receive the operator’s messages for this number, so we cannot see whether your money has come. If you have sent it, do not pay again: tell us below, and ask the shop. If not, send nothing to this number any more.',
      ended_full:
        'At present we do not receive the operator’s messages for this number, so we cannot see whether your money has come. If you have sent it, do not pay again, and ask the shop. If not, send nothing to this number any more.',
    },
  },

  checking: {
    status: 'Payment being checked',
    heading: 'Money has arrived, we are checking it',
    reasons: {
      late: 'It was sent after the time was over.',
      less: 'Less than the amount asked for has arrived.',
      more: 'More than the amount asked for has arrived.',
      other_amounts:
        'Several payments of other amounts than the one asked for have arrived; they are not added up.',
      several: 'We do not know for certain yet which order it is for.',
      other_payer: 'It comes from another number than the one announced.',
      second: 'More than one payment has arrived for this order.',
      taken_back: 'It had arrived, and then the operator called it undone.',
      unproven:
        'A message tells of a payment that seems to be for this order; we are waiting for the operator’s proof. If you have sent nothing, ask the shop.',
    },
    received: ({ received, amount }) => html`Received ${received} instead of ${amount}.`,
    dont_send: 'Do not send money again.',
    next: 'Somebody of our staff decides. The result appears here, and the shop sees it at Chari.',
    since: ({ moment }) => html`Being checked since ${moment}.`,
    staff_from: ({ moment }) => html`Without proof before ${moment}, somebody of our staff takes over.`,
    by_then: ({ ticket }) => html`Nothing new a day later? Ask the shop and name the ticket ${ticket}.`,
  },

  paid: {
    status: 'Paid',
    heading: 'Payment received, thank you',
    text: 'The shop sees this payment at Chari. If it asks, show it this page.',
    receipt: 'Receipt',
    at: 'Paid on',
    transaction: 'Operator’s transaction id',
    no_transaction: 'not given',
    keep: 'Keep this address: the receipt stays there.',
    print: 'Print the receipt',
    surplus: {
      with_staff: ({ amount }) =>
        html`You sent ${amount} too much. Our staff look after it; send nothing else.`,
      going_back: ({ amount }) => html`You sent ${amount} too much; our staff are sending it back.`,
      sent_back: ({ amount }) => html`You sent ${amount} too much; it was sent back.`,
      decided: ({ amount }) => html`You sent ${amount} too much; our staff have decided about it.`,
    },
    second: {
      with_staff:
        'Another payment came for this order, which was paid already. Our staff look after it; send nothing else.',
      going_back: 'Another payment came for this order; our staff are sending it back.',
      taken_back: 'Another payment came for this order; the operator says that it was taken back.',
      sent_back: 'Another payment had come for this order; it was sent back.',
      decided: 'Another payment had come for this order; our staff have dealt with it.',
    },
    given_back: {
      status: 'Given back',
      heading: 'This payment was given back to you',
      text: ({ amount }) => html`The shop has given ${amount} of this payment back to you.`,
    },
  },
  reversed: {
    status: 'Taken back by the operator',
    heading: 'The operator says that this payment was taken back',
    text: 'It had arrived, and then the operator called it undone. Our staff are checking. Ask the shop before anything else, and send nothing until then.',
  },
  expired: {
    status: 'Time is over',
    heading: 'This payment request has expired',
    text: 'We have seen no money arrive for it. Send no money to this number any more. If you have sent some, do not pay again: ask the shop about it. If not, ask the shop for a new payment.',
  },
  cancelled: {
    status: 'Cancelled by the shop',
    heading: 'The shop has cancelled this request',
    text: 'Send no money.',
  },
  late_money: {
    status: 'Money came too late',
    heading: 'Money arrived after the end',
    text: 'A payment that seems to be for this order arrived when the order was closed already.',
    becomes: {
      with_staff: 'It is safe: our staff find out whose it is. Send nothing else, and ask the shop.',
      going_back: 'Our staff are sending it back. Send nothing else, and ask the shop.',
      taken_back:
        'The operator says that it was taken back; our staff are checking. Ask the shop before anything else.',
      sent_back: 'It was sent back.',
      decided: 'Our staff have decided what becomes of it. Ask the shop.',
    },
    unproven: {
      heading: 'A payment is being checked',
      text: 'A message tells of a payment that seems to be for this order, which has ended. We are waiting for the operator’s proof.',
      next: 'If you have sent it, it is not lost: our staff find out whose it is. Send nothing else, and ask the shop.',
    },
  },
  not_taken: {
    status: 'Checked: not taken',
    heading: 'The money that came was not counted for this order',
    text: 'Our staff have checked it and did not take it for the payment of this order.',
    becomes: {
      with_staff: 'It is safe and nobody’s yet. Ask the shop.',
      going_back: 'Our staff are sending it back. Send nothing else, and ask the shop.',
      taken_back:
        'The operator says that it was taken back; our staff are checking. Ask the shop before anything else.',
      sent_back: 'It was sent back.',
      decided: 'Our staff have decided what becomes of it. Ask the shop.',
    },
  },

  shop: { back: 'Back to the shop', note: 'The shop learns the result from Chari, not from this link.' },

  claim: {
    heading: 'I have sent the money',
    text: 'Tell us which: our staff look for it among the operator’s messages. It confirms nothing by itself.',
    transaction: 'Transaction id',
    transaction_hint: 'In the SMS that your operator sent you, such as MP261121.1104.A12345',
    transaction_wrong: 'Copy the transaction id from the SMS: 6 to 30 letters and digits.',
    phone: 'Your number',
    phone_hint: 'The one that paid, 8 digits',
    phone_wrong: 'Write a number of Chad: 8 digits.',
    send: 'Send',
    privacy: 'Our staff see both; the shop sees the transaction id, not your number. Never write your PIN.',
    told: ({ moment }) => html`Your message of ${moment} has arrived.`,
    told_text:
      'Our staff compare it with the operator’s messages. It confirms nothing by itself; ask the shop and name the ticket.',
    another: 'Correct it, or add a payment',
    full: 'We have several messages about this payment already. Ask the shop and name the ticket.',
    problems: (count) =>
      PLURAL.select(count) === 'one' ? 'One field needs correcting.' : `${count} fields need correcting.`,
  },

  test: {
    banner: 'TEST — no real money. Send nothing.',
    heading: 'Play the payer',
    text: 'Each button plays a payment in the sandbox.',
    scenarios: {
      paid: 'Paid',
      paid_twice: 'Paid twice',
      late: 'Too late',
      ambiguous: 'Ambiguous',
      underpaid: 'Too little',
      overpaid: 'Too much',
      wrong_payer: 'Other payer',
      unproven: 'Unproven',
      expire: 'Expired',
    },
    impossible: 'This payment can’t play that.',
  },

  problems: {
    not_found: {
      status: 'Not found',
      heading: 'There is nothing at this address',
      text: 'Check the link, or ask the shop for a new one. Send no money.',
    },
    method_not_allowed: {
      status: 'Request refused',
      heading: 'This address does not take this request',
      text: 'Go back to the payment page and try again.',
    },
    too_many: {
      status: 'Too many requests',
      heading: 'Too many requests at once',
      text: 'Wait a little, then look again. A payment that was sent is not lost.',
    },
    too_large: {
      status: 'Request refused',
      heading: 'This form can’t be read, or is too long',
      text: 'Go back to the payment page and fill it in again.',
    },
    cross_site: {
      status: 'Request refused',
      heading: 'This request comes from another site',
      text: 'Open the payment page itself and try again there.',
    },
    unavailable: {
      status: 'Unavailable for a moment',
      heading: 'We can’t answer right now',
      text: 'Look again in a minute. A payment that was sent is not lost: do not pay twice.',
    },
    fault: {
      status: 'A fault of ours',
      heading: 'Something went wrong on our side',
      text: 'Look again in a minute. A payment that was sent is not lost: do not pay twice.',
    },
  },
  home: 'Back to the payment',
};
