import { withoutIdOf } from '../evidence/play.ts';
import type { Draft } from './draft.ts';
import { sentTo } from './movements.ts';

export type Stray = { message: string; amount_xaf: number; payer: string };

/** A payment in the operator's usual words, in words without a transaction id, or in such as nobody knows. `words`: what usual ones end with. */
export function credit({ chance, manner }: Draft, amount_xaf: number, payer: string, words = ''): string {
  if (manner.other_words.length > 0 && chance.happens(0.4))
    return `moved ${amount_xaf} ${chance.pick(manner.other_words)(amount_xaf, payer)}`;
  if (chance.happens(manner.unread))
    return `moved ${amount_xaf} "Encaisse ${amount_xaf} FCFA de ${payer} par ID. Solde BALANCE FCFA."`;
  if (chance.happens(manner.masked))
    return `credit ${amount_xaf} from "${payer.slice(0, 2)} •• •• ${payer.slice(-2)}"${words}`;
  return manner.without_ids && chance.happens(0.3)
    ? `moved ${amount_xaf} ${withoutIdOf(amount_xaf, payer)}`
    : `credit ${amount_xaf} from ${payer}${words}`;
}

export type Asking = { price: number; payer: string };

/**
 * Somebody orders, and perhaps says from which phone he will pay.
 * @returns the name of the session
 */
export function asks(
  draft: Draft,
  { price, payer }: Asking,
  ttls_minutes: readonly number[] = [10, 30, 60],
): string {
  const { chance, manner } = draft;
  const declared = chance.happens(manner.declared) ? ` payer ${payer}` : '';
  return draft.session(`${price}${declared} ttl ${chance.pick(ttls_minutes)}`);
}

/** Somebody orders, and mostly pays; sometimes twice, and sometimes the operator takes it back. */
export function order(draft: Draft): void {
  const { chance, manner } = draft;
  const [price, payer] = [chance.pick(manner.prices), chance.pick(manner.payers)];
  const session = asks(draft, { price, payer });
  if (!chance.happens(0.85)) return;
  if (chance.happens(0.3)) draft.pause(['20s', '1min', '5min']);
  const ticket = chance.happens(0.4) ? ` motif "{${session}}"` : '';
  const message = draft.moves(credit(draft, price, payer, ticket), session);
  if (chance.happens(0.05)) draft.moves(credit(draft, price, payer), session);
  // What takes back a payment that nobody heard of waits by the id of that, and isn't known by its own row.
  if (!draft.heard(message) || !chance.happens(manner.reversals)) return;
  draft.pause(['2min', '10min']);
  draft.moves(`reversal ${message} ${price}`);
}

/** Money that nobody asked for: cash, or a payment that can be sent back. */
export function stray(draft: Draft, strays: Stray[]): void {
  const { chance, manner } = draft;
  const amount_xaf = 100 * chance.between(1, 40) + chance.between(1, 9);
  // No template takes Moov's words of an agent's deposit.
  if (!manner.moov && chance.happens(0.3)) {
    draft.moves(`cash-in ${amount_xaf}`);
    return;
  }
  const payer = manner.stranger;
  strays.push({ message: draft.moves(credit(draft, amount_xaf, payer)), amount_xaf, payer });
}

export function sendBack(draft: Draft, strays: Stray[]): void {
  const one = strays.shift();
  if (one === undefined || !draft.heard(one.message)) return;
  draft.add(`refund ${one.message} as Awa`);
  draft.pause(['1min', '5min']);
  const { amount_xaf, payer } = one;
  draft.moves(`moved -${amount_xaf} "${sentTo(payer, amount_xaf)}"`);
}

export function sweep(draft: Draft): void {
  const { chance, manner } = draft;
  const all = manner.to_nothing && chance.happens(0.7);
  draft.sweeps(all ? 'all' : String(chance.pick([1000, 2500, 5000, 20_000])), chance.happens(0.6));
}

/** A transfer that costs a fee, and a collection in words that name no payer. */
export function small(draft: Draft): void {
  const { chance } = draft;
  draft.moves(
    chance.pick([
      `debit ${chance.pick([300, 2000])} fee 50`,
      'moved 450 "Encaisse 450 FCFA par ID. Solde BALANCE FCFA."',
    ]),
  );
}
