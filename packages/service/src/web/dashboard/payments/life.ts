import type { LifeStep, PaymentFacts } from '../../../domain/payment/life.ts';
import { checkedAt } from '../../../domain/session/session.ts';
import { amount, moment, phone, shortMoment, time } from '../../format.ts';
import { card } from '../../frame/parts.ts';
import type { MemberVisit } from '../../frame/table.ts';
import { html, NOTHING, type Part, type SafeHtml } from '../../html.ts';
import { PAYMENT_WORDS } from './rows.ts';

/** A payment's life, a line a step: when, what, and why in words. */
export function lifeCard(visit: MemberVisit, payment: PaymentFacts, steps: readonly LifeStep[]): SafeHtml {
  const { life, checked } = PAYMENT_WORDS[visit.language];
  const lines = steps.map((step) => {
    const { heading, text } = told(visit, payment, step);
    return html`<li><strong>${heading}</strong> <small class="soft">${shortMoment(step.at)}</small>${
      text.length === 0 ? NOTHING : html`<br>${text.map((one) => html`${one} `)}`
    }</li>`;
  });
  const told_of = checkedAt(payment, visit.now);
  const waiting = told_of === null ? NOTHING : html`<li><strong>${checked[told_of]}</strong></li>`;
  return card(life.title, html`<ol>${lines}${waiting}</ol>`, { id: 'life' });
}

type Told = { heading: Part; text: Part[] };

function told(visit: MemberVisit, payment: PaymentFacts, step: LifeStep): Told {
  const { life, statuses } = PAYMENT_WORDS[visit.language];
  const { words } = visit;
  switch (step.name) {
    case 'created':
      return { heading: life.created[payment.kind], text: [] };
    case 'told': {
      const values = { number: phone(step.collection_number), time: time(words, step.until) };
      return { heading: life.told(values), text: [] };
    }
    case 'asked':
      return { heading: life.asked({ phone: phone(step.phone) }), text: [] };
    case 'claimed':
      return { heading: life.claimed({ id: codeText(step.operator_transaction_id) }), text: [] };
    case 'seen':
      return { heading: life.seen[step.role], text: money(visit, step) };
    case 'decided': {
      const { ticket_quoted, payer_declared } = step.evidence;
      const evidence = [ticket_quoted && life.ticket_quoted, payer_declared && life.payer_declared];
      return {
        heading: life.decided,
        text: [life.rules[step.rule], ...evidence.filter((one) => one !== false)],
      };
    }
    case 'review_opened':
      return {
        heading: life.review[step.kind],
        text: [step.reason === null ? NOTHING : life.reasons[step.reason], life.review_next],
      };
    case 'staff':
      return { heading: life.staff[step.verdict], text: [] };
    case 'proof':
      return { heading: life.proof[step.kind], text: step.is_late ? [life.proof_late] : [] };
    case 'ended':
      return { heading: statuses[step.status], text: [] };
    case 'surplus':
      return { heading: life.surplus({ amount: amount(words, step.amount_xaf) }), text: [] };
    case 'reversed':
      return { heading: life.reversed, text: [] };
  }
}

function money(visit: MemberVisit, { money: seen }: Extract<LifeStep, { name: 'seen' }>): Part[] {
  const { life } = PAYMENT_WORDS[visit.language];
  if (seen === null) return [life.money_hidden];
  const { words } = visit;
  return [
    life.money({ amount: amount(words, seen.amount_xaf), moment: moment(words, seen.sent_at) }),
    seen.payer === null ? NOTHING : life.money_payer({ phone: payer(seen.payer) }),
    seen.operator_transaction_id === null
      ? NOTHING
      : life.money_id({ id: codeText(seen.operator_transaction_id) }),
  ];
}

/** As the message has it: perhaps masked, and then it is no number that could be grouped. */
const payer = (text: string): SafeHtml => (/^(?:\+235)?\d{8}$/.test(text) ? phone(text) : codeText(text));

export const codeText = (text: string): SafeHtml => html`<code>${text}</code>`;
