import type { Money } from './network.ts';
import type { Message } from './phones.ts';
import type { Seen } from './street.ts';
import type { Payment } from './truth.ts';
import type { World } from './world.ts';

/** Money really moves: into the operators' balances, the truth, and the messages about it. */
export function pay(world: World, seen: Seen, money: Money): Payment {
  const { network, truth, history } = world;
  const { payment, messages } = network.pay(money);
  const { msisdn, operator_transaction_id, at_ms, fate } = payment;
  truth.paid(payment);
  const balance_xaf = network.balanceOf(msisdn);
  seen.credits.push({ ...money, operator_transaction_id, balance_xaf });
  if (fate === 'lost') history.fault(msisdn, at_ms, 'anchor');
  if (fate === 'in_inbox') history.fault(msisdn, at_ms, 'inbox');
  if (fate === 'delayed') history.fault(msisdn, at_ms, messages[0]?.arrives_ms ?? at_ms);
  send(world, messages);
  return payment;
}

/** Puts messages down for the moment at which they reach us. */
export function send({ agenda }: World, messages: readonly Message[]): void {
  for (const message of messages) agenda.put(message.arrives_ms, { kind: 'message', message });
}
