import type { PoolClient } from 'pg';
import { voidTransfer } from '../../../domain/ledger/staff.ts';
import { moneyOf } from '../../../domain/review/alone.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { lockBooks } from '../../../store/book/book-state.ts';
import { vouchExplained } from '../../../store/book/books.ts';
import { insertExplanations } from '../../../store/book/steps.ts';
import { findReversalsOf, type ReversalOf } from '../../../store/credits/write.ts';
import { findLiveNumbersOf, type WaitingCredit } from '../../../store/suspense/credits.ts';
import type { Services } from '../../services.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';
import { type Bench, lockBench } from './bench.ts';
import { hasSurplus } from './cases.ts';

export type VoidCredit = Signature & { credit_id: string };

export type VoidOutcome =
  | { kind: 'voided'; amount_xaf: number }
  | { kind: 'not_found' }
  | { kind: 'nothing_waits'; state: WaitingCredit['state'] }
  /** No message says that the operator has taken it back, and nobody has written it off as never paid. */
  | { kind: 'not_reversed' }
  /** No step of the SIM that was paid takes it back, though a message says so: what left another is not this money. */
  | { kind: 'reversed_elsewhere' }
  /** It was paid out of a payment that was taken back whole, and nobody has said yet what that reversal was. */
  | { kind: 'reversal_unexplained' }
  /** The operator has taken back another sum than this. */
  | { kind: 'other_amount'; reversed_xaf: number }
  | NotAgreed;

/**
 * Staff void credits in suspense that the operator has taken back, or that two people have written off as never paid: they
 * pay nobody and are sent to nobody. The reversal on the SIM is explained by the credit that it took back; a credit that was
 * never paid is booked as written off. So is the surplus of a payment, once people have said what its reversal was. What one
 * person voids alone adds up: who takes money off a SIM could tell of it as a reversal of what is in suspense.
 * @returns an outcome per command, in order
 */
export function voidCredits(services: Services, commands: readonly VoidCredit[]): Promise<VoidOutcome[]> {
  const credit_ids = commands.map(({ credit_id }) => credit_id);
  return signed<Known, VoidOutcome>(services, {
    signers: commands,
    lock: (client) => lockKnown(services, client, credit_ids),
    subjects: () => credit_ids,
    decide: (desk) => {
      const explained: string[] = [];
      const outcomes = commands.map((command) => voidOne(desk, command, explained));
      return {
        outcomes,
        write: async () => {
          await desk.known.bench.write();
          await explain(desk, explained);
        },
      };
    },
  });
}

/** The credits, and what took each of them back. */
type Known = { numbers: string[]; bench: Bench; reversals: ReadonlyMap<string, ReversalOf[]> };

async function lockKnown(services: Services, client: PoolClient, credit_ids: string[]): Promise<Known> {
  // Books come first in every order of locks: nobody else explains the reversals from here on.
  const numbers = (await findLiveNumbersOf(client, credit_ids)).map((row) => row.collection_number_id);
  await lockBooks(client, numbers);
  const bench = await lockBench(services, client, { credit_ids });
  const reversals = Map.groupBy(await findReversalsOf(client, credit_ids), ({ credit_id }) => credit_id);
  return { numbers, bench, reversals };
}

/** The reversals on the SIM are what took the credits back. */
async function explain(
  { client, known: { numbers }, now: explained_at }: Desk<Known>,
  explained: readonly string[],
): Promise<void> {
  if (explained.length === 0) return;
  await insertExplanations(
    client,
    explained.map((step_id) => ({ step_id, meaning: 'credit' as const, explained_at })),
  );
  await vouchExplained(client, numbers);
}

function voidOne(
  { known: { bench, reversals }, agree, record }: Desk<Known>,
  command: VoidCredit,
  explained: string[],
): VoidOutcome {
  const { credit_id } = command;
  const credit = bench.credits.get(credit_id);
  if (credit === undefined) return { kind: 'not_found' };
  const surplus = hasSurplus(credit);
  if (credit.state !== 'SUSPENSE' && !surplus) return { kind: 'nothing_waits', state: credit.state };
  const amount_xaf = surplus ? credit.surplus_xaf : credit.amount_xaf;
  const [told] = reversals.get(credit_id) ?? [];
  if (told === undefined && !credit.is_written_off)
    return { kind: credit.is_reversed ? 'reversed_elsewhere' : 'not_reversed' };
  const reversed_by = told?.notice_id ?? null;
  const reversal = told === undefined || told.step_id === null ? null : told;
  const is_whole = surplus && reversal?.stands_xaf === -credit.amount_xaf;
  if (reversal !== null && reversal.stands_xaf !== -amount_xaf && !is_whole)
    return { kind: 'other_amount', reversed_xaf: Math.abs(reversal.stands_xaf) };
  // What its reversal took beyond the surplus is not in suspense: people say whose loss that is.
  if (is_whole && reversal.meaning === null) return { kind: 'reversal_unexplained' };
  const subject = { action: 'suspense.void', subject_id: credit_id } as const;
  const { environment } = credit;
  const money = moneyOf({ environment, merchant_id: null }, amount_xaf);
  const consent = agree(command, { ...subject, terms: { reversed_by }, ...money });
  if (consent.kind !== 'agreed') return consent;
  const said = reversal?.meaning ?? null;
  const meaning = reversed_by === null ? 'write_off' : said === 'messages' ? null : said;
  bench.outcome.transfers.push(voidTransfer(credit, amount_xaf, meaning));
  const reason = reversed_by === null ? 'written_off' : 'reversed';
  const as = { state: 'VOIDED', reason, matched_session_id: null, surplus_xaf: 0 } as const;
  if (surplus) bench.returnSurplus(command, credit, 'surplus_voided');
  else bench.dispose(command, { credit_id, ...as });
  record(command, { ...subject, detail: { reversed_by, ...consent.on_record } });
  if (reversal !== null && said === null) explained.push(reversal.step_id);
  return { kind: 'voided', amount_xaf };
}
