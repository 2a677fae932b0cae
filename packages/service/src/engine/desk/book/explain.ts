import type { PoolClient } from 'pg';
import { announcedTo, type DebitKind, isMisdirected } from '../../../domain/book/announced.ts';
import { hiddenFeeMax, isCredit } from '../../../domain/book/move.ts';
import { type ReadCredit, unreadCredit } from '../../../domain/credit.ts';
import { feeExplained, type Meaning, stepExplained } from '../../../domain/ledger/book.ts';
import { AMOUNT_XAF_MAX } from '../../../domain/money.ts';
import { fullNumber, isSamePrint } from '../../../domain/msisdn.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { closeAnnounced, loadUnmet } from '../../../store/book/announced.ts';
import { lockBooks } from '../../../store/book/book-state.ts';
import { suspectBooks, vouchExplained } from '../../../store/book/books.ts';
import { settleClaims } from '../../../store/book/claims.ts';
import { type FoundStep, findSteps } from '../../../store/book/find-steps.ts';
import { insertExplanations } from '../../../store/book/steps.ts';
import { releaseDoubted } from '../../book/release.ts';
import { settleRead } from '../../book/settle.ts';
import { decideCredits } from '../../credits/decide.ts';
import { bookTransfers } from '../../outcome/book-transfers.ts';
import { writeOutcome } from '../../outcome/write.ts';
import type { Services } from '../../services.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';

export type ExplainStep = Signature & {
  step_id: string;
  /**
   * credit: a customer's, whose message never came, or one that no reading vouches for; a person says then whose it
   * is, or that it was sent back.
   */
  meaning: Meaning;
};

/** What was agreed on. */
type Said = {
  command: ExplainStep;
  step: FoundStep;
  moved_xaf: number;
  /** What was announced of it. */
  unmet: Unmet | null;
};
type Unmet = Awaited<ReturnType<typeof loadUnmet>>[number];

export type ExplainOutcome =
  | { kind: 'explained'; moved_xaf: number }
  | { kind: 'proposed'; moved_xaf: number }
  | { kind: 'step_not_found' }
  | { kind: 'explained_before' }
  | { kind: 'no_money_came' }
  /** No refund of that sum is announced that the SIM has not sent yet. */
  | { kind: 'no_refund_is_due' }
  /** No settlement of that sum is on its way from this SIM. */
  | { kind: 'no_settlement_is_due' }
  /** The debit of that sum that is due was announced to another phone than the operator names. */
  | { kind: 'other_recipient'; went_to: string | null; announced_to: string | null }
  | { kind: 'waits_for_a_reading' }
  /** A contested payment was paid, or it was not: it can mean nothing else. */
  | { kind: 'is_a_payment' }
  | Exclude<NotAgreed, { kind: 'proposed' }>;

/**
 * Staff say what an unexplained step was. It corrects the books, so two people say the same, whatever the sum.
 * - A credit that waits for a reading is written off when it was never paid: it settles nothing then, and is sent to nobody.
 *   When it was paid, and a reading did not vouch for it or another message contests it, it is released as a credit in
 *   doubt.
 * - A contested credit that has settled stays as it is, and counts against the bound no longer. If it was never paid, its
 *   number is suspected, as one of which a reading was short, until a person closes that.
 * - A debit that only a message told of and that is written off has its number suspected too.
 * @returns an outcome per command, in order; a step named twice is explained once
 */
export async function explainSteps(
  services: Services,
  commands: readonly ExplainStep[],
): Promise<ExplainOutcome[]> {
  const ids = [...new Set(commands.map((one) => one.step_id))];
  let events = 0;
  const outcomes = await signed<Known, ExplainOutcome>(services, {
    lock: (client) => lockSteps(client, ids),
    subjects: () => ids,
    always: true,
    decide: (desk) => {
      const said: Said[] = [];
      return {
        outcomes: commands.map((command) => explainOne(desk, command, said)),
        write: async () => {
          events = await writeExplained(services, desk, said);
        },
      };
    },
  });
  if (events > 0) services.onEvents();
  return outcomes;
}

/** Steps by id, which of them nobody has explained, and what was announced that they may be and no step has met. */
type Known = { steps: Map<string, FoundStep>; open: Set<string>; unmet: Unmet[] };

async function lockSteps(client: PoolClient, ids: readonly string[]): Promise<Known> {
  const named = [...(await findSteps(client, ids)), ...(await loadUnmet(client, ids))];
  const numbers = [...new Set(named.map((one) => one.collection_number_id))].sort();
  await lockBooks(client, numbers);
  // As they stand now that nobody else explains them.
  const steps = await findSteps(client, ids);
  return {
    steps: new Map(steps.map((step) => [step.id, step])),
    open: new Set(steps.filter(({ is_unexplained }) => is_unexplained).map(({ id }) => id)),
    unmet: (await loadUnmet(client, ids)).filter((one) => numbers.includes(one.collection_number_id)),
  };
}

function explainOne(
  { known: { steps, open, unmet: announced }, agree, record }: Desk<Known>,
  command: ExplainStep,
  said: Said[],
): ExplainOutcome {
  const { step_id: subject_id, meaning } = command;
  const step = steps.get(subject_id);
  if (step === undefined) return { kind: 'step_not_found' };
  if (!open.has(subject_id)) return { kind: 'explained_before' };
  const moved_xaf = step.stands_xaf;
  const refused = cannotMean(step, meaning);
  if (refused !== null) return refused;
  const { unmet, elsewhere } = announcedFor(step, meaning, announced);
  if (unmet === null && elsewhere !== null && meaning !== 'sweep')
    return { kind: 'other_recipient', went_to: step.recipient, announced_to: elsewhere.to_phone };
  if (meaning === 'refund' && unmet === null) return { kind: 'no_refund_is_due' };
  if (meaning === 'settlement' && unmet === null) return { kind: 'no_settlement_is_due' };
  const subject = { action: 'book.explain', subject_id } as const;
  const amount_xaf = Math.min(Math.abs(moved_xaf), AMOUNT_XAF_MAX);
  // What it was announced for is on record too: nobody in the team of its merchant may say this.
  const said_of = unmet === null ? {} : { cause_id: unmet.cause_id };
  const consent = agree(command, { ...subject, terms: { meaning }, amount_xaf, said: said_of });
  if (consent.kind === 'proposed') return { kind: 'proposed', moved_xaf };
  if (consent.kind !== 'agreed') return consent;
  open.delete(subject_id);
  if (unmet !== null) announced.splice(announced.indexOf(unmet), 1);
  said.push({ command, step, moved_xaf, unmet });
  record(command, {
    ...subject,
    detail: { meaning, moved_xaf, ...said_of, proposed_by: consent.proposed_by },
  });
  return { kind: 'explained', moved_xaf };
}

/** Why a step can't have been that, whatever people say; null where it can. */
function cannotMean(step: FoundStep, meaning: Meaning): ExplainOutcome | null {
  if (meaning === 'credit' && step.stands_xaf < 0) return { kind: 'no_money_came' };
  if (meaning === 'write_off') return null;
  if (step.is_settled) return meaning === 'credit' ? null : { kind: 'is_a_payment' };
  const is_released = meaning === 'credit' && !step.is_to_be_read;
  return isCredit(step) && !is_released ? { kind: 'waits_for_a_reading' } : null;
}

/**
 * The announcement that a step meets if it was what people say, by its sum alone or with a fee, or from another SIM; and one that it
 * would meet had it not gone to another phone.
 */
function announcedFor(
  step: FoundStep,
  meaning: Meaning,
  announced: readonly Unmet[],
): { unmet: Unmet | null; elsewhere: Unmet | null } {
  const said = announced.filter((one) => isSaid(one, meaning));
  const own = said.filter((one) => one.collection_number_id === step.collection_number_id);
  const of_sum = own.filter(({ amount_xaf }) => amount_xaf === -step.stands_xaf);
  const with_fee = own.filter((one) => isWithFee(one, step));
  return {
    unmet: announcedTo(of_sum, step) ?? announcedTo(with_fee, step) ?? sentFromHere(said, step),
    elsewhere: [...of_sum, ...with_fee].find((one) => isMisdirected(one, step)) ?? null,
  };
}

/** What was said to leave another SIM, where this one has sent its very sum to its very phone, or a text in unknown words prints that. */
function sentFromHere(said: readonly Unmet[], { id, recipient, stands_xaf }: FoundStep): Unmet | null {
  const isTo = ({ to_phone, printed_by }: Unmet) =>
    recipient === null
      ? printed_by.includes(id)
      : fullNumber(recipient) !== null && isSamePrint(recipient, to_phone);
  return said.find((one) => one.amount_xaf === -stands_xaf && isTo(one)) ?? null;
}

/** Whether an announced debit is what people call it: `refund` is money back to a payer, for a merchant or out of suspense. */
function isSaid({ kind }: Unmet, meaning: Meaning): boolean {
  return kind === meaning || (meaning === 'refund' && kind === 'merchant_refund');
}

/** Whether a step may be what was announced and the operator's fee in one sum, as a reading or a statement tells it. */
function isWithFee({ amount_xaf }: Unmet, { before_xaf, after_xaf, stands_xaf }: FoundStep): boolean {
  const fee_xaf = -stands_xaf - amount_xaf;
  return stands_xaf === after_xaf - before_xaf && fee_xaf > 0 && fee_xaf <= hiddenFeeMax(amount_xaf);
}

/** What a step is written down as: the kind of the debit that was announced, where one was, since that says more. */
function saidOf({ command, unmet }: Said): { meaning: Meaning | DebitKind; cause_id: string | null } {
  return { meaning: unmet?.kind ?? command.meaning, cause_id: unmet?.cause_id ?? null };
}

/** @returns how many events it wrote */
async function writeExplained(
  services: Services,
  { client, now }: Desk<Known>,
  said: readonly Said[],
): Promise<number> {
  await insertExplanations(
    client,
    said.map((one) => ({
      step_id: one.command.step_id,
      meaning: saidOf(one).meaning,
      explained_at: now,
    })),
  );
  await closeAnnounced(
    client,
    said.flatMap(({ step: { id: step_id }, unmet }) => (unmet === null ? [] : [{ id: unmet.id, step_id }])),
  );
  const moving = said.filter(({ step }) => !step.is_settled);
  const transfers = moving.flatMap((one) => {
    const { step_id } = one.command;
    const { collection_number_id } = one.step;
    const { meaning, cause_id } = saidOf(one);
    if (meaning === 'credit') return [];
    const moved_xaf = one.unmet === null ? one.moved_xaf : -one.unmet.amount_xaf;
    const fee_xaf = moved_xaf - one.moved_xaf;
    return [
      stepExplained({ step_id, meaning, cause_id, collection_number_id, moved_xaf }),
      ...(fee_xaf > 0 ? [feeExplained({ step_id, collection_number_id, fee_xaf })] : []),
    ];
  });
  await bookTransfers(client, transfers, now);
  await vouchExplained(client, [...new Set(said.map(({ step }) => step.collection_number_id))]);
  await suspectFalse(client, said, now);
  const waiting = moving.filter(({ step }) => isCredit(step));
  const isPaid = ({ command }: Said) => command.meaning === 'credit';
  const paid = waiting.filter(isPaid).map(({ step }) => step);
  const read = await releaseDoubted(services, client, paid, now);
  await settleClaims(
    client,
    waiting.flatMap((one) => {
      const { notice_id } = one.step;
      return notice_id === null
        ? []
        : [{ notice_id, state: isPaid(one) ? ('PROVEN' as const) : ('VOIDED' as const), settled_at: now }];
    }),
  );
  const found = moving.filter((one) => isPaid(one) && !isCredit(one.step));
  const credits = found.map(({ step, moved_xaf }) => foundCredit(step, moved_xaf));
  await writeOutcome(services, client, await decideCredits(services, client, credits, now), now);
  return (await settleRead(services, client, read, now)).settled.events.length;
}

/**
 * Suspects the numbers of settled credits that are written off, and of such debits that only a message told of. A debit that
 * was never made stands for money that never came: somebody forged both, so that the balance is right.
 */
async function suspectFalse(client: PoolClient, said: readonly Said[], now: Date): Promise<void> {
  const steps = said
    .filter(
      ({ step, command }) => command.meaning === 'write_off' && (step.is_settled || isToldToLeave(step)),
    )
    .map(({ step }) => step);
  if (steps.length === 0) return;
  await suspectBooks(client, {
    collection_number_ids: [...new Set(steps.map((step) => step.collection_number_id))],
    step_ids: [],
    debit_ids: steps.filter(isToldToLeave).map(({ id }) => id),
    now,
  });
}

/**
 * Whether a message alone told that money left: no statement lists it, and no reading found it missing. What takes back a
 * payment that we know is not meant, since that is written off every day.
 */
const isToldToLeave = ({ strength, takes_back, before_xaf, after_xaf, is_listed }: FoundStep): boolean =>
  strength === 'CHAINED' && !takes_back && after_xaf < before_xaf && !is_listed;

/** Money that came and of which no message told: nobody knows its payer, so it waits in suspense. */
function foundCredit(
  { id, operator, collection_number_id, occurred_at }: FoundStep,
  amount_xaf: number,
): ReadCredit {
  return unreadCredit({
    id,
    notice_id: id,
    environment: 'live',
    merchant_id: null,
    operator,
    collection_number_id,
    amount_xaf,
    received_at: occurred_at,
    booked_on: 'UNEXPLAINED',
  });
}
