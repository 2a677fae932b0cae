import type { PoolClient } from 'pg';
import { type ReadCredit, unreadCredit } from '../../../domain/credit.ts';
import { feeExplained, type Meaning, stepExplained } from '../../../domain/ledger/step.ts';
import type { DebitKind } from '../../../domain/movement/announced.ts';
import { isCredit } from '../../../domain/movement/move.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { closeAnnounced } from '../../../store/book/announced.ts';
import { suspectBooks, vouchExplained } from '../../../store/book/books.ts';
import { settleClaims } from '../../../store/book/claims.ts';
import type { FoundStep } from '../../../store/book/find-steps.ts';
import { insertExplanations } from '../../../store/book/steps.ts';
import { releaseDoubted } from '../../book/release.ts';
import { settleBelieved } from '../../book/settle.ts';
import { decideCredits } from '../../credits/decide.ts';
import { postTransfers } from '../../outcome/post-transfers.ts';
import { writeOutcome } from '../../outcome/write.ts';
import type { Services } from '../../services.ts';
import type { Unmet } from './announced-for.ts';

export type ExplainStep = Signature & {
  step_id: string;
  /**
   * credit: a customer's, whose message never came, or one that no reading vouches for; a person says then whose it
   * is, or that it was sent back.
   */
  meaning: Meaning;
  /** Which refund or settlement it was, where nothing tells to whom it went and several of its sum are due. */
  cause_id?: string | null;
};

/** What was agreed on. */
export type AgreedExplanation = {
  command: ExplainStep;
  step: FoundStep;
  moved_xaf: number;
  /** What was announced of it. */
  unmet: Unmet | null;
};

/** What a step is written down as: the kind of the debit that was announced, where one was, since that says more. */
function saidOf({ command, unmet }: AgreedExplanation): {
  meaning: Meaning | DebitKind;
  cause_id: string | null;
} {
  return { meaning: unmet?.kind ?? command.meaning, cause_id: unmet?.cause_id ?? null };
}

/**
 * Writes down what people have agreed that steps were, and all that follows: the books, what was announced, the payments that
 * are decided now, and what waits, since the bound may have room for it.
 * @returns how many events it wrote
 */
export async function writeExplained(
  services: Services,
  { client, now }: { client: PoolClient; now: Date },
  said: readonly AgreedExplanation[],
): Promise<number> {
  // What was called a payment before is called so once more: the record says when.
  const first = said.filter(({ step }) => step.explained_as === null);
  await insertExplanations(
    client,
    first.map((one) => ({
      step_id: one.command.step_id,
      meaning: saidOf(one).meaning,
      explained_at: now,
    })),
  );
  await closeAnnounced(
    client,
    said.flatMap(({ step: { id: step_id }, unmet }) => (unmet === null ? [] : [{ id: unmet.id, step_id }])),
  );
  const moving = first.filter(({ step }) => !step.is_settled);
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
  await postTransfers(client, transfers, now);
  const numbers = [...new Set(said.map(({ step }) => step.collection_number_id))];
  await vouchExplained(client, numbers);
  await suspectFalse(client, said, now);
  const waiting = moving.filter(({ step }) => isCredit(step));
  const isPaid = ({ command }: AgreedExplanation) => command.meaning === 'credit';
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
  return settleBelieved(services, client, numbers, now, read);
}

/**
 * Suspects the numbers of settled credits that are written off, and of such debits that only a message told of. A debit that
 * was never made stands for money that never came: somebody forged both, so that the balance is right.
 */
async function suspectFalse(
  client: PoolClient,
  said: readonly AgreedExplanation[],
  now: Date,
): Promise<void> {
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
