import type { Draft } from '../honest-days/draft.ts';
import { mistaken } from './ask-payer.ts';

export function lie(draft: Draft): void {
  const dice = draft.chance.next();
  if (dice < 0.35) rival(draft);
  else if (dice < 0.5) forgery(draft);
  else if (dice < 0.58) draft.disown();
  else if (dice < 0.66) slip(draft);
  // Where a list names nobody, nothing tells whom a payment is from of which no message came.
  else if (!draft.manner.list.includes('nameless'))
    draft.chance.pick([wrongSim, again, copy, copy, copy])(draft);
}

/** A rival asks for a price that customers pay, perhaps in the name of one of them, and pays nothing. */
function rival(draft: Draft, price = draft.chance.pick(draft.manner.prices)): string {
  const { chance, manner } = draft;
  const declared = chance.happens(manner.declared - 0.1) ? ` payer ${chance.pick(manner.payers)}` : '';
  return draft.session(`${price}${declared} by rival ttl ${chance.pick([10, 30, 60])}`);
}

/** Somebody who knows the balance, just or nearly, forges a message. */
function forgery(draft: Draft): void {
  const { chance, manner } = draft;
  const price = chance.pick(manner.prices);
  const off = chance.pick([0, 0, 0, price, -price, chance.pick(manner.prices), 100, 1000, -1000]);
  const sum = chance.happens(0.75) ? price : -price;
  draft.lie(`forged ${sum} off ${off} from ${chance.pick(manner.payers)}`);
}

/**
 * A customer declares his phone, and pays the SIM that he was told, or the other one. A rival who asks for the same reads his message before
 * us, and tells of it first, or where it is lost: under its id and to its balance, and so that the money seems his.
 */
function copy(draft: Draft): void {
  const { chance, manner } = draft;
  const [price, payer] = [chance.pick(manner.prices), chance.pick(manner.payers)];
  const session = draft.session(`${price} payer ${payer}${chance.happens(0.5) ? ' on two' : ''} ttl 60`);
  const his = rival(draft, price);
  const quotes = chance.happens(0.3) ? ` motif "{${session}}"` : '';
  if (chance.happens(0.5)) draft.moves(`credit 100 from ${manner.stranger}`);
  const message = draft.moves(`credit ${price} from ${payer}${quotes}`, session, chance.happens(0.7));
  const hows = [
    'hidden',
    'bare',
    `payer ${chance.pick(manner.payers)}`,
    `ticket ${his}`,
    `hidden ticket ${his}`,
  ];
  // No template takes Moov's words of an agent's deposit.
  if (!manner.moov) hows.push('agent', `agent ticket ${his}`);
  draft.forges(message, chance.pick(hows));
}

/** A customer who declared his phone pays a sum that is easily mistaken for what he owes, perhaps on the wrong SIM. */
function slip(draft: Draft): void {
  const { chance, manner } = draft;
  const [price, payer] = [chance.pick(manner.prices), chance.pick(manner.payers)];
  const on = manner.list.includes('nameless') || chance.happens(0.5) ? '' : ' on two';
  const session = draft.session(`${price} payer ${payer}${on} ttl 60`);
  draft.moves(`credit ${mistaken(draft, price)} from ${payer}`, session);
}

/** A customer who declared his phone, or quotes his ticket, pays the wrong SIM; then he gives up, or pays the right one. */
function wrongSim(draft: Draft): void {
  const { chance, manner } = draft;
  const [price, payer] = [chance.pick(manner.prices), chance.pick(manner.payers)];
  const quotes = chance.happens(0.25);
  const session = draft.session(`${price}${quotes ? '' : ` payer ${payer}`} on two ttl 60`);
  draft.pause(['20s', '1min', '5min']);
  draft.moves(`credit ${price} from ${payer}${quotes ? ` motif "{${session}}"` : ''}`, session);
  if (chance.happens(0.3)) draft.pause();
  if (chance.happens(0.3)) draft.add(`cancel ${session}`);
  else if (chance.happens(0.5)) draft.add(`paid ${session} from ${payer}`);
}

/** A customer orders for the same sum once more, is given the other SIM, and pays the one that he paid before. */
function again(draft: Draft): void {
  const { chance, manner } = draft;
  const [price, payer] = [chance.pick(manner.prices), chance.pick(manner.payers)];
  for (const on of ['', ' on two']) {
    const session = draft.session(`${price} payer ${payer}${on} ttl 60`);
    draft.pause(['20s', '1min', '5min']);
    draft.moves(`credit ${price} from ${payer}`, session);
    draft.pause(['1min', '7min', '20min']);
  }
}
