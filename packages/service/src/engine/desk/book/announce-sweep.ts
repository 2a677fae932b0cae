import type { PoolClient } from 'pg';
import { AMOUNT_XAF_MAX } from '../../../domain/money.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { sweepSubject } from '../../../domain/review/subjects.ts';
import { DAY_MS, later } from '../../../domain/time.ts';
import { loadAnnouncedAlone } from '../../../store/book/announced.ts';
import { lockBooks } from '../../../store/book/book-state.ts';
import { findUnexplainedDebits } from '../../../store/book/find-steps.ts';
import type { CollectionNumberRow } from '../../../store/numbers/numbers.ts';
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

export type AnnounceSweep = Signature & { number: string; amount_xaf: number };
export type SweepOutcome =
  /** `left_at`: when a debit left the SIM that is taken for it; null: none has, and its message is awaited. */
  | { kind: 'announced'; msisdn: string; left_at: Date | null }
  | { kind: 'number_not_found' }
  | { kind: 'amount_unusable' }
  | NotAgreed;

const ACTION = 'feed.sweep';

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
    lock: (client) => lockNamed(client, commands),
    subjects: ({ named }) => named.flatMap((number) => (number === null ? [] : sweepSubject.of(number.id))),
    decide: (desk) => {
      const outcomes = commands.map((command, place) =>
        announceOne(desk, command, desk.known.named[place] ?? null, debits),
      );
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
  named: (CollectionNumberRow | null)[];
  /** What has been announced for each since two last agreed on one, by its id. */
  alone_xaf: Map<string, number>;
  /** What has left these SIMs, and no sweep of the batch is taken for yet. */
  untaken: Set<Left>;
};

async function lockNamed(client: PoolClient, commands: readonly AnnounceSweep[]): Promise<Known> {
  const named = await findNumbers(
    client,
    commands.map((one) => one.number),
  );
  const ids = [...new Set(named.flatMap((number) => number?.id ?? []))].sort();
  await lockBooks(client, ids);
  const alone = await loadAnnouncedAlone(client, ids);
  const seen = await findUnexplainedDebits(
    client,
    commands.flatMap(({ amount_xaf }, place) => {
      const { id: collection_number_id } = named[place] ?? {};
      const is_sum = Number.isInteger(amount_xaf) && amount_xaf > 0;
      return collection_number_id === undefined || !is_sum ? [] : { collection_number_id, amount_xaf };
    }),
  );
  return {
    named,
    alone_xaf: new Map(alone.map((one) => [one.collection_number_id, one.announced_xaf])),
    untaken: usualOf(seen),
  };
}

function announceOne(
  { known: { alone_xaf, untaken }, agree, now, record }: Desk<Known>,
  command: AnnounceSweep,
  number: CollectionNumberRow | null,
  debits: Debit[],
): SweepOutcome {
  const { amount_xaf } = command;
  if (!Number.isInteger(amount_xaf) || amount_xaf <= 0) return { kind: 'amount_unusable' };
  if (number === null) return { kind: 'number_not_found' };
  const { id, msisdn } = number;
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
  const debit = { ...SWEEP, collection_number_id: id, amount_xaf, said_at: consent.asked_at };
  debits.push(debit);
  record(command, { action: ACTION, subject_id: id, detail: { amount_xaf, ...on_record } });
  return { kind: 'announced', msisdn, left_at: takeLeft(debit, untaken, now)?.occurred_at ?? null };
}
