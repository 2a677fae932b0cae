import type { Draft } from '../honest-days/draft.ts';
import { type Asking, asks, credit } from '../honest-days/happen.ts';

/** Customers pay otherwise than they were asked to, and staff move as much between two SIMs. */
export function mixUp(draft: Draft): void {
  // Where a list names nobody, nothing tells whom a part is from, or another's price.
  const dice = draft.manner.list.includes('nameless') ? draft.chance.next() / 2 + 0.5 : draft.chance.next();
  if (draft.chance.happens(0.25)) between(draft);
  else if (dice < 0.25) inParts(draft);
  else if (dice < 0.5) eachOthers(draft);
  else if (dice < 0.75) givesUp(draft);
  else twoOfOne(draft);
}

const asking = ({ chance, manner }: Draft): Asking => ({
  price: chance.pick(manner.prices),
  payer: chance.pick(manner.payers),
});

/** How long such an order waits, in minutes. */
const SHORT = [10, 30];

/** A payment in two parts, of which one may be somebody's price. */
function inParts(draft: Draft): void {
  const { chance, manner } = draft;
  const one = asking(draft);
  const session = asks(draft, one, SHORT);
  const first = chance.pick([one.price / 2, ...manner.prices.filter((price) => price < one.price)]);
  draft.moves(credit(draft, first, one.payer), session);
  if (chance.happens(0.5)) draft.pause(['20s', '1min']);
  if (chance.happens(0.8)) draft.moves(credit(draft, one.price - first, one.payer), session);
}

/** Two customers pay each other's price: each has paid what he wasn't asked for. */
function eachOthers(draft: Draft): void {
  const [one, other] = [asking(draft), asking(draft)];
  const [session, its] = [asks(draft, one, SHORT), asks(draft, other, SHORT)];
  if (one.payer === other.payer) return;
  draft.moves(credit(draft, other.price, one.payer), session);
  draft.moves(credit(draft, one.price, other.payer), its);
}

/** A customer gives up just as he pays, or before his message comes. */
function givesUp(draft: Draft): void {
  const { chance } = draft;
  const one = asking(draft);
  const session = asks(draft, one, SHORT);
  const gives = () => draft.add(`cancel ${session}`);
  if (chance.happens(0.4)) gives();
  draft.moves(credit(draft, one.price, one.payer), session, true);
  gives();
}

/** One customer is asked for the same sum twice, by a merchant and by another, and pays one of them or both. */
function twoOfOne(draft: Draft): void {
  const { chance } = draft;
  const one = asking(draft);
  const session = draft.session(`${one.price} payer ${one.payer} ttl 30`);
  const transaction = draft.transaction(`${one.price} payer ${one.payer} by rival`);
  const both = chance.happens(0.5) ? [session, transaction] : [chance.pick([session, transaction])];
  for (const name of both) draft.moves(credit(draft, one.price, one.payer), name);
}

/** As much as somebody's price, from a SIM of ours, of which perhaps nobody tells. */
function between(draft: Draft): void {
  const { chance, manner } = draft;
  draft.transfers(chance.pick(manner.prices), chance.happens(0.8) ? 'from' : 'to', chance.happens(0.2));
}
