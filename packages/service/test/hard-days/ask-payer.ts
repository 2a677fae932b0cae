import type { Draft } from '../honest-days/draft.ts';
import { type Asking, asks, credit } from '../honest-days/happen.ts';
import { SECOND_WORDS } from './words.ts';

/** Who was asked for what, and has not paid yet. */
export type Owed = Asking & { name: string };

/** A merchant, or a rival, asks a payer for money by SMS. */
export function askPayer(draft: Draft, owed: Owed[]): void {
  const { chance, manner } = draft;
  const [price, payer] = [chance.pick(manner.prices), chance.pick(manner.payers)];
  const by = chance.happens(0.3) ? ' by rival' : '';
  // Where nobody is named, nothing tells whose money it is that comes to the other SIM.
  const on = !manner.list.includes('nameless') && chance.happens(0.2) ? ' on two' : '';
  owed.push({ name: draft.transaction(`${price} payer ${payer}${by}${on}`), price, payer });
  if (chance.happens(0.9)) pay(draft, owed, owed.length - 1);
}

/** A customer orders, and pays when others have ordered and paid. */
export function orderAhead(draft: Draft, owed: Owed[]): void {
  const { chance, manner } = draft;
  const [price, payer] = [chance.pick(manner.prices), chance.pick(manner.payers)];
  owed.push({ name: asks(draft, { price, payer }), price, payer });
}

/** One of those who owe pays, mostly exactly; or somebody else pays that sum, and nothing that was asked for. */
export function pay(draft: Draft, owed: Owed[], which = draft.chance.between(0, owed.length)): void {
  const { chance, manner } = draft;
  const [one] = owed.splice(which, 1);
  if (one === undefined) return;
  const { name, price, payer } = one;
  const dice = chance.next();
  if (dice < 0.8) payExactly(draft, one);
  else if (dice < 0.88) draft.moves(credit(draft, mistaken(draft, price), payer), name);
  else if (!manner.list.includes('nameless')) draft.moves(`credit ${price} from ${another(draft, payer)}`);
}

/** Sometimes the operator tells of it twice, or takes it back, or a half of it. */
function payExactly(draft: Draft, { name, price, payer }: Owed): void {
  const { chance, manner } = draft;
  const message = draft.moves(credit(draft, price, payer), name);
  if (manner.copies > 0 && chance.happens(manner.copies))
    draft.copies(message, chance.pick(SECOND_WORDS)(price, payer));
  if (!draft.heard(message) || !chance.happens(manner.reversals)) return;
  draft.pause(['20s', '2min', '10min']);
  draft.moves(`reversal ${message} ${chance.happens(0.3) ? price / 2 : price}`);
}

/** A sum that is easily mistaken for this price; none that others are asked for, where a list names nobody. */
export function mistaken({ chance, manner }: Draft, price: number): number {
  const sums = [-50, 50, 100, 9 * price].map((more) => price + more);
  return chance.pick(
    manner.list.includes('nameless') ? sums.filter((sum) => !manner.prices.includes(sum)) : sums,
  );
}

const another = ({ chance, manner }: Draft, payer: string): string =>
  chance.pick([...manner.payers, manner.stranger].filter((one) => one !== payer));
