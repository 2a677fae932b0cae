import type { PoolClient } from 'pg';
import type { Signature } from '../../../domain/review/second-person.ts';
import { type SettlementState, settlementTransition } from '../../../domain/settlement/transitions.ts';
import { lockBooks } from '../../../store/book/book-state.ts';
import { findUnexplainedDebits } from '../../../store/book/find-steps.ts';
import {
  findHeldAccounts,
  findSettlementsSentBefore,
  findSources,
  lockBankOrders,
  type SourceRow,
  type TakenOrder,
} from '../../../store/settlements/watch.ts';
import { announceDebits, type Debit, type Left, numbersOf, takeLeft, usualOf } from '../../book/announce.ts';
import { letGoOn } from '../../book/settle-waiting.ts';
import type { Services } from '../../services.ts';
import { concludeSettlements, type SettlementConclusion } from '../../settlements/conclude.ts';
import { ordersOf } from '../../settlements/orders.ts';
import { type Desk, signed } from '../signed.ts';
import { type KnownSettlements, lockForDesk, type Stopped, stopOf } from './payees.ts';

/** What money is sent from: a live number of ours, our wallet at an operator, or a bank account of ours. */
export type SettlementSource = { kind: 'number' | 'wallet' | 'bank'; name: string };

export type SendSettlement = Signature & { settlement_id: string; from: SettlementSource };

/**
 * It is SENDING now. `left_already`: that SIM has told of it since it was drafted, and nothing is to be sent any more. `perhaps_sent`: of
 * as much, in words that nobody knows, without saying to whom, or in a message that waits: two people say whether that was it, before
 * anybody sends it by hand.
 */
export type SentSettlement = {
  kind: 'sending' | 'left_already' | 'perhaps_sent';
  amount_xaf: number;
  reference: string;
  from: string;
  /** It stands on an order that somebody has taken to that bank, whose file pays it: nobody pays it at the counter as well. */
  order?: Pick<TakenOrder, 'bank' | 'taken_by' | 'taken_at'>;
};

export type SendSettlementOutcome =
  | SentSettlement
  | { kind: 'not_in_state'; state: SettlementState }
  /** Also where the day of what it would be sent from is not proven. */
  | Stopped
  | { kind: 'source_not_found' }
  /**
   * Nobody has read that SIM yet: the first reading opens its book with what has left already, and would say later that this never left.
   */
  | { kind: 'source_unread' }
  /** Money of a bank goes to a bank, and money of an operator to its own numbers. */
  | { kind: 'other_source' }
  /**
   * Another SIM of ours has sent that sum to its number since it was drafted, and nobody has said what that was: it would leave twice.
   * Where that was this settlement, somebody says that it is sent from there.
   */
  | { kind: 'sent_elsewhere' }
  /** It stands on an order that somebody has taken to another bank, which would pay it too. */
  | { kind: 'on_other_order'; bank: string; taken_at: Date }
  | { kind: 'not_found' };

type Known = KnownSettlements & {
  sources: Map<number, SourceRow>;
  held: Map<number, string>;
  /** The numbers whose books are open. */
  opened: ReadonlySet<string>;
  /** The orders to banks on which they stand, by reference. */
  orders: Map<string, TakenOrder>;
  /** The positions of the commands whose settlement another SIM than they name may have sent. */
  elsewhere: ReadonlySet<number>;
  /** And of those which that very SIM may have sent. */
  perhaps_sent: ReadonlySet<number>;
  /** What left the SIMs that they are sent from, as far as nobody has explained it and none of the commands has been taken for it. */
  untaken: Set<Left>;
};

/**
 * Staff say that they send settlements now, and from where. From a SIM, its debit is announced on the book, and the SIM's own
 * message proves it; from a wallet or a bank account, a row of the statement does. That somebody says it makes none PAID. That
 * message may have come first, and what came behind it: that goes on now.
 * @returns an outcome per command, in order
 */
export async function sendSettlements(
  services: Services,
  commands: readonly SendSettlement[],
): Promise<SendSettlementOutcome[]> {
  const debits: Debit[] = [];
  const outcomes = await signed<Known, SendSettlementOutcome>(services, {
    lock: (client, now) => lockToSend(client, commands, now),
    decide: (desk) => {
      const conclusions: SettlementConclusion[] = [];
      const outcomes = commands.map((command, place) => sendOne(desk, command, place, conclusions, debits));
      return {
        outcomes,
        write: async () => {
          await concludeSettlements(services, desk.client, conclusions, desk.now);
          await announceDebits(services, desk.client, debits, desk.now);
        },
      };
    },
  });
  await letGoOn(services, numbersOf(debits));
  return outcomes;
}

/** Books come first in every order of locks, and what is sent from a SIM is announced on them. */
async function lockToSend(
  client: PoolClient,
  commands: readonly SendSettlement[],
  now: Date,
): Promise<Known> {
  const found = await findSources(
    client,
    commands.map(({ from }, position) => ({ position, ...from })),
  );
  const numbers = found.flatMap(({ collection_number_id }) => collection_number_id ?? []);
  const books = await lockBooks(client, [...new Set(numbers)].sort());
  const opened = books.filter(({ tip_xaf }) => tip_xaf !== null);
  const known = await lockForDesk(
    client,
    commands.map(({ settlement_id }) => settlement_id),
    now,
  );
  // Whoever takes an order meanwhile waits, or is there first: it leaves off what is sent, or this finds what stands on it.
  if (commands.some(({ from }) => from.kind === 'bank')) await lockBankOrders(client, {});
  const orders = await ordersOf(client, [...known.settlements.values()]);
  const held = await findHeldAccounts(client, found);
  const sources = new Map(found.map((one) => [one.position, one]));
  const sent = await findSettlementsSentBefore(
    client,
    commands.map(({ settlement_id: id }, position) => {
      const { collection_number_id = null } = sources.get(position) ?? {};
      return { position, id, collection_number_id };
    }),
  );
  const seen = await findUnexplainedDebits(
    client,
    commands.flatMap(({ settlement_id }, position) => {
      const { collection_number_id = null } = sources.get(position) ?? {};
      const { amount_xaf } = known.settlements.get(settlement_id) ?? {};
      return collection_number_id === null || amount_xaf === undefined
        ? []
        : { collection_number_id, amount_xaf };
    }),
  );
  return {
    ...known,
    untaken: usualOf(seen),
    sources,
    orders,
    opened: new Set(opened.map((book) => book.collection_number_id)),
    elsewhere: new Set(sent.flatMap(({ position, is_elsewhere }) => (is_elsewhere ? position : []))),
    perhaps_sent: new Set(sent.flatMap(({ position, is_elsewhere }) => (is_elsewhere ? [] : position))),
    held: new Map(held.map(({ account_id, reason }) => [account_id, reason])),
  };
}

function sendOne(
  { known, record, now }: Desk<Known>,
  command: SendSettlement,
  place: number,
  conclusions: SettlementConclusion[],
  debits: Debit[],
): SendSettlementOutcome {
  const settlement = known.settlements.get(command.settlement_id);
  if (settlement === undefined) return { kind: 'not_found' };
  const { id, state, reference, amount_xaf, merchant_id } = settlement;
  const to = settlementTransition(state, 'send');
  if (to === null) return { kind: 'not_in_state', state };
  const stopped = stopOf(known, settlement);
  if (stopped !== null) return stopped;
  const source = known.sources.get(place);
  if (source === undefined) return { kind: 'source_not_found' };
  if (!reaches(command.from, source, settlement)) return { kind: 'other_source' };
  const { account_id, collection_number_id, name: from } = source;
  if (collection_number_id !== null && !known.opened.has(collection_number_id))
    return { kind: 'source_unread' };
  const reason = known.held.get(account_id);
  if (reason !== undefined) return { kind: 'held', reason };
  if (known.elsewhere.has(place)) return { kind: 'sent_elsewhere' };
  const order = known.orders.get(reference);
  if (order !== undefined && order.bank !== command.from.name)
    return { kind: 'on_other_order', bank: order.bank, taken_at: order.taken_at };
  record(command, {
    action: 'settlement.send',
    subject_id: id,
    detail: { reference, amount_xaf, merchant_id, from },
  });
  conclusions.push({ settlement, trigger: 'send', from_account_id: account_id });
  known.settlements.set(id, { ...settlement, state: to });
  const sending = { amount_xaf, reference, from, ...(order !== undefined && { order: orderTold(order) }) };
  if (collection_number_id !== null) {
    const { msisdn: to_phone, created_at: asked_at } = settlement;
    const announced = { collection_number_id, amount_xaf, cause_id: id, to_phone, asked_at };
    const debit = { ...announced, kind: 'settlement' } as const;
    debits.push(debit);
    if (takeLeft(debit, known.untaken, now) !== null) return { kind: 'left_already', ...sending };
  }
  return { kind: known.perhaps_sent.has(place) ? 'perhaps_sent' : 'sending', ...sending };
}

const orderTold = ({ bank, taken_by, taken_at }: TakenOrder) => ({ bank, taken_by, taken_at });

function reaches(
  { kind }: SettlementSource,
  source: SourceRow,
  to: { kind: 'number' | 'bank' | null; operator: string | null },
): boolean {
  return kind === 'bank' ? to.kind === 'bank' : to.kind === 'number' && to.operator === source.operator;
}
