import type { History } from './history.ts';
import type { Money } from './network.ts';
import type { Message } from './phones.ts';
import type { Payment } from './truth.ts';
import type { Seen, World } from './world.ts';

/** Money really moves: into the operators' balances, the truth, and the messages about it. */
export function pay(world: World, seen: Seen, money: Money): Payment {
  const { network, truth, history } = world;
  const { payment, messages } = network.pay(money);
  const { msisdn, operator_transaction_id, at_ms, fate } = payment;
  truth.paid(payment);
  const balance_xaf = network.balanceOf(msisdn);
  // Who knows what no phone of ours has told of yet knows the balance before the service does: that is an insider.
  if (fate === 'sent' || fate === 'reworded')
    seen.credits.push({ ...money, operator_transaction_id, balance_xaf });
  missing(history, { msisdn, at_ms, fate, messages });
  send(world, messages);
  return payment;
}

/** Notes what the service can't know of yet, since its message was not simply sent. */
export function missing(
  history: History,
  {
    msisdn,
    at_ms,
    fate,
    messages,
  }: { msisdn: string; at_ms: number; fate: Payment['fate']; messages: readonly Message[] },
): void {
  if (fate === 'lost') history.fault(msisdn, at_ms, 'anchor', 'lost');
  if (fate === 'reworded') history.fault(msisdn, at_ms, 'anchor', 'in unknown words');
  if (fate === 'in_inbox') history.fault(msisdn, at_ms, 'inbox', 'in its phone');
  if (fate === 'delayed') history.fault(msisdn, at_ms, messages[0]?.arrives_ms ?? at_ms, 'late');
}

/** Puts messages down for the moment at which they reach us. */
export function send({ agenda }: World, messages: readonly Message[]): void {
  for (const message of messages) agenda.put(message.arrives_ms, { kind: 'message', message });
}
