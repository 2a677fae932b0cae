import type { PoolClient } from 'pg';
import { REVERSED, type ReadCredit } from '../../domain/credit.ts';
import { bringsMoney, isCredit, isTransfer } from '../../domain/movement/move.ts';
import { ticketsIn } from '../../domain/ticket/ticket.ts';
import type { Template } from '../../sms/templates/template.ts';
import { loadClaimNotices } from '../../store/book/claims.ts';
import type { Services } from '../services.ts';
import { loadTemplates } from '../templates/read.ts';
import { type BookChange, type BookedStep, type Message, readingOf } from './change.ts';
import { datedBy, knownBy, sentBy } from './moved-by.ts';
import { withPayersOfRows } from './payer-of-row.ts';
import { asClaimed, asCredit, asStep, asUnreadStep, asWitness, type ReadNotice } from './read.ts';
import { isStillRead } from './still-read.ts';
import { isWitness } from './witness.ts';

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
  const stored = [...settled.map(({ claim }) => claim), ...filed].filter(({ is_stored }) => is_stored);
  const waited = await loadClaimNotices(
    client,
    stored.map(({ key }) => key),
  );
  const notices = new Map(waited.map((notice) => [notice.id, notice]));
  const templates = await loadTemplates(services, client);
  const proven = new Set(settled.map(({ claim }) => claim));
  const first = (message: Message) => notices.get(message.key) ?? message.reads[0]?.notice;

  const wrong = new Set(
    changes.flatMap(({ state, steps, released }) => (state.is_clock_wrong ? [...steps, ...released] : [])),
  );
  const sent_by = new Map(changes.flatMap(({ steps }) => [...sentBy(steps)]));
  // What was booked before and settles now has it in its claim: what goes on from it was booked with it.
  const sentBefore = (step: BookedStep) => (step.is_pending ? step.claim.occurred_at_ms : sent_by.get(step));
  const rows_of = rowsOfSteps(filed);
  const known_by = new Map(changes.flatMap((change) => [...knownBy(change)]));
  const told = settled.flatMap((step): ReadNotice[] => {
    const message = step.claim;
    const notice = first(message);
    if (notice === undefined) throw new Error(`bug: claim ${message.key} has no notice`);
    const by_row = message.is_witness && !message.is_stored ? message.reads[0] : undefined;
    const said = [...message.reads, ...(rows_of.get(step.id) ?? [])];
    const rows = said.filter(isWitness).flatMap(({ credit }) => credit ?? []);
    const becoming =
      by_row === undefined
        ? datedBy(
            becomes(step, { notice, said }, templates, wrong.has(step), sentBefore(step)),
            step,
            rows,
            known_by.get(step),
          )
        : asBooked(by_row, step, known_by.get(step));
    return [withTickets(becoming, said, rows), ...witnesses(step, message)];
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

/** What a step becomes by the words of its message; `said`: what else tells of it. */
function becomes(
  step: BookedStep,
  { notice, said }: { notice: ReadNotice['notice']; said: readonly ReadNotice[] },
  templates: readonly Template[],
  is_clock_wrong: boolean,
  sent_by_ms = Number.POSITIVE_INFINITY,
): ReadNotice {
  const message = step.claim;
  const { kind } = step.move;
  const told = readingOf(message, step.move.reading);
  const unread = message.reads[0]?.reading ?? {};
  // Figures that fit make steps of that kind also of what a template reads, such as a fee that was taught.
  const isUnknown = kind === 'UNREAD' && message.told.readings.length === 0;
  if (!bringsMoney({ ...step, kind }))
    return isUnknown ? asUnreadStep(notice, unread) : asStep(notice, told, kind);
  const reading = kind === 'UNREAD' ? null : told;
  return asCredit(notice, reading === null ? null : withPayersOfRows(reading, said), {
    id: step.id,
    amount_xaf: Math.abs(step.after_xaf - step.before_xaf),
    is_confirmed: reading !== null && isStillRead(notice, reading, templates),
    is_second_of_its_id: message.known !== null,
    is_like_row: message.is_like_row === true,
    sent_by_ms,
    is_clock_wrong,
    booked_on: step.gap === null && !step.is_pending ? 'FLOAT' : 'UNEXPLAINED',
    unread,
    before: message.reads.find((read) => read.notice === notice)?.credit ?? null,
  });
}

/**
 * A row's credit as it is booked. What fills a gap stands on UNEXPLAINED already. A row knows no ticket, so it is for no
 * session that was made after a reading had found its money, or a message had come that tells of it or goes on from it.
 */
function asBooked(
  witness: ReadNotice,
  { gap }: BookedStep,
  known_by_ms = Number.POSITIVE_INFINITY,
): ReadNotice {
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
 * statement says that it was taken back. Where rows prove it, the tickets that it alone quotes are in doubt as well.
 */
export function withTickets(
  read: ReadNotice,
  reads: readonly ReadNotice[],
  rows: readonly ReadCredit[],
): ReadNotice {
  if (read.credit === null) return read;
  const told = [read, ...reads].flatMap(({ credit }) => credit?.told_tickets ?? []);
  const undone = reads.flatMap(({ credit }) => credit?.doubts ?? []).filter((one) => one === REVERSED);
  const doubts = [...new Set([...read.credit.doubts, ...undone])];
  const listed = new Set(rows.flatMap(({ told_tickets = [] }) => told_tickets));
  const unlisted = ticketsIn(read.credit.motif ?? '').filter((one) => !listed.has(one));
  const in_doubt = rows.length > 0 && unlisted.length > 0 && { tickets_in_doubt: true };
  return { ...read, credit: { ...read.credit, doubts, told_tickets: [...new Set(told)], ...in_doubt } };
}

/** Further notices of a step that is proven now. */
function witnesses(step: BookedStep, message: Message): ReadNotice[] {
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
    return [...first, ...reads].map((read) =>
      asWitness(read, is_credit ? known.step_id : null, known.step_id),
    );
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
