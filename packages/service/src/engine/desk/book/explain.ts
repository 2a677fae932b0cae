import type { PoolClient } from 'pg';
import type { Meaning } from '../../../domain/ledger/step.ts';
import { AMOUNT_XAF_MAX } from '../../../domain/money.ts';
import { isCredit } from '../../../domain/movement/move.ts';
import { loadUnmet } from '../../../store/book/announced.ts';
import { lockBooks } from '../../../store/book/book-state.ts';
import { type FoundStep, findMaybeMissing, findSteps } from '../../../store/book/find-steps.ts';
import { findHeldUnread } from '../../../store/settlements/undone.ts';
import { type FoundProposal, findOpenProposals } from '../../../store/staff/record.ts';
import { findTriedCredits } from '../../../store/suspense/credits.ts';
import type { Services } from '../../services.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';
import { announcedFor, meant, type Unmet } from './announced-for.ts';
import { type AgreedExplanation, type ExplainStep, writeExplained } from './explained.ts';

export type ExplainOutcome =
  | { kind: 'explained'; moved_xaf: number }
  /** `cause_id`: which refund or settlement they mean; null for anything else. */
  | { kind: 'proposed'; moved_xaf: number; cause_id: string | null }
  | { kind: 'step_not_found' }
  | { kind: 'explained_before' }
  | { kind: 'no_money_came' }
  /** No refund of that sum is announced that the SIM has not sent yet. */
  | { kind: 'no_refund_is_due' }
  /** No settlement of that sum is on its way from this SIM. */
  | { kind: 'no_settlement_is_due' }
  /** The debit of that sum that is due was announced to another phone than the operator names. */
  | { kind: 'other_recipient'; went_to: string | null; announced_to: string | null }
  /** Nothing tells to whom it went, and as much is due to several: people name the refund or the settlement that it was. */
  | { kind: 'several_due'; cause_ids: string[] }
  | { kind: 'waits_for_a_reading' }
  /** Payments that waited when a reading found that missing may be what is written off: people say of each whether it came. */
  | { kind: 'payments_first'; step_ids: string[] }
  /** A contested payment was paid, or it was not: it can mean nothing else. */
  | { kind: 'is_a_payment' }
  /** Two people have called it a payment, and what is said otherwise since leaves them that word, or none. */
  | { kind: 'said_paid_before' }
  | Exclude<NotAgreed, { kind: 'proposed' }>;

/**
 * Staff say what an unexplained step was. It corrects the books, so two people say the same, whatever the sum, and mean the same
 * announcement by it.
 * - A credit that waits for a reading is written off when it was never paid: it settles nothing then, and is sent to nobody.
 *   When it was paid, and a reading did not vouch for it or another message contests it, it is released as a credit in
 *   doubt. Who called it paid before a reading, a statement or people found something missing or false there has said nothing of it.
 * - Of a payment that two people have called so, and of which a message or a statement says otherwise since, they
 *   say so once more.
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
      const said: AgreedExplanation[] = [];
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

/**
 * Steps by id, which of them nobody has explained, what was announced that they may be and no step has met, and the payments that
 * may be what is missing by one of them.
 */
type Known = {
  steps: Map<string, FoundStep>;
  open: Set<string>;
  unmet: Unmet[];
  maybe_missing: Awaited<ReturnType<typeof findMaybeMissing>>;
  /** The payments that steps name in words that nobody knows: people say what those were before any is paid out. */
  held: Awaited<ReturnType<typeof findHeldUnread>>;
  /** What somebody has proposed that a step was. */
  proposed: ReadonlyMap<string, FoundProposal>;
  /** When something was last found missing or false on a number; null where nothing is suspected. */
  suspected_at: ReadonlyMap<string, Date | null>;
};

async function lockSteps(client: PoolClient, ids: readonly string[]): Promise<Known> {
  const named = [...(await findSteps(client, ids)), ...(await loadUnmet(client, ids))];
  const numbers = [...new Set(named.map((one) => one.collection_number_id))].sort();
  const books = await lockBooks(client, numbers);
  // As they stand now that nobody else explains them.
  const steps = await findSteps(client, ids);
  const tried = await findTriedCredits(client, ids);
  const proposals = await findOpenProposals(client, { subject_ids: ids });
  return {
    steps: new Map(steps.map((step) => [step.id, step])),
    // Or it is money in suspense that may be a lucky guess: where its SIM can't be read any more, they alone can say.
    open: new Set([
      ...steps.filter(({ is_unexplained }) => is_unexplained).map(({ id }) => id),
      ...tried.map(({ credit_id }) => credit_id),
    ]),
    unmet: (await loadUnmet(client, ids)).filter((one) => numbers.includes(one.collection_number_id)),
    maybe_missing: await findMaybeMissing(client, ids),
    held: await findHeldUnread(client, ids),
    proposed: new Map(proposals.map((one) => [one.subject_id, one])),
    suspected_at: new Map(books.map((book) => [book.collection_number_id, book.suspected_at])),
  };
}

function explainOne(
  { known, agree, record }: Desk<Known>,
  command: ExplainStep,
  said: AgreedExplanation[],
): ExplainOutcome {
  const { steps, open, unmet: announced, held, proposed, suspected_at } = known;
  const { step_id: subject_id, meaning, cause_id = null } = command;
  const step = steps.get(subject_id);
  if (step === undefined) return { kind: 'step_not_found' };
  if (!open.has(subject_id)) return { kind: 'explained_before' };
  const moved_xaf = step.stands_xaf;
  const refused = cannotMean(step, meaning);
  if (refused !== null) return refused;
  const doubtful = meaning === 'write_off' ? mayBeThat(known, subject_id) : [];
  if (doubtful.length > 0) return { kind: 'payments_first', step_ids: doubtful };
  const { unmet, elsewhere, several } = announcedFor(step, command, announced);
  if (several.length > 0)
    return { kind: 'several_due', cause_ids: several.flatMap((one) => one.cause_id ?? []) };
  if (unmet === null && elsewhere !== null && meaning !== 'sweep')
    return { kind: 'other_recipient', went_to: step.recipient, announced_to: elsewhere.to_phone };
  if (meaning === 'refund' && unmet === null) return { kind: 'no_refund_is_due' };
  if (meaning === 'settlement' && unmet === null) return { kind: 'no_settlement_is_due' };
  const subject = { action: 'book.explain', subject_id } as const;
  const amount_xaf = Math.min(Math.abs(moved_xaf), AMOUNT_XAF_MAX);
  const credit_ids = held.filter((one) => one.step_id === subject_id).map(({ credit_id }) => credit_id);
  // On record is too for what it was announced, and which payments it frees: no merchant's own people may say this.
  const said_of = {
    ...(unmet !== null && { cause_id: unmet.cause_id }),
    ...(credit_ids.length > 0 && { credit_ids }),
  };
  const first = proposed.get(subject_id);
  const found_at = meaning === 'credit' ? (suspected_at.get(step.collection_number_id) ?? null) : null;
  const consent = agree(command, {
    ...subject,
    // Nor does what was said otherwise before that.
    ...(found_at !== null && { stale_before: found_at }),
    terms: {
      meaning,
      ...meant(unmet, step, cause_id, first),
      ...(meaning === 'credit' && { found_at: found_at?.toISOString() ?? knownTo(first) }),
    },
    knows: 'found_at',
    amount_xaf,
    said: said_of,
  });
  if (consent.kind === 'proposed') return { kind: 'proposed', moved_xaf, cause_id: unmet?.cause_id ?? null };
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

/** What the first of two knew who called it paid: where nothing is suspected any more, the second knows as much. */
const knownTo = (first: FoundProposal | undefined): string | null => first?.terms.found_at ?? null;

/**
 * The payments that may be what a reading found missing: those that were booked before, and waited for a reading then. Once it is written
 * off, any reading would be right by them, and settle them without a bound; one that a reading has settled meanwhile would be forgotten,
 * and the bound be free again. A larger one may be part of it, beside a debit that was forged as well, or whose message was lost. A debit
 * of which a message told goes on counting when it is written off.
 */
function mayBeThat({ maybe_missing, open, steps }: Known, missing_id: string): string[] {
  return (
    maybe_missing
      // What the same commands have said is said.
      .filter(({ gap_id, step_id }) => gap_id === missing_id && (open.has(step_id) || !steps.has(step_id)))
      .map(({ step_id }) => step_id)
  );
}

/** Why a step can't have been that, whatever people say; null where it can. */
function cannotMean(step: FoundStep, meaning: Meaning): ExplainOutcome | null {
  if (meaning === 'credit' && step.stands_xaf < 0) return { kind: 'no_money_came' };
  if (meaning !== 'credit' && step.explained_as !== null) return { kind: 'said_paid_before' };
  if (meaning === 'write_off') return null;
  if (step.is_settled) return meaning === 'credit' ? null : { kind: 'is_a_payment' };
  const is_released = meaning === 'credit' && !step.is_to_be_read;
  return isCredit(step) && !is_released ? { kind: 'waits_for_a_reading' } : null;
}
