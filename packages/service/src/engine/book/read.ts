import { type ReadCredit, readInjected, unreadCredit, type WitnessedRow } from '../../domain/credit.ts';
import { type Figures, isClaim, isCredit, movesOf } from '../../domain/movement/move.ts';
import { readSms } from '../../sms/read.ts';
import type { Reading, SmsReading } from '../../sms/reading.ts';
import { USUAL_SENDERS } from '../../sms/senders.ts';
import { readsLive, type Template } from '../../sms/templates/template.ts';
import type { UnreadNotice } from '../../store/notices/inbox.ts';
import type { ReadingOutcome } from '../../store/notices/readings.ts';
import { arrivalOf, creditOf, injectedCredit } from './credit-told.ts';

/** A notice with what its text says; `credit` is null when it proves none. */
export type ReadNotice = {
  notice: UnreadNotice;
  outcome: ReadingOutcome;
  kind: string;
  template_id: string | null;
  template_version: number | null;
  reading: unknown;
  /** What templates read in it, the preferred first; of a text that none takes as a movement, its figures. */
  readings: readonly Reading[];
  figures: Figures | null;
  credit: ReadCredit | null;
  /** The proven credit that it tells of again. */
  witness_of: string | null;
  /** The step that was known before, of which it tells again. */
  again_of?: string;
  /** A proven step whose transaction id it carries, with other balances. */
  contradicts?: { step_id: string; is_credit: boolean; moved_xaf: number; told_xaf: number };
};

/**
 * Reads one notice: an SMS by its templates, an injected credit as it stands. Pure.
 * @param templates all of them, shipped and taught (engine/templates/read.ts)
 * @param credit_id the id its credit gets, if it has one
 */
export function readNotice(
  notice: UnreadNotice,
  templates: readonly Template[],
  credit_id: string,
): ReadNotice {
  if (notice.source === 'SANDBOX_CREDIT' || notice.source === 'WITNESS')
    return readCreditBody(notice, credit_id);
  const sms = readSms({
    operator: notice.operator,
    sender: senderOf(notice),
    text: notice.body,
    // In test an unconfirmed template decides, so that merchants can develop.
    templates: notice.environment === 'live' ? templates.filter(readsLive) : templates,
    ...allowListOf(notice),
  });
  const reading = sms.readings[0] ?? unread(sms);
  const outcome = outcomeOf(reading);
  const credit = outcome === 'CREDIT' ? creditOf(notice, reading, credit_id) : null;
  const { readings, figures } = sms;
  return { ...read(notice, reading, outcome, reading.kind), readings, figures, credit };
}

/** How a notice was read, once the book of its number has chosen the reading that fits; null: no template takes it. */
function read(
  notice: UnreadNotice,
  reading: Reading | null,
  outcome: ReadingOutcome,
  kind: string,
): ReadNotice {
  const { template_id = null, template_version = null } = reading ?? {};
  const readings = reading === null ? [] : [reading];
  return {
    ...{ notice, outcome, kind, template_id, template_version, reading: reading ?? {}, readings },
    ...{ figures: null, credit: null, witness_of: null },
  };
}

/** A proven movement that is no customer's money. */
export function asStep(notice: UnreadNotice, reading: Reading | null, kind: string): ReadNotice {
  return read(notice, reading, 'STEP', kind);
}

/**
 * A proven movement by which money left in words that no template takes. People are shown it among the texts to be taught, and
 * it is read again once its words have been.
 * @param unread what is kept of it
 */
export function asUnreadStep(notice: UnreadNotice, unread: unknown): ReadNotice {
  return { ...read(notice, null, 'UNREAD', 'UNREAD'), reading: unread };
}

/**
 * A notice that tells again of a proven step; `credit_id` is the step's credit, null where it is none. `again_of`: that step, where it was
 * known before.
 */
export function asWitness(told: ReadNotice, credit_id: string | null, again_of?: string): ReadNotice {
  const witness: ReadNotice = { ...told, outcome: 'DUPLICATE', credit: null, witness_of: credit_id };
  return again_of === undefined ? witness : { ...witness, again_of };
}

/** A notice that nothing proves: a claim that waits, or a text that says nothing about money. */
export function asClaimed(told: ReadNotice, contradicts?: ReadNotice['contradicts']): ReadNotice {
  const waits = isClaim(movesOf(told.readings, told.figures));
  const claimed: ReadNotice = { ...told, outcome: waits ? 'CLAIMED' : told.outcome, credit: null };
  return contradicts === undefined ? claimed : { ...claimed, contradicts };
}

/**
 * A proven credit of a live number.
 * @param reading what a template read; null for figures that fit a book and a wording that nobody knows
 */
export function asCredit(
  notice: UnreadNotice,
  reading: Reading | null,
  step: {
    id: string;
    amount_xaf: number;
    /** People have confirmed what the reading says, and stand by it. */
    is_confirmed: boolean;
    is_second_of_its_id: boolean;
    /** It may be what a row without balances has told already. */
    is_like_row: boolean;
    /** By when its money had moved, since another step goes on from it. */
    sent_by_ms: number;
    /** The clock of its phone is known to be wrong: then only a printed time tells when it was. */
    is_clock_wrong: boolean;
    booked_on: ReadCredit['booked_on'];
    /** What is kept of a text that no template takes. */
    unread: unknown;
    /** What the same notice was read as when it came, in this transaction. */
    before?: ReadCredit | null;
  },
): ReadNotice {
  if (reading === null) {
    const { id, amount_xaf, booked_on } = step;
    const credit = unreadCredit({ id, notice_id: notice.id, ...arrivalOf(notice), amount_xaf, booked_on });
    return { ...read(notice, null, 'UNREAD', 'UNREAD'), reading: step.unread, credit };
  }
  const credit = creditOf(notice, reading, step.id, step.before);
  // A live credit that names no transaction is known by its place in the book, so that is no doubt. Whether its words are
  // confirmed is asked now: it may have waited since, and people may have confirmed them or taken that back.
  const doubts = credit.doubts.filter((one) => one !== 'no_transaction_id' && one !== 'unconfirmed_template');
  if (!step.is_confirmed) doubts.push('unconfirmed_template');
  if (step.is_second_of_its_id) doubts.push('id_of_another_step');
  if (step.is_like_row) doubts.push('may_be_of_row');
  if (step.is_clock_wrong && credit.occurred_precision_ms === 0) doubts.push('gateway_clock');
  const proven = {
    ...credit,
    occurred_at: new Date(Math.min(credit.occurred_at.getTime(), step.sent_by_ms)),
    moved_by: notice.created_at,
    doubts,
    booked_on: step.booked_on,
  };
  return { ...read(notice, reading, 'CREDIT', reading.kind), credit: proven };
}

/** What is kept of a text that no template takes: its figures, where its wording is close to a known one. */
function unread({ trusted_sender, figures, near_template }: SmsReading): Reading {
  return {
    kind: 'UNKNOWN',
    template_id: null,
    template_version: null,
    template_status: null,
    trusted_sender,
    payer_is_agent: false,
    occurred_precision: 'minute',
    doubts: [],
    ...(near_template !== undefined && {
      near_template,
      printed_sums_xaf: figures.sums_xaf,
      printed_balances_xaf: figures.balances_xaf,
    }),
  };
}

/** A sandbox SMS may leave its sender out: it then comes from the operator's own. */
function senderOf({ sender, source, operator }: UnreadNotice): string {
  return sender ?? (source === 'SANDBOX_SMS' ? (USUAL_SENDERS[operator][0] ?? '') : '');
}

/** A live SIM trusts the senders on its own list and no other; a virtual number trusts the operator's usual ones. */
function allowListOf({ environment, sender_allow_list }: UnreadNotice): { sender_allow_list?: string[] } {
  return environment === 'live' ? { sender_allow_list } : {};
}

function outcomeOf(reading: Reading): ReadingOutcome {
  if (!reading.trusted_sender) return 'UNTRUSTED_SENDER';
  if (reading.kind === 'UNKNOWN') return 'UNPARSED';
  return isCredit(reading) ? 'CREDIT' : 'NOT_A_CREDIT';
}

function readCreditBody(notice: UnreadNotice, id: string): ReadNotice {
  const injected = readInjected(notice.body);
  if (injected.row !== undefined && !isPayment(injected.row)) {
    const kind = injected.row.undoes === null ? 'DEBIT' : 'REVERSAL';
    const undone = injected.row.undoes === null ? {} : { reversed_transaction_id: injected.row.undoes };
    return { ...asStep(notice, null, kind), reading: { ...injected, ...undone } };
  }
  if (injected.is_unproven === true) return { ...read(notice, null, 'CLAIMED', 'CREDIT'), reading: injected };
  const credit = injectedCredit(notice, injected, id);
  return { ...read(notice, null, 'CREDIT', 'CREDIT'), reading: injected, credit };
}

/** Whether a row of a statement is somebody's payment: money that came, and undoes nothing. */
function isPayment({ moved_xaf, undoes }: WitnessedRow): boolean {
  return moved_xaf > 0 && undoes === null;
}
