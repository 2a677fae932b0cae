import { refundTransfer } from '../../../domain/ledger/staff.ts';
import { namesNoPayee, payeeSaid } from '../../../domain/refund/judge.ts';
import { moneyOf } from '../../../domain/review/alone.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { lockBooks } from '../../../store/book/book-state.ts';
import { findUnexplainedDebits } from '../../../store/book/find-steps.ts';
import {
  findCreditsSentBefore,
  findLiveNumbersOf,
  findMarkedBefore,
  type WaitingCredit,
} from '../../../store/suspense/credits.ts';
import {
  announceDebits,
  type Debit,
  type Left,
  leftBefore,
  numbersOf,
  takeLeft,
  usualOf,
} from '../../book/announce.ts';
import { payersSaidAnew } from '../../book/read-again.ts';
import { letGoOn } from '../../book/settle-waiting.ts';
import type { Services } from '../../services.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';
import { type Bench, lockBench } from './bench.ts';
import { hasSurplus, type LockedCredit } from './cases.ts';

/** `note`: how and when it went back; kept. */
export type MarkRefunded = Signature & {
  credit_id: string;
  /** What was sent, where the caller knows it: another amount than what waits is refused. */
  amount_xaf?: number;
  /** To which phone, as it is typed: to be said where no message shows whose phone paid. */
  to?: string;
};

/**
 * What has left for it, as far as the books tell. `left_at`: since it was asked for its SIM has sent it, that is taken for it, and nothing
 * is to be sent any more. `left_before_xaf`: as much has left to that phone before, and nobody has said what it was. It isn't taken for
 * this. `left_from`: it left this SIM, another than was paid, or in words that nobody knows. `told_by`: this SIM, the one that was paid, has
 * a message that waits for its place and may tell of it; somebody looks first.
 */
type LeftForIt = { left_at?: Date; left_before_xaf?: number; left_from?: string; told_by?: string };

export type RefundOutcome =
  /** `to_phone`: where it goes, whoever has said that; null in a sandbox. */
  | ({ kind: 'refunded'; refunded_xaf: number; surplus: boolean; to_phone: string | null } & LeftForIt)
  | { kind: 'not_found' }
  | { kind: 'nothing_waits'; state: WaitingCredit['state'] }
  /** The operator has sent it back itself: void it. */
  | { kind: 'credit_reversed' }
  /** A reading of the SIM casts doubt on it: somebody may have made it up, and asks for what he never paid. */
  | { kind: 'credit_doubted' }
  /** Somebody has tried the balance of its SIM since that was last read: nobody waits for this money's goods, so a reading comes first. */
  | { kind: 'credit_not_vouched' }
  /** People no longer stand by the wording that named its payer, or a confirmed one names another, and it has not been read again since. */
  | { kind: 'payer_unread' }
  /** No message shows whose phone paid: its sender says to which it goes, or has not typed all of the digits. */
  | { kind: 'payer_unknown' }
  /** The message shows another phone than the one that was said. */
  | { kind: 'other_payer' }
  /** Not what waits: part of it was given to a session meanwhile, or the amount is wrong. */
  | { kind: 'other_amount'; waiting_xaf: number }
  | NotAgreed;

/**
 * Records that staff send money back to its payer now: a credit in suspense, or the surplus of an overpaid session. The
 * money itself moves on the operator's network, by hand; the debit to that payer that the SIM then reports is taken for
 * it. One that had left before it was asked for is not, and needs two people. What the operator has taken back is not
 * sent a second time, and what somebody may have forged is nobody's to get back before people have looked it up. What waits behind
 * that debit goes on.
 * @returns an outcome per command, in order
 */
export async function refundCredits(
  services: Services,
  commands: readonly MarkRefunded[],
): Promise<RefundOutcome[]> {
  const credit_ids = commands.map(({ credit_id }) => credit_id);
  const debits: Debit[] = [];
  const outcomes = await signed<Known, RefundOutcome>(services, {
    signers: commands,
    lock: async (client) => {
      // Books come first in every order of locks, and what goes back is announced on them.
      const numbers = (await findLiveNumbersOf(client, credit_ids)).map((row) => row.collection_number_id);
      await lockBooks(client, numbers);
      const bench = await lockBench(services, client, { credit_ids });
      const sums = [...bench.credits.values()].map((credit) => ({
        collection_number_id: credit.collection_number_id,
        amount_xaf: sumOf(credit),
      }));
      const before = await findMarkedBefore(client, credit_ids);
      const to = new Map(commands.map((command) => [command.credit_id, command.to]));
      const asked = [...bench.credits.values()].flatMap((credit) => asSent(credit, to.get(credit.id)));
      const sent = await findCreditsSentBefore(client, asked);
      const seen = await findUnexplainedDebits(client, sums);
      const [told, left] = [sent.filter((one) => one.is_told), sent.filter((one) => !one.is_told)];
      return {
        bench,
        seen,
        untaken: usualOf(seen),
        sent_from: new Map(left.map(({ credit_id, msisdn }) => [credit_id, msisdn])),
        told_by: new Map(told.map(({ credit_id, msisdn }) => [credit_id, msisdn])),
        before: new Set(before.map((one) => partOf(one.credit_id, one.surplus))),
        anew: await payersSaidAnew(services, client, commands),
      };
    },
    subjects: () => credit_ids,
    decide: (desk) => ({
      outcomes: commands.map((command) => refundOne(services, desk, command, debits)),
      write: async () => {
        await desk.known.bench.write();
        await announceDebits(services, desk.client, debits, desk.now);
      },
    }),
  });
  await letGoOn(services, numbersOf(debits));
  return outcomes;
}

/**
 * `seen`: what left the SIMs and nobody has explained. `untaken`: what none of the commands has been taken for of that, as it will be when
 * they are announced. `sent_from`: by credit the SIM that may have sent it though nothing of it is in `seen`. `told_by`: by credit its own
 * SIM, where a message that waits may tell of it. `before`: the credits, and the surpluses, that were marked before and unmarked
 * (`partOf`). `anew`: those whose payer nobody stands by any more.
 */
type Known = {
  bench: Bench;
  seen: Left[];
  untaken: Set<Left>;
  sent_from: ReadonlyMap<string, string>;
  told_by: ReadonlyMap<string, string>;
  before: ReadonlySet<string>;
  anew: ReadonlyMap<string, unknown>;
};

const partOf = (credit_id: string, surplus: boolean): string => `${credit_id}${surplus ? '/surplus' : ''}`;

function refundOne(
  services: Services,
  { known, agree, record, now }: Desk<Known>,
  command: MarkRefunded,
  debits: Debit[],
): RefundOutcome {
  const { bench, before, anew } = known;
  const { credit_id } = command;
  const credit = bench.credits.get(credit_id);
  if (credit === undefined) return { kind: 'not_found' };
  const waiting = waitingOf(credit, command);
  if (waiting.kind !== 'waits') return waiting;
  if (anew.has(credit_id)) return { kind: 'payer_unread' };
  const { amount_xaf, surplus } = waiting;
  const subject = { action: 'suspense.refund', subject_id: credit_id } as const;
  const { environment, collection_number_id } = credit;
  const payee = payeeSaid(credit.payer, command.to);
  // Nothing is sent out of a sandbox, so nobody is asked to whom.
  if (environment === 'live' && payee.kind !== 'goes_to') return payee;
  const { to_phone, said } = payee.kind === 'goes_to' ? payee : { to_phone: null, said: null };
  // Two people agree to whom it goes: words that are taught between the two may name another payer.
  const named = said === null ? {} : { to: said };
  const terms = { surplus: String(surplus), payer: credit.payer, ...named };
  const money = moneyOf({ environment, merchant_id: null }, amount_xaf);
  const is_outdated = (before: { to?: string | null }) => namesNoPayee({ said }, before);
  const consent = agree(command, { ...subject, terms, ...money, is_outdated });
  if (consent.kind !== 'agreed') return consent;
  const again = before.has(partOf(credit_id, surplus)) ? services.newId() : null;
  bench.outcome.transfers.push(refundTransfer(credit, { amount_xaf, surplus }, again));
  const as = { state: 'REFUNDED', reason: 'refunded', matched_session_id: null, surplus_xaf: 0 } as const;
  if (surplus) bench.returnSurplus(command, credit, 'surplus_refunded');
  else bench.dispose(command, { credit_id, ...as });
  const { asked_at } = consent;
  const debit = {
    kind: 'refund',
    collection_number_id,
    amount_xaf,
    cause_id: credit_id,
    to_phone,
    asked_at,
  } as const;
  if (environment === 'live') debits.push(debit);
  const detail = { refunded_xaf: amount_xaf, surplus, ...named, ...consent.on_record };
  record(command, { ...subject, detail });
  const left = environment === 'live' ? leftFor(known, debit, credit.occurred_at, now) : {};
  return { kind: 'refunded', refunded_xaf: amount_xaf, surplus, to_phone, ...left };
}

/** What whoever sends it is told of what has left for it: to send nothing, or to look first. */
function leftFor(
  { seen, untaken, sent_from, told_by }: Known,
  debit: Debit & { cause_id: string; asked_at: Date },
  came_at: Date,
  now: Date,
): LeftForIt {
  const left_at = takeLeft(debit, untaken, now)?.occurred_at;
  if (left_at !== undefined) return { left_at };
  const left_before_xaf = leftBefore(seen, { ...debit, came_at });
  if (left_before_xaf > 0) return { left_before_xaf };
  const left_from = sent_from.get(debit.cause_id);
  if (left_from !== undefined) return { left_before_xaf: debit.amount_xaf, left_from };
  const told = told_by.get(debit.cause_id);
  return told === undefined ? {} : { told_by: told };
}

/** What may have left for it already; nobody asks of a sandbox, nor where nobody says to whom it goes. */
function asSent(credit: LockedCredit, to?: string) {
  const { id: credit_id, environment, collection_number_id, payer, occurred_at: since } = credit;
  const payee = payeeSaid(payer, to);
  if (environment !== 'live' || payee.kind !== 'goes_to') return [];
  const { to_phone: phone } = payee;
  return [{ credit_id, collection_number_id, amount_xaf: sumOf(credit), phone, since }];
}

const sumOf = (credit: LockedCredit): number => (hasSurplus(credit) ? credit.surplus_xaf : credit.amount_xaf);

/** What waits of a credit: all of it, or the surplus of a session that it paid. */
function waitingOf(
  credit: LockedCredit,
  { amount_xaf: sent_xaf }: MarkRefunded,
): { kind: 'waits'; amount_xaf: number; surplus: boolean } | Exclude<RefundOutcome, { kind: 'refunded' }> {
  const surplus = hasSurplus(credit);
  if (credit.state !== 'SUSPENSE' && !surplus) return { kind: 'nothing_waits', state: credit.state };
  if (credit.is_reversed) return { kind: 'credit_reversed' };
  if (credit.is_doubted) return { kind: 'credit_doubted' };
  if (credit.is_tried) return { kind: 'credit_not_vouched' };
  const amount_xaf = sumOf(credit);
  if (sent_xaf !== undefined && sent_xaf !== amount_xaf)
    return { kind: 'other_amount', waiting_xaf: amount_xaf };
  return { kind: 'waits', amount_xaf, surplus };
}
