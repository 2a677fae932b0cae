import type { PoolClient } from 'pg';
import { refundReturnedTransfer } from '../../../domain/ledger/refund.ts';
import type { Operator } from '../../../domain/operator.ts';
import { mayReach, type Networks, namesNoPayee, payeeSaid } from '../../../domain/refund/judge.ts';
import { type Refund, type RefundState, refundEvent } from '../../../domain/refund/refund.ts';
import { moneyOf } from '../../../domain/review/alone.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { deleteUnmet } from '../../../store/book/announced.ts';
import { lockBooks } from '../../../store/book/book-state.ts';
import { findUnexplainedDebits } from '../../../store/book/find-steps.ts';
import {
  findLeftRefunds,
  findRefundsSentBefore,
  loadRefundable,
  lockRefunds,
  type PaymentRow,
} from '../../../store/refunds/refunds.ts';
import { findRefundNumbers, type TakenList } from '../../../store/refunds/sending.ts';
import {
  announceDebits,
  type Debit,
  type Left,
  leftBefore,
  numbersOf,
  takeLeft,
  usualOf,
} from '../../book/announce.ts';
import { payersSaidAnew, type SaidAnew } from '../../book/read-again.ts';
import { letGoOn } from '../../book/settle-waiting.ts';
import { findNumbers } from '../../numbers.ts';
import { noOutcome } from '../../outcome/outcome.ts';
import { writeOutcome } from '../../outcome/write.ts';
import { endRefund, type MovedRefund, writeMoved } from '../../refunds/conclude.ts';
import { payeeNow, readdress } from '../../refunds/payees.ts';
import { findShort, ownerOf } from '../../refunds/unsure.ts';
import type { Services } from '../../services.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';
import { findUnsentRefunds, type Unsent } from './unsent.ts';

export type SendRefund = Signature & {
  refund_id: string;
  /** `send`: it is sent now, from this SIM or the one that was paid. `fail`: it certainly has not gone. */
  does: 'send' | 'fail';
  number?: string;
  /** To which phone, as it is typed: to be said where nothing shows whose phone paid. */
  to?: string;
};

/**
 * The refund is SENDING now. `sending`: send it; `left_before_xaf` has gone to this phone before it was
 * asked for, and nobody has said what it was. `left_already`: that SIM has told of its debit, send nothing.
 * `perhaps_sent`: the SIM `told_by` has told of as much, without saying clearly to whom: look first.
 */
type SendingRefund = {
  msisdn: string;
  to_phone: string;
  amount_xaf: number;
  left_before_xaf?: number;
} & ({ kind: 'sending' | 'left_already' } | { kind: 'perhaps_sent'; told_by: string });

export type SendRefundOutcome =
  | SendingRefund
  /** `on_list`: somebody has taken a list on which it stands, so that it may be paid from there. */
  | { kind: 'failed'; on_list?: TakenList }
  | { kind: 'proposed'; on_list?: TakenList }
  | { kind: 'not_found' | 'number_not_found' | 'not_by_hand' | 'payment_reversed' | 'payment_doubted' }
  /** People no longer stand by the wording that named its payer, and none that is confirmed reads it: he may be somebody else. */
  | { kind: 'payer_unread' }
  /** Nothing shows whose phone paid: its sender says to which it goes, or has not typed all of the digits. */
  | { kind: 'payer_unknown' }
  /** Another phone paid than the one that was said. */
  | { kind: 'other_payer' }
  /**
   * What pays for it is money of another payment, which the operator has taken back since, or of a settlement that may have left
   * after all, and nobody has looked into that.
   */
  | { kind: 'balance_doubted' }
  | { kind: 'not_in_state'; state: RefundState }
  /** Money reaches a number of its own operator only: it goes back by the network that reaches its payer. */
  | { kind: 'other_source' }
  /**
   * Nobody has read that SIM yet: the first reading opens its book with what has left already, and would say later that this never left.
   */
  | { kind: 'number_unread' }
  /**
   * Another SIM of ours has sent that sum to its payer since it was asked for, and nobody has said what that was: it would leave
   * twice. Where that was this refund, somebody says that it is sent from there.
   */
  | { kind: 'sent_elsewhere' }
  /** It may have gone: read the SIM, of two people since the first has spoken, and explain what left it, first. */
  | { kind: 'may_have_gone'; on_list?: TakenList }
  | NotAgreed;

type Known = {
  refunds: Map<string, Refund>;
  payments: Map<string, PaymentRow>;
  /** Whom the words of their credits name now, where nobody stands by those that named their payers. */
  anew: ReadonlyMap<string, SaidAnew>;
  /** The SIM of each command, in order; null where there is none such. */
  numbers: ({ id: string; msisdn: string; operator: Operator } | null)[];
  /** By whose networks the payment of each refund came and was asked for. */
  networks: ReadonlyMap<string, Networks>;
  /** The numbers whose books are open. */
  opened: ReadonlySet<string>;
  /** What the books say of those that somebody may have sent. */
  unsent: ReadonlyMap<string, Unsent>;
  /** The lists on which those stand that are called failed. */
  lists: ReadonlyMap<string, TakenList>;
  /** Those that a SIM may have sent though nobody has said so, or another SIM than was said. */
  left: ReadonlySet<string>;
  /** The positions of the commands whose refund another SIM than they name may have sent. */
  elsewhere: ReadonlySet<number>;
  /** And of those which that very SIM may have sent, or the one that was paid: which of the two. */
  perhaps_sent: ReadonlyMap<number, string>;
  /** What left the SIMs that they are sent from and nobody has explained. */
  seen: Left[];
  /** Of that, what none of the commands has been taken for yet, as it will be when they are announced. */
  untaken: Set<Left>;
  /** Merchants who have less with us, beside what they give back, than somebody has to look into first (`findShort`). */
  short: ReadonlySet<string>;
};

/**
 * Staff send refunds from SIMs, or say that one certainly has not gone. What is sent is announced on the SIM's book: the
 * debit that the SIM reports ends the refund by itself, and what waits behind it goes on. One that was sent can't be called failed before the SIM was read
 * again and all that has left it is explained; where it stands on a list, also the SIM that was paid. Where that takes two, the second agrees to what a reading has shown since the first has
 * spoken: until then somebody may have sent it, and its message be late. What stands on a list that somebody has taken may have been sent
 * since, whether or not that one has said so; calling it failed takes two, who both know of the list.
 * @returns an outcome per command, in order
 */
export async function sendRefunds(
  services: Services,
  commands: readonly SendRefund[],
): Promise<SendRefundOutcome[]> {
  let events = 0;
  const debits: Debit[] = [];
  const outcomes = await signed<Known, SendRefundOutcome>(services, {
    signers: commands,
    lock: (client) => lockNamed(services, client, commands),
    subjects: () => commands.map(({ refund_id }) => refund_id),
    decide: (desk) => {
      const moves: MovedRefund[] = [];
      return {
        outcomes: commands.map((command, place) => {
          if (command.does === 'fail') return failOne(desk, command, moves);
          return sendOne(desk, command, place, { moves, debits });
        }),
        write: async () => {
          events = await writeSent(services, desk, moves, debits);
        },
      };
    },
  });
  if (events > 0) services.onEvents();
  await letGoOn(services, numbersOf(debits));
  return outcomes;
}

/** Books come first in every order of locks. */
async function lockNamed(
  services: Services,
  client: PoolClient,
  commands: readonly SendRefund[],
): Promise<Known> {
  const ids = commands.map(({ refund_id }) => refund_id);
  const own = new Map((await findRefundNumbers(client, ids)).map((row) => [row.refund_id, row]));
  const named = await findNumbers(
    client,
    commands.map(({ number, refund_id }) => number ?? own.get(refund_id)?.msisdn ?? ''),
  );
  const numbers = named.map((one) => (one === null || one.environment !== 'live' ? null : one));
  const book_ids = new Set([
    ...numbers.flatMap((one) => one?.id ?? []),
    ...[...own.values()].flatMap((one) => [one.sent_from_id ?? [], one.paid_to_id ?? []].flat()),
  ]);
  const books = await lockBooks(client, [...book_ids].sort());
  const opened = books.filter(({ tip_xaf }) => tip_xaf !== null);
  const { refunds, payments, anew } = await lockAddressed(services, client, ids);
  const paid_to = new Map([...own].map(([id, { paid_to_id }]) => [id, paid_to_id]));
  const is_failed = commands.some(({ does }) => does === 'fail');
  const { lists, unsent } = await findUnsentRefunds(client, is_failed ? refunds : [], paid_to);
  const left = await findLeftRefunds(client, ids);
  const by_id = new Map(refunds.map((refund) => [refund.id, refund]));
  const sent = await findRefundsSentBefore(client, toBeSent(commands, numbers, by_id));
  const short = await findShort(client, refunds);
  const seen = await findUnexplainedDebits(
    client,
    commands.flatMap(({ refund_id, does }, position) => {
      const [number, refund] = [numbers[position] ?? null, by_id.get(refund_id)];
      if (does !== 'send' || number === null || refund === undefined) return [];
      return [{ collection_number_id: number.id, amount_xaf: refund.amount_xaf }];
    }),
  );
  return {
    refunds: by_id,
    seen,
    untaken: usualOf(seen),
    payments,
    anew,
    numbers,
    networks: own,
    opened: new Set(opened.map((book) => book.collection_number_id)),
    lists,
    unsent,
    left: new Set(left.map(({ id }) => id)),
    elsewhere: new Set(sent.flatMap(({ position, is_elsewhere }) => (is_elsewhere ? position : []))),
    perhaps_sent: new Map(
      sent.flatMap(({ position, is_elsewhere, msisdn }) => (is_elsewhere ? [] : [[position, msisdn]])),
    ),
    short,
  };
}

/** The refunds that are to be sent from SIMs of ours, each with its position and the phone that was said. */
const toBeSent = (
  commands: readonly SendRefund[],
  numbers: Known['numbers'],
  refunds: ReadonlyMap<string, Refund>,
) =>
  commands.flatMap(({ refund_id: id, does, to }, position) => {
    const collection_number_id = numbers[position]?.id;
    if (does !== 'send' || collection_number_id === undefined) return [];
    const payee = payeeSaid(refunds.get(id)?.to_phone ?? null, to);
    return [{ position, id, collection_number_id, said: payee.kind === 'goes_to' ? payee.said : null }];
  });

/** Refunds with their payments. To whom they go is kept on them before it is asked whether they have gone there. */
async function lockAddressed(services: Services, client: PoolClient, ids: readonly string[]) {
  const locked = await lockRefunds(client, ids);
  const paid = await loadRefundable(client, locked.map(paymentOf));
  const payments = new Map(paid.map((payment) => [payment.payment_id, payment]));
  const anew = await payersSaidAnew(services, client, paid);
  const kept = await readdress(
    client,
    locked.map((one) => ({ ...one, to_phone_now: payeeNow(one, payments.get(paymentOf(one)), anew) })),
  );
  const refunds = locked.map((one) => ({
    ...one,
    to_phone: kept.has(one.id) ? (kept.get(one.id) ?? null) : one.to_phone,
  }));
  return { refunds, payments, anew };
}

const paymentOf = ({ payment_session_id, transaction_id }: Refund): string =>
  payment_session_id ?? transaction_id ?? '';

function sendOne(
  { known, agree, record, now }: Desk<Known>,
  command: SendRefund,
  place: number,
  { moves, debits }: { moves: MovedRefund[]; debits: Debit[] },
): SendRefundOutcome {
  const refund = known.refunds.get(command.refund_id);
  if (refund === undefined) return { kind: 'not_found' };
  if (refund.via !== 'sim') return { kind: 'not_by_hand' };
  if (refund.state !== 'PENDING') return { kind: 'not_in_state', state: refund.state };
  const payment = known.payments.get(paymentOf(refund));
  // The operator may have taken it back since it was asked for.
  if (payment?.is_reversed) return { kind: 'payment_reversed' };
  if (payment?.is_doubted) return { kind: 'payment_doubted' };
  const anew = known.anew.get(payment?.credit_id ?? '');
  if (anew?.is_read === false) return { kind: 'payer_unread' };
  if (known.short.has(ownerOf(refund))) return { kind: 'balance_doubted' };
  const number = known.numbers[place] ?? null;
  if (number === null) return { kind: 'number_not_found' };
  const payer = payeeNow(refund, payment, known.anew);
  if (!reaches(number.operator, payer, payment, known.networks.get(refund.id)))
    return { kind: 'other_source' };
  if (!known.opened.has(number.id)) return { kind: 'number_unread' };
  const { id: subject_id, amount_xaf } = refund;
  const payee = payeeSaid(payer, command.to);
  if (payee.kind !== 'goes_to') return payee;
  const { to_phone } = payee;
  if (known.elsewhere.has(place)) return { kind: 'sent_elsewhere' };
  const subject = { action: 'refund.send', subject_id } as const;
  // All that is given back of its payment counts with it: in small parts one person could send it alone.
  const sum_xaf = Math.max(amount_xaf, payment?.refunded_xaf ?? 0);
  // Two people agree to whom it goes: its words may be read otherwise between the two.
  const named = payee.said === null ? {} : { to: payee.said };
  const terms = { number: number.msisdn, ...(anew !== undefined && { to_phone: payer }), ...named };
  const is_outdated = (before: { to?: string | null }) => namesNoPayee(payee, before);
  // Of one merchant many are sent in a day, as their merchant asks for them: only all that one person sends adds up.
  const money = moneyOf({ environment: 'live', merchant_id: null }, sum_xaf, amount_xaf);
  const consent = agree(command, { ...subject, terms, ...money, is_outdated });
  if (consent.kind !== 'agreed') return consent;
  const sent: Refund = {
    ...refund,
    to_phone,
    state: 'SENDING',
    sent_at: now,
    collection_number_id: number.id,
  };
  known.refunds.set(refund.id, sent);
  moves.push({ from_state: 'PENDING', refund: sent });
  const { created_at: asked_at } = refund;
  const announced = { collection_number_id: number.id, amount_xaf, cause_id: refund.id, to_phone, asked_at };
  const debit = { ...announced, kind: 'merchant_refund' } as const;
  debits.push(debit);
  const detail = { amount_xaf, number: number.msisdn, ...named, ...consent.on_record };
  record(command, { ...subject, detail });
  const sending = { msisdn: number.msisdn, to_phone, amount_xaf };
  if (takeLeft(debit, known.untaken, now) !== null) return { kind: 'left_already', ...sending };
  const left_before_xaf =
    payment === undefined ? 0 : leftBefore(known.seen, { ...debit, came_at: payment.came_at });
  return nowSending(known, place, sending, left_before_xaf);
}

const reaches = (
  operator: Operator,
  payer: string | null,
  payment: PaymentRow | undefined,
  networks: Networks = { came_by: null, asked_by: null },
): boolean => mayReach(operator, payer, payment?.declared_phone ?? payment?.asked_phone ?? null, networks);

/** What whoever sends it is told: to send it now, or to look first at what may have left for it. */
function nowSending(
  { perhaps_sent }: Known,
  place: number,
  sending: Pick<SendingRefund, 'msisdn' | 'to_phone' | 'amount_xaf'>,
  left_before_xaf: number,
): SendingRefund {
  if (left_before_xaf > 0) return { kind: 'sending', ...sending, left_before_xaf };
  const told_by = perhaps_sent.get(place);
  return told_by === undefined
    ? { kind: 'sending', ...sending }
    : { kind: 'perhaps_sent', ...sending, told_by };
}

function failOne(
  { known, agree, agreeOnReading, record, now }: Desk<Known>,
  command: SendRefund,
  moves: MovedRefund[],
): SendRefundOutcome {
  const refund = known.refunds.get(command.refund_id);
  if (refund === undefined) return { kind: 'not_found' };
  if (refund.via !== 'sim') return { kind: 'not_by_hand' };
  const { amount_xaf, id: subject_id } = refund;
  const [moved] = endRefund(refund, 'not_sent', command.note.slice(0, 500), now);
  if (moved === undefined) return { kind: 'not_in_state', state: refund.state };
  const list = known.lists.get(refund.id);
  const told = list === undefined ? {} : { on_list: list };
  if (known.left.has(refund.id)) return { kind: 'may_have_gone', ...told };
  const unsent = known.unsent.get(refund.id);
  if (unsent?.is_certain === false) return { kind: 'may_have_gone', ...told };
  const asked = {
    ...({ action: 'refund.fail', subject_id } as const),
    terms: { taken_at: list?.taken_at.toISOString() ?? null },
    ...moneyOf(refund, amount_xaf),
    ...(list !== undefined && { stale_before: list.taken_at, takes_two: true }),
  };
  const consent =
    unsent === undefined
      ? agree(command, asked)
      : agreeOnReading(command, { ...asked, read_at: unsent.read_at });
  if (consent.kind === 'unread_since') return { kind: 'may_have_gone', ...told };
  if (consent.kind === 'proposed') return { ...consent, ...told };
  if (consent.kind !== 'agreed') return consent;
  known.refunds.set(refund.id, moved.refund);
  moves.push(moved);
  record(command, { action: 'refund.fail', subject_id, detail: { amount_xaf, ...consent.on_record } });
  return { kind: 'failed', ...told };
}

/** @returns how many events it wrote */
async function writeSent(
  services: Services,
  { client, now }: Desk<Known>,
  moves: readonly MovedRefund[],
  debits: readonly Debit[],
): Promise<number> {
  await writeMoved(client, moves);
  await announceDebits(services, client, debits, now);
  const outcome = noOutcome();
  const failed = moves.flatMap(({ refund }) => (refund.state === 'FAILED' ? [refund] : []));
  // What was announced and not sent explains no later debit.
  await deleteUnmet(
    client,
    failed.map(({ id }) => id),
  );
  for (const refund of failed) {
    outcome.transfers.push(refundReturnedTransfer(refund, now));
    outcome.events.push(refundEvent(services.newId(), refund, now));
  }
  await writeOutcome(services, client, outcome, now);
  return outcome.events.length;
}
