import { hash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { AMOUNT_XAF_MAX } from '../../../domain/money.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { sweepSubject } from '../../../domain/review/subjects.ts';
import { DAY_MS, later, MINUTE_MS } from '../../../domain/time.ts';
import { loadAnnouncedAlone, loadAnnouncedBefore } from '../../../store/book/announced.ts';
import { lockBooks } from '../../../store/book/book-state.ts';
import { findUnexplainedDebits } from '../../../store/book/find-steps.ts';
import type { StoredNumber } from '../../../store/numbers/numbers.ts';
import {
  announceDebits,
  type Debit,
  type Left,
  numbersOf,
  SWEEP,
  takeLeft,
  usualOf,
} from '../../book/announce.ts';
import { letGoOn } from '../../book/settle-waiting.ts';
import { findNumbers } from '../../numbers.ts';
import type { Services } from '../../services.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';

export type AnnounceSweep = Signature & {
  number: string;
  amount_xaf: number;
  /**
   * By what it is known where it comes again: the mark of its form; null: for two minutes by its sum and who says
   * it, who has perhaps not seen the answer. Left out: each is another sweep.
   */
  once?: string | null;
};
export type SweepOutcome =
  /** `left_at`: when a debit left the SIM that is taken for it; null: none has, and its message is awaited. */
  | { kind: 'announced'; msisdn: string; left_at: Date | null }
  /** It came before, and nothing is announced again: that would be taken for the next debit of its sum. */
  | { kind: 'announced_before'; msisdn: string; announced_at: Date }
  | { kind: 'number_not_found' }
  | { kind: 'amount_unusable' }
  | NotAgreed;

const ACTION = 'feed.sweep';
const AGAIN_MS = 2 * MINUTE_MS;

/**
 * Staff say that they take money from live numbers to our own wallet. Somebody of the staff who forges a debit could explain
 * it by announcing it, so from the configured amount on another person says the same. It counts this sum together with what
 * one person has announced for the number since two last agreed, and with all else that this person has decided alone in a day.
 * The debit's message may have come first, and what came behind it: that goes on now.
 * @returns an outcome per command, in order
 */
export async function announceSweeps(
  services: Services,
  commands: readonly AnnounceSweep[],
): Promise<SweepOutcome[]> {
  const debits: Debit[] = [];
  const outcomes = await signed<Known, SweepOutcome>(services, {
    signers: commands,
    lock: (client, now) => lockNamed(client, commands, now),
    subjects: ({ named }) => named.flatMap((number) => (number === null ? [] : sweepSubject.of(number.id))),
    decide: (desk) => {
      const outcomes = commands.map((command, place) => announceOne(desk, command, place, debits));
      return {
        outcomes,
        write: () => announceDebits(services, desk.client, debits, desk.now),
      };
    },
  });
  await letGoOn(services, numbersOf(debits));
  return outcomes;
}

type Known = {
  /** What is named, in order. */
  named: (StoredNumber | null)[];
  /** What has been announced for each since two last agreed on one, by its id. */
  alone_xaf: Map<string, number>;
  /** What has left these SIMs, and no sweep of the batch is taken for yet. */
  untaken: Set<Left>;
  /** When those were announced that come again, by their place. */
  before: Map<number, Date>;
};

const isSum = (amount_xaf: number): boolean => Number.isInteger(amount_xaf) && amount_xaf > 0;

/** The id of what a form announces: with another sum it is another sweep. */
const idOf = ({ once, amount_xaf }: AnnounceSweep, number_id: string): string | null =>
  once === undefined || once === null
    ? null
    : hash('sha256', JSON.stringify([once, number_id, amount_xaf]), 'hex').slice(0, 32);

async function lockNamed(client: PoolClient, commands: readonly AnnounceSweep[], now: Date): Promise<Known> {
  const named = await findNumbers(
    client,
    commands.map((one) => one.number),
  );
  const ids = [...new Set(named.flatMap((number) => number?.id ?? []))].sort();
  await lockBooks(client, ids);
  const alone = await loadAnnouncedAlone(client, ids);
  const usable = commands.flatMap((command, position) => {
    const { once, amount_xaf, actor } = command;
    const { id: collection_number_id } = named[position] ?? {};
    if (collection_number_id === undefined || !isSum(amount_xaf)) return [];
    const since = later(now, -AGAIN_MS);
    const id = idOf(command, collection_number_id);
    return { position, id, collection_number_id, amount_xaf, actor, since, may_be_again: once !== undefined };
  });
  const seen = await findUnexplainedDebits(client, usable);
  const before = await loadAnnouncedBefore(
    client,
    usable.filter((one) => one.may_be_again),
  );
  return {
    named,
    alone_xaf: new Map(alone.map((one) => [one.collection_number_id, one.announced_xaf])),
    untaken: usualOf(seen),
    before: new Map(before.map((one) => [one.position, one.announced_at])),
  };
}

function announceOne(
  { known: { named, before, alone_xaf, untaken }, agree, now, record }: Desk<Known>,
  command: AnnounceSweep,
  place: number,
  debits: Debit[],
): SweepOutcome {
  const { amount_xaf } = command;
  const number = named[place] ?? null;
  if (!isSum(amount_xaf)) return { kind: 'amount_unusable' };
  if (number === null) return { kind: 'number_not_found' };
  const { id, msisdn } = number;
  const announced_at = before.get(place);
  if (announced_at !== undefined) return { kind: 'announced_before', msisdn, announced_at };
  const sum_xaf = amount_xaf + (alone_xaf.get(id) ?? 0);
  const consent = agree(command, {
    action: ACTION,
    subject_id: sweepSubject.of(id),
    terms: { amount_xaf: String(amount_xaf) },
    amount_xaf: Math.min(sum_xaf, AMOUNT_XAF_MAX),
    alone: { amount_xaf, merchant_id: null },
    stale_before: later(now, -DAY_MS),
    leaves_proposal: true,
  });
  if (consent.kind !== 'agreed') return consent;
  const { on_record } = consent;
  alone_xaf.set(id, on_record.proposed_by === null ? sum_xaf : 0);
  const mark = idOf(command, id);
  const said = { ...SWEEP, collection_number_id: id, amount_xaf, said_at: consent.asked_at };
  const debit = { ...said, ...(mark !== null && { id: mark }) };
  debits.push(debit);
  record(command, { action: ACTION, subject_id: id, detail: { amount_xaf, ...on_record } });
  return { kind: 'announced', msisdn, left_at: takeLeft(debit, untaken, now)?.occurred_at ?? null };
}
