import type { PoolClient } from 'pg';
import { REVERSED } from '../../domain/credit.ts';
import { happenedBy } from '../../domain/movement/claim.ts';
import { bringsMoney, isCredit, isTransfer } from '../../domain/movement/move.ts';
import { MINUTE_MS } from '../../domain/time.ts';
import type { Template } from '../../sms/templates/template.ts';
import { loadClaimNotices } from '../../store/book/claims.ts';
import type { Services } from '../services.ts';
import { loadTemplates } from '../templates/read.ts';
import { type BookChange, type Message, readingOf, type Step } from './change.ts';
import { asClaimed, asCredit, asStep, asWitness, type ReadNotice } from './read.ts';
import { isStillRead } from './still-read.ts';

/**
 * The notices of these books' messages as they are settled and kept: a proven credit with the reading that fits,
 * another step without one, a witness of a step that is known, a claim. Earlier steps first.
 */
export async function provenReads(
  services: Services,
  client: PoolClient,
  changes: readonly Pick<BookChange, 'state' | 'messages' | 'steps' | 'released'>[],
): Promise<ReadNotice[]> {
  // A credit that is booked now and doesn't settle yet stays a claim.
  const settled = changes.flatMap(({ steps, released }) => [
    ...released,
    ...steps.filter((one) => !one.is_pending),
  ]);
  const filed = changes.flatMap(({ messages }) => messages.filter(({ known }) => known?.is_same === true));
  const stored = [...settled.map(({ claim }) => claim as Message), ...filed].filter(
    ({ is_stored }) => is_stored,
  );
  const rows = await loadClaimNotices(
    client,
    stored.map(({ key }) => key),
  );
  const notices = new Map(rows.map((notice) => [notice.id, notice]));
  const templates = await loadTemplates(services, client);
  const proven = new Set(settled.map(({ claim }) => claim as Message));
  const first = (message: Message) => notices.get(message.key) ?? message.reads[0]?.notice;

  const wrong = new Set(
    changes.flatMap(({ state, steps, released }) => (state.is_clock_wrong ? [...steps, ...released] : [])),
  );
  const sent_by = new Map(changes.flatMap(({ steps }) => [...sentBy(steps)]));
  const sentBefore = (step: Step) => step.gap?.until_ms ?? sent_by.get(step);
  const rows_of = rowsOfSteps(filed);
  const known_by = new Map(changes.flatMap((change) => [...knownBy(change)]));
  const told = settled.flatMap((step): ReadNotice[] => {
    const message = step.claim as Message;
    const notice = first(message);
    if (notice === undefined) throw new Error(`bug: claim ${message.key} has no notice`);
    const by_row = message.is_witness && !message.is_stored ? message.reads[0] : undefined;
    const becoming =
      by_row === undefined
        ? becomes(step, notice, templates, wrong.has(step), sentBefore(step))
        : asBooked(by_row, step, known_by.get(step));
    const said = [...message.reads, ...(rows_of.get(step.id) ?? [])];
    return [withTickets(becoming, said), ...witnesses(step, message)];
  });
  const released = new Set(changes.flatMap((change) => change.released.map(({ id }) => id)));
  const others = changes
    .flatMap(({ messages }) => messages.filter((message) => !proven.has(message)))
    .flatMap((message) => claimed(message, released, notices.get(message.key)));
  return [...told, ...others];
}

/** The rows that tell of steps which waited for a reading, and settle by them: what they say beside it holds of the payment. */
function rowsOfSteps(filed: readonly Message[]): Map<string, ReadNotice[]> {
  const rows = filed.flatMap(({ is_witness, known, reads }) =>
    is_witness && known !== null ? reads.map((read) => ({ step_id: known.step_id, read })) : [],
  );
  const by_step = Map.groupBy(rows, ({ step_id }) => step_id);
  return new Map([...by_step].map(([step_id, told]) => [step_id, told.map(({ read }) => read)]));
}

/**
 * By when the money of each step had moved: that of the steps which go on from it moved later. Where one of those prints no time, the
 * phone that dates it may have a wrong clock: to a step that prints its own time it says only when it came to us.
 */
function sentBy(steps: readonly Step[]): Map<Step, number> {
  const found = new Map<Step, number>();
  const next_ms = { printed: Number.POSITIVE_INFINITY, undated: Number.POSITIVE_INFINITY };
  for (const step of steps.filter(({ gap }) => gap === null).reverse()) {
    const { claim } = step;
    const is_printed = claim.precision_ms <= MINUTE_MS;
    found.set(step, is_printed ? next_ms.printed : next_ms.undated);
    // A time printed to the minute stands for the whole of it; where none is printed, the message came after its money.
    const own_ms = happenedBy(claim) + (is_printed ? claim.precision_ms : 0);
    next_ms.undated = Math.min(next_ms.undated, own_ms);
    next_ms.printed = Math.min(next_ms.printed, is_printed ? own_ms : claim.arrived_at_ms);
  }
  return found;
}

/**
 * By when the money of each step had moved, by our own clock: a message had come that tells of it or goes on from it, even
 * one that still waits, or has its place behind the gap that the step fills. So a row pays no session that was asked for when its money was known. A message that came before
 * the step's own time is of another movement, or forged: it takes the money of this step, and of those before it, from no
 * session.
 */
function knownBy({ steps, messages }: Pick<BookChange, 'steps' | 'messages'>): Map<Step, number> {
  if (!messages.some((one) => one.is_witness)) return new Map();
  const come = messages.filter(({ is_witness }) => !is_witness);
  const found = new Map<Step, number>();
  const later_ms: number[] = [];
  for (const step of steps.toReversed()) {
    const { is_witness, heard_at_ms, arrived_at_ms, occurred_at_ms, operator_transaction_id } =
      step.claim as Message;
    const tellsOf = (one: Message) =>
      (one.operator_transaction_id !== null && one.operator_transaction_id === operator_transaction_id) ||
      one.moves.some(
        ({ before_xaf, after_xaf }) => before_xaf === step.after_xaf || isOf(step, { before_xaf, after_xaf }),
      );
    const isLater = (at_ms: number) => at_ms >= occurred_at_ms - MINUTE_MS;
    const told_ms = come.filter(tellsOf).map((one) => one.arrived_at_ms);
    if (step.gap !== null) {
      const gone_on_ms = step.gap.gone_on_ms ?? Number.POSITIVE_INFINITY;
      found.set(step, Math.min(Number.POSITIVE_INFINITY, ...[...told_ms, gone_on_ms].filter(isLater)));
      continue;
    }
    later_ms.push(...told_ms.filter(isLater));
    found.set(step, Math.min(Number.POSITIVE_INFINITY, ...later_ms.filter(isLater)));
    const own_ms = is_witness === true ? heard_at_ms : arrived_at_ms;
    if (own_ms !== undefined) later_ms.push(own_ms);
  }
  return found;
}

const isOf = (step: Step, { before_xaf, after_xaf }: Pick<Step['move'], 'before_xaf' | 'after_xaf'>) =>
  before_xaf === step.before_xaf && after_xaf === step.after_xaf;

function becomes(
  step: Step,
  notice: ReadNotice['notice'],
  templates: readonly Template[],
  is_clock_wrong: boolean,
  sent_by_ms = Number.POSITIVE_INFINITY,
): ReadNotice {
  const message = step.claim as Message;
  const { kind } = step.move;
  const told = readingOf(message, step.move.reading);
  if (!bringsMoney({ ...step, kind })) return asStep(notice, told, kind);
  const reading = kind === 'UNREAD' ? null : told;
  return asCredit(notice, reading, {
    id: step.id,
    amount_xaf: Math.abs(step.after_xaf - step.before_xaf),
    is_confirmed: reading !== null && isStillRead(notice, reading, templates),
    is_second_of_its_id: message.known !== null,
    is_like_row: message.is_like_row === true,
    sent_by_ms,
    is_clock_wrong,
    booked_on: step.gap === null && !step.is_pending ? 'FLOAT' : 'UNEXPLAINED',
    unread: message.reads[0]?.reading ?? {},
  });
}

/**
 * A row's credit as it is booked. What fills a gap stands on UNEXPLAINED already. A row knows no ticket, so it is for no
 * session that was made after a reading had found its money, or a message had come that tells of it or goes on from it.
 */
function asBooked(witness: ReadNotice, { gap }: Step, known_by_ms = Number.POSITIVE_INFINITY): ReadNotice {
  const { credit } = witness;
  if (credit === null) return witness;
  const moved_by_ms = Math.min(
    credit.moved_by?.getTime() ?? Number.POSITIVE_INFINITY,
    gap?.until_ms ?? Number.POSITIVE_INFINITY,
    known_by_ms,
  );
  return {
    ...witness,
    credit: {
      ...credit,
      ...(moved_by_ms < Number.POSITIVE_INFINITY && { moved_by: new Date(moved_by_ms) }),
      ...(gap !== null && { booked_on: 'UNEXPLAINED' as const }),
    },
  };
}

/**
 * A credit with the tickets that other notices of its message print: a row of the statement, or a copy in other words; in doubt where its
 * statement says that it was taken back.
 */
function withTickets(read: ReadNotice, reads: readonly ReadNotice[]): ReadNotice {
  if (read.credit === null) return read;
  const told = [read, ...reads].flatMap(({ credit }) => credit?.told_tickets ?? []);
  const undone = reads.flatMap(({ credit }) => credit?.doubts ?? []).filter((one) => one === REVERSED);
  const doubts = [...new Set([...read.credit.doubts, ...undone])];
  return { ...read, credit: { ...read.credit, doubts, told_tickets: [...new Set(told)] } };
}

/** Further notices of a step that is proven now. */
function witnesses(step: Step, message: Message): ReadNotice[] {
  const credit_id = isCredit(step.move) ? step.id : null;
  return message.reads
    .filter((read) => read.notice.id !== message.key)
    .map((read) => asWitness(read, credit_id));
}

/**
 * Notices of a message that is not proven now: again of one that was, or a claim.
 * @param waited its first notice, where it has waited until now
 */
function claimed(
  message: Message,
  released: ReadonlySet<string>,
  waited?: ReadNotice['notice'],
): ReadNotice[] {
  const { reads, known, moves } = message;
  if (known?.is_same === true) {
    const is_credit = known.is_credit || released.has(known.step_id);
    const [move] = moves;
    const first =
      waited === undefined || message.is_witness || move === undefined
        ? []
        : [asStep(waited, readingOf(message, move.reading), move.kind)];
    return [...first, ...reads].map((read) => asWitness(read, is_credit ? known.step_id : null));
  }
  const { amount_xaf: told_xaf = 0, before_xaf = 0, after_xaf = 0 } = moves[0] ?? {};
  // The two ends of a transfer between our own SIMs have one id.
  const is_transfer = isTransfer((after_xaf ?? 0) - (before_xaf ?? 0), known?.elsewhere_xaf ?? 0);
  const contradicts =
    known === null || known.moved_xaf === null || is_transfer
      ? undefined
      : { ...known, moved_xaf: known.moved_xaf, told_xaf };
  return reads.map((read) => asClaimed(read, contradicts));
}
