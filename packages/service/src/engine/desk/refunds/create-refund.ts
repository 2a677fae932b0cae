import type { PoolClient } from 'pg';
import type { CreateRefund, CreateRefundOutcome, NotRefundable } from '../../../domain/refund/judge.ts';
import { moneyOf } from '../../../domain/review/alone.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import type { Caller } from '../../../domain/session/commands.ts';
import { later, MINUTE_MS } from '../../../domain/time.ts';
import { findRefundsMadeBefore } from '../../../store/refunds/refunds.ts';
import { giveBack, openRefundBench, type RefundBench, writeGivenBack } from '../../refunds/create.ts';
import type { Services } from '../../services.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';

/** `note`: why, which the merchant does not read. */
export type CreateRefundForMerchant = Signature & Caller & Pick<CreateRefund, 'payment' | 'amount_xaf'>;

export type CreateRefundForMerchantOutcome =
  | Extract<CreateRefundOutcome, { kind: 'created' | 'payment_not_found' }>
  /** Whoever says it made one of that sum a moment ago, and perhaps saw no answer: nothing is made again. */
  | { kind: 'created_before'; refund_id: string; amount_xaf: number }
  | NotRefundable
  | NotAgreed;

/** The same sum of a payment, said again by the same person within so long, is the same refund. */
const AGAIN_MS = 2 * MINUTE_MS;

/**
 * Staff give payments back for their merchants, out of the merchants' balances; from the configured amount on two
 * people do, whether a payment goes back at once or in parts.
 * @returns an outcome per command, in order
 */
export function createRefundsForMerchants(
  services: Services,
  commands: readonly CreateRefundForMerchant[],
): Promise<CreateRefundForMerchantOutcome[]> {
  const asked = commands.map(({ merchant_id, environment, payment, amount_xaf, actor }) => ({
    merchant_id,
    environment,
    payment,
    amount_xaf,
    reason: null,
    asked_by: `staff: ${actor}`.slice(0, 200),
  }));
  return signed<Known, CreateRefundForMerchantOutcome>(services, {
    signers: commands,
    lock: async (client, now) => {
      const bench = await openRefundBench(services, client, asked);
      return { bench, before: await madeBefore(client, commands, later(now, -AGAIN_MS)) };
    },
    subjects: () => commands.map(({ payment }) => payment.id),
    decide: (desk) => {
      const outcomes = commands.map((command, place) =>
        createOne(services, desk, command, asked[place], place),
      );
      return {
        outcomes,
        write: () => writeGivenBack(desk.client, desk.known.bench, notesOf(commands, outcomes)),
      };
    },
  });
}

/** `before`: the refunds that are said again, by the places of their commands. */
type Known = { bench: RefundBench; before: ReadonlyMap<number, string> };

/** Without a sum all that is left goes back, and nothing is left for whoever says it again. */
async function madeBefore(
  client: PoolClient,
  commands: readonly CreateRefundForMerchant[],
  since: Date,
): Promise<Known['before']> {
  const rows = await findRefundsMadeBefore(
    client,
    commands.flatMap(({ payment, amount_xaf, actor, account_id = null }, position) =>
      amount_xaf === null ? [] : [{ position, payment_id: payment.id, amount_xaf, actor, account_id, since }],
    ),
  );
  return new Map(rows.map(({ position, refund_id }) => [position, refund_id]));
}

/** Why each refund was made, by its id. */
function notesOf(
  commands: readonly CreateRefundForMerchant[],
  outcomes: readonly CreateRefundForMerchantOutcome[],
): Map<string, string> {
  return new Map(
    outcomes.flatMap((one, place): [string, string][] =>
      one.kind === 'created' ? [[one.refund.id, commands[place]?.note ?? '']] : [],
    ),
  );
}

function createOne(
  services: Services,
  { known: { bench, before }, agree, record }: Desk<Known>,
  command: CreateRefundForMerchant,
  asked: Parameters<typeof giveBack>[2] | undefined,
  place: number,
): CreateRefundForMerchantOutcome {
  if (asked === undefined) throw new Error('bug: a command without what it asks for');
  const made_before = before.get(place);
  if (made_before !== undefined && command.amount_xaf !== null)
    return { kind: 'created_before', refund_id: made_before, amount_xaf: command.amount_xaf };
  const outcome = giveBack(services, bench, asked);
  if (outcome.kind !== 'created') return outcome;
  const { id: refund_id, amount_xaf } = outcome.refund;
  const subject = { action: 'refund.create', subject_id: command.payment.id } as const;
  // What of this payment is given back already counts with it: in small parts one person could give it back alone.
  const sum_xaf = bench.payments.get(command.payment.id)?.refunded_xaf ?? amount_xaf;
  const terms = { amount_xaf: String(amount_xaf) };
  const consent = agree(command, { ...subject, terms, ...moneyOf(command, sum_xaf, amount_xaf) });
  if (consent.kind !== 'agreed') {
    takeBack(bench, outcome.refund.id);
    return consent;
  }
  record(command, { ...subject, detail: { refund_id, amount_xaf, ...consent.on_record } });
  return outcome;
}

/**
 * Takes a refund off the bench that another person has to agree to first, so that the next command of the batch doesn't find
 * it.
 */
function takeBack(bench: RefundBench, refund_id: string): void {
  const place = bench.made.findIndex(({ id }) => id === refund_id);
  const [refund] = bench.made.splice(place, 1);
  const payment = bench.payments.get(refund?.payment_session_id ?? refund?.transaction_id ?? '');
  if (refund === undefined || payment === undefined) return;
  payment.refunded_xaf -= refund.amount_xaf;
  payment.open_refunds -= 1;
  const owner = `${refund.merchant_id}/${refund.environment}`;
  bench.payable_xaf.set(owner, (bench.payable_xaf.get(owner) ?? 0) + refund.amount_xaf);
}
