import { missing, send } from './transfer.ts';
import type { Chore } from './treasury.ts';
import type { Payment } from './truth.ts';
import type { Seen, World } from './world.ts';

/** The operator takes a payment back, unless the money has left the SIM. */
export function reverse(world: World, payment: Payment, at_ms: number): void {
  const { msisdn, operator, amount_xaf } = payment;
  const undone_transaction_id = payment.operator_transaction_id;
  const movement = {
    kind: 'reversal',
    amount_xaf,
    fee_xaf: 0,
    is_fee_hidden: false,
    undone_transaction_id,
  } as const;
  const moved = world.network.move(movement, { msisdn, operator, at_ms });
  // The money has been swept meanwhile: the operator can't take it back.
  if (moved === null) return;
  payment.reversed_ms = at_ms;
  missing(world.history, { msisdn, at_ms, ...moved });
  send(world, moved.messages);
}

/** Staff empty a SIM, an agent pays into it, somebody buys airtime from it. */
export async function doChore(world: World, chore: Chore, at_ms: number, seen: Seen): Promise<void> {
  const { network, treasury, truth, history, office, agenda } = world;
  const { msisdn, operator } = chore;
  agenda.put(treasury.next(chore, at_ms), { kind: 'chore', chore });
  const done = treasury.plan(chore, network);
  if (done === null) return;
  const { movement } = done;
  const is_taken = done.is_announced && (await office.announce({ msisdn, amount_xaf: movement.amount_xaf }));
  const moved = network.move(movement, { msisdn, operator, at_ms });
  if (moved === null) return;
  const { operator_transaction_id, fate, messages } = moved;
  if (chore.kind === 'sweep') seen.swept.push(chore);
  if (chore.kind === 'cash_in') {
    const base = {
      session_id: null,
      has_evidence: true,
      payer: '66112233',
      heard_ms: null,
      reversed_ms: null,
    };
    truth.paid({
      by: 'agent',
      ...base,
      msisdn,
      operator,
      amount_xaf: movement.amount_xaf,
      at_ms,
      operator_transaction_id,
      fate,
    });
  }
  // Where the fee is hidden and nobody said a word, no text explains the balance.
  missing(history, { msisdn, at_ms, fate, messages });
  if (movement.is_fee_hidden && !is_taken) history.fault(msisdn, at_ms, 'anchor', 'silent about a fee');
  send(world, messages);
}
